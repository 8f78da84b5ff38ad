import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { html } from 'ghtml'
import type { Language } from '../../../base/kernel/language.ts'
import { spacedPhone } from '../../../base/kernel/phone-number.ts'
import { trimmedText } from '../../../base/kernel/plain-text.ts'
import { isUuid } from '../../../base/kernel/uuid.ts'
import { ApiError } from '../../../contract/errors.ts'
import { calledLength, readCalled } from '../../../domain/accounts/account-name.ts'
import { changeAccount } from '../../../domain/accounts/change-account.ts'
import { passwordLength } from '../../../domain/accounts/passwords/password-rules.ts'
import { setPassword, setPasswordBefore } from '../../../domain/accounts/passwords/set-password.ts'
import { countBackupCodes } from '../../../domain/accounts/second-factor/second-factor-store.ts'
import { endOtherSessions, endSessionOf } from '../../../domain/accounts/sessions/end-sessions.ts'
import { hasFreshProof } from '../../../domain/accounts/sessions/require-fresh-proof.ts'
import { listSessions } from '../../../domain/accounts/sessions/session-store.ts'
import { languageOf } from '../../../http/response-language.ts'
import { choice, filledForm, optional, readForm, typedField } from '../../../pages/form.ts'
import { fieldsOf } from '../../../pages/form-fields.ts'
import { buttonForm, postForm, submitButton, textField } from '../../../pages/form-parts.ts'
import { languageCookie } from '../../../pages/kept-language.ts'
import { attempt, doneNotice, personOf, redirectAfter } from '../../../web/signed-in-request.ts'
import type { ConsoleDeps } from '../console-deps.ts'
import { actorOf } from '../console-request.ts'
import { type ConsoleText, speak, speakEach } from '../console-words.ts'
import { browserWords } from './browser-words.ts'
import { accountForm, proofLink } from './identity-proof.ts'
import { factorState } from './second-factor.ts'

const path = '/console/account'

const done: Record<string, ConsoleText> = {
  proven: 'It is you. You have ten minutes.',
  saved: 'Saved.',
  password: 'Your password is saved. Your other devices are signed out.',
  'factor-off': 'The second factor is off.',
  ended: 'The device is signed out.',
}

type Filled = {
  typedName?: string | undefined
  faults?: { name?: string | undefined; current?: string; password?: string }
}
type ShownAccount = { phone: string | null; email: string | null; hasPassword: boolean; isProven: boolean }

const personForm = (language: Language) => {
  const t = speak(language)
  return {
    name: typedField({
      label: t('Your name'),
      wrong: t('Write your name, at most 80 characters.'),
      attributes: { autocomplete: 'name', required: true, maxlength: calledLength.max },
      read: readCalled,
    }),
    language: optional(choice({ fr: t('Français'), en: t('English') }, { label: t('Language') })),
  }
}

/** `/console/account`: who somebody is, how they sign in, and where they are signed in. */
export async function ownAccountPage(app: FastifyInstance, deps: ConsoleDeps): Promise<void> {
  const { db, clock, accounts, isSecure, timeZone } = deps
  const acting = (request: FastifyRequest) => ({ ...accounts, actor: actorOf(request) })
  const sessionOf = (request: FastifyRequest) => {
    const { accountId, sessionToken: token } = personOf(request)
    return { accountId, token }
  }

  app.get(path, async (request, reply) => show(request, reply, 200))

  app.post(path, accountForm, async (request, reply) => {
    const sent = fieldsOf(request.body)
    const name = trimmedText((sent.name ?? '').slice(0, 400))
    const { values, faults } = readForm(personForm(languageOf(request)), { ...sent, name })
    if (!values) return show(request, reply, 422, { typedName: name, faults })
    const { language } = values
    const change = { name: values.name, ...(language && { language }) }
    await changeAccount(acting(request), personOf(request).accountId, change)
    if (language) reply.header('set-cookie', languageCookie(language, { path: '/console', isSecure }))
    return redirectAfter(reply, path, 'saved')
  })

  app.post(`${path}/password`, accountForm, async (request, reply) => {
    const { current = '', password = '' } = fieldsOf(request.body)
    return attempt(
      request,
      async () => {
        await setPassword(acting(request), { ...sessionOf(request), current, password })
        return redirectAfter(reply, path, 'password')
      },
      ({ code, status, notice: { text } }) =>
        show(request, reply, status, {
          faults: code === 'PASSWORD_WRONG' ? { current: text } : { password: text },
        }),
    )
  })

  app.post<{ Params: { sessionId: string } }>(
    `${path}/sessions/:sessionId/end`,
    accountForm,
    async (request, reply) => {
      const { sessionId } = request.params
      const { accountId } = personOf(request)
      if (!isUuid(sessionId)) throw new ApiError('SESSION_NOT_FOUND')
      await endSessionOf(acting(request), { accountId, sessionId })
      return redirectAfter(reply, path, 'ended')
    },
  )

  app.post(`${path}/sessions/end-others`, accountForm, async (request, reply) => {
    await endOtherSessions(acting(request), sessionOf(request))
    return redirectAfter(reply, path, 'ended')
  })

  async function show(
    request: FastifyRequest,
    reply: FastifyReply,
    status: number,
    { typedName, faults = {} }: Filled = {},
  ): Promise<unknown> {
    const { accountId, account } = personOf(request)
    const language = languageOf(request)
    const t = speak(language)
    const isProven = await hasFreshProof({ db, clock }, sessionOf(request))
    const hasPassword = await setPasswordBefore(db, accountId)
    const backupCodesLeft = await countBackupCodes(db, accountId)
    const sessions = await listSessions(db, accountId, clock.now())
    const names = [account.phone && spacedPhone(account.phone), account.email].filter(Boolean).join(', ')
    const typed = { name: typedName ?? account.name, language }
    const factorAct = account.hasSecondFactor
      ? html`<p><a class="button plain" href="${path}/second-factor">${t('Manage it')}</a></p>`
      : isProven
        ? buttonForm(`${path}/second-factor`, t('Switch it on'))
        : proofLink(language)
    return deps.sendPage(request, reply, status, {
      section: null,
      title: t('Your account'),
      back: { href: '/console', label: t('Your shops') },
      notice: doneNotice(request, speakEach(language, done)),
      isFormPage: Object.keys(faults).length > 0,
      main: html`
<section class="card"><h2>${t('You')}</h2><p>${t('You sign in with')} ${names}</p>
!${filledForm(path, personForm(language), { typed, faults: { name: faults.name } }, t('Save'))}</section>
!${passwordCard({ ...account, hasPassword, isProven }, faults, language)}
<section class="card"><h2>${t('Two-factor check')}</h2>
<p>${factorState(account.hasSecondFactor, backupCodesLeft, language)}</p>!${factorAct}</section>
!${sessionList({ sessions, ownId: account.sessionId, timeZone }, language)}
!${buttonForm('/console/sign-out', t('Sign out#account'))}`,
    })
  }
}

function passwordCard(
  { hasPassword, isProven, phone, email }: ShownAccount,
  faults: { current?: string; password?: string },
  language: Language,
): string {
  const t = speak(language)
  const about = hasPassword
    ? t('Changing it signs your other devices out.')
    : t('You sign in with a code or a link. You may have a password besides, and never need one.')
  const lead = html`<h2>${t('Password')}</h2><p>${about}</p>`
  if (!hasPassword && !isProven) {
    const fault = faults.password && html`<p class="error" role="alert">${faults.password}</p>`
    return html`<section class="card">!${lead}!${fault ?? ''}!${proofLink(language)}</section>`
  }
  const attributes = { type: 'password', required: true, maxlength: 400 }
  const current = textField({
    name: 'current',
    label: t('Current password'),
    error: faults.current,
    attributes: { ...attributes, autocomplete: 'current-password' },
  })
  const chosen = textField({
    name: 'password',
    label: t('New password'),
    hint: t('At least 10 characters. Several words make a good password.'),
    error: faults.password,
    attributes: { ...attributes, autocomplete: 'new-password', minlength: passwordLength.min },
  })
  const button = submitButton(hasPassword ? t('Change the password') : t('Choose this password'), 'plain')
  const fields = html`<input name="username" autocomplete="username" value="${phone ?? email}" hidden>
!${hasPassword ? current : ''}!${chosen}!${button}`
  return html`<section class="card">!${lead}!${postForm(`${path}/password`, fields)}</section>`
}

type ShownSession = { id: string; userAgent: string | null; since: Date; lastSeenAt: Date }

function sessionList(
  { sessions, ownId, timeZone }: { sessions: readonly ShownSession[]; ownId: string; timeZone: string },
  language: Language,
): string {
  const t = speak(language)
  const format = new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone,
  })
  const rows = sessions.map(({ id, userAgent, since, lastSeenAt }) => {
    const where = browserWords(userAgent, t('on')) ?? t('Unknown browser')
    const seen = t('seen {day}', { day: format.format(lastSeenAt) })
    const act =
      id === ownId
        ? html`<span class="badge">${t('This device')}</span>`
        : buttonForm(`${path}/sessions/${id}/end`, t('Sign out'), 'quiet')
    return html`<li><div class="line"><strong>${where}</strong>
<span class="soft">${t('Since {day}', { day: format.format(since) })}, ${seen}</span>!${act}</div></li>`
  })
  const hasOthers = sessions.some(({ id }) => id !== ownId)
  return html`<h2>${t('Your signed-in devices')}</h2><ul class="rows">!${rows}</ul>
!${hasOthers ? buttonForm(`${path}/sessions/end-others`, t('Sign out all others')) : ''}`
}
