import { html } from 'ghtml'
import type { Language } from '../../../../base/kernel/language.ts'
import { choiceField, hiddenField, selectField } from '../../../../pages/form-parts.ts'
import { speak } from '../../console-words.ts'
import { bulkColumns, columnName } from '../columns/bulk-columns.ts'
import type { OpenReason } from '../columns/column-mapping.ts'
import { saidOf } from '../columns/payment-words.ts'
import type { BulkTable } from './bulk-rows.ts'
import { headingsHash, wordMeanings } from './column-choices.ts'

/** What is still to be said of the columns, in words. */
const reasonTexts = {
  PHONE: 'Which column is the phone of the customer?',
  NAME: 'Which column is the name of the customer?',
  MONEY: 'There are amounts in a column of which we do not know what it is: say it, or leave it out.',
  PAYMENT: 'A column says who has paid: say what it is, or leave it out.',
  TWICE: 'Two columns are taken for the same: choose one, and leave the other out.',
  PARTY: 'The file names who sends and who receives: whose is this phone?',
} as const satisfies Record<OpenReason, string>

const meaningTexts = {
  PAID: 'paid already',
  COD: 'to be paid on delivery',
  CANCELLED: 'do not order',
} as const

/** How many cells of a column are shown beside it. */
const shownCells = 3

/**
 * Each column of the file beside the field it fills: first those of which something is to be said, then the
 * others, and those that are left out.
 */
export function columnCard(table: BulkTable, language: Language): string {
  const t = speak(language)
  const { mapping, headings } = table
  const open = [...new Set(mapping.reasons.flatMap(({ columns }) => columns))]
  const others = headings.map((_, at) => at).filter((at) => !open.includes(at))
  const isLeftOut = (at: number) => (mapping.columns[at] ?? 'skip') === 'skip'
  // Where a field is missing, any column may be it.
  const isMissing = mapping.reasons.some(({ reason }) => reason === 'PHONE' || reason === 'NAME')
  const fields = (places: readonly number[]) =>
    places.map((at) => columnField(table, at, open.includes(at), language))
  const reasons = mapping.reasons.map(
    ({ reason }) => html`<p class="notice warning">${t(reasonTexts[reason])}</p>`,
  )
  const isAsked = mapping.reasons.length > 0 || hasQuestion(table)
  return html`!${hiddenField('columns', headingsHash(headings))}
!${reasons}
<details class="card"!${isAsked ? ' open' : ''}><summary>${t('What each column is')}</summary>
<div class="stack">!${fields(open)}
!${wordFields(table, language)}
!${tripField(table, language)}
!${fields(others.filter((at) => !isLeftOut(at)))}
<details!${isMissing ? ' open' : ''}><summary>${t('Columns that are left out')}</summary>
<div class="stack">!${fields(others.filter(isLeftOut))}</div></details>
<button class="plain" name="act" value="map">${t('Read the table like this')}</button></div></details>`
}

function columnField(
  { headings, mapping, texts }: BulkTable,
  at: number,
  isOpen: boolean,
  language: Language,
): string {
  const t = speak(language)
  const cells = texts.map(({ cells }) => cells[at] ?? '').filter((cell) => cell !== '')
  const hint = [...new Set(cells)]
    .slice(0, shownCells)
    .map((cell) => cell.slice(0, 40))
    .join(' · ')
  return selectField({
    name: `column.${at}`,
    label: headings[at] || t('Column {number}', { number: at + 1 }),
    value: isOpen ? '' : (mapping.columns[at] ?? 'skip'),
    hint: hint === '' ? t('empty') : hint,
    options: [
      ...(isOpen ? [{ value: '', label: t('Choose…') }] : []),
      { value: 'skip', label: t('left out') },
      ...bulkColumns.map((column) => ({ value: column, label: t(columnName(column)) })),
    ],
  })
}

/** Whether a word of payment is still to be explained. */
const hasQuestion = ({ words, choices }: BulkTable): boolean =>
  words.some((word) => !saidOf(choices.words, word))

/** Asks what words of payment mean that may mean two things. */
function wordFields(table: BulkTable, language: Language): string {
  const t = speak(language)
  const { words, choices } = table
  if (words.length === 0) return ''
  const options = [
    { value: '', label: t('Choose…') },
    ...wordMeanings.map((value) => ({ value, label: t(meaningTexts[value]) })),
  ]
  const fields = words.map((word, at) => {
    const value = saidOf(choices.words, word) ?? ''
    const label = t('“{word}” means', { word: word.slice(0, 60) })
    const meaning = selectField({ name: `means.${at}`, label, value, options })
    return html`!${hiddenField(`word.${at}`, word)}!${meaning}`
  })
  const question = t('Is this paid already, or to be paid on delivery?')
  return html`!${hasQuestion(table) ? html`<p class="notice warning">${question}</p>` : ''}!${fields}`
}

/** Asks who pays the trip, where the file has a price of its own for it. */
function tripField({ hasFees, choices }: BulkTable, language: Language): string {
  const t = speak(language)
  if (!hasFees) return ''
  return choiceField({
    name: 'trip',
    label: t('Who pays the trip?'),
    value: choices.trip ?? '',
    hint: t(
      'In your file deliveries have a price. An amount that holds it is collected as it stands, and your shop pays the trip.',
    ),
    options: [
      { value: '', label: t('As the file says') },
      { value: 'CUSTOMER', label: t('The customer, on top') },
      { value: 'MERCHANT', label: t('My shop') },
    ],
  })
}
