import { html } from 'ghtml'
import { amountText, momentText } from '../../../../base/kernel/figure-text.ts'
import type { Language } from '../../../../base/kernel/language.ts'
import {
  choiceField,
  hiddenField,
  postForm,
  submitButton,
  textField,
} from '../../../../base/pages/form-parts.ts'
import type { WorkspaceNotice } from '../../../../base/pages/workspace.ts'
import {
  orderSettlements,
  rowSettlements,
} from '../../../../domain/mobile-money/disagreements/disagreement.ts'
import type { ListedDisagreement } from '../../../../domain/mobile-money/disagreements/disagreement-store.ts'
import type { OperationsContent } from '../../operations-deps.ts'
import { speak } from '../../operations-words.ts'
import { providerAccountText } from '../../provider-account-text.ts'
import { serviceHref, servicePage } from '../service-page.ts'

export type DisagreementsFacts = {
  language: Language
  timeZone: string
  now: Date
  open: readonly ListedDisagreement[]
  settled: readonly ListedDisagreement[]
  notice: WorkspaceNotice | undefined
  /** What was typed of a settlement that was refused. */
  typed?: { id: string; how: string; reason: string; fault: string }
}

const stateNames = {
  PAID: 'it is paid',
  PENDING: 'it is under way',
  REFUSED: 'it is refused',
} as const

const kindNames = {
  payment: 'Payment of a customer',
  transfer: 'Money that was sent',
  row: 'Row of a statement',
} as const

const settlementNames = {
  COUNTS: 'It is paid as asked; only the difference waits for an explanation',
  STAYS: 'It is not paid; the money waits for an explanation',
  REVERSED: 'It is not paid, and nothing lies with the operator any more (given back, or never came)',
  LATER: 'The new row counts, the old one does not',
  EARLIER: 'The old row counts, the new one does not',
  BOTH: 'These are two movements: both count',
  AGREED: 'the operator came back to what was asked',
} as const

/** What providers say otherwise than the service knows it, each with a form to settle it, and what was settled. */
export function disagreementsPage(facts: DisagreementsFacts): OperationsContent {
  const { language, open, settled, notice, typed } = facts
  const t = speak(language)
  const cards = open.map((each) => card(facts, each))
  const rows = settled.map((each) => settledRow(facts, each))
  return servicePage(language, 'disagreements', {
    notice,
    isFormPage: typed !== undefined,
    main: html`<p>${t('What a mobile money operator says otherwise than we do: another amount, another currency, another reference, or the same reference in another statement with other figures. None of it counts until you settle it. Money that moved is in the account “Waiting for an explanation”.')}</p>
!${cards.length === 0 ? html`<p class="empty">${t('No disagreement waits.')}</p>` : cards}
!${rows.length === 0 ? '' : html`<section class="card"><h2>${t('Settled')}</h2><ol class="rows">!${rows}</ol></section>`}`,
  })
}

const kindOf = ({ subject }: ListedDisagreement): 'payment' | 'transfer' | 'row' =>
  subject.startsWith('payment:') ? 'payment' : subject.startsWith('transfer:') ? 'transfer' : 'row'

function card(facts: DisagreementsFacts, each: ListedDisagreement): string {
  const t = speak(facts.language)
  const kind = kindOf(each)
  const mine = facts.typed?.id === each.id ? facts.typed : undefined
  const settlements = kind === 'row' ? rowSettlements : orderSettlements
  const how = choiceField({
    name: 'how',
    label: t('What is true'),
    value: mine?.how ?? '',
    options: settlements.map((value) => ({ value, label: t(settlementNames[value]) })),
  })
  const reason = textField({
    name: 'reason',
    id: `reason-${each.id}`,
    label: t('Why (number at the operator, who said so…)'),
    value: mine?.reason,
    error: mine?.fault,
    attributes: { required: true, minlength: 3, maxlength: 200 },
  })
  const form = html`!${hiddenField('words', String(each.words))}!${how}!${reason}!${submitButton(t('Settle'))}`
  return html`<section class="card"><h2>${t(kindNames[kind])} · ${amountIn(each.amountFcfa, each.currency, facts.language)}</h2><p>!${nameOf(each)}<span class="soft">${providerAccountText(each.provider, facts.language)}</span></p>!${askedAndTold(facts, each)}!${suspended(facts, each)}!${kind === 'transfer' ? html`<p>${t('Where it is not paid, it is sent again by itself within an hour.')}</p>` : ''}!${postForm(`${serviceHref('disagreements')}/${each.id}`, form)}</section>`
}

/** An amount, with its currency where that is not the franc of West Africa. */
const amountIn = (fcfa: number, currency: string, language: Language): string =>
  `${amountText(fcfa, language)}${currency === 'XAF' ? ' XAF' : ''}`

function nameOf({ deliveryId, reference }: ListedDisagreement): string {
  if (reference === null) return ''
  return deliveryId === null
    ? html`<span class="code">${reference}</span> · `
    : html`<a class="inline" href="/operations/deliveries/${deliveryId}">${reference}</a> · `
}

function askedAndTold(facts: DisagreementsFacts, each: ListedDisagreement): string {
  const { language, timeZone, now } = facts
  const t = speak(language)
  const asked = amountIn(each.amountFcfa, each.currency, language)
  const lines = each.told.map(({ state, amount, currency, reference, toldAt, times }) => {
    const figures = [amount, currency].filter(Boolean).join(' ')
    const said = [t(stateNames[state]), figures, reference || t('no reference')]
    const when = [
      momentText(new Date(toldAt), { timeZone, now }, language),
      t('{times, plural, one {} other {# times}}', { times }),
    ]
    return html`<li><div class="line"><span><strong>${t('Told by the operator:')}</strong> ${said.filter(Boolean).join(' · ')}<br><span class="soft">${when.filter(Boolean).join(' · ')}</span></span></div></li>`
  })
  const first = kindOf(each) === 'row' ? t('Told first:') : t('Asked:')
  return html`<ul class="rows"><li><div class="line"><span><strong>${first}</strong> ${asked}</span></div></li>!${lines}</ul>`
}

function suspended({ language }: DisagreementsFacts, each: ListedDisagreement): string {
  const t = speak(language)
  if (kindOf(each) === 'row') return ''
  const text =
    each.standingFcfa === 0
      ? t('Nothing of it is booked.')
      : t('Waiting for an explanation: {amount}', {
          amount: amountIn(each.standingFcfa, each.standingCurrency ?? '', language),
        })
  return html`<p>${text}</p>`
}

function settledRow({ language, timeZone, now }: DisagreementsFacts, each: ListedDisagreement): string {
  const t = speak(language)
  const about = [
    each.settlement && t(settlementNames[each.settlement]),
    each.settledBecause,
    each.standingFcfa === 0
      ? ''
      : t('Waiting for an explanation: {amount}', {
          amount: amountIn(each.standingFcfa, each.standingCurrency ?? '', language),
        }),
  ]
  const when = each.settledAt && momentText(each.settledAt, { timeZone, now }, language)
  const last = each.told.at(-1)
  const told = last ? [last.amount, last.currency].filter(Boolean).join(' ') : ''
  return html`<li><div class="line"><span><strong>${t(kindNames[kindOf(each)])}</strong> · ${amountIn(each.amountFcfa, each.currency, language)} → ${told} · !${nameOf(each)}${providerAccountText(each.provider, language)}<br>${about.filter(Boolean).join(' · ')}<br><span class="soft">${when ?? ''}</span></span></div></li>`
}
