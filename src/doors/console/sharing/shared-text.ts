import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'
import { cookieIn, cookieLine } from '../../../pages/page-cookies.ts'
import { maxMessageLength } from '../ordering/pasting/chat-message.ts'

/**
 * A text that another app shared with the console waits in cookies of the browser until it is ordered, since
 * whoever shares it may have to sign in first: on this phone alone, for an hour. It fills a form and never
 * orders.
 */
const cookieName = (part: number): string => `colis.console-shared-${part}`
const path = '/console'
const seconds = 60 * 60

/** Browsers keep 4 KB of a cookie, and proxies pass 8 KB of all of them; packed, most messages take 1 KB. */
const maxPart = 3_000
const maxParts = 2

/** What phones put into the fields of a share: often the same text twice, or a link beside its title. */
export function joinedShare({ title = '', text = '', url = '' }: Record<string, string>): string {
  const parts = [title, text, url].map((each) => each.toWellFormed().replaceAll('\0', '').trim())
  const said = parts.filter(
    (each, at) => each !== '' && !parts.some((other, by) => isIn(each, other, at, by)),
  )
  return said.join('\n').slice(0, maxMessageLength).toWellFormed()
}

/** Whether another field says it already; of two that are the same, the first stays. */
const isIn = (each: string, other: string, at: number, by: number): boolean =>
  at !== by && other.includes(each) && (other.length > each.length || by < at)

/** The `Set-Cookie` headers that keep a text; an empty one is removed. */
export function sharedCookies(text: string, isSecure: boolean): string[] {
  const packed = text === '' ? '' : pack(text)
  return Array.from({ length: maxParts }, (_, part) => {
    const value = packed.slice(part * maxPart, (part + 1) * maxPart)
    return cookieLine(cookieName(part), value, { path, seconds: value === '' ? 0 : seconds, isSecure })
  })
}

/** The text that a `Cookie` header keeps; empty where there is none. */
export function sharedText(header = ''): string {
  const packed = Array.from({ length: maxParts }, (_, part) =>
    (cookieIn(header, cookieName(part)) ?? '').slice(0, maxPart),
  ).join('')
  if (packed === '') return ''
  try {
    const bytes = brotliDecompressSync(Buffer.from(packed, 'base64url'), {
      maxOutputLength: 4 * maxMessageLength,
    })
    return bytes.toString('utf8').replaceAll('\0', '').slice(0, maxMessageLength)
  } catch {
    return ''
  }
}

const quickly = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

/** What does not fit is left out at the end: of 2,000 characters, only chance and emoji take so much. */
function pack(text: string): string {
  const packed = brotliCompressSync(text, quickly).toString('base64url')
  return packed.length <= maxPart * maxParts || text === ''
    ? packed
    : pack(text.slice(0, -200).toWellFormed())
}
