import { html } from 'ghtml'
import { dayText } from '../../../../base/kernel/figure-text.ts'
import type { Language } from '../../../../base/kernel/language.ts'
import { spacedPhone } from '../../../../base/kernel/phone-number.ts'
import {
  buttonForm,
  choiceField,
  postForm,
  submitButton,
  textField,
} from '../../../../base/pages/form-parts.ts'
import type { WorkspaceNotice } from '../../../../base/pages/workspace.ts'
import type { MemberRole } from '../../../../domain/accounts/accounts-tables.ts'
import type { InvitationRow } from '../../../../domain/accounts/team/invitation-store.ts'
import type { NamedActor } from '../../../../domain/shops/name-actors.ts'
import type { ConsoleContent } from '../../console-deps.ts'
import { speak } from '../../console-words.ts'
import { teamRoles } from './team-wording.ts'

/** A member as pages show them. */
export type ShownMember = {
  accountId: string
  role: MemberRole
  since: Date
  name: string
  phone: string | null
  email: string | null
}

type TeamFacts = {
  language: Language
  /** The address of the settings. */
  href: string
  timeZone: string
  /** The account of whoever looks at it. */
  ownId: string
  notice: WorkspaceNotice | undefined
}

export type TeamScreen = TeamFacts & {
  members: readonly ShownMember[]
  invitations: readonly InvitationRow[]
  nameOf: (actor: string | null) => NamedActor
  /** Where somebody who was invited signs in. */
  signInAddress: string
  typed: { to?: string; role?: string }
  fault: string | undefined
  isFormPage: boolean
}

/** Who works in a shop, whom it has invited, and the form that invites somebody. */
export function teamPage(screen: TeamScreen): ConsoleContent {
  const { language, href, members, notice, isFormPage } = screen
  return {
    section: 'settings',
    title: speak(language)('Team'),
    back: { href, label: speak(language)('Settings') },
    notice,
    isFormPage,
    main: html`<ul class="rows">!${members.map((member) => memberRow(screen, member))}</ul>
!${invitationList(screen)}!${inviteCard(screen)}`,
  }
}

function memberRow(facts: TeamFacts, member: ShownMember): string {
  const { language, href } = facts
  const t = speak(language)
  return html`<li><a class="go" href="${href}/team/${member.accountId}"><span><strong>${nameOf(facts, member)}</strong><br><span class="soft">${signsInWith(member)}<br>${t(teamRoles[member.role])} ${t('since {when}', { when: dayOf(facts, member.since) })}</span></span><span aria-hidden="true">›</span></a></li>`
}

function invitationList(screen: TeamScreen): string {
  const { language, href, invitations, nameOf: actorOf } = screen
  const t = speak(language)
  if (invitations.length === 0) return ''
  const row = ({ id, phone, email, role, expires_at, invited_by }: InvitationRow) => {
    const to = phone === null ? (email ?? '') : spacedPhone(phone)
    const { name } = actorOf(invited_by)
    const about = [
      t(teamRoles[role]),
      t('until {when}', { when: dayOf(screen, expires_at) }),
      name && t('invited by {who}', { who: name }),
    ].filter(Boolean)
    const withdraw = postForm(
      `${href}/team/invitations/${id}/withdraw`,
      html`<button class="quiet" aria-label="${t('Withdraw the invitation of {to}', { to })}">${t('Withdraw')}</button>`,
      'inline',
    )
    return html`<li><div class="line whole"><span><strong>${to}</strong><br><span class="soft">${about.join(' · ')}</span></span>!${withdraw}</div></li>`
  }
  return html`<h2>${t('Open invitations')}</h2><ul class="rows">!${invitations.map(row)}</ul>`
}

function inviteCard({ language, href, typed, fault, signInAddress }: TeamScreen): string {
  const t = speak(language)
  const fields = html`!${textField({
    name: 'to',
    label: t('Phone or e-mail'),
    value: typed.to,
    hint: t('For example 01 97 00 00 01 or seller@example.com.'),
    error: fault,
    attributes: { autocomplete: 'off', autocapitalize: 'none', maxlength: 254, required: true },
  })}!${roleField(language, t('Role'), typed.role === 'OWNER' ? 'OWNER' : 'STAFF')}!${submitButton(t('Invite'))}`
  return html`<section class="card" id="invite"><h2>${t('Invite somebody')}</h2>!${postForm(`${href}/team/invite`, fields)}<p class="hint">${t('They get a message. They can also open {address}, sign in with this number or address, and accept.', { address: signInAddress })}</p></section>`
}

type MemberScreen = TeamFacts & { member: ShownMember; isLastOwner: boolean }

/** One member: what they may do, which can be changed, and the way out of the team. */
export function memberPage(screen: MemberScreen): ConsoleContent {
  const { language, href, member, isLastOwner, notice } = screen
  const t = speak(language)
  return {
    section: 'settings',
    title: member.name || t('Without a name'),
    back: { href: `${href}/team`, label: t('Team') },
    notice,
    isFormPage: notice?.kind === 'refused',
    acts: html`<span class="badge">${t(teamRoles[member.role])}</span>`,
    main: html`<p class="soft">${signsInWith(member)} · ${t('since {when}', { when: dayOf(screen, member.since) })}</p>
!${isLastOwner ? html`<p class="card">${t('This is the only owner: make somebody else an owner before you change this role or remove them.')}</p>` : html`!${roleCard(screen)}!${removeCard(screen)}`}`,
  }
}

function roleCard({ language, href, member }: MemberScreen): string {
  const t = speak(language)
  const fields = html`!${roleField(language, t('Role in the shop'), member.role)}!${submitButton(t('Change the role'), 'plain')}`
  return html`<section class="card">!${postForm(`${href}/team/${member.accountId}/role`, fields)}</section>`
}

function removeCard({ language, href, member, ownId }: MemberScreen): string {
  const t = speak(language)
  const name = member.name || t('Without a name')
  const isOwn = member.accountId === ownId
  const lead = isOwn
    ? t('You can no longer open this shop. An owner can invite you again.')
    : t('{name} can no longer open this shop. Their name stays in the audit.', { name })
  const submit = isOwn ? t('Yes, leave this shop') : t('Yes, remove {name}', { name })
  return html`<details class="card" id="remove"><summary>${t('Remove from the team')}</summary><p>${lead}</p>!${buttonForm(`${href}/team/${member.accountId}/remove`, submit, 'danger')}</details>`
}

function roleField(language: Language, label: string, value: MemberRole): string {
  const t = speak(language)
  const choice = choiceField({
    name: 'role',
    label,
    value,
    options: (['STAFF', 'OWNER'] as const).map((role) => ({ value: role, label: t(teamRoles[role]) })),
  })
  return html`<div>!${choice}<p class="hint">${t('Seller: order and follow deliveries, confirm payments, look after pickup addresses.')}<br>${t('Owner: everything, with the team, the payout number, the logo and the API keys.')}</p></div>`
}

const nameOf = ({ language, ownId }: TeamFacts, { accountId, name }: ShownMember): string =>
  `${name || speak(language)('Without a name')}${accountId === ownId ? ` (${speak(language)('you')})` : ''}`

const signsInWith = ({ phone, email }: ShownMember): string =>
  [phone && spacedPhone(phone), email].filter(Boolean).join(' · ')

const dayOf = ({ timeZone, language }: TeamFacts, at: Date): string => dayText(at, timeZone, language)
