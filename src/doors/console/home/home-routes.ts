import type { FastifyInstance } from 'fastify'
import { languageOf } from '../../../base/http/response-language.ts'
import type { ConsoleDeps } from '../console-deps.ts'
import { memberOf, shopPath } from '../console-request.ts'
import type { RenderPart } from '../live/live-routes.ts'
import { homePage, homePart } from './home-page.ts'
import { readHome } from './read-home.ts'

/** The home page of a shop. */
export async function homeRoutes(app: FastifyInstance, deps: ConsoleDeps): Promise<void> {
  app.get(shopPath, { config: { needs: 'SELL' } }, async (request, reply) => {
    const { shop, role } = memberOf(request)
    const facts = await readHome(deps, { shopId: shop.id, language: languageOf(request), role })
    return deps.sendPage(request, reply, 200, homePage(facts))
  })
}

/** Renders what the home page shows of what happens, for those who follow it. */
export const homePartOf =
  (deps: ConsoleDeps): RenderPart =>
  async (about) =>
    homePart(await readHome(deps, about))
