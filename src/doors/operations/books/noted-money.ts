import { html } from 'ghtml'
import type { Language } from '../../../base/kernel/language.ts'
import { wallClock } from '../../../base/kernel/local-time.ts'
import { readFcfa } from '../../../base/kernel/written-number.ts'
import { type Currency, currencies } from '../../../contract/vocabulary.ts'
import type { countTill } from '../../../domain/money/settlement/count-till.ts'
import {
  type MoneyMove,
  maxReferenceLength,
  ownPlaces,
  placeOf,
} from '../../../domain/money/settlement/money-move.ts'
import { chosenOf } from '../../../pages/form-fields.ts'
import { hiddenField, postForm, selectField, submitButton, textField } from '../../../pages/form-parts.ts'
import { speak } from '../operations-words.ts'
import { providerAccountText } from '../provider-account-text.ts'
import { ownPlaceNames } from './account-wording.ts'

/** The forms of the end of a day, which note what was moved and counted, and how each is read. */

type Typed = Readonly<Record<string, string>>

type MoneyForm = {
  language: Language
  timeZone: string
  now: Date
  /** The address of the page. */
  href: string
  /** So that a form that is sent twice counts once. */
  formId: string
  /** What was typed and refused, and by which `act`. */
  typed: Typed
}

const amountBounds = { inputmode: 'numeric', maxlength: 15, autocomplete: 'off' }

/** What was moved from one place of money to another; `floats` are the accounts with providers. */
export function moveForm(form: MoneyForm, floats: readonly string[]): string {
  const { language, timeZone, now, formId, typed, href } = form
  const t = speak(language)
  const options = [
    ...floats.map((value) => ({ value, label: providerAccountText(value, language) })),
    ...ownPlaces.map((value) => ({ value, label: t(ownPlaceNames[value]) })),
  ]
  const lead = t(
    'A top-up, a withdrawal, a move from one account to another, what was banked. Nothing leaves from here: note what was done.',
  )
  const from = selectField({ name: 'from', label: t('From'), value: typed.from ?? 'BANK', options })
  const to = selectField({ name: 'to', label: t('To'), value: typed.to ?? floats[0], options })
  const amount = textField({
    name: 'amount',
    label: t('Amount'),
    value: typed.amount,
    attributes: { ...amountBounds, required: true },
  })
  const fee = textField({
    name: 'fee',
    label: t('Fee of the provider'),
    hint: t('0 where there is none.'),
    value: typed.fee ?? '0',
    attributes: amountBounds,
  })
  const movedAt = textField({
    name: 'movedAt',
    label: t('When'),
    value: typed.movedAt ?? wallClock(now, timeZone).toISOString().slice(0, 16),
    attributes: { type: 'datetime-local', required: true },
  })
  const reference = textField({
    name: 'reference',
    label: t('Number with the provider'),
    hint: t('As its message or its statement has it. Leave it empty where no provider has a part in it.'),
    value: typed.reference,
    attributes: { maxlength: maxReferenceLength, autocomplete: 'off' },
  })
  const note = textField({
    name: 'note',
    label: t('Why, and by whom'),
    value: typed.note,
    attributes: { maxlength: 200, required: true },
  })
  const fields = html`<p>${lead}</p>!${hiddenField('form', formId)}
<div class="pair">!${from}!${to}</div>
<div class="pair">!${amount}!${fee}</div>
<div class="pair">!${currencyField('move-currency', typed.currency, language)}!${movedAt}</div>
!${reference}!${note}!${submitButton(t('Note it'))}`
  return foldedForm(t('Note money that was moved'), `${href}/move`, fields, typed.act === 'move')
}

/** What was typed into it; the verb refuses an amount that is none. Throws CHOICE_UNKNOWN. */
export const readMove = (typed: Typed, id: string, movedAt: Date): MoneyMove => ({
  id,
  from: placeOf((typed.from ?? '').slice(0, 40)),
  to: placeOf((typed.to ?? '').slice(0, 40)),
  currency: readCurrency(typed),
  amountFcfa: readFcfa(typed.amount ?? '') ?? 0,
  feeFcfa: readFcfa(typed.fee || '0') ?? -1,
  reference: typed.reference ?? '',
  movedAt,
  note: typed.note ?? '',
})

/** What was counted in the till. */
export function countForm({ language, formId, typed, href }: MoneyForm): string {
  const t = speak(language)
  const counted = textField({
    name: 'counted',
    label: t('Counted'),
    value: typed.counted,
    attributes: { ...amountBounds, required: true },
  })
  const note = textField({
    name: 'note',
    id: 'count-note',
    label: t('Counted by'),
    value: typed.act === 'count' ? typed.note : '',
    attributes: { maxlength: 200, required: true },
  })
  const fields = html`<p>${t('A difference from the books waits for its explanation.')}</p>
!${hiddenField('form', formId)}
<div class="pair">!${counted}!${currencyField('count-currency', typed.currency, language)}</div>
!${note}!${submitButton(t('Note the count'))}`
  return foldedForm(t('Count the till'), `${href}/count`, fields, typed.act === 'count')
}

/** What was typed into it; the verb refuses a count that is no amount. Throws CHOICE_UNKNOWN. */
export const readCount = (typed: Typed, id: string): Parameters<typeof countTill>[1] => ({
  id,
  currency: readCurrency(typed),
  countedFcfa: readFcfa(typed.counted ?? '') ?? -1,
  note: typed.note ?? '',
})

const foldedForm = (heading: string, action: string, fields: string, isOpen: boolean): string =>
  html`<details class="card"!${isOpen ? ' open' : ''}><summary>${heading}</summary>
!${postForm(action, fields)}</details>`

function currencyField(id: string, value: string | undefined, language: Language): string {
  const options = currencies.map((each) => ({ value: each, label: each }))
  const label = speak(language)('Currency')
  return selectField({ name: 'currency', id, value: value ?? 'XOF', label, options })
}

const readCurrency = ({ currency }: Typed): Currency => chosenOf('currency', currency, currencies) ?? 'XOF'
