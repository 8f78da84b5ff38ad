import type { FastifyInstance } from 'fastify'
import type { Language } from '../../base/kernel/language.ts'
import { languageOf } from '../../http/response-language.ts'
import { bestEncoding, compressOnce } from '../../pages/compressed-bytes.ts'
import { askedLanguage } from '../../pages/page-defaults.ts'
import { type PageBrand, plainPageHeaders } from '../../pages/plain-frame.ts'
import { type FrontFacts, frontPage } from './front-page.ts'

/** `/`: what this is. One page in each language, compressed once for a name and colour of the company. */
export async function frontPageRoutes(
  app: FastifyInstance,
  { brandNow, ...facts }: Omit<FrontFacts, 'brand'> & { brandNow: () => PageBrand },
): Promise<void> {
  const compressed = (brand: PageBrand) => {
    const pageIn = (language: Language) => compressOnce(Buffer.from(frontPage(language, { ...facts, brand })))
    return { ...brand, fr: pageIn('fr'), en: pageIn('en') }
  }
  let pages = compressed(brandNow())

  app.get('/', async (request, reply) => {
    const language = askedLanguage(request) ?? languageOf(request)
    const brand = brandNow()
    if (pages.name !== brand.name || pages.colour !== brand.colour) pages = compressed(brand)
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
