import type { FastifyInstance } from 'fastify'
import { languageOf } from '../../../base/http/response-language.ts'
import type { ConsoleDeps } from '../console-deps.ts'
import { shopPath } from '../console-request.ts'
import { consoleWording } from '../console-wording.ts'

/** The home page of a shop: what needs somebody, then the deliveries of today. */
export async function homeRoutes(app: FastifyInstance, { sendPage }: ConsoleDeps): Promise<void> {
  app.get(shopPath, { config: { needs: 'SELL' } }, async (request, reply) =>
    sendPage(request, reply, 200, {
      section: 'home',
      title: consoleWording[languageOf(request)].sections.home,
      main: '',
    }),
  )
}
