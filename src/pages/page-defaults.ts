import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Language, languages, preferredLanguage, type SpokenLanguage } from '../base/kernel/language.ts'
import { bestEncoding } from './compressed-bytes.ts'

/** Pages smaller than this are sent as they are, in bytes: they fit one packet anyway. */
const minCompressedBytes = 1_000

/**
 * Defaults of the HTML pages: nothing is cached, indexed, framed, sent to other sites as a referrer or loaded
 * from them, except images and sounds as `sources` says; the language is one of `offered`, and `?lang=`
 * takes precedence over Accept-Language; responses are compressed. The camera is allowed where a page
 * `usesCamera`, and then too the browser asks.
 */
export function usePageDefaults(
  app: FastifyInstance,
  {
    offered = languages,
    usesCamera = false,
    ...sources
  }: PageSources & { offered?: readonly SpokenLanguage[]; usesCamera?: boolean },
): void {
  const headers = {
    ...plainHeaders,
    ...(usesCamera && { 'permissions-policy': 'camera=(self), microphone=(), geolocation=(self)' }),
    'content-security-policy': pagePolicy(sources),
  }
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers)
    const accepted = request.headers['accept-language']?.slice(0, 200)
    request.language =
      askedLanguage(request, offered) ?? preferredLanguage(accepted, request.language, offered)
    reply.header('content-language', request.language)
    done()
  })
  app.addHook<string | Buffer>('onSend', async (request, reply, payload) => {
    if (typeof payload !== 'string' || payload.length < minCompressedBytes) return payload
    const encoding = bestEncoding(request.headers['accept-encoding'])
    if (encoding === 'identity') return payload
    reply.header('content-encoding', encoding).removeHeader('content-length')
    return encoding === 'br' ? promisify(brotliCompress)(payload, quickly) : promisify(gzip)(payload)
  })
}

const plainHeaders = {
  'cache-control': 'no-store',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(self)',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'noindex, nofollow',
  vary: 'accept-language, accept-encoding',
}

/**
 * What a script of ours posts for every few seconds is no page: it goes without the headers of one, which
 * weigh more.
 */
export function dropPageHeaders(reply: FastifyReply): void {
  for (const name of [...Object.keys(plainHeaders), 'content-security-policy', 'content-language'])
    reply.removeHeader(name)
}

/** A page is compressed at each request: the last percent of its size is not worth ten times the work. */
const quickly = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

/**
 * Where a page loads from besides its own address: images of another origin, and `mediaSource`, sounds to
 * play.
 */
type PageSources = { imageOrigin?: string | undefined; mediaSource?: "'self'" | "'self' blob:" }

/** What a page may load, as browsers hold it to. */
export const pagePolicy = ({ imageOrigin = '', mediaSource }: PageSources): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `img-src 'self' data: ${imageOrigin}`.trim(),
    ...(mediaSource ? [`media-src ${mediaSource}`] : []),
    "connect-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

/** The language that a page's own switch asks for. */
export function askedLanguage<Offered extends SpokenLanguage = Language>(
  { query }: FastifyRequest,
  offered: readonly SpokenLanguage[] = languages,
): Offered | undefined {
  const { lang } = (query ?? {}) as { lang?: unknown }
  return offered.find((language): language is Offered => language === lang)
}

/**
 * Whether a form was sent from a page of another site. Browsers that do not say so send an Origin, which is
 * `null` for our pages because they send no referrer.
 */
export function isFromElsewhere({ headers, host }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site !== 'same-origin' && site !== 'none'
  const { origin } = headers
  if (origin === undefined || origin === 'null') return false
  return !URL.canParse(origin) || new URL(origin).host !== host
}
