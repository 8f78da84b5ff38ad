import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError, type ErrorCode } from '../../../../base/contract/errors.ts'
import { languageOf } from '../../../../base/http/response-language.ts'
import { isUuid } from '../../../../base/kernel/uuid.ts'
import { chosenOf, fieldsOf } from '../../../../base/pages/form-fields.ts'
import type { WorkspaceNotice } from '../../../../base/pages/workspace.ts'
import { publicUrlOf } from '../../../../derived-settings.ts'
import { type AccountName, emailName, phoneName } from '../../../../domain/accounts/account-name.ts'
import type { MemberRole } from '../../../../domain/accounts/accounts-tables.ts'
import { listMembers } from '../../../../domain/accounts/membership-store.ts'
import { changeMemberRole } from '../../../../domain/accounts/team/change-member-role.ts'
import { listOpenInvitations } from '../../../../domain/accounts/team/invitation-store.ts'
import { inviteMember } from '../../../../domain/accounts/team/invite-member.ts'
import { removeMember } from '../../../../domain/accounts/team/remove-member.ts'
import { withdrawInvitation } from '../../../../domain/accounts/team/withdraw-invitation.ts'
import { nameActors } from '../../../../domain/shops/name-actors.ts'
import { shopTimeZone } from '../../../../web/shop-time-zone.ts'
import { doneNotice, redirectAfter, refusalOf } from '../../../../web/signed-in-request.ts'
import type { ConsoleDeps } from '../../console-deps.ts'
import { actorOf, memberOf, shopHref, shopPath } from '../../console-request.ts'
import { maxNameLength, readTypedName } from '../../sign-in/console-name.ts'
import { memberPage, type TeamScreen, teamPage } from './team-page.ts'
import { teamDone } from './team-wording.ts'

type OneMember = { Params: { shopId: string; accountId: string } }
type OneInvitation = { Params: { shopId: string; id: string } }

import { speak, speakEach } from '../../console-words.ts'

/** Refusals that are about who was invited. */
const aboutInvited: readonly ErrorCode[] = ['ALREADY_MEMBER', 'ALREADY_INVITED', 'PHONE_COUNTRY_NOT_SERVED']

/** The team of a shop: who is on it, whom it invites, and what each may do. */
export async function teamRoutes(app: FastifyInstance, deps: ConsoleDeps): Promise<void> {
  const { db, clock } = deps
  const path = `${shopPath}/settings/team`
  const config = { needs: 'MANAGE_TEAM' } as const
  const options = { config, bodyLimit: 4_096 }
  const acting = (request: FastifyRequest) => ({ ...deps, actor: actorOf(request) })

  app.get(path, { config }, async (request, reply) =>
    sendTeam(request, reply, 200, {
      notice: doneNotice(request, speakEach(languageOf(request), teamDone)),
    }),
  )

  app.post(`${path}/invite`, options, async (request, reply) => {
    const sent = fieldsOf(request.body)
    const typed = { to: (sent.to ?? '').slice(0, maxNameLength), role: roleOf(sent.role) }
    const { shop } = memberOf(request)
    const to = invitedName(typed.to, shop.country)
    if (!to) {
      const fault = speak(languageOf(request))(
        'This is neither a possible number nor an e-mail address. Check it and try again.',
      )
      return sendTeam(request, reply, 422, { typed, fault })
    }
    try {
      const { sendInvitation } = deps.accounts
      await inviteMember({ ...acting(request), sendInvitation }, { shopId: shop.id, to, role: typed.role })
      return redirectAfter(reply, teamHref(request), 'invited')
    } catch (error) {
      const { code, status, notice } = refusalOf(error, request)
      return sendTeam(request, reply, status, {
        typed,
        ...(aboutInvited.includes(code) ? { fault: notice.text } : { notice }),
      })
    }
  })

  app.post<OneInvitation>(`${path}/invitations/:id/withdraw`, options, async (request, reply) => {
    const { id } = request.params
    try {
      if (!isUuid(id)) throw new ApiError('INVITATION_NOT_FOUND')
      await withdrawInvitation(acting(request), { shopId: memberOf(request).shop.id, id })
      return redirectAfter(reply, teamHref(request), 'withdrawn')
    } catch (error) {
      const { status, notice } = refusalOf(error, request)
      return sendTeam(request, reply, status, { notice })
    }
  })

  app.get<OneMember>(`${path}/:accountId`, { config }, async (request, reply) =>
    sendMember(request, reply, 200, undefined),
  )

  app.post<OneMember>(`${path}/:accountId/role`, options, async (request, reply) => {
    const { role: sent } = fieldsOf(request.body)
    if (!sent) return sendMember(request, reply, 422, undefined)
    const role = roleOf(sent)
    return attempt(request, reply, 'role', role === 'STAFF' ? '/settings' : undefined, (key) =>
      changeMemberRole(acting(request), { ...key, role }),
    )
  })

  app.post<OneMember>(`${path}/:accountId/remove`, options, async (request, reply) =>
    attempt(request, reply, 'removed', null, (key) => removeMember(acting(request), key)),
  )

  /**
   * Calls the verb and leads back to the team; whoever has done it to themselves is led to `ownPath` of the shop, or
   * out of it when that is null.
   */
  async function attempt(
    request: FastifyRequest<OneMember>,
    reply: FastifyReply,
    done: string,
    ownPath: string | null | undefined,
    act: (key: { shopId: string; accountId: string }) => Promise<unknown>,
  ) {
    const { shop, accountId: ownId } = memberOf(request)
    const accountId = accountIdOf(request)
    try {
      await act({ shopId: shop.id, accountId })
    } catch (error) {
      const { status, notice } = refusalOf(error, request)
      return sendMember(request, reply, status, notice)
    }
    if (accountId !== ownId || ownPath === undefined) return redirectAfter(reply, teamHref(request), done)
    return redirectAfter(reply, ownPath === null ? '/console' : shopHref(shop.id, ownPath))
  }

  async function sendTeam(
    request: FastifyRequest,
    reply: FastifyReply,
    status: number,
    { typed = {}, fault, notice }: Partial<Pick<TeamScreen, 'typed' | 'fault' | 'notice'>>,
  ) {
    const { shop } = memberOf(request)
    const [members, invitations] = await Promise.all([
      listMembers(db, shop.id),
      listOpenInvitations(db, shop.id, clock.now()),
    ])
    const inviters = invitations.map(({ invited_by }) => invited_by)
    const page = teamPage({
      ...(await factsOf(request, notice)),
      members,
      invitations,
      nameOf: await nameActors(db, shop.id, inviters),
      signInAddress: `${publicUrlOf(deps.config)}/console`,
      typed,
      fault,
      isFormPage: request.method === 'POST',
    })
    return deps.sendPage(request, reply, status, page)
  }

  /** Throws MEMBER_NOT_FOUND. */
  async function sendMember(
    request: FastifyRequest<OneMember>,
    reply: FastifyReply,
    status: number,
    notice: WorkspaceNotice | undefined,
  ) {
    const members = await listMembers(db, memberOf(request).shop.id)
    const member = members.find(({ accountId }) => accountId === accountIdOf(request))
    if (!member) throw new ApiError('MEMBER_NOT_FOUND')
    const isLastOwner = members.every((each) => each.role !== 'OWNER' || each === member)
    const page = memberPage({ ...(await factsOf(request, notice)), member, isLastOwner })
    return deps.sendPage(request, reply, status, page)
  }

  async function factsOf(request: FastifyRequest, notice: WorkspaceNotice | undefined) {
    const { shop, accountId } = memberOf(request)
    return {
      language: languageOf(request),
      href: shopHref(shop.id, '/settings'),
      timeZone: shopTimeZone(deps, await deps.shops.shop(shop.id)),
      ownId: accountId,
      notice,
    }
  }
}

const teamHref = (request: FastifyRequest): string => shopHref(memberOf(request).shop.id, '/settings/team')

const roleOf = (sent: string | undefined): MemberRole => chosenOf('role', sent, ['OWNER', 'STAFF']) ?? 'STAFF'

/** The account that a request is about. Throws MEMBER_NOT_FOUND. */
function accountIdOf({ params }: FastifyRequest<OneMember>): string {
  if (!isUuid(params.accountId)) throw new ApiError('MEMBER_NOT_FOUND')
  return params.accountId.toLowerCase()
}

/** Whom a text names; a number without its country is read by the rules of that of the shop. */
function invitedName(text: string, country: string): AccountName | undefined {
  const { phones, email } = readTypedName(text, [country])
  const [phone] = phones
  if (email !== null) return emailName(email)
  return phone === undefined ? undefined : phoneName(phone)
}
