import type { FastifyInstance } from 'fastify'
import { type Language, languages } from '../../base/kernel/language.ts'
import { useEtags } from '../../http/etags.ts'
import { bestEncoding, type CompressedBytes, compressOnce } from '../../pages/compressed-bytes.ts'
import { changesPath, docsEntries, markdownFile, markdownPath } from './docs-list.ts'

/** Reads the texts that are served. */
type DocsTexts = {
  readMarkdown: (language: Language, slug: string) => Promise<string | undefined>
  readChangesFeed: (language: Language) => Promise<string>
  readLlms: () => Promise<string>
}

const headers = {
  'cache-control': 'public, max-age=600',
  'x-content-type-options': 'nosniff',
  vary: 'accept-encoding',
}

/**
 * What programs read of the site: each page as Markdown, the changelog as a feed, and `/llms.txt`, which
 * lists them. Each is made at its first request and kept compressed.
 */
export async function docsTextRoutes(
  app: FastifyInstance,
  { readMarkdown, readChangesFeed, readLlms }: DocsTexts,
): Promise<void> {
  useEtags(app)
  serve('/llms.txt', 'text/plain; charset=utf-8', readLlms)
  for (const language of languages) {
    serve(
      changesPath(language),
      'application/atom+xml; charset=utf-8',
      () => readChangesFeed(language),
      language,
    )
    for (const entry of docsEntries.filter((each) => markdownFile(each, language)))
      serve(
        markdownPath(language, entry.slug),
        'text/markdown; charset=utf-8',
        async () => (await readMarkdown(language, entry.slug)) ?? '',
        language,
      )
  }

  function serve(path: string, type: string, read: () => Promise<string>, language?: Language): void {
    let kept: Promise<CompressedBytes> | undefined
    app.get(path, async (request, reply) => {
      kept ??= read().then((text) => compressOnce(Buffer.from(text), brotliQuality))
      const bytes = await kept.catch((error: unknown) => {
        kept = undefined
        throw error
      })
      const encoding = bestEncoding(request.headers['accept-encoding'])
      if (encoding !== 'identity') reply.header('content-encoding', encoding)
      if (language) reply.header('content-language', language)
      else reply.removeHeader('content-language')
      return reply
        .headers(headers)
        .type(type)
        .send(await bytes(encoding))
    })
  }
}

const brotliQuality = 9
