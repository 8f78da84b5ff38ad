import type { FastifyInstance } from 'fastify'
import { html } from 'ghtml'
import { isUuid } from '../../../base/kernel/uuid.ts'
import { ApiError } from '../../../contract/errors.ts'
import { listShopsOfAccount } from '../../../domain/accounts/membership-store.ts'
import { acceptInvitation } from '../../../domain/accounts/team/accept-invitation.ts'
import { listInvitationsOf } from '../../../domain/accounts/team/invitation-store.ts'
import { languageOf } from '../../../http/response-language.ts'
import { buttonForm } from '../../../pages/form-parts.ts'
import { rowsOr } from '../../../pages/list-parts.ts'
import { doneOf, personOf } from '../../../web/signed-in-request.ts'
import type { ConsoleDeps } from '../console-deps.ts'
import { actorOf, shopHref } from '../console-request.ts'
import { speak } from '../console-words.ts'

const roleNames = { OWNER: 'Owner', STAFF: 'Team', OPERATOR: 'Operator' } as const

type OneInvitation = { Params: { shopId: string; id: string } }

/**
 * `/console`: the only shop of whoever is signed in, or the choice between theirs and those that
 * invite them.
 */
export async function ownShopsPage(app: FastifyInstance, deps: ConsoleDeps): Promise<void> {
  const { db, clock, accounts } = deps

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

    const t = speak(languageOf(request))
    const invited = invitations.map(
      ({ shopId, id, shopName, role }) => html`<li><div class="line">
<strong>${t('{shop} invites you to its team.', { shop: shopName })}</strong>
<span class="soft">${t(roleNames[role])}</span>
!${buttonForm(`/console/invitations/${shopId}/${id}`, t('Accept'), 'primary')}</div></li>`,
    )
    const rows = shops.map(
      ({ shopId, name, role }) => html`<li><a href="${shopHref(shopId)}">
<strong>${name}</strong><span class="soft">${t(roleNames[role])}</span></a></li>`,
    )
    const none = t(
      'You do not belong to a shop yet. Open your own, or ask the owner of one for an invitation.',
    )
    const tooMany = t('The shop was not opened: one person opens at most 5. Write to us if you need more.')
    const operations = html`<p><a class="button primary" href="/operations">${t('Operator’s pages')}</a></p>`
    return deps.sendPage(request, reply, 200, {
      section: null,
      title: t('Your shops'),
      notice: done === 'too-many-shops' ? { kind: 'refused', text: tooMany } : undefined,
      main: html`
!${invited.length === 0 ? '' : html`<h2>${t('You are invited')}</h2><ul class="rows">!${invited}</ul>`}
!${rows.length === 0 ? '' : html`<p>${t('Choose the shop you work in.')}</p>`}
!${rowsOr(rows, none)}
<p><a class="button plain" href="/console/open-shop">${t('Open a shop')}</a></p>
!${runsService ? operations : ''}`,
    })
  })

  const options = { bodyLimit: 8_192 }
  app.post<OneInvitation>('/console/invitations/:shopId/:id', options, async (request, reply) => {
    const { shopId, id } = request.params
    if (!isUuid(shopId) || !isUuid(id)) throw new ApiError('INVITATION_NOT_FOUND')
    const { accountId } = personOf(request)
    await acceptInvitation({ ...accounts, actor: actorOf(request) }, { shopId, id, accountId })
    return reply.redirect(shopHref(shopId), 303)
  })
}
