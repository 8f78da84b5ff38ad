import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { html } from 'ghtml'
import { dayText } from '../../../../base/kernel/figure-text.ts'
import type { Language } from '../../../../base/kernel/language.ts'
import { spacedPhone } from '../../../../base/kernel/phone-number.ts'
import { isUuid } from '../../../../base/kernel/uuid.ts'
import { ApiError, type ErrorCode } from '../../../../contract/errors.ts'
import { wrongPhone } from '../../../../contract/former-phone.ts'
import { publicUrlOf } from '../../../../derived-settings.ts'
import { type AccountName, emailName, phoneName } from '../../../../domain/accounts/account-name.ts'
import type { MemberRole } from '../../../../domain/accounts/accounts-tables.ts'
import { listMembers } from '../../../../domain/accounts/membership-store.ts'
import { type InvitationRow, listOpenInvitations } from '../../../../domain/accounts/team/invitation-store.ts'
import { inviteMember } from '../../../../domain/accounts/team/invite-member.ts'
import { withdrawInvitation } from '../../../../domain/accounts/team/withdraw-invitation.ts'
import { nameActors } from '../../../../domain/shops/name-actors.ts'
import { languageOf } from '../../../../http/response-language.ts'
import { type Field, filledForm, readForm, typedField } from '../../../../pages/form.ts'
import { chosenOf, fieldsOf } from '../../../../pages/form-fields.ts'
import { choiceField, postForm } from '../../../../pages/form-parts.ts'
import type { WorkspaceNotice } from '../../../../pages/workspace.ts'
import { shopTimeZone } from '../../../../web/shop-time-zone.ts'
import { attempt, doneNotice, redirectAfter } from '../../../../web/signed-in-request.ts'
import type { ConsoleDeps } from '../../console-deps.ts'
import { actorOf, memberOf, shopHref, shopPath } from '../../console-request.ts'
import { speak } from '../../console-words.ts'
import { maxNameLength, readTypedName } from '../../sign-in/console-name.ts'

export const teamPath = `${shopPath}/settings/team`
export const teamHref = (request: FastifyRequest): string =>
  shopHref(memberOf(request).shop.id, '/settings/team')

/** Refusals that are about who was invited. */
const aboutInvited: readonly ErrorCode[] = ['ALREADY_MEMBER', 'ALREADY_INVITED', 'PHONE_COUNTRY_NOT_SERVED']

type OneInvitation = { Params: { shopId: string; id: string } }
type Filled = {
  typed?: Record<string, string>
  faults?: { to?: string | undefined }
  notice?: WorkspaceNotice
}

/** Whom to invite, and as what; a number without its country is read by the rules of that of the shop. */
const inviteForm = (language: Language, country: string) => {
  const t = speak(language)
  return {
    to: typedField<AccountName>({
      label: t('Phone or e-mail'),
      hint: t('For example 01 97 00 00 01 or seller@example.com.'),
      wrong: (text) =>
        wrongPhone(
          text,
          { countries: [country], language },
          t('This is neither a possible number nor an e-mail address. Check it and try again.'),
        ),
      attributes: { autocapitalize: 'none', maxlength: maxNameLength, required: true },
      read: (text) => {
        const { phones, email } = readTypedName(text, [country])
        const [phone] = phones
        if (email !== null) return emailName(email)
        return phone === undefined ? undefined : phoneName(phone)
      },
    }),
    role: roleField(language, t('Role')),
  }
}

/** `/settings/team`: who works in a shop, whom it has invited, and the form that invites somebody. */
export async function teamPage(app: FastifyInstance, deps: ConsoleDeps): Promise<void> {
  const { db, clock } = deps
  const config = { needs: 'MANAGE_TEAM' } as const
  const options = { config, bodyLimit: 4_096 }
  const acting = (request: FastifyRequest) => ({ ...deps, actor: actorOf(request) })

  app.get(teamPath, { config }, async (request, reply) => {
    const t = speak(languageOf(request))
    const notice = doneNotice(request, {
      invited: t('The invitation is on its way.'),
      withdrawn: t('The invitation is withdrawn.'),
      role: t('The role is changed.'),
      removed: t('This person is no longer on the team.'),
    })
    return show(request, reply, 200, notice && { notice })
  })

  app.post(`${teamPath}/invite`, options, async (request, reply) => {
    const sent = fieldsOf(request.body)
    const typed = { ...sent, to: (sent.to ?? '').slice(0, maxNameLength) }
    const { shop } = memberOf(request)
    const { values, faults } = readForm(inviteForm(languageOf(request), shop.country), typed)
    if (!values) return show(request, reply, 422, { typed, faults })
    const { sendInvitation } = deps.accounts
    return attempt(
      request,
      async () => {
        await inviteMember({ ...acting(request), sendInvitation }, { shopId: shop.id, ...values })
        return redirectAfter(reply, teamHref(request), 'invited')
      },
      ({ code, status, notice }) => {
        const refused = aboutInvited.includes(code) ? { faults: { to: notice.text } } : { notice }
        return show(request, reply, status, { typed, ...refused })
      },
    )
  })

  app.post<OneInvitation>(`${teamPath}/invitations/:id/withdraw`, options, async (request, reply) =>
    attempt(
      request,
      async () => {
        const { id } = request.params
        if (!isUuid(id)) throw new ApiError('INVITATION_NOT_FOUND')
        await withdrawInvitation(acting(request), { shopId: memberOf(request).shop.id, id })
        return redirectAfter(reply, teamHref(request), 'withdrawn')
      },
      ({ status, notice }) => show(request, reply, status, { notice }),
    ),
  )

  async function show(
    request: FastifyRequest,
    reply: FastifyReply,
    status: number,
    { typed = {}, faults = {}, notice }: Filled = {},
  ) {
    const { shop, accountId: ownId } = memberOf(request)
    const language = languageOf(request)
    const t = speak(language)
    const href = teamHref(request)
    const timeZone = shopTimeZone(deps, await deps.shops.shop(shop.id))
    const day = (at: Date) => dayText(at, timeZone, language)
    const [members, invitations] = await Promise.all([
      listMembers(db, shop.id),
      listOpenInvitations(db, shop.id, clock.now()),
    ])
    const nameOf = await nameActors(
      db,
      shop.id,
      invitations.map(({ invited_by }) => invited_by),
    )

    const memberRow = (member: (typeof members)[number]) => {
      const own = member.accountId === ownId ? ` (${t('you')})` : ''
      const role = `${t(teamRoles[member.role])} ${t('since {when}', { when: day(member.since) })}`
      return html`<li><a class="go" href="${href}/${member.accountId}">
<span><strong>${member.name || t('Without a name')}${own}</strong><br>
<span class="soft">${signsInWith(member)}<br>${role}</span></span>
<span aria-hidden="true">›</span></a></li>`
    }
    const invitationRow = ({ id, phone, email, role, expires_at, invited_by }: InvitationRow) => {
      const to = phone === null ? (email ?? '') : spacedPhone(phone)
      const { name } = nameOf(invited_by)
      const until = t('until {when}', { when: day(expires_at) })
      const about = [t(teamRoles[role]), until, name && t('invited by {who}', { who: name })].filter(Boolean)
      const label = t('Withdraw the invitation of {to}', { to })
      const button = html`<button class="quiet" aria-label="${label}">${t('Withdraw')}</button>`
      return html`<li><div class="line whole"><span><strong>${to}</strong><br>
<span class="soft">${about.join(' · ')}</span></span>
!${postForm(`${href}/invitations/${id}/withdraw`, button, 'inline')}</div></li>`
    }
    const open = html`<h2>${t('Open invitations')}</h2>
<ul class="rows">!${invitations.map(invitationRow)}</ul>`
    const hint = t(
      'They get a message. They can also open {address}, sign in with this number or address, and accept.',
      { address: `${publicUrlOf(deps.config)}/console` },
    )
    const form = inviteForm(language, shop.country)
    return deps.sendPage(request, reply, status, {
      section: 'settings',
      title: t('Team'),
      back: { href: shopHref(shop.id, '/settings'), label: t('Settings') },
      notice,
      isFormPage: request.method === 'POST',
      main: html`
<ul class="rows">!${members.map(memberRow)}</ul>
!${invitations.length === 0 ? '' : open}
<section class="card" id="invite"><h2>${t('Invite somebody')}</h2>
!${filledForm(`${href}/invite`, form, { typed, faults }, t('Invite'))}
<p class="hint">${hint}</p></section>`,
    })
  }
}

/** What somebody may do in a shop, as its people read it. */
export const teamRoles = { STAFF: 'Seller', OWNER: 'Owner' } as const

/** The choice of a role, with what each may do. */
export const roleField = (language: Language, label: string): Field<MemberRole> => {
  const t = speak(language)
  const options = (['STAFF', 'OWNER'] as const).map((value) => ({ value, label: t(teamRoles[value]) }))
  return {
    wrong: undefined,
    isNarrow: false,
    read: (text, name) => chosenOf(name, text, ['OWNER', 'STAFF']) ?? 'STAFF',
    show: ({ name, value }) => html`<div>!${choiceField({ name, label, value: value || 'STAFF', options })}
<p class="hint">
${t('Seller: order and follow deliveries, confirm payments, look after pickup addresses.')}<br>
${t('Owner: everything, with the team, the payout number, the logo and the API keys.')}</p></div>`,
  }
}

/** The number and the address that somebody signs in with. */
export const signsInWith = ({ phone, email }: { phone: string | null; email: string | null }): string =>
  [phone && spacedPhone(phone), email].filter(Boolean).join(' · ')
