import { IntlMessageFormat } from 'intl-messageformat'
import { frenchOf } from './french-of.ts'
import { type Language, locales, type SpokenLanguage, type Wording } from './language.ts'

type Value = string | number

/** What stands before the braces of a form of a plural. */
type Form = `${string}${', ' | '} '}${'one' | 'other' | '=0' | '=1'} `

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

/** The messages whose values are all among `Given`, as texts or numbers. */
export type MessageFor<Given, Message extends string> = {
  [Text in Message]: Given extends Record<Places<Text>, Value> ? Text : never
}[Message]

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
 * Speaks from catalogues: English is the key and the other languages the values, all ICU messages, so that
 * code says in plain English what a page says and a translator reads one file. `{name}` is a value, `{count,
 * plural, one {…} other {…}}` a plural, `<de>{city}</de>` is d’Abidjan or de Cotonou; what follows a `#` at
 * the end of a key tells two messages apart and is not shown. A key that is not in a catalogue, or a value
 * that is missing, does not compile (decision 293).
 */
export function translator<
  const French extends Record<string, string>,
  const Given extends Catalogues<French>,
>(catalogues: Given & { fr: French }) {
  type Message = keyof French & string
  type Spoken = Extract<keyof Given, SpokenLanguage> | Language
  const texts: Partial<Record<SpokenLanguage, Record<string, string>>> = catalogues
  /** A message as the catalogue says it, for those who fill its places themselves. */
  const textIn = (language: Spoken, message: Message): string =>
    texts[language]?.[message] ?? message.replace(context, '')
  const speakers = new Map<Spoken, Speak<Message>>()
  const speak = (language: Spoken): Speak<Message> => {
    const known = speakers.get(language)
    if (known) return known
    const fills = new Map<Message, Fill>()
    const speaker = (message: Message, values?: Record<string, Value>) => {
      let fill = fills.get(message)
      if (!fill) {
        fill = fillOf(textIn(language, message), language)
        fills.set(message, fill)
      }
      return fill(values)
    }
    speakers.set(language, speaker)
    return speaker
  }
  /** The messages of a table, each in `language`. */
  const speakEach = <Name extends string>(
    language: Spoken,
    messages: Readonly<Record<Name, PlainMessage<Message>>>,
  ): Record<Name, string> => {
    const t = speak(language)
    const said = Object.entries<PlainMessage<Message>>(messages).map(([name, message]) => [name, t(message)])
    return Object.fromEntries(said) as Record<Name, string>
  }
  /** A message without values, or whatever `say` says, in every language of the service. */
  const worded = (
    say: PlainMessage<Message> | ((t: Speak<Message>, language: Language) => string),
  ): Wording => {
    const inOne = (language: Language) =>
      typeof say === 'string' ? speak(language)(say) : say(speak(language), language)
    return { fr: inOne('fr'), en: inOne('en') }
  }
  return { speak, speakEach, textIn, worded }
}

/** What tells two messages apart that are one in English. */
const context = /#[\w-]+$/

const tags = { de: (parts: readonly unknown[]) => frenchOf(parts.join('')) }

/** The parts of a compiled message that are a text, and the place of a value. */
const [literal, place] = [0, 1] as const

type Fill = (values?: Record<string, Value>) => string

/** Compiles a text once; one of plain values is filled without the rules of plurals, as most messages are. */
function fillOf(text: string, language: SpokenLanguage): Fill {
  if (!/[{<']/.test(text)) return () => text
  const message = new IntlMessageFormat(text, locales[language])
  const parts = message.getAst()
  if (!parts.every((part) => part.type === literal || part.type === place))
    return (values) => String(message.format({ ...tags, ...values }))
  return (values = {}) => {
    let filled = ''
    for (const part of parts) filled += part.type === literal ? part.value : values[part.value]
    return filled
  }
}
