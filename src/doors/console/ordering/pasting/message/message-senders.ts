import { claim, type Message, type Span } from '../../words/message-tokens.ts'

/** How chats date a line that is copied out of them, after which the sender stands: `12/10/2026, 12:03 - Afi: …`. */
const dashedDate = /^\d{1,2}[/.]\d{1,2}[/.]\d{2,4},? (?:à )?\d{1,2}:\d{2} - /

/**
 * Who sent each line of a chat that was copied with its dates, `[12:03, 21/11/2026] +229 97 00 00 01: …`. Date and
 * sender are taken; the spans are those of the senders, each of them once.
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
