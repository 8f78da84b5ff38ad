import { html } from 'ghtml'
import { localMoment } from '../base/kernel/local-time.ts'
import { cleanedLine } from '../base/kernel/plain-text.ts'
import { chosenOf } from './form-fields.ts'
import {
  checkField,
  choiceField,
  type FieldAbout,
  postForm,
  selectField,
  submitButton,
  textArea,
  textField,
} from './form-parts.ts'

/** What was typed into a field, and what is wrong with it. */
type Typed = Pick<FieldAbout, 'name' | 'value' | 'error'>

/**
 * One field of a form, stated once: how it is shown, how it is read, and what is said of a text that cannot
 * be read. A form is an object of them, made in the language of whoever sees it; pages show it, routes read
 * it, and nothing else knows the names of its fields.
 */
export type Field<Value> = {
  show: (typed: Typed) => string
  /** The value of a text without blanks around it; undefined where it has none. */
  read: (text: string, name: string) => Value | undefined
  /** What is said of a text that has none. */
  wrong: Wrong | undefined
  /** Whether it stands side by side with the next one, two by two. */
  isNarrow: boolean
}

type Wrong = string | ((text: string) => string)
type About = Pick<FieldAbout, 'id' | 'label' | 'hint' | 'attributes'> & { wrong?: Wrong; isNarrow?: boolean }

const shown = <Value>(
  { wrong, isNarrow = false, ...about }: About,
  read: Field<Value>['read'],
  show: (about: FieldAbout) => string = textField,
): Field<Value> => {
  const attributes = { autocomplete: 'off', ...about.attributes }
  return { wrong, isNarrow, read, show: (typed) => show({ ...about, ...typed, attributes }) }
}

/** One line of 1 to `max` characters. */
export const lineField = (about: About & { max: number }): Field<string> =>
  shown({ ...about, attributes: { required: true, maxlength: about.max, ...about.attributes } }, (text) => {
    const line = cleanedLine(text)
    return line !== '' && [...line].length <= about.max ? line : undefined
  })

/** A line as `read` takes it. */
export const typedField = <Value>(about: About & { read: Field<Value>['read'] }): Field<Value> =>
  shown(about, about.read)

/** Several lines as `read` takes them. */
export const areaField = <Value>({
  attributes = {},
  ...about
}: About & { read: Field<Value>['read'] }): Field<Value> =>
  shown(about, about.read, (typed) => textArea({ ...typed, attributes }))

/** A number as `read` takes it: see `written-number.ts`. */
export const numberField = (about: About & { read: Field<number>['read'] }): Field<number> =>
  shown({ ...about, attributes: { inputmode: 'numeric', maxlength: 12, ...about.attributes } }, about.read)

/** Whether something is so; sent as `on` when it is. */
export const checkbox = ({ label, hint }: Pick<About, 'label' | 'hint'>): Field<boolean> => ({
  wrong: undefined,
  isNarrow: false,
  show: ({ name, value }) => checkField({ name, label, ...(hint && { hint }), isChecked: value === 'on' }),
  read: (text) => text === 'on',
})

/** A phone number; the verb that takes it says whether it is possible. */
export const phoneField = (about: About): Field<string> =>
  shown(
    {
      ...about,
      attributes: {
        type: 'tel',
        inputmode: 'tel',
        autocomplete: 'tel',
        maxlength: 30,
        required: true,
        ...about.attributes,
      },
    },
    (text) => text.slice(0, 40),
  )

/**
 * A code that was sent or is shown elsewhere, without the blanks it is read with; it is never shown again.
 */
export const codeField = (about: About): Field<string> =>
  shown(
    {
      ...about,
      attributes: {
        autocomplete: 'one-time-code',
        inputmode: 'numeric',
        maxlength: 20,
        required: true,
        ...about.attributes,
      },
    },
    (text) => text.slice(0, 40).replaceAll(/\s/g, ''),
    ({ value: _, ...typed }) => textField(typed),
  )

/** A moment by the clocks of `timeZone`. */
export const momentField = (about: About & { timeZone: string }): Field<Date> =>
  shown({ ...about, attributes: { type: 'datetime-local', ...about.attributes } }, (text) =>
    localMoment(text, about.timeZone),
  )

/** One of a few, side by side; the first where nothing was chosen. Reading another throws CHOICE_UNKNOWN. */
export function choice<Value extends string>(
  labels: Record<Value, string>,
  { wrong, isNarrow = false, attributes: _, ...about }: About,
): Field<Value> {
  const values = Object.keys(labels) as [Value, ...Value[]]
  const options = values.map((value) => ({ value, label: labels[value] }))
  const chosen = (text = '') => values.find((value) => value === text) ?? values[0]
  return {
    wrong,
    isNarrow,
    show: (typed) => choiceField({ ...about, ...typed, value: chosen(typed.value), options }),
    read: (text, name) => chosenOf(name, text, values) ?? values[0],
  }
}

/** One of a list. */
export const listField = <Value extends string>(
  options: readonly { value: Value; label: string }[],
  about: About,
): Field<Value> =>
  shown(
    about,
    (text) => options.find(({ value }) => value === text)?.value,
    ({ value = '', ...typed }) =>
      selectField({ ...typed, attributes: about.attributes ?? {}, value, options }),
  )

/** Several lines, those that say nothing left out. */
export const linesField = (about: About): Field<string[]> =>
  shown(
    about,
    (text) => text.split('\n').map(cleanedLine).filter(Boolean),
    ({ attributes: _, ...typed }) => textArea(typed),
  )

/** The same field, null where nothing was typed. */
export const optional = <Value>(field: Field<Value>): Field<Value | null> => ({
  ...field,
  read: (text, name) => (cleanedLine(text) === '' ? null : field.read(text, name)),
})

// A form may hold fields of any values; each keeps its own type in `FormValues`.
// biome-ignore lint/suspicious/noExplicitAny: the value of a field is inferred from it.
type Fields = Record<string, Field<any>>
export type FormValues<Form extends Fields> = {
  [Name in keyof Form]: Form[Name] extends Field<infer Value> ? Value : never
}
/** What is wrong with which field. */
export type FormFaults<Form extends Fields> = { [Name in keyof Form]?: string | undefined }

/** What is said of a text that a field does not take. */
export const faultOf = ({ wrong }: Pick<Field<unknown>, 'wrong'>, text: string): string | undefined =>
  typeof wrong === 'function' ? wrong(text) : wrong

/** Reads what was typed: the values of all fields, or what is wrong with which. Throws CHOICE_UNKNOWN. */
export function readForm<Form extends Fields>(
  form: Form,
  typed: Readonly<Record<string, string>>,
): { values: FormValues<Form>; faults?: undefined } | { values?: undefined; faults: FormFaults<Form> } {
  const read = Object.entries(form).map(([name, field]) => {
    const text = (typed[name] ?? '').trim()
    return { name, field, text, value: field.read(text, name) }
  })
  const unread = read.filter(({ value }) => value === undefined)
  if (unread.length > 0)
    return {
      faults: Object.fromEntries(
        unread.map(({ name, field, text }) => [name, faultOf(field, text)]),
      ) as FormFaults<Form>,
    }
  return { values: Object.fromEntries(read.map(({ name, value }) => [name, value])) as FormValues<Form> }
}

/** A whole form as it was typed, posted to `action` by its button. */
export const filledForm = <Form extends Fields>(
  action: string,
  form: Form,
  { typed, faults }: { typed: Readonly<Record<string, string>>; faults: FormFaults<NoInfer<Form>> },
  submit: string,
  kind?: Parameters<typeof submitButton>[1],
): string => postForm(action, html`!${formFields(form, typed, faults)}!${submitButton(submit, kind)}`)

/** The fields of a form as it was typed, each with what is wrong beside it. */
export function formFields<Form extends Fields>(
  form: Form,
  typed: Readonly<Record<string, string>>,
  faults: FormFaults<NoInfer<Form>>,
): string {
  let inPair = 0
  return html`!${Object.entries(form).map(([name, { show, isNarrow }], at, all) => {
    inPair = isNarrow ? inPair + 1 : 0
    const closes = isNarrow && (inPair % 2 === 0 || !all[at + 1]?.[1].isNarrow)
    const control = show({ name, value: typed[name], error: faults[name] })
    return html`!${inPair % 2 === 1 ? '<div class="pair">' : ''}!${control}!${closes ? '</div>' : ''}`
  })}`
}
