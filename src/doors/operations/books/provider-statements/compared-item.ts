import { html } from 'ghtml'
import { amountText, momentText } from '../../../../base/kernel/figure-text.ts'
import type { Language } from '../../../../base/kernel/language.ts'
import {
  type ComparedItem,
  differenceKind,
  openDifference,
  settlementAccounts,
} from '../../../../domain/money/statements/reconciling/difference.ts'
import type { ProviderStatement } from '../../../../domain/money/statements/reconciling/provider-statement-store.ts'
import { choiceField, hiddenField, postForm, submitButton, textField } from '../../../../pages/form-parts.ts'
import { speak } from '../../operations-words.ts'
import { ownPlaceNames } from '../account-wording.ts'
import { providerStatementsHref, type StatementTimes } from './provider-statement-list.ts'

const kindNames = {
  NOT_IN_BOOKS: 'In the statement, not in the books',
  NOT_IN_STATEMENT: 'In the books, not in the statement',
  OTHER_AMOUNT: 'Another amount',
  OTHER_FEE: 'Another fee',
  FOUND_LATER: 'Settled, then found',
} as const

const accountNames = { ...ownPlaceNames, PROVIDER_FEES: 'Fees of the provider' } as const

/** What a statement and the books say of an operation, and how a difference between them is settled. */
export function comparedItemCard(
  item: ComparedItem,
  { id }: ProviderStatement,
  times: StatementTimes,
): string {
  const { language } = times
  const t = speak(language)
  const { ownReference, statementReference } = item
  const openFcfa = openDifference(item)
  const amount = (fcfa: number | null) => (fcfa === null ? t('nothing') : amountText(fcfa, language))
  const about = [
    ownReference && statementReference,
    momentText(item.occurredAt, times, language),
    t('statement {amount}', { amount: amount(item.statementFcfa) }),
    t('books {amount}', { amount: amount(item.booksFcfa) }),
  ]
  const settled = t('Settled: {amount}. {reason}', {
    amount: amountText(item.settledFcfa, language),
    reason: item.lastReason ?? '',
  })
  const action = `${providerStatementsHref}/${id}/settle`
  return html`<section class="card"><div class="heading-line"><h2>${ownReference ?? statementReference}</h2>
<strong>${openFcfa === 0 ? '' : amountText(openFcfa, language)}</strong></div>
<p>${t(kindNames[differenceKind(item)])}<br>
<span class="soft">${about.filter(Boolean).join(' · ')}</span></p>
!${item.settlements === 0 ? '' : html`<p class="soft">${settled}</p>`}
!${openFcfa === 0 ? '' : settleForm(action, item, openFcfa, language)}</section>`
}

function settleForm(action: string, { subject }: ComparedItem, openFcfa: number, language: Language): string {
  const t = speak(language)
  const into = choiceField({
    name: 'into',
    label: t('Book to'),
    value: 'SUSPENSE',
    options: settlementAccounts.map((value) => ({ value, label: t(accountNames[value]) })),
  })
  const reason = textField({
    name: 'reason',
    id: `reason-${subject}`,
    label: t('Why'),
    attributes: { required: true, minlength: 3, maxlength: 200, autocomplete: 'off' },
  })
  const fields = html`!${hiddenField('subject', subject)}!${hiddenField('difference', String(openFcfa))}
!${into}!${reason}!${submitButton(t('Settle'))}`
  return html`<details><summary>${t('Settle')}</summary>!${postForm(action, fields)}</details>`
}
