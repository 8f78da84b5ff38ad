import type { FastifyInstance } from 'fastify'
import type { Language } from '../../base/kernel/language.ts'
import { languageOf } from '../../http/response-language.ts'
import { bestEncoding, compressOnce } from '../../pages/compressed-bytes.ts'
import { askedLanguage } from '../../pages/page-defaults.ts'
import { plainPageHeaders } from '../../pages/plain-frame.ts'
import { type FrontFacts, frontPage } from './front-page.ts'

/** `/`: what this is. One page in each language, compressed once for a name of the company. */
export async function frontPageRoutes(
  app: FastifyInstance,
  { companyNow, ...facts }: Omit<FrontFacts, 'company'> & { companyNow: () => string | null },
): Promise<void> {
  const compressed = (company: string | null) => {
    const pageIn = (language: Language) =>
      compressOnce(Buffer.from(frontPage(language, { ...facts, company })))
    return { company, fr: pageIn('fr'), en: pageIn('en') }
  }
  let pages = compressed(companyNow())

  app.get('/', async (request, reply) => {
    const language = askedLanguage(request) ?? languageOf(request)
    if (pages.company !== companyNow()) pages = compressed(companyNow())
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
