import type { FastifyInstance } from 'fastify'
import type { Language } from '../../base/kernel/language.ts'
import { languageOf } from '../../http/response-language.ts'
import { keptForBrand } from '../../pages/company-colour.ts'
import { bestEncoding, compressOnce } from '../../pages/compressed-bytes.ts'
import { askedLanguage } from '../../pages/page-defaults.ts'
import { plainPageHeaders } from '../../pages/plain-frame.ts'
import type { RulesDeps } from '../../rules.ts'
import { type FrontFacts, frontPage } from './front-page.ts'

/** `/`: what this is. One page in each language, compressed once for a name and colour of the company. */
export async function frontPageRoutes(
  app: FastifyInstance,
  { rules, ...facts }: Omit<FrontFacts, 'brand'> & RulesDeps,
): Promise<void> {
  const pages = keptForBrand({ rules }, (brand) => {
    const pageIn = (language: Language) => compressOnce(Buffer.from(frontPage(language, { ...facts, brand })))
    return { fr: pageIn('fr'), en: pageIn('en') }
  })

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
      .send(await pages()[language](encoding))
  })
}
