import type { FastifyInstance } from 'fastify'
import { languageOf } from '../../../base/http/response-language.ts'
import { listShopsOfAccount } from '../../../domain/accounts/membership-store.ts'
import { listInvitationsOf } from '../../../domain/accounts/team/invitation-store.ts'
import { doneOf, personOf } from '../../../web/signed-in-request.ts'
import type { ConsoleDeps } from '../console-deps.ts'
import { shopHref } from '../console-request.ts'
import { shopsPage } from './shops-page.ts'

/** `/console`: the only shop of whoever is signed in, or the choice between theirs and what they are invited to. */
export async function shopsRoutes(app: FastifyInstance, { db, clock, sendPage }: ConsoleDeps): Promise<void> {
  app.get('/console', async (request, reply) => {
    const { accountId, account } = personOf(request)
    const shops = await listShopsOfAccount(db, accountId)
    const invitations = await listInvitationsOf(db, account, clock.now())
    const [first] = shops
    const done = doneOf(request)
    const runsService = account.operatorRole !== null
    if (runsService && shops.length === 0 && invitations.length === 0)
      return reply.redirect('/operations', 303)
    if (first && shops.length === 1 && !runsService && invitations.length === 0 && done === undefined)
      return reply.redirect(shopHref(first.shopId), 303)
    return sendPage(
      request,
      reply,
      200,
      shopsPage(shops, invitations, languageOf(request), { done, runsService }),
    )
  })
}
