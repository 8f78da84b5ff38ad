import type { FastifyInstance } from 'fastify'
import type { PublicStatus } from '../../domain/monitoring/health/public-status.ts'
import { languageOf } from '../../http/response-language.ts'
import { pageBrand } from '../../pages/company-colour.ts'
import { bestEncoding, compressOnce } from '../../pages/compressed-bytes.ts'
import { askedLanguage } from '../../pages/page-defaults.ts'
import { plainPageHeaders } from '../../pages/plain-frame.ts'
import type { RulesDeps } from '../../rules.ts'
import { serviceStatusPage } from './service-status-page.ts'

/** A browser and a proxy keep it for as long as the figures are shared. */
const kept = 'public, max-age=30'

/** `/status`: how the service does, for anybody, and `/status.json` for programs. It needs no key and no script. */
export async function serviceStatusRoutes(
  app: FastifyInstance,
  { readStatus, rules, timeZone }: { readStatus: () => Promise<PublicStatus>; timeZone: string } & RulesDeps,
): Promise<void> {
  app.get('/status', async (request, reply) => {
    const language = askedLanguage(request) ?? languageOf(request)
    const brand = pageBrand(rules.current())
    const page = Buffer.from(serviceStatusPage(language, await readStatus(), { brand, timeZone }))
    const encoding = bestEncoding(request.headers['accept-encoding'])
    if (encoding !== 'identity') reply.header('content-encoding', encoding)
    return reply
      .headers({
        ...plainPageHeaders,
        'cache-control': kept,
        'content-language': language,
        vary: 'accept-language, accept-encoding',
      })
      .type('text/html; charset=utf-8')
      .send(await compressOnce(page, brotliQuality)(encoding))
  })

  app.get('/status.json', async (_request, reply) => {
    const { takenAt, parts, incidents } = await readStatus()
    reply.header('cache-control', kept).removeHeader('content-language')
    return { takenAt, parts, incidents }
  })
}

/** It is compressed at each request. */
const brotliQuality = 5
