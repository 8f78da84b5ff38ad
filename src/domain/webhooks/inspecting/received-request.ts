import { Buffer } from 'node:buffer'

/**
 * What a developer looks at: the log of an endpoint by its events, one request as it was sent and what it was
 * answered, and what is wrong with a signature that their server refused. Nothing here changes anything or
 * shows a secret.
 *
 * A request as somebody pasted it: the whole of it, or its headers and its body in two fields.
 */
export type PastedRequest = { request: string } | { headers: string; body: string }

/** What was received: headers by their names in lower case, and the body; null where there is none. */
export type ReceivedRequest = { headers: ReadonlyMap<string, string>; body: string | null }

/**
 * Reads headers in every form in which logs and tools print them (`Name: value` in any case,
 * `HTTP_NAME=value`, `[HTTP_NAME] => value`, `-H 'Name: value'`, a JSON object), or the value of
 * Svc-Signature alone. Of a header that comes twice the first counts.
 */
export function readReceivedRequest(pasted: PastedRequest): ReceivedRequest {
  const { head, body } = 'request' in pasted ? splitRequest(pasted.request) : fieldsOf(pasted)
  const headers = readHeaders(head)
  return { headers, body: body === null ? null : withoutPastedNewline(body, headers.get('content-length')) }
}

/** The event that a request names, in its header or else in its body. */
export function namedEventId({ headers, body }: ReceivedRequest): string | undefined {
  const named = headers.get('svc-event-id') ?? headers.get('webhook-id')
  if (named !== undefined || body === null) return named
  const found = /"id"\s{0,20}:\s{0,20}"([0-9a-f-]{36})"/i.exec(body.slice(0, 1_000))
  return found?.[1]
}

const fieldsOf = ({ headers, body }: { headers: string; body: string }) => ({
  head: headers,
  body: body === '' ? null : body,
})

/** Headers end at the first empty line; where a tool printed none, at the last line that begins an object. */
function splitRequest(text: string): { head: string; body: string | null } {
  const request = text.trimStart()
  const gap = /\r?\n\r?\n/.exec(request)
  const start = gap ? gap.index + gap[0].length : request.lastIndexOf('\n{') + 1
  const body = request.slice(start)
  if (start === 0 || body.trim() === '' || /svc[-_]signature/i.test(body))
    return { head: request, body: null }
  return { head: request.slice(0, start), body }
}

function readHeaders(head: string): Map<string, string> {
  const headers = new Map<string, string>()
  const keep = (name: string, value: string) => {
    const plain = plainName(name)
    if (!headers.has(plain)) headers.set(plain, value)
  }
  for (const [name, value] of headersOfJson(head) ?? head.split('\n').map(headerOfLine)) keep(name, value)
  if (!headers.has('svc-signature')) {
    const alone = head.split('\n').find((line) => /^\W{0,10}(t|v1)=/.test(line))
    const inText = /svc[-_]signature\W{1,10}(t=[^\s'"]*)/i.exec(head)?.[1]
    const value = alone ?? inText
    if (value !== undefined) headers.set('svc-signature', plainValue(value))
  }
  return headers
}

function headersOfJson(head: string): [string, string][] | undefined {
  if (!head.trimStart().startsWith('{')) return undefined
  try {
    const read: unknown = JSON.parse(head)
    return Object.entries(read as object).map(([name, value]) => [name, plainValue(String(value))])
  } catch {
    return undefined
  }
}

/** The name is the last word before the first colon or equals sign. */
function headerOfLine(line: string): [string, string] {
  const at = line.search(/[:=]/)
  const words = line.slice(0, Math.max(0, Math.min(at, 200))).split(/[^\w-]+/)
  return [words.findLast((word) => word !== '') ?? '', plainValue(line.slice(at + 1))]
}

const plainName = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll('_', '-')
    .replace(/^http-/, '')

const aroundValues = new Set([...'\'"[]>,;\\ \t\r\n'])

/** A value without the quotes, brackets and commas around it. */
function plainValue(text: string): string {
  let [start, end] = [0, text.length]
  while (start < end && aroundValues.has(text.charAt(start))) start += 1
  while (end > start && aroundValues.has(text.charAt(end - 1))) end -= 1
  return text.slice(start, end)
}

/** A line break that copying added, where Content-Length tells that the body had none. */
function withoutPastedNewline(body: string, contentLength: string | undefined): string {
  const trimmed = withoutLineBreaks(body)
  return contentLength === String(Buffer.byteLength(trimmed)) ? trimmed : body
}

/** A text without the line breaks at its end. */
export function withoutLineBreaks(text: string): string {
  let end = text.length
  while (end > 0 && /[\r\n]/.test(text.charAt(end - 1))) end -= 1
  return text.slice(0, end)
}
