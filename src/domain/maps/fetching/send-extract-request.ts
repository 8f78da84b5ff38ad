import { Agent, buildConnector, type Dispatcher, errors, request } from 'undici'
import { extractLimits, MapFetchFailed } from './country-extract.ts'

/** The address to connect to for a host that may be called. Throws for one that is not public. */
export type CallableAddress = (hostname: string) => Promise<string>

/** Names themselves, as those who serve extracts ask. */
const userAgent = 'Colis-Maps/1'

/** Our own error of a place that a redirect must not lead to. */
class PlaceRefused extends Error {
  override name = 'PlaceRefused'
}

/**
 * Makes connections for extracts. The operator's own setting may name any host; a host that it redirects to
 * is another one's choice: it is called at a public address alone, which is checked after resolving and
 * connected to itself.
 */
export function sendExtractRequests(settingUrl: string, callableAddress: CallableAddress): Agent {
  const connect = buildConnector({ timeout: 10_000, allowH2: false })
  const own = new URL(settingUrl).origin
  return new Agent({
    allowH2: false,
    headersTimeout: extractLimits.silenceMs,
    bodyTimeout: extractLimits.silenceMs,
    connect: (target, callback) => {
      if (`${target.protocol}//${target.host}` === own) return connect(target, callback)
      callableAddress(target.hostname).then(
        (address) => connect({ ...target, hostname: address, servername: target.hostname }, callback),
        () => callback(new PlaceRefused(), null),
      )
    },
  })
}

type Asked = { dispatcher: Dispatcher; signal: AbortSignal; from: number }

/** A response that is read from byte `from` on; or nothing is left to read. */
type OpenedExtract =
  | { isWhole: true }
  | { isWhole: false; from: number; totalBytes: number | undefined; body: Dispatcher.ResponseData['body'] }

/**
 * Asks for an extract from a byte on and follows redirects: to the same host, else by https alone. A server
 * that does not know ranges sends it from its beginning. Throws MapFetchFailed.
 */
export async function openExtract(url: string, asked: Asked): Promise<OpenedExtract> {
  let at = new URL(url)
  for (let hops = 0; hops <= extractLimits.redirects; hops += 1) {
    const response = await sendRequest(at.href, asked)
    const { statusCode, headers, body } = response
    const location = oneOf(headers.location)
    if (statusCode < 300 || statusCode >= 400 || location === undefined)
      return openedFrom(response, asked.from)
    await body.dump()
    at = placeRedirectedTo(location, at, new URL(url))
  }
  throw new MapFetchFailed('REDIRECT_REFUSED')
}

/** The text of a response, which must be short. Throws MapFetchFailed. */
export async function receivedText(opened: OpenedExtract, maxBytes: number): Promise<string> {
  if (opened.isWhole) return ''
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of opened.body as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    size += chunk.length
    if (size > maxBytes) break
  }
  return Buffer.concat(chunks).subarray(0, maxBytes).toString('latin1')
}

function placeRedirectedTo(location: string, from: URL, setting: URL): URL {
  if (!URL.canParse(location, from.href)) throw new MapFetchFailed('REDIRECT_REFUSED')
  const place = new URL(location, from.href)
  const isOwn = place.origin === setting.origin
  if (!(isOwn || place.protocol === 'https:') || place.username !== '' || place.password !== '')
    throw new MapFetchFailed('REDIRECT_REFUSED')
  return place
}

async function sendRequest(
  at: string,
  { dispatcher, signal, from }: Asked,
): Promise<Dispatcher.ResponseData> {
  try {
    return await request(at, {
      dispatcher,
      signal,
      headers: {
        'user-agent': userAgent,
        'accept-encoding': 'identity',
        ...(from > 0 && { range: `bytes=${from}-` }),
      },
    })
  } catch (error) {
    if (signal.aborted) throw error
    throw new MapFetchFailed(error instanceof PlaceRefused ? 'REDIRECT_REFUSED' : 'AWAY', error)
  }
}

function openedFrom({ statusCode, headers, body }: Dispatcher.ResponseData, asked: number): OpenedExtract {
  const whole = /^bytes \*\/(\d{1,15})$/.exec(oneOf(headers['content-range']) ?? '')
  if (statusCode === 416 && Number(whole?.[1]) === asked) {
    discard(body)
    return { isWhole: true }
  }
  const range = /^bytes (\d{1,15})-\d{1,15}\/(\d{1,15})$/.exec(oneOf(headers['content-range']) ?? '')
  if (statusCode === 206 && Number(range?.[1]) === asked)
    return { isWhole: false, from: asked, totalBytes: Number(range?.[2]), body }
  if (statusCode === 200) {
    const length = oneOf(headers['content-length'])
    return { isWhole: false, from: 0, totalBytes: length === undefined ? undefined : Number(length), body }
  }
  discard(body)
  if (statusCode === 404 || statusCode === 410) throw new MapFetchFailed('NOT_FOUND')
  // What is there belongs to no extract of this server any more.
  if (statusCode === 416 || statusCode === 206) throw new MapFetchFailed('WRONG_CHECKSUM')
  throw new MapFetchFailed(statusCode >= 500 || statusCode === 429 ? 'AWAY' : 'REFUSED')
}

/** Reads no more of a response; that it is aborted then is no error. */
export function discard(body: Dispatcher.ResponseData['body']): void {
  body.on('error', () => {})
  body.destroy()
}

const oneOf = (header: string | string[] | undefined): string | undefined => [header].flat()[0]

/** Whether a connection broke while something was received. */
export const isBrokenOff = (error: unknown): boolean =>
  error instanceof errors.UndiciError || (error as NodeJS.ErrnoException | undefined)?.code === 'ECONNRESET'
