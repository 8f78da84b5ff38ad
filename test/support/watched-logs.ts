import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Logger, pino } from 'pino'

/** A folder in which each process of a run notes what its services logged; nothing is noted where it is not set. */
const folder = process.env.TEST_LOGS

/** Whether what services log is looked through, so that they log everything that they can. */
export const areLogsWatched = folder !== undefined

/** What no line of any log may hold, by the form it has, with a line that holds it. */
export const secretForms: { what: string; form: RegExp; example: object }[] = [
  { what: 'an API key', form: /colis_live_\w{10}/, example: { msg: 'key colis_live_0123456789abcdef' } },
  {
    what: 'a signing secret',
    form: /whsec_[\w+/=]{10}/,
    example: { s: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD' },
  },
  {
    what: 'a scheme of authentication',
    form: /\b(bearer|basic) [\w.~+/-]{8}|"(proxy-)?authorization":/i,
    example: { msg: 'refused Basic Y29saXM6c2VjcmV0' },
  },
  {
    what: 'a phone number',
    form: /\+[1-9]\d{7,14}(?!\d)|(?<![\w.:/-])(229)?01\d{8}(?![\w.-])/,
    example: { err: { message: 'To +229 01 97 00 00 01.' } },
  },
  {
    what: 'a number as it is typed',
    form: /(?<![\w.:/-])01([ .-]\d\d){4}(?![\w.-])/,
    example: { to: '01 97 00 00 01' },
  },
  {
    what: 'the link of a customer or a sign-in',
    form: /(?<![\w/-])(?=[\w-]*[A-Z])(?=[\w-]*[a-z])(?=[\w-]*\d)[\w-]{43,86}(?![\w-])|\/[ps]\/[\w-]{18}/,
    example: { path: '/p/AZLwwXo-fBGEcT9fexwtTgGS8MF6PnwRhHE_X3scLU6h7n3mXH2nHrkmV5yGdQJM' },
  },
  {
    what: 'a session or another cookie',
    form: /session_token|"(set-)?cookie":|\bcookie: /i,
    example: { headers: 'colis.session_token=abc.def' },
  },
  {
    what: 'a code of a parcel, a mail or a phone',
    form: /"\w*(code|pin|otp)":"?(\d{4}|\d{6}|\d{8})(?!\d)|\b(code|pin)\b\D{0,3}(\d{4}|\d{6}|\d{8})(?![\w.])/i,
    example: { pickupCode: '0471' },
  },
  {
    what: 'a backup code',
    form: /(?<![\w/-])(?=[a-z]*\d)[a-hjkmnp-z2-9]{5}-(?=[a-z]*\d)[a-hjkmnp-z2-9]{5}(?![\w/.-])/,
    example: { msg: 'tried k7m2p-x9qra' },
  },
  {
    what: 'the secret of a second factor',
    form: /otpauth:|"?secret"?[:=]\W{0,2}[A-Z2-7]{16}/,
    example: { secret: 'JBSWY3DPEHPK3PXP' },
  },
  {
    what: 'a signature',
    form: /signature=[\w%-]{10}|\bv1[=,][\w+/]{40}/i,
    example: { path: `/photos/1?size=2&signature=${'a'.repeat(43)}` },
  },
  {
    what: 'credentials in an address',
    form: /:\/\/[^/\s:@"]*:[^/\s@"]+@/,
    example: { err: { message: 'connect redis://:word@127.0.0.1:6379' } },
  },
  {
    what: 'an e-mail address',
    form: /(?<![\w.+-])[\w.+-]+@[\w-]+(\.[\w-]+)*\.[a-z]{2,}(?![\w/])/i,
    example: { msg: 'To owner@boutique.example.' },
  },
  {
    what: 'the row or the values of a statement, headers, or a query',
    form: /Failing row contains|"(detail|where|parameters|params|query|headers|body)":/,
    example: { err: { detail: 'Key (external_ref)=(order-1)' } },
  },
  {
    what: 'a password of a test',
    form: /marché de dantokpa|another good one/i,
    example: { msg: 'Marché de Dantokpa' },
  },
  { what: 'the customer of a plain order', form: /Dossou/, example: { err: { message: 'for Afi Dossou' } } },
  {
    what: 'an Idempotency-Key of a plain order',
    form: /\border-\d+-\d+\b/,
    example: { msg: 'order-12-3456 is taken' },
  },
  { what: 'the path of a webhook', form: /\/hook\/\d/, example: { msg: 'https://partner.test:8443/hook/1' } },
]

/** Names of ours that have the form of a secret by chance: identifiers, moments, and places in files. */
const harmless = /[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}|\d{4}-\d\d-\d\d([T ][\d:.+Z]+)?|"(time|pid)":\d+/g

/** Which secrets a line of a log holds, whether as they are, escaped, or encoded for an address. */
export function secretsIn(line: string): string[] {
  const plain = line.includes('\\') ? line.replaceAll('\\n', ' ').replaceAll('\\', '') : line
  const clear = plain.includes('%') ? `${plain} ${decoded(plain)}` : plain
  const text = clear.replaceAll(harmless, '…')
  const joined = text.replaceAll(/(?<=\+\d[\d ]*) (?=\d)/g, '')
  return secretForms.filter(({ form }) => form.test(text) || form.test(joined)).map(({ what }) => what)
}

const decoded = (text: string): string =>
  text.replaceAll(/(%[0-9a-f]{2})+/gi, (part) => {
    try {
      return decodeURIComponent(part)
    } catch {
      return part
    }
  })

/** What services have logged, as far as one looks at it. */
export type WatchedLogs = { lines: number; answered: number; found: Record<string, string> }

/** So many different ones are shown: a line is known by what it holds and by what it says. */
const maxFound = 20
const seen: WatchedLogs = { lines: 0, answered: 0, found: {} }

if (folder)
  process.once('exit', () => {
    if (seen.lines === 0) return
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, `${process.pid}.json`), JSON.stringify(seen))
  })

/** On every line of the access log. */
const answeredMark = '"msg":"answered"'

/** Looks at a line that a service has logged; it is not kept, unless it holds a secret. */
function watchLogLine(line: string): void {
  if (!folder) return
  seen.lines += 1
  if (line.includes(answeredMark)) seen.answered += 1
  for (const what of secretsIn(line)) {
    const known = `${what}: ${/"msg":"([^"]*)"/.exec(line)?.[1]}`
    if (Object.keys(seen.found).length < maxFound) seen.found[known] ??= line.slice(0, 1_000)
  }
}

/**
 * The log of a service of a test, which sees the lines of its level, and those of answered requests where it asked for
 * them; every other line is looked at too.
 */
export function watchedLog(
  level: string,
  hasAnswered = false,
  onLine: (line: string) => void = () => {},
): Logger {
  const least = pino.levels.values[level] ?? Number.POSITIVE_INFINITY
  const write = (line: string): void => {
    watchLogLine(line)
    const isAskedFor = hasAnswered || !line.includes(answeredMark)
    if (isAskedFor && Number(/^\{"level":(\d+)/.exec(line)?.[1]) >= least) onLine(line)
  }
  return pino({ level: areLogsWatched ? 'debug' : level }, { write })
}

/** Looks at the log of a process, which comes in pieces; what it prints for people is not looked at. */
export function watchLogOf(): (piece: string) => void {
  let begun = ''
  return (piece) => {
    const lines = (begun + piece).split('\n')
    begun = lines.pop() ?? ''
    for (const line of lines) if (line.startsWith('{"level":')) watchLogLine(line)
  }
}

/** What all services of this run have logged; undefined where a file runs by itself. */
export function readWatchedLogs(): WatchedLogs[] | undefined {
  if (!folder) return undefined
  if (!existsSync(folder)) return []
  return readdirSync(folder).map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')))
}
