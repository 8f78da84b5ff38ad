import { isColour, readableUnderWhite } from '../../../../base/kernel/colour-contrast.ts'
import { dayOfWeekText } from '../../../../base/kernel/figure-text.ts'
import { type Language, locales } from '../../../../base/kernel/language.ts'
import { listText } from '../../../../base/kernel/list-text.ts'
import { possiblePhones } from '../../../../base/kernel/phone-number.ts'
import { readFcfa, readWhole } from '../../../../base/kernel/written-number.ts'
import {
  type Field,
  lineField,
  listField,
  numberField,
  optional,
  typedField,
} from '../../../../pages/form.ts'
import { type RuleName, rules } from '../../../../rules.ts'
import { type OperationsText, speak } from '../../operations-words.ts'

/** The field that a rule is changed in; its value is the text that the rule takes. */
export function ruleField(name: RuleName, language: Language): Field<string | number | null> {
  const t = speak(language)
  const rule = rules[name]
  const label = t(rule.description)
  if (rule.kind === 'WHOLE') {
    const read = name.endsWith('_FCFA') ? readFcfa : readWhole
    const { min, max } = shownBounds(rule, language)
    const wrong = t('A whole number from {min} to {max}.', { min, max })
    return numberField({ label, wrong, attributes: { required: true }, read: (text) => read(text, rule) })
  }
  if (rule.kind === 'COLOUR') return optional(colourField(rule, label, language))
  if (rule.kind !== 'LINE') {
    const texts = rule.kind === 'ONE' ? [...rule.values] : selections(rule.values)
    const options = texts.map((value) => ({ value, label: ruleValueText(name, value, language) }))
    return listField(options, { label, wrong: t('Choose one of the list.') })
  }
  if (name === 'SUPPORT_PHONE') {
    const wrong = t('A number in international form, such as +2290197000000.')
    const phone = lineField({ label, wrong, max: rule.max, attributes: { type: 'tel', required: false } })
    return optional({ ...phone, read: (text) => possiblePhones(text, [])[0] })
  }
  const wrong = t('One line of at most {max} characters.', { max: rule.max })
  return optional(lineField({ label, wrong, max: rule.max, attributes: { required: false } }))
}

function colourField(rule: typeof rules.COMPANY_COLOUR, label: string, language: Language) {
  const t = speak(language)
  return typedField({
    label,
    wrong: (text) =>
      isColour(text)
        ? t('White words cannot be read on it: choose a darker colour, such as {darker}.', {
            darker: readableUnderWhite(text),
          })
        : t('A colour such as #0b3b2e.'),
    attributes: { maxlength: rule.max },
    read: (text) => {
      try {
        return rule.read(text)
      } catch {
        return undefined
      }
    },
  })
}

/** Every selection of some values, the smallest first, as their rule takes it. */
const selections = (values: readonly string[]): string[] =>
  Array.from({ length: 2 ** values.length }, (_, which) => values.filter((_, at) => which & (1 << at)))
    .toSorted((one, other) => one.length - other.length)
    .map((each) => each.join(','))

/** What a rule takes, in words; undefined where its field shows it. */
export function ruleFormText(name: RuleName, language: Language): string | undefined {
  const rule = rules[name]
  if (rule.kind !== 'WHOLE') return undefined
  const t = speak(language)
  const bounds = shownBounds(rule, language)
  if (name.endsWith('_MINUTES')) return t('{min} to {max} minutes', bounds)
  if (name.endsWith('_SECONDS')) return t('{min} to {max} seconds', bounds)
  if (name.endsWith('_HOURS')) return t('{min} to {max} hours', bounds)
  if (name.endsWith('_METERS')) return t('{min} to {max} metres', bounds)
  if (name.endsWith('_PERCENT')) return t('{min} to {max} %', bounds)
  return name.endsWith('_FCFA') ? t('{min} to {max} FCFA', bounds) : t('{min} to {max}', bounds)
}

const shownBounds = ({ min, max }: { min: number; max: number }, language: Language) => ({
  min: numberIn(language, min),
  max: numberIn(language, max),
})

const numberIn = (language: Language, value: number): string =>
  new Intl.NumberFormat(locales[language]).format(value)

const values: Readonly<Record<string, OperationsText>> = {
  MANUAL: 'by hand#payouts',
  DAILY: 'each day',
  WEEKLY: 'each week',
  CALL: 'a call',
  WAIT: 'five minutes of waiting',
  PHOTO: 'a photo#proof',
  PLACE: 'the place#proof',
  TAKEN_BY: 'who took the parcel#proof',
}

/** A value of a rule, from the text that is kept, in words. */
export function ruleValueText(name: RuleName, text: string, language: Language): string {
  const t = speak(language)
  const rule = rules[name]
  if (text === '') return t('nothing')
  if (rule.kind === 'WHOLE') return numberIn(language, Number(text))
  if (rule.kind === 'LINE' || rule.kind === 'COLOUR') return text
  const said = text.split(',').map((value) => {
    const words = values[value]
    return words ? t(words) : dayOfWeekText((rule.values as readonly string[]).indexOf(value), language)
  })
  return listText(said, language)
}
