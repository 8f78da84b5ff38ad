import { html } from 'ghtml'
import { amountText } from '../../../../base/kernel/figure-text.ts'
import type { Language } from '../../../../base/kernel/language.ts'
import { spacedPhone } from '../../../../base/kernel/phone-number.ts'
import { limits } from '../../../../contract/limits.ts'
import { type FeePayer, feePayers, paymentModes } from '../../../../contract/vocabulary.ts'
import { hiddenField } from '../../../../pages/form-parts.ts'
import { type ConsoleText, speak } from '../../console-words.ts'
import type { MessageReading } from '../pasting/chat-message.ts'
import type { MoneyOption } from '../pasting/message-money.ts'
import { pointText } from './point-text.ts'

/**
 * What a message left for the seller to decide, each in one tap: nothing is ordered before. The form carries
 * the questions along, so that a reload, a price or a refusal forgets none of them.
 */
export type OpenQuestions = {
  /**
   * Ways of paying; empty where only the seller knows what is left, TYPE once they said that they type
   * it.
   */
  money?: MoneyOption[] | 'TYPE'
  phone?: string[]
  zone?: string[]
  position?: string[]
}
type QuestionField = keyof OpenQuestions
const questionFields = ['money', 'phone', 'zone', 'position'] as const

/** What an answer, or a new message, makes of the fields of the form; the empty ones are cleared. */
type Answered = Partial<Record<'phone' | 'zone' | 'position' | 'amount' | 'mode' | 'feePayer', string>>

/** The questions of a message that was read. */
export function questionsOf({ choices }: MessageReading): OpenQuestions {
  const values = <Value>(found: readonly { value: Value }[]) => found.map(({ value }) => value)
  return {
    ...(choices.money && { money: values(choices.money) }),
    ...(choices.phone && { phone: values(choices.phone) }),
    ...(choices.zone && { zone: values(choices.zone) }),
    ...(choices.position && { position: values(choices.position).map(pointText) }),
  }
}

/** The fields that a new question empties: what stood there was typed for something else. */
export function clearedBy(open: OpenQuestions): Answered {
  const { money, ...others } = open
  const texts = (Object.keys(others) as (keyof typeof others)[]).map((field) => [field, ''])
  return { ...Object.fromEntries(texts), ...(money && { amount: '', mode: '' }) }
}

/**
 * What is still open once fields were typed into: another number or place than those offered is an
 * answer.
 */
export function stillOpen(
  open: OpenQuestions,
  typed: Readonly<Record<string, string | undefined>>,
): OpenQuestions {
  const isTyped = (field: QuestionField) =>
    field === 'money'
      ? open.money === 'TYPE' && (typed.amount?.trim() || typed.mode === 'PREPAID')
      : typed[field]?.trim()
  return Object.fromEntries(Object.entries(open).filter(([field]) => !isTyped(field as QuestionField)))
}

/** Answers a question by the button that was pressed: `phone 1`, or `money none`. */
export function answered(open: OpenQuestions, button: string): { open: OpenQuestions; typed: Answered } {
  const [, field, choice] = /^(money|phone|zone|position) (none|\d)$/.exec(button) ?? []
  const name = questionFields.find((each) => each === field)
  if (!name || open[name] === undefined) return { open, typed: {} }
  const { [name]: asked, ...others } = open
  if (name === 'money') {
    const option = asked === 'TYPE' ? undefined : (asked as MoneyOption[])[Number(choice)]
    return option
      ? { open: others, typed: moneyFields(option) }
      : { open: { ...others, money: 'TYPE' }, typed: {} }
  }
  const value = (asked as string[])[Number(choice)]
  return { open: others, typed: value === undefined ? {} : { [name]: value } }
}

const moneyFields = ({ mode, amountFcfa, feePayer }: MoneyOption): Answered => ({
  mode,
  amount: amountFcfa === undefined ? '' : String(amountFcfa),
  // An answer before this one, or another message, may have said who pays for the trip.
  feePayer: feePayer ?? '',
})

/** As the form carries the questions, in letters that every page and program passes on as they are. */
export const writtenQuestions = (open: OpenQuestions): string =>
  Object.keys(open).length === 0 ? '' : Buffer.from(JSON.stringify(open)).toString('base64url')

/** Reads them again; anything else is none. */
export function readQuestions(text = ''): OpenQuestions {
  const sent = parsed(Buffer.from(text, 'base64url').toString('utf8'))
  const money = sent.money === 'TYPE' ? ('TYPE' as const) : listOf(sent.money, moneyOption)
  const texts = (field: 'phone' | 'zone' | 'position') => listOf(sent[field], textOption)
  const [phone, zone, position] = [texts('phone'), texts('zone'), texts('position')]
  return {
    ...(money && { money }),
    ...(phone && { phone }),
    ...(zone && { zone }),
    ...(position && { position }),
  }
}

function parsed(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

const maxOptions = 9

function listOf<Option>(sent: unknown, read: (each: unknown) => Option | undefined): Option[] | undefined {
  if (!Array.isArray(sent)) return undefined
  return sent.slice(0, maxOptions).flatMap((each) => read(each) ?? [])
}

const textOption = (each: unknown): string | undefined =>
  typeof each === 'string' ? each.slice(0, limits.placeLabel.max) : undefined

function moneyOption(each: unknown): MoneyOption | undefined {
  if (typeof each !== 'object' || each === null) return undefined
  const { mode, amountFcfa, feePayer } = each as Record<string, unknown>
  const knownMode = paymentModes.find((one) => one === mode)
  const payer: FeePayer | undefined = feePayers.find((one) => one === feePayer)
  const isAmount =
    typeof amountFcfa === 'number' &&
    Number.isInteger(amountFcfa) &&
    amountFcfa > 0 &&
    amountFcfa <= limits.goodsAmountFcfa.max
  if (!knownMode) return undefined
  return { mode: knownMode, ...(isAmount && { amountFcfa }), ...(payer && { feePayer: payer }) }
}

const titles: Record<QuestionField, ConsoleText> = {
  money: 'What does the courier collect?',
  phone: 'Which number is the customer’s?',
  zone: 'Which neighbourhood?',
  position: 'Which position?',
}

/** The questions as cards with a button for each answer; `isRefused` says that none was given. */
export function questionCards(open: OpenQuestions, language: Language, isRefused: boolean): string {
  const asked = questionFields.filter((field) => open[field] !== undefined)
  if (asked.length === 0) return ''
  const cards = asked
    .filter((field) => open[field] !== 'TYPE')
    .map((field, at) => questionCard(field, open, language, { isRefused, isFirst: at === 0 }))
  return html`!${hiddenField('open', writtenQuestions(open))}!${cards}`
}

function questionCard(
  field: QuestionField,
  open: OpenQuestions,
  language: Language,
  { isRefused, isFirst }: { isRefused: boolean; isFirst: boolean },
): string {
  const t = speak(language)
  const labels = labelsOf(field, open, language)
  const buttons = labels.map(
    (label, at) =>
      html`<button class="plain" name="answer" value="${field} ${at}"
formnovalidate>${label}</button>`,
  )
  const none = labels.length === 0 ? t('I type what is left to pay') : t('None of these: I type it')
  const deposit = t('The message speaks of a part that was paid, but not of what is left to pay.')
  const refusal = t('Answer this first: nothing is ordered by a guess.')
  const error = html`<p class="error" role="alert">${refusal}</p>`
  const focus = isFirst && isRefused ? ' tabindex="-1" autofocus' : ''
  return html`<section class="card question" role="group" aria-labelledby="ask-${field}"!${focus}>
<h2 id="ask-${field}">${t(titles[field])}</h2>
!${isRefused ? error : ''}!${labels.length === 0 ? html`<p class="hint">${deposit}</p>` : ''}
<div class="acts">!${buttons}
<button class="quiet" name="answer" value="${field} none" formnovalidate>${none}</button></div></section>`
}

function labelsOf(field: QuestionField, open: OpenQuestions, language: Language): string[] {
  const { money = [] } = open
  if (field === 'money') return money === 'TYPE' ? [] : money.map((option) => moneyLabel(option, language))
  return (open[field] ?? []).map((value) => (field === 'phone' ? spacedPhone(value) : value))
}

function moneyLabel({ mode, amountFcfa, feePayer }: MoneyOption, language: Language): string {
  const t = speak(language)
  if (mode === 'PREPAID') return t('Nothing: all is paid')
  const amount = amountFcfa === undefined ? '' : amountText(amountFcfa, language)
  if (feePayer === 'MERCHANT') return t('{amount}, the trip included: my shop pays it', { amount })
  if (feePayer === 'CUSTOMER') return t('{amount}, and the customer pays the trip besides', { amount })
  return amount
}
