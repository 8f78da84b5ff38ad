import { readFile } from 'node:fs/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Language, languages } from '../../base/kernel/language.ts'
import { loadOnce } from '../../base/kernel/load-once.ts'
import { useEtags } from '../../http/etags.ts'
import { languageOf } from '../../http/response-language.ts'
import { keptForBrand } from '../../pages/company-colour.ts'
import { bestEncoding, type CompressedBytes, compressOnce } from '../../pages/compressed-bytes.ts'
import { withTokens } from '../../pages/design-tokens.ts'
import { servePageAssets } from '../../pages/page-assets.ts'
import type { RulesDeps } from '../../rules.ts'
import { collectionPath, docsPath, searchSlug } from './docs-list.ts'
import { type DocsFrame, docsNotFound, docsPage } from './docs-page.ts'
import { maxQuestion } from './docs-search.ts'
import type { Docs } from './open-docs.ts'
import type { ClientPackages } from './packages/pack-clients.ts'
import { packagesPage } from './packages/packages-page.ts'
import { packagesRoutes } from './packages/packages-routes.ts'

/**
 * A browser shows a page for ten minutes without asking whether it has changed: only a new version changes
 * it.
 */
const fresh = 'public, max-age=600'

/**
 * A page is compressed at its first request: the last tenth of its size is not worth ten times the memory.
 */
const brotliQuality = 9

/** An answer to a question is compressed for that one reader. */
const quickBrotli = 5

const headers = {
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; '),
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  vary: 'accept-encoding',
}

/**
 * `/docs`: the developers' site, in French and in English under the same names. A page is made at its first
 * request and kept compressed, so the start costs nothing and a visit next to nothing; with another name or
 * colour of the company they are made anew. A Fastify plugin, to be registered so that its hooks stay its
 * own.
 */
export async function docsRoutes(
  app: FastifyInstance,
  {
    makePage,
    search,
    readCollection,
    readPackages,
    rules,
  }: Docs &
    RulesDeps & {
      readCollection: () => Promise<string>
      readPackages: () => Promise<ClientPackages>
    },
): Promise<void> {
  const assets = await serveAssets(app)
  const collection = loadOnce(async () => compressOnce(Buffer.from(await readCollection()), brotliQuality))
  const pages = keptForBrand({ rules }, (brand) => {
    const frame = { ...assets, brand }
    const notFound = (language: Language) => compressedPage(docsNotFound(language), { language, ...frame })
    return {
      frame,
      found: new Map<string, Promise<CompressedBytes | undefined>>(),
      packages: new Map<Language, CompressedBytes>(),
      notFound: new Map(languages.map((language) => [language, notFound(language)])),
    }
  })
  useEtags(app)

  packagesRoutes(app, {
    readPackages,
    makeIndex: (packages, language) => {
      const { frame, packages: kept } = pages()
      const page =
        kept.get(language) ?? compressedPage(packagesPage(packages, language), { language, ...frame })
      kept.set(language, page)
      return page
    },
    sendIndex: (language, page, reply) =>
      sendPage(200, language, page, reply, { vary: 'accept-encoding, accept-language' }),
  })
  app.get('/docs', redirectToLanguage)
  app.get('/docs/', redirectToLanguage)
  app.get(collectionPath, async (_, reply) => sendCollection(await collection(), reply))
  app.get('/docs/*', (request, reply) => sendNotFound(languageOf(request), reply))
  for (const language of languages) {
    const home = docsPath(language)
    app.get(home, (_, reply) => send(language, '', reply))
    app.get(`${home}/`, (_, reply) => reply.redirect(home, 301))
    app.get(docsPath(language, searchSlug), ({ query }, reply) => {
      const question = questionOf(query)
      return question === '' ? send(language, searchSlug, reply) : sendFound(language, question, reply)
    })
    app.get<{ Params: { '*': string } }>(`${home}/*`, ({ params }, reply) =>
      send(language, params['*'], reply),
    )
  }

  async function send(language: Language, slug: string, reply: FastifyReply) {
    const page = await keptPage(language, slug)
    return page ? sendPage(200, language, page, reply) : sendNotFound(language, reply)
  }

  /** Nothing of an answer is kept: a question can be anything. */
  async function sendFound(language: Language, question: string, reply: FastifyReply) {
    const page = docsPage(await search(language, question), { language, ...pages().frame })
    reply
      .headers({ ...headers, 'cache-control': 'no-store', 'content-language': language })
      .header('x-robots-tag', 'noindex')
      .type('text/html; charset=utf-8')
    return sendCompressed(compressOnce(Buffer.from(page), quickBrotli), reply)
  }

  const sendNotFound = (language: Language, reply: FastifyReply) =>
    sendPage(404, language, pages().notFound.get(language), reply)

  /** Only pages that exist are kept: an address can be anything. */
  async function keptPage(language: Language, slug: string): Promise<CompressedBytes | undefined> {
    const { frame, found } = pages()
    const path = docsPath(language, slug)
    const page = found.get(path) ?? made(slug, { language, ...frame })
    found.set(path, page)
    try {
      const existing = await page
      if (!existing) found.delete(path)
      return existing
    } catch (error) {
      found.delete(path)
      throw error
    }
  }

  async function made(slug: string, frame: Parameters<typeof docsPage>[1]) {
    const content = await makePage(frame.language, slug)
    return content && compressedPage(content, frame)
  }
}

/** What was asked, as it is read: once, and not for ever. */
function questionOf(query: unknown): string {
  const { q } = (query ?? {}) as { q?: unknown }
  return typeof q === 'string' ? q.slice(0, maxQuestion).toWellFormed().trim() : ''
}

async function serveAssets(app: FastifyInstance): Promise<Omit<DocsFrame, 'brand'>> {
  const [css, js] = await Promise.all(
    ['css', 'js'].map((kind) => readFile(new URL(`./developer-docs.${kind}`, import.meta.url), 'utf8')),
  )
  const addresses = servePageAssets(app, 'docs', {
    'docs.css': { type: 'text/css', content: withTokens(css ?? '') },
    'docs.js': { type: 'text/javascript', content: js ?? '' },
  })
  return { style: addresses['docs.css'], script: addresses['docs.js'] }
}

const compressedPage = (...page: Parameters<typeof docsPage>): CompressedBytes =>
  compressOnce(Buffer.from(docsPage(...page)), brotliQuality)

async function sendPage(
  status: 200 | 404,
  language: Language,
  page: CompressedBytes | undefined,
  reply: FastifyReply,
  more: Record<string, string> = {},
) {
  const cacheControl = status === 200 ? fresh : 'no-store'
  reply
    .code(status)
    .headers({ ...headers, 'cache-control': cacheControl, 'content-language': language, ...more })
    .type('text/html; charset=utf-8')
  return sendCompressed(page, reply)
}

/** The collection as a file to keep: browsers would show it as text. */
function sendCollection(collection: CompressedBytes, reply: FastifyReply) {
  const disposition = `attachment; filename="${collectionPath.slice(collectionPath.lastIndexOf('/') + 1)}"`
  reply
    .headers({ ...headers, 'cache-control': fresh, 'content-disposition': disposition })
    .removeHeader('content-language')
    .type('application/json; charset=utf-8')
  return sendCompressed(collection, reply)
}

async function sendCompressed(bytes: CompressedBytes | undefined, reply: FastifyReply) {
  const encoding = bestEncoding(reply.request.headers['accept-encoding'])
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply.send(await bytes?.(encoding))
}

/** The site in the visitor's language, French first. */
const redirectToLanguage = (request: FastifyRequest, reply: FastifyReply) =>
  reply.header('cache-control', 'no-store').redirect(docsPath(languageOf(request)), 302)
