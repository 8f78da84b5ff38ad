import { IntlMessageFormat } from 'intl-messageformat'
import { frenchOf } from './french-of.ts'
import { type Language, locales, type SpokenLanguage, spokenLanguages } from './language.ts'

type Value = string | number

/** What stands before the braces of a form of a plural. */
type Form = `${string}${'one' | 'other' | '=0' | '=1'} `

/** The names of the values that an ICU message takes; the forms of its plurals are no names. */
type Places<Text extends string> = Text extends `${infer Before}{${infer After}`
  ? Before extends Form
    ? Places<After>
    : Name<After> | Places<After>
  : never
type Name<Text extends string> = Text extends `${infer Inside}}${string}`
  ? Inside extends `${infer Plain},${string}`
    ? Plain
    : Inside
  : never
/** The arguments after a message: its values, where it takes any. */
type Values<Text extends string> = [Places<Text>] extends [never] ? [] : [values: Record<Places<Text>, Value>]

/** The messages that take no values: those that tables of a page name. */
export type PlainMessage<Message extends string> = Message extends `${string}{${string}` ? never : Message

/** Says a message of a catalogue in the language it was made for. */
export type Speak<Message extends string> = {
  (message: PlainMessage<Message>): string
  <Said extends Message>(message: Said, ...values: Values<Said>): string
}

/** One catalogue for each language but English; French names the messages, and the others say all of them. */
type Catalogues<French extends Record<string, string>> = { fr: French } & {
  [Other in Exclude<SpokenLanguage, Language>]?: Record<keyof French, string>
}

/**
 * Speaks from catalogues: English is the key and the other languages the values, all ICU messages, so that code says in
 * plain English what a page says and a translator reads one file. `{name}` is a value, `{count, plural, one {…} other {…}}`
 * a plural, `<de>{city}</de>` is d’Abidjan or de Cotonou; what follows a `#` at the end of a key tells two messages apart
 * and is not shown. A key that is not in a catalogue, or a value that is missing, does not compile (decision 293).
 */
export function translator<
  const French extends Record<string, string>,
  const Given extends Catalogues<French>,
>(catalogues: Given & { fr: French }) {
  type Message = keyof French & string
  type Spoken = Extract<keyof Given, SpokenLanguage> | 'en'
  const texts: Partial<Record<SpokenLanguage, Record<string, string>>> = catalogues
  /** A message as the catalogue says it, for those who fill its places themselves. */
  const textIn = (language: Spoken, message: Message): string =>
    texts[language]?.[message] ?? message.replace(context, '')
  const speak =
    (language: Spoken): Speak<Message> =>
    (message: Message, values?: Record<string, Value>) =>
      filled(textIn(language, message), language, values)
  /** The messages of a table, each in `language`. */
  const speakEach = <Name extends string>(
    language: Spoken,
    messages: Readonly<Record<Name, PlainMessage<Message>>>,
  ): Record<Name, string> => {
    const t = speak(language)
    const said = Object.entries<PlainMessage<Message>>(messages).map(([name, message]) => [name, t(message)])
    return Object.fromEntries(said) as Record<Name, string>
  }
  return { speak, speakEach, textIn }
}

/** What tells two messages apart that are one in English. */
const context = /#[\w-]+$/

/** Messages as they were compiled, at most as many as the catalogues hold. */
const compiled = new Map<SpokenLanguage, Map<string, IntlMessageFormat>>(
  spokenLanguages.map((language) => [language, new Map()]),
)

const tags = { de: (parts: readonly unknown[]) => frenchOf(parts.join('')) }

function filled(text: string, language: SpokenLanguage, values?: Record<string, Value>): string {
  if (!/[{<']/.test(text)) return text
  let message = compiled.get(language)?.get(text)
  if (!message) {
    message = new IntlMessageFormat(text, locales[language])
    compiled.get(language)?.set(text, message)
  }
  return String(message.format({ ...tags, ...values }))
}
