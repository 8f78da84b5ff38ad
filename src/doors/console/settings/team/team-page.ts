import { html } from 'ghtml'
import type { MemberRole } from '../../../../base/database/tables.ts'
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
import type { InvitationRow } from '../../../../domain/accounts/team/invitation-store.ts'
import type { NamedActor } from '../../../../domain/shops/name-actors.ts'
import type { ConsoleContent } from '../../console-deps.ts'
import { settingsWording } from '../settings-wording.ts'
import { teamWording } from './team-wording.ts'

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
    title: teamWording[language].title,
    back: { href, label: settingsWording[language].title },
    notice,
    isFormPage,
    main: html`<ul class="rows">!${members.map((member) => memberRow(screen, member))}</ul>
!${invitationList(screen)}!${inviteCard(screen)}`,
  }
}

function memberRow(facts: TeamFacts, member: ShownMember): string {
  const { language, href } = facts
  const words = teamWording[language]
  return html`<li><a class="go" href="${href}/team/${member.accountId}"><span><strong>${nameOf(facts, member)}</strong><br><span class="soft">${signsInWith(member)}<br>${words.roles[member.role]} ${words.since(dayOf(facts, member.since))}</span></span><span aria-hidden="true">›</span></a></li>`
}

function invitationList(screen: TeamScreen): string {
  const { language, href, invitations, nameOf: actorOf } = screen
  const words = teamWording[language]
  if (invitations.length === 0) return ''
  const row = ({ id, phone, email, role, expires_at, invited_by }: InvitationRow) => {
    const to = phone === null ? (email ?? '') : spacedPhone(phone)
    const { name } = actorOf(invited_by)
    const about = [
      words.roles[role],
      words.open.until(dayOf(screen, expires_at)),
      name && words.open.by(name),
    ].filter(Boolean)
    const withdraw = postForm(
      `${href}/team/invitations/${id}/withdraw`,
      html`<button class="quiet" aria-label="${words.open.withdrawFor(to)}">${words.open.withdraw}</button>`,
      'inline',
    )
    return html`<li><div class="line whole"><span><strong>${to}</strong><br><span class="soft">${about.join(' · ')}</span></span>!${withdraw}</div></li>`
  }
  return html`<h2>${words.open.heading}</h2><ul class="rows">!${invitations.map(row)}</ul>`
}

function inviteCard({ language, href, typed, fault, signInAddress }: TeamScreen): string {
  const { invite: words } = teamWording[language]
  const fields = html`!${textField({
    name: 'to',
    label: words.to,
    value: typed.to,
    hint: words.hint,
    error: fault,
    attributes: { autocomplete: 'off', autocapitalize: 'none', maxlength: 254, required: true },
  })}!${roleField(language, words.role, typed.role === 'OWNER' ? 'OWNER' : 'STAFF')}!${submitButton(words.submit)}`
  return html`<section class="card" id="invite"><h2>${words.heading}</h2>!${postForm(`${href}/team/invite`, fields)}<p class="hint">${words.how(signInAddress)}</p></section>`
}

type MemberScreen = TeamFacts & { member: ShownMember; isLastOwner: boolean }

/** One member: what they may do, which can be changed, and the way out of the team. */
export function memberPage(screen: MemberScreen): ConsoleContent {
  const { language, href, member, isLastOwner, notice } = screen
  const words = teamWording[language]
  return {
    section: 'settings',
    title: member.name || words.unnamed,
    back: { href: `${href}/team`, label: words.title },
    notice,
    isFormPage: notice?.kind === 'refused',
    acts: html`<span class="badge">${words.roles[member.role]}</span>`,
    main: html`<p class="soft">${signsInWith(member)} · ${words.since(dayOf(screen, member.since))}</p>
!${isLastOwner ? html`<p class="card">${words.member.lastOwner}</p>` : html`!${roleCard(screen)}!${removeCard(screen)}`}`,
  }
}

function roleCard({ language, href, member }: MemberScreen): string {
  const { member: words } = teamWording[language]
  const fields = html`!${roleField(language, words.role, member.role)}!${submitButton(words.save, 'plain')}`
  return html`<section class="card">!${postForm(`${href}/team/${member.accountId}/role`, fields)}</section>`
}

function removeCard({ language, href, member, ownId }: MemberScreen): string {
  const { unnamed, member: words } = teamWording[language]
  const name = member.name || unnamed
  const isOwn = member.accountId === ownId
  const lead = isOwn ? words.remove.leadYou : words.remove.lead(name)
  const submit = isOwn ? words.remove.submitYou : words.remove.submit(name)
  return html`<details class="card" id="remove"><summary>${words.remove.summary}</summary><p>${lead}</p>!${buttonForm(`${href}/team/${member.accountId}/remove`, submit, 'danger')}</details>`
}

function roleField(language: Language, label: string, value: MemberRole): string {
  const { roles, mayDo } = teamWording[language]
  const choice = choiceField({
    name: 'role',
    label,
    value,
    options: (['STAFF', 'OWNER'] as const).map((role) => ({ value: role, label: roles[role] })),
  })
  return html`<div>!${choice}<p class="hint">${mayDo.STAFF}<br>${mayDo.OWNER}</p></div>`
}

const nameOf = ({ language, ownId }: TeamFacts, { accountId, name }: ShownMember): string =>
  `${name || teamWording[language].unnamed}${accountId === ownId ? ` (${teamWording[language].you})` : ''}`

const signsInWith = ({ phone, email }: ShownMember): string =>
  [phone && spacedPhone(phone), email].filter(Boolean).join(' · ')

const dayOf = ({ timeZone, language }: TeamFacts, at: Date): string => dayText(at, timeZone, language)
