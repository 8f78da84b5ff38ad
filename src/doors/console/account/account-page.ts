import { html } from 'ghtml'
import type { Language } from '../../../base/kernel/language.ts'
import { languages } from '../../../base/kernel/language.ts'
import { spacedPhone } from '../../../base/kernel/phone-number.ts'
import { buttonForm, choiceField, postForm, submitButton, textField } from '../../../base/pages/form-parts.ts'
import type { WorkspaceNotice } from '../../../base/pages/workspace.ts'
import type { ConsoleContent } from '../console-deps.ts'
import { accountWording } from './account-wording.ts'
import { browserWords } from './browser-words.ts'
import { proofLink } from './proof-link.ts'

/** A session as the page lists it. */
type ShownSession = { id: string; userAgent: string | null; since: Date; lastSeenAt: Date }

/** What the page of an account shows. */
export type ShownAccount = {
  name: string
  phone: string | null
  email: string | null
  hasPassword: boolean
  /** Whether they showed within the last minutes that it is they, as a first password and second factor need. */
  isProven: boolean
  hasSecondFactor: boolean
  backupCodesLeft: number
  sessions: readonly ShownSession[]
  sessionId: string
  timeZone: string
}

/** What is wrong with a form of the page, and what its status is. */
export type AccountFaults = { name?: string; current?: string; password?: string; typedName?: string }

/** The page of whoever is signed in: who they are, how they sign in, and where they are signed in. */
export function accountPage(
  language: Language,
  account: ShownAccount,
  { faults = {}, notice }: { faults?: AccountFaults; notice?: WorkspaceNotice | undefined } = {},
): ConsoleContent {
  const words = accountWording[language]
  return {
    section: null,
    title: words.title,
    back: { href: '/console', label: words.back },
    notice,
    isFormPage: Object.keys(faults).length > 0,
    main: html`!${personCard(language, account, faults)}
!${passwordCard(language, account, faults)}
!${factorCard(language, account)}
!${sessionList(language, account)}
!${buttonForm('/console/sign-out', words.signOut)}`,
  }
}

function personCard(language: Language, { name, phone, email }: ShownAccount, faults: AccountFaults): string {
  const { person } = accountWording[language]
  const names = [phone && spacedPhone(phone), email].filter(Boolean).join(', ')
  const fields = html`!${textField({
    name: 'name',
    label: person.name,
    value: faults.typedName ?? name,
    error: faults.name,
    attributes: { autocomplete: 'name', required: true, maxlength: 80 },
  })}!${choiceField({
    name: 'language',
    label: person.language,
    value: language,
    options: languages.map((value) => ({ value, label: person.languages[value] })),
  })}!${submitButton(person.submit)}`
  return html`<section class="card"><h2>${person.title}</h2><p>${person.enterWith} ${names}</p>!${postForm('/console/account', fields)}</section>`
}

function passwordCard(
  language: Language,
  { hasPassword, isProven, phone, email }: ShownAccount,
  faults: AccountFaults,
): string {
  const { password } = accountWording[language]
  if (!hasPassword && !isProven) {
    const fault =
      faults.password === undefined ? '' : html`<p class="error" role="alert">${faults.password}</p>`
    return html`<section class="card"><h2>${password.title}</h2><p>${password.none}</p>!${fault}!${proofLink(language)}</section>`
  }
  const current = textField({
    name: 'current',
    label: password.current,
    error: faults.current,
    attributes: { type: 'password', autocomplete: 'current-password', required: true, maxlength: 400 },
  })
  const fields = html`<input name="username" autocomplete="username" value="${phone ?? email}" hidden>!${hasPassword ? current : ''}!${textField(
    {
      name: 'password',
      label: password.next,
      hint: password.hint,
      error: faults.password,
      attributes: {
        type: 'password',
        autocomplete: 'new-password',
        required: true,
        minlength: 10,
        maxlength: 400,
      },
    },
  )}!${submitButton(hasPassword ? password.change : password.set, 'plain')}`
  return html`<section class="card"><h2>${password.title}</h2><p>${hasPassword ? password.has : password.none}</p>!${postForm('/console/account/password', fields)}</section>`
}

function factorCard(
  language: Language,
  { hasSecondFactor, isProven, backupCodesLeft }: ShownAccount,
): string {
  const { factor } = accountWording[language]
  const act = hasSecondFactor
    ? html`<p>${factor.on} ${factor.left(backupCodesLeft)}</p><p><a class="button plain" href="/console/account/second-factor">${factor.manage}</a></p>`
    : html`<p>${factor.off}</p>!${isProven ? buttonForm('/console/account/second-factor', factor.begin) : proofLink(language)}`
  return html`<section class="card"><h2>${factor.title}</h2>!${act}</section>`
}

function sessionList(language: Language, { sessions, sessionId, timeZone }: ShownAccount): string {
  const { sessions: words } = accountWording[language]
  const day = new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone,
  })
  const others = sessions.filter(({ id }) => id !== sessionId)
  const line = ({ id, userAgent, since, lastSeenAt }: ShownSession) => {
    const isThis = id === sessionId
    const where = browserWords(userAgent, words.on) ?? words.unknown
    const times = html`<span class="soft">${words.since(day.format(since))}, ${words.seen(day.format(lastSeenAt))}</span>`
    const act = isThis
      ? html`<span class="badge">${words.this}</span>`
      : buttonForm(`/console/account/sessions/${id}/end`, words.end, 'quiet')
    return html`<li><div class="line"><strong>${where}</strong>!${times}!${act}</div></li>`
  }
  return html`<h2>${words.title}</h2><ul class="rows">!${sessions.map(line)}</ul>
!${others.length > 0 ? buttonForm('/console/account/sessions/end-others', words.endOthers) : ''}`
}
