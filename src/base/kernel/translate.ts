import { IntlMessageFormat } from 'intl-messageformat'
import { frenchOf } from './french-of.ts'
import type { Language } from './language.ts'

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

/**
 * Speaks from a catalogue: English is the key and French the value, both ICU messages, so that code says in plain English
 * what a page says and a French speaker reads one file. `{name}` is a value, `{count, plural, one {…} other {…}}` a plural,
 * `<de>{city}</de>` is d’Abidjan or de Cotonou; what follows a `#` at the end of a key tells two messages apart and is not
 * shown. A key that is not in the catalogue, or a value that is missing, does not compile (decision 293).
 */
export function translator<const French extends Record<string, string>>(french: French) {
  type Message = keyof French & string
  const speak = (language: Language): Speak<Message> => {
    const textOf = (message: Message) =>
      language === 'fr' ? (french[message] ?? message) : message.replace(context, '')
    return (message: Message, values?: Record<string, Value>) => filled(textOf(message), language, values)
  }
  /** The messages of a table, each in `language`. */
  const speakEach = <Name extends string>(
    language: Language,
    messages: Readonly<Record<Name, PlainMessage<Message>>>,
  ): Record<Name, string> => {
    const t = speak(language)
    const texts = Object.entries<PlainMessage<Message>>(messages).map(([name, message]) => [name, t(message)])
    return Object.fromEntries(texts) as Record<Name, string>
  }
  return { speak, speakEach }
}

/** What tells two messages apart that are one in English. */
const context = /#[\w-]+$/

/** Messages as they were compiled, at most as many as the catalogues hold. */
const compiled = { fr: new Map<string, IntlMessageFormat>(), en: new Map<string, IntlMessageFormat>() }

const tags = { de: (parts: readonly unknown[]) => frenchOf(parts.join('')) }

function filled(text: string, language: Language, values?: Record<string, Value>): string {
  if (!/[{<']/.test(text)) return text
  let message = compiled[language].get(text)
  if (!message) {
    message = new IntlMessageFormat(text, language)
    compiled[language].set(text, message)
  }
  return String(message.format({ ...tags, ...values }))
}
