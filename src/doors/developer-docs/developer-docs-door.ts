import type { FastifyInstance } from 'fastify'
import { loadOnce } from '../../base/kernel/load-once.ts'
import { publicUrlOf } from '../../derived-settings.ts'
import { limitPlainPages } from '../../pages/limit-plain-pages.ts'
import type { DoorServices } from '../../services.ts'
import { docsRoutes } from './docs-routes.ts'
import { docsTextRoutes } from './docs-text-routes.ts'
import { llmsText } from './llms-text.ts'

/**
 * The site for developers of shops (decision 124): guide, reference, errors, in French and English, from the
 * files of the installation and from the tables that the service goes by. It shows what is public and reads
 * no database.
 */
export async function developerDocsDoor(
  app: FastifyInstance,
  { config, rules, rateLimits, sendError }: DoorServices,
): Promise<void> {
  const settings = { publicUrl: publicUrlOf(config), isSandbox: config.ENVIRONMENT === 'sandbox' }
  const texts = loadOnce(() => import('./open-docs.ts'))
  const open = loadOnce(async () => (await texts()).openDocs(settings))
  await app.register(async (docs) => {
    limitPlainPages(docs, rateLimits, sendError)
    await docs.register(docsRoutes, {
      rules,
      makePage: async (...page) => (await open()).makePage(...page),
      search: async (...question) => (await open()).search(...question),
      readCollection: async () => (await texts()).readCollection(settings),
      readPackages: async () => (await import('./packages/pack-clients.ts')).packClients(settings.publicUrl),
    })
    await docs.register(docsTextRoutes, {
      readMarkdown: async (...page) => (await texts()).readMarkdown(settings, ...page),
      readChangesFeed: async (language) => (await texts()).readChangesFeed(settings, language),
      readLlms: async () => llmsText(settings.publicUrl),
    })
  })
}
