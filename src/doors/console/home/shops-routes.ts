import type { FastifyInstance } from 'fastify'
import { languageOf } from '../../../base/http/response-language.ts'
import { listShopsOfAccount } from '../../../domain/accounts/membership-store.ts'
import type { ConsoleDeps } from '../console-deps.ts'
import { personOf, shopHref } from '../console-request.ts'
import { shopsPage } from './shops-page.ts'

/** `/console`: the only shop of whoever is signed in, or the choice between theirs. */
export async function shopsRoutes(app: FastifyInstance, { db, sendPage }: ConsoleDeps): Promise<void> {
  app.get('/console', async (request, reply) => {
    const shops = await listShopsOfAccount(db, personOf(request).accountId)
    const [first] = shops
    if (first && shops.length === 1) return reply.redirect(shopHref(first.shopId), 303)
    return sendPage(request, reply, 200, shopsPage(shops, languageOf(request)))
  })
}
