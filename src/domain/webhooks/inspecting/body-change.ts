import { Buffer } from 'node:buffer'
import canonicalize from 'canonicalize'
import { withoutLineBreaks } from './received-request.ts'

/** What became of a body between its arrival and its verification. */
export type BodyChange =
  | 'BYTE_ORDER_MARK'
  | 'TRAILING_NEWLINE'
  | 'SURROUNDING_BLANKS'
  | 'WRONG_ENCODING'
  | 'TRUNCATED'
  | 'PRETTY_PRINTED'
  | 'RESERIALISED'
  | 'KEYS_REORDERED'
  | 'OTHER_CONTENT'

/** How a body differs from the one that was sent; null when it does not. */
export function bodyChange(received: string, sent: string): BodyChange | null {
  if (received === sent) return null
  const known = restoredBodies(received).find(({ body }) => body === sent)
  if (known) return known.change
  if (received.includes('\uFFFD') && !sent.includes('\uFFFD')) return 'WRONG_ENCODING'
  const trimmed = received.trim()
  if (trimmed !== '' && sent.startsWith(trimmed)) return 'TRUNCATED'
  const [one, other] = [canonicalJson(received), canonicalJson(sent)]
  return one !== undefined && one === other ? 'KEYS_REORDERED' : 'OTHER_CONTENT'
}

/**
 * What may have been sent where this was received, with the change that explains it; what differs, once each.
 */
export function restoredBodies(received: string): { body: string; change: BodyChange }[] {
  const compact = compactJson(received)
  const guesses: { body: string | undefined; change: BodyChange }[] = [
    { body: received.startsWith('\uFEFF') ? received.slice(1) : undefined, change: 'BYTE_ORDER_MARK' },
    { body: withoutLineBreaks(received), change: 'TRAILING_NEWLINE' },
    { body: received.trim(), change: 'SURROUNDING_BLANKS' },
    { body: decodedAgain(received), change: 'WRONG_ENCODING' },
    { body: compact, change: /\n\s/.test(received.trim()) ? 'PRETTY_PRINTED' : 'RESERIALISED' },
  ]
  const seen = new Set<string | undefined>([received, undefined])
  return guesses.filter((guess): guess is { body: string; change: BodyChange } => {
    const isNew = !seen.has(guess.body)
    seen.add(guess.body)
    return isNew
  })
}

/** JSON as JavaScript writes it; undefined for what is none, or too deep. */
function compactJson(text: string): string | undefined {
  try {
    return JSON.stringify(JSON.parse(text.trim()))
  } catch {
    return undefined
  }
}

function canonicalJson(text: string): string | undefined {
  try {
    return canonicalize(JSON.parse(text.trim()))
  } catch {
    return undefined
  }
}

/** The byte of each character of Windows-1252, which ISO 8859-1 is read as too. */
const bytes1252 = new Map(
  [...new TextDecoder('windows-1252').decode(Uint8Array.from({ length: 256 }, (_, byte) => byte))].map(
    (character, byte) => [character, byte],
  ),
)

/** UTF-8 that was read as Windows-1252 (é became Ã©), read as what it is; undefined for other text. */
function decodedAgain(text: string): string | undefined {
  const bytes = [...text].map((character) => bytes1252.get(character))
  if (bytes.some((byte) => byte === undefined)) return undefined
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.from(bytes as number[]))
  } catch {
    return undefined
  }
}
