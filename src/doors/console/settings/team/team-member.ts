import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { html } from 'ghtml'
import { dayText } from '../../../../base/kernel/figure-text.ts'
import { isUuid } from '../../../../base/kernel/uuid.ts'
import { ApiError } from '../../../../contract/errors.ts'
import { listMembers } from '../../../../domain/accounts/membership-store.ts'
import { changeMemberRole } from '../../../../domain/accounts/team/change-member-role.ts'
import { removeMember } from '../../../../domain/accounts/team/remove-member.ts'
import { languageOf } from '../../../../http/response-language.ts'
import { filledForm, readForm } from '../../../../pages/form.ts'
import { fieldsOf } from '../../../../pages/form-fields.ts'
import { buttonForm } from '../../../../pages/form-parts.ts'
import type { WorkspaceNotice } from '../../../../pages/workspace.ts'
import { shopTimeZone } from '../../../../web/shop-time-zone.ts'
import { attempt, redirectAfter } from '../../../../web/signed-in-request.ts'
import type { ConsoleDeps } from '../../console-deps.ts'
import { actorOf, memberOf, shopHref } from '../../console-request.ts'
import { speak } from '../../console-words.ts'
import { roleField, signsInWith, teamHref, teamPath, teamRoles } from './team.ts'

type OneMember = { Params: { shopId: string; accountId: string } }

/** `/settings/team/ID`: what a member may do, which can be changed, and the way out of the team. */
export async function teamMemberPage(app: FastifyInstance, deps: ConsoleDeps): Promise<void> {
  const config = { needs: 'MANAGE_TEAM' } as const
  const options = { config, bodyLimit: 4_096 }
  const acting = (request: FastifyRequest) => ({ ...deps, actor: actorOf(request) })

  app.get<OneMember>(`${teamPath}/:accountId`, { config }, async (request, reply) =>
    show(request, reply, 200),
  )

  app.post<OneMember>(`${teamPath}/:accountId/role`, options, async (request, reply) => {
    const sent = fieldsOf(request.body)
    if (!sent.role) return show(request, reply, 422)
    const { values } = readForm({ role: roleField(languageOf(request), '') }, sent)
    const role = values?.role ?? 'STAFF'
    return act(request, reply, 'role', role === 'STAFF' ? '/settings' : undefined, (key) =>
      changeMemberRole(acting(request), { ...key, role }),
    )
  })

  app.post<OneMember>(`${teamPath}/:accountId/remove`, options, async (request, reply) =>
    act(request, reply, 'removed', null, (key) => removeMember(acting(request), key)),
  )

  /**
   * Calls the verb and leads back to the team; whoever has done it to themselves is led to `ownPath` of the
   * shop, or out of it when that is null.
   */
  function act(
    request: FastifyRequest<OneMember>,
    reply: FastifyReply,
    done: string,
    ownPath: string | null | undefined,
    verb: (key: { shopId: string; accountId: string }) => Promise<unknown>,
  ) {
    const { shop, accountId: ownId } = memberOf(request)
    const accountId = accountIdOf(request)
    return attempt(
      request,
      async () => {
        await verb({ shopId: shop.id, accountId })
        const isOther = accountId !== ownId || ownPath === undefined
        if (isOther) return redirectAfter(reply, teamHref(request), done)
        return redirectAfter(reply, ownPath === null ? '/console' : shopHref(shop.id, ownPath))
      },
      ({ status, notice }) => show(request, reply, status, notice),
    )
  }

  /** Throws MEMBER_NOT_FOUND. */
  async function show(
    request: FastifyRequest<OneMember>,
    reply: FastifyReply,
    status: number,
    notice?: WorkspaceNotice,
  ) {
    const { shop, accountId: ownId } = memberOf(request)
    const members = await listMembers(deps.db, shop.id)
    const member = members.find(({ accountId }) => accountId === accountIdOf(request))
    if (!member) throw new ApiError('MEMBER_NOT_FOUND')
    const isLastOwner = members.every((each) => each.role !== 'OWNER' || each === member)

    const language = languageOf(request)
    const t = speak(language)
    const name = member.name || t('Without a name')
    const href = `${teamHref(request)}/${member.accountId}`
    const isOwn = member.accountId === ownId
    const timeZone = shopTimeZone(deps, await deps.shops.shop(shop.id))
    const since = t('since {when}', { when: dayText(member.since, timeZone, language) })
    const alone = t(
      'This is the only owner: make somebody else an owner before you change this role or remove them.',
    )
    const lead = isOwn
      ? t('You can no longer open this shop. An owner can invite you again.')
      : t('{name} can no longer open this shop. Their name stays in the audit.', { name })
    const remove = isOwn ? t('Yes, leave this shop') : t('Yes, remove {name}', { name })
    const form = { role: roleField(language, t('Role in the shop')) }
    const filled = { typed: { role: member.role }, faults: {} }
    const acts = html`
<section class="card">!${filledForm(`${href}/role`, form, filled, t('Change the role'), 'plain')}</section>
<details class="card" id="remove"><summary>${t('Remove from the team')}</summary><p>${lead}</p>
!${buttonForm(`${href}/remove`, remove, 'danger')}</details>`
    return deps.sendPage(request, reply, status, {
      section: 'settings',
      title: name,
      back: { href: teamHref(request), label: t('Team') },
      notice,
      isFormPage: notice?.kind === 'refused',
      acts: html`<span class="badge">${t(teamRoles[member.role])}</span>`,
      main: html`<p class="soft">${signsInWith(member)} · ${since}</p>
!${isLastOwner ? html`<p class="card">${alone}</p>` : acts}`,
    })
  }
}

/** The account that a request is about. Throws MEMBER_NOT_FOUND. */
function accountIdOf({ params }: FastifyRequest<OneMember>): string {
  if (!isUuid(params.accountId)) throw new ApiError('MEMBER_NOT_FOUND')
  return params.accountId.toLowerCase()
}
