import { claim, type Message, type Span, type Token } from '../words/message-tokens.ts'

/**
 * How chats date a line that is copied out of them, after which the sender stands: `12/10/2026, 12:03 - Afi:
 * …`.
 */
const dashedDate = /^\d{1,2}[/.]\d{1,2}[/.]\d{2,4},? (?:à )?\d{1,2}:\d{2} - /

/**
 * Who sent each line of a chat that was copied with its dates, `[12:03, 21/11/2026] +229 97 00 00 01: …`.
 * Date and sender are taken; the spans are those of the senders, each of them once.
 */
export function readSenders(message: Message): Span[] {
  const senders = new Map<string, Span>()
  let start = 0
  for (const line of message.text.split('\n')) {
    const sender = senderOf(line)
    if (sender) {
      const span = { start: start + sender.start, end: start + sender.end }
      senders.set(message.text.slice(span.start, span.end), span)
      claimSpan(message, { start, end: span.end + 1 })
    }
    start += line.length + 1
  }
  return [...senders.values()]
}

/** Takes the tokens that stand within a span. */
function claimSpan(message: Message, { start, end }: Span): void {
  message.tokens.forEach((token, at) => {
    if (token.start >= start && token.end <= end) claim(message, [at, at + 1], 'SENDER')
  })
}

/** Where the sender stands in a line; the colon follows. */
function senderOf(line: string): Span | undefined {
  const start = headEnd(line)
  if (start === undefined) return undefined
  const end = line.indexOf(':', start)
  return end > start && end - start <= 60 ? { start, end } : undefined
}

/** Where the date of a line ends. */
function headEnd(line: string): number | undefined {
  const dashed = dashedDate.exec(line)?.[0].length
  if (dashed !== undefined) return dashed
  const opening = line.search(/\[\d/)
  const closing = line.indexOf(']')
  // A mark of direction may stand before the bracket.
  return opening >= 0 && opening <= 1 && closing > 0 && closing <= 40 && line.slice(0, closing).includes(':')
    ? closing + 1
    : undefined
}

/** What follows the digits of a time of day. */
const hours = new Set(['h', 'heure', 'heures', 'hr', 'hrs', 'am', 'pm', 'min', 'mn', 'minutes'])

/** Takes dates (`21/11/2026`) and times of day (`15h30`, `12:03`), which are neither phones nor amounts. */
export function claimTimes(message: Message): void {
  message.tokens.forEach((_, at) => {
    const end = dateEnd(message.tokens, at) ?? timeEnd(message.tokens, at)
    if (end !== undefined && message.claims[at] === undefined) claim(message, [at, end], 'TIME')
  })
}

/** Day, month and year with one sign between them, alone. */
function dateEnd(tokens: readonly Token[], at: number): number | undefined {
  const [first, sign, second, again, third, after] = tokens.slice(at, at + 6)
  const before = tokens[at - 1]
  if (!first || !sign || !second || !again || !third) return undefined
  const isWritten =
    /^[/.-]$/.test(sign.text) &&
    sign.text === again.text &&
    [sign, second, again, third].every((one) => one.isGlued) &&
    !(first.isGlued && before?.text === sign.text) &&
    !(after?.isGlued && after.text === sign.text)
  const lengths = [first, second, third].map((one) => (one.kind === 'DIGITS' ? one.text.length : 0)).join()
  const isDate = ['1,1,4', '1,2,4', '2,1,4', '2,2,4', '4,2,2', '2,2,2'].includes(lengths)
  return isWritten && isDate && Number(second.text) <= 12 ? at + 5 : undefined
}

function timeEnd(tokens: readonly Token[], at: number): number | undefined {
  const [hour, mark, minute] = tokens.slice(at, at + 3)
  if (hour?.kind !== 'DIGITS' || hour.text.length > 2 || !mark) return undefined
  const hasMinutes = minute?.kind === 'DIGITS' && minute.isGlued && minute.text.length === 2
  if (hours.has(mark.folded)) return hasMinutes ? at + 3 : at + 2
  return mark.text === ':' && mark.isGlued && hasMinutes && Number(hour.text) < 24 ? at + 3 : undefined
}
