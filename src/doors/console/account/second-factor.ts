import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { html } from 'ghtml'
import type { Language } from '../../../base/kernel/language.ts'
import {
  beginningOfSecondFactor,
  beginSecondFactor,
} from '../../../domain/accounts/second-factor/begin-second-factor.ts'
import { confirmSecondFactor } from '../../../domain/accounts/second-factor/confirm-second-factor.ts'
import { removeSecondFactor } from '../../../domain/accounts/second-factor/remove-second-factor.ts'
import { countBackupCodes } from '../../../domain/accounts/second-factor/second-factor-store.ts'
import { hasFreshProof } from '../../../domain/accounts/sessions/require-fresh-proof.ts'
import { languageOf } from '../../../http/response-language.ts'
import { codeField, filledForm } from '../../../pages/form.ts'
import { fieldsOf } from '../../../pages/form-fields.ts'
import { buttonForm } from '../../../pages/form-parts.ts'
import type { WorkspaceNotice } from '../../../pages/workspace.ts'
import { attempt, personOf, redirectAfter } from '../../../web/signed-in-request.ts'
import type { ConsoleDeps } from '../console-deps.ts'
import { actorOf } from '../console-request.ts'
import { speak } from '../console-words.ts'
import { accountForm, proofLink } from './identity-proof.ts'
import { qrSquare } from './qr-square.ts'

const path = '/console/account/second-factor'

type Shown = { isOn: boolean; isProven?: boolean; backupCodesLeft?: number; fault?: string }

/**
 * `/console/account/second-factor`: it is switched on with a code that shows that the app has the secret, and
 * off with another.
 */
export async function secondFactorPage(app: FastifyInstance, deps: ConsoleDeps): Promise<void> {
  const { db, accounts, sendPage } = deps
  const acting = (request: FastifyRequest) => ({ ...accounts, actor: actorOf(request) })
  const sessionOf = (request: FastifyRequest) => {
    const { accountId, sessionToken: token } = personOf(request)
    return { accountId, token }
  }
  const begun = (request: FastifyRequest) => {
    const { accountId, account } = personOf(request)
    return beginningOfSecondFactor(accounts, { accountId, called: account.phone ?? account.email ?? '' })
  }
  const codeOf = (request: FastifyRequest) => (fieldsOf(request.body).code ?? '').slice(0, 40)

  app.get(path, async (request, reply) => {
    const { accountId, account } = personOf(request)
    const address = await begun(request)
    if (address !== undefined) return showEnrolment(request, reply, 200, address)
    const isOn = account.hasSecondFactor
    const isRequired = (request.query as { required?: unknown }).required !== undefined && !isOn
    const text = speak(languageOf(request))(
      'Running the service requires two-step verification: switch it on here, then open the operator’s pages.',
    )
    const backupCodesLeft = await countBackupCodes(db, accountId)
    const isProven = await hasFreshProof(accounts, sessionOf(request))
    const notice = isRequired ? ({ kind: 'warning', text } as const) : undefined
    return show(request, reply, 200, { isOn, isProven, backupCodesLeft }, notice)
  })

  app.post(path, accountForm, async (request, reply) =>
    attempt(
      request,
      async () => {
        await beginSecondFactor(accounts, sessionOf(request))
        return redirectAfter(reply, path)
      },
      ({ status, notice }) => show(request, reply, status, { isOn: false }, notice),
    ),
  )

  app.post(`${path}/confirm`, accountForm, async (request, reply) =>
    attempt(
      request,
      async () => {
        const code = codeOf(request).replaceAll(/\s/g, '')
        const codes = await confirmSecondFactor(acting(request), { ...sessionOf(request), code })
        return showBackupCodes(request, reply, codes)
      },
      async ({ status, notice }) => {
        const address = await begun(request)
        if (address === undefined) return redirectAfter(reply, path)
        return showEnrolment(request, reply, status, address, notice.text)
      },
    ),
  )

  app.post(`${path}/remove`, accountForm, async (request, reply) => {
    const { accountId } = personOf(request)
    return attempt(
      request,
      async () => {
        await removeSecondFactor(acting(request), { accountId, code: codeOf(request) })
        return redirectAfter(reply, '/console/account', 'factor-off')
      },
      async ({ status, notice }) => {
        const backupCodesLeft = await countBackupCodes(db, accountId)
        return show(request, reply, status, { isOn: true, backupCodesLeft, fault: notice.text })
      },
    )
  })

  /** Shows a new secret, as a QR code and as text, until a code of it was entered. */
  function showEnrolment(
    request: FastifyRequest,
    reply: FastifyReply,
    status: number,
    address: string,
    fault?: string,
  ) {
    const t = speak(languageOf(request))
    const secret = new URL(address).searchParams.get('secret') ?? ''
    const form = {
      code: codeField({
        label: t('Code that the app shows'),
        hint: t('Your other devices will be signed out.'),
        attributes: { autocapitalize: 'none' },
      }),
    }
    const filled = { typed: {}, faults: { code: fault } }
    return sendPage(request, reply, status, {
      ...frame(languageOf(request)),
      isFormPage: fault !== undefined,
      main: html`
<p>${t('Open an app for codes (Google Authenticator, Aegis, 2FAS…) and scan this square.')}</p>
<p>!${qrSquare(address, t('Square to scan with your app'))}</p>
<p>${t('Is the app on this same phone? Copy this key into it:')}
 <code>${secret.match(/.{1,4}/g)?.join(' ')}</code></p>
!${filledForm(`${path}/confirm`, form, filled, t('Check and switch on'))}`,
    })
  }

  /** Shows the backup codes, once. */
  function showBackupCodes(request: FastifyRequest, reply: FastifyReply, codes: readonly string[]) {
    const t = speak(languageOf(request))
    const lead = t(
      'The second factor is on. Keep these codes away from your phone: each of them lets you in once if you lose it. They are not shown again.',
    )
    const rows = codes.map((code) => html`<li><div class="line"><code>${code}</code></div></li>`)
    return sendPage(request, reply, 200, {
      section: null,
      title: t('Your backup codes'),
      isFormPage: true,
      main: html`<p>${lead}</p>
<ul class="rows">!${rows}</ul>
<p><a class="button primary" href="/console/account">${t('I have noted them')}</a></p>`,
    })
  }

  /** Lets a second factor be switched off with a code of it; offers to switch it on where there is none. */
  function show(
    request: FastifyRequest,
    reply: FastifyReply,
    status: number,
    { isOn, isProven = false, backupCodesLeft = 0, fault }: Shown,
    notice?: WorkspaceNotice,
  ) {
    const language = languageOf(request)
    const t = speak(language)
    const form = {
      code: codeField({
        label: t('Code of the app, or backup code'),
        attributes: { inputmode: undefined, autocapitalize: 'none' },
      }),
    }
    const filled = { typed: {}, faults: { code: fault } }
    const begin = isProven ? buttonForm(path, t('Switch it on')) : proofLink(language)
    return sendPage(request, reply, status, {
      ...frame(language),
      notice,
      isFormPage: fault !== undefined,
      main: html`<p>${factorState(isOn, backupCodesLeft, language)}</p>
!${isOn ? filledForm(`${path}/remove`, form, filled, t('Switch the second factor off'), 'danger') : begin}`,
    })
  }
}

/** Whether a second factor is on, and what it does. */
export function factorState(isOn: boolean, backupCodesLeft: number, language: Language): string {
  const t = speak(language)
  const left = t('Backup codes left: {codes}.', { codes: backupCodesLeft })
  return isOn
    ? `${t('On: signing in takes a code of your app.')} ${left}`
    : t(
        'Off. When it is on, signing in takes one more code, made by an app on your phone: a stolen password or a stolen WhatsApp is no longer enough.',
      )
}

const frame = (language: Language) => {
  const t = speak(language)
  return {
    section: null,
    title: t('Two-factor check'),
    back: { href: '/console/account', label: t('Your account') },
  }
}
