import type { FastifyInstance } from 'fastify'
import { languageOf } from '../../base/http/response-language.ts'
import { type Language, languages } from '../../base/kernel/language.ts'
import { bestEncoding, type CompressedBytes, compressOnce } from '../../base/pages/compressed-bytes.ts'
import { askedLanguage } from '../../base/pages/page-defaults.ts'
import { plainPageHeaders } from '../../base/pages/plain-frame.ts'
import { type FrontFacts, frontPage } from './front-page.ts'

/** `/`: what this is. One page in each language, compressed once. */
export async function frontPageRoutes(app: FastifyInstance, facts: FrontFacts): Promise<void> {
  const pages = Object.fromEntries(
    languages.map((language) => [language, compressOnce(Buffer.from(frontPage(language, facts)))]),
  ) as Record<Language, CompressedBytes>

  app.get('/', async (request, reply) => {
    const language = askedLanguage(request) ?? languageOf(request)
    const encoding = bestEncoding(request.headers['accept-encoding'])
    if (encoding !== 'identity') reply.header('content-encoding', encoding)
    return reply
      .headers({
        ...plainPageHeaders,
        'cache-control': 'no-cache',
        'content-language': language,
        vary: 'accept-language, accept-encoding',
      })
      .type('text/html; charset=utf-8')
      .send(await pages[language](encoding))
  })
}
