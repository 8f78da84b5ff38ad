import { html } from 'ghtml'
import type { Language } from '../../../base/kernel/language.ts'
import { languages } from '../../../base/kernel/language.ts'
import { spacedPhone } from '../../../base/kernel/phone-number.ts'
import { buttonForm, choiceField, postForm, submitButton, textField } from '../../../base/pages/form-parts.ts'
import type { WorkspaceNotice } from '../../../base/pages/workspace.ts'
import type { ConsoleContent } from '../console-deps.ts'
import { speak } from '../console-words.ts'
import { accountPersonLanguages } from './account-wording.ts'
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
  const t = speak(language)
  return {
    section: null,
    title: t('Your account'),
    back: { href: '/console', label: t('Your shops') },
    notice,
    isFormPage: Object.keys(faults).length > 0,
    main: html`!${personCard(language, account, faults)}
!${passwordCard(language, account, faults)}
!${factorCard(language, account)}
!${sessionList(language, account)}
!${buttonForm('/console/sign-out', t('Sign out#account'))}`,
  }
}

function personCard(language: Language, { name, phone, email }: ShownAccount, faults: AccountFaults): string {
  const t = speak(language)
  const names = [phone && spacedPhone(phone), email].filter(Boolean).join(', ')
  const fields = html`!${textField({
    name: 'name',
    label: t('Your name'),
    value: faults.typedName ?? name,
    error: faults.name,
    attributes: { autocomplete: 'name', required: true, maxlength: 80 },
  })}!${choiceField({
    name: 'language',
    label: t('Language'),
    value: language,
    options: languages.map((value) => ({ value, label: t(accountPersonLanguages[value]) })),
  })}!${submitButton(t('Save'))}`
  return html`<section class="card"><h2>${t('You')}</h2><p>${t('You sign in with')} ${names}</p>!${postForm('/console/account', fields)}</section>`
}

function passwordCard(
  language: Language,
  { hasPassword, isProven, phone, email }: ShownAccount,
  faults: AccountFaults,
): string {
  const t = speak(language)
  if (!hasPassword && !isProven) {
    const fault =
      faults.password === undefined ? '' : html`<p class="error" role="alert">${faults.password}</p>`
    return html`<section class="card"><h2>${t('Password')}</h2><p>${t('You sign in with a code or a link. You may have a password besides, and never need one.')}</p>!${fault}!${proofLink(language)}</section>`
  }
  const current = textField({
    name: 'current',
    label: t('Current password'),
    error: faults.current,
    attributes: { type: 'password', autocomplete: 'current-password', required: true, maxlength: 400 },
  })
  const fields = html`<input name="username" autocomplete="username" value="${phone ?? email}" hidden>!${hasPassword ? current : ''}!${textField(
    {
      name: 'password',
      label: t('New password'),
      hint: t('At least 10 characters. Several words make a good password.'),
      error: faults.password,
      attributes: {
        type: 'password',
        autocomplete: 'new-password',
        required: true,
        minlength: 10,
        maxlength: 400,
      },
    },
  )}!${submitButton(hasPassword ? t('Change the password') : t('Choose this password'), 'plain')}`
  return html`<section class="card"><h2>${t('Password')}</h2><p>${hasPassword ? t('Changing it signs your other devices out.') : t('You sign in with a code or a link. You may have a password besides, and never need one.')}</p>!${postForm('/console/account/password', fields)}</section>`
}

function factorCard(
  language: Language,
  { hasSecondFactor, isProven, backupCodesLeft }: ShownAccount,
): string {
  const t = speak(language)
  const act = hasSecondFactor
    ? html`<p>${t('On: signing in takes a code of your app.')} ${t('Backup codes left: {codes}.', { codes: backupCodesLeft })}</p><p><a class="button plain" href="/console/account/second-factor">${t('Manage it')}</a></p>`
    : html`<p>${t('Off. When it is on, signing in takes one more code, made by an app on your phone: a stolen password or a stolen WhatsApp is no longer enough.')}</p>!${isProven ? buttonForm('/console/account/second-factor', t('Switch it on')) : proofLink(language)}`
  return html`<section class="card"><h2>${t('Two-factor check')}</h2>!${act}</section>`
}

function sessionList(language: Language, { sessions, sessionId, timeZone }: ShownAccount): string {
  const t = speak(language)
  const day = new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone,
  })
  const others = sessions.filter(({ id }) => id !== sessionId)
  const line = ({ id, userAgent, since, lastSeenAt }: ShownSession) => {
    const isThis = id === sessionId
    const where = browserWords(userAgent, t('on')) ?? t('Unknown browser')
    const times = html`<span class="soft">${t('Since {day}', { day: day.format(since) })}, ${t('seen {day}', { day: day.format(lastSeenAt) })}</span>`
    const act = isThis
      ? html`<span class="badge">${t('This device')}</span>`
      : buttonForm(`/console/account/sessions/${id}/end`, t('Sign out'), 'quiet')
    return html`<li><div class="line"><strong>${where}</strong>!${times}!${act}</div></li>`
  }
  return html`<h2>${t('Your signed-in devices')}</h2><ul class="rows">!${sessions.map(line)}</ul>
!${others.length > 0 ? buttonForm('/console/account/sessions/end-others', t('Sign out all others')) : ''}`
}
