import { html } from 'ghtml'
import type { Language } from '../../../base/kernel/language.ts'
import { buttonForm, postForm, submitButton, textField } from '../../../base/pages/form-parts.ts'
import type { ConsoleContent } from '../console-deps.ts'
import { speak } from '../console-words.ts'
import { proofLink } from './proof-link.ts'
import { qrSquare } from './qr-square.ts'

const codeAttributes = {
  autocomplete: 'one-time-code',
  required: true,
  maxlength: 20,
  autocapitalize: 'none',
}

/** Shows a new secret, as a QR code and as text, until a code of it was entered. */
export function enrolmentPage(language: Language, address: string, fieldError?: string): ConsoleContent {
  const t = speak(language)
  const secret = new URL(address).searchParams.get('secret') ?? ''
  const fields = html`!${textField({
    name: 'code',
    label: t('Code that the app shows'),
    hint: t('Your other devices will be signed out.'),
    error: fieldError,
    attributes: { ...codeAttributes, inputmode: 'numeric' },
  })}!${submitButton(t('Check and switch on'))}`
  return {
    section: null,
    title: t('Two-factor check'),
    back: { href: '/console/account', label: t('Your account') },
    isFormPage: fieldError !== undefined,
    main: html`<p>${t('Open an app for codes (Google Authenticator, Aegis, 2FAS…) and scan this square.')}</p><p>!${qrSquare(address, t('Square to scan with your app'))}</p>
<p>${t('Is the app on this same phone? Copy this key into it:')} <code>${secret.match(/.{1,4}/g)?.join(' ')}</code></p>
!${postForm('/console/account/second-factor/confirm', fields)}`,
  }
}

/** Shows the backup codes, once. */
export function backupCodesPage(language: Language, codes: readonly string[]): ConsoleContent {
  const t = speak(language)
  return {
    section: null,
    title: t('Your backup codes'),
    isFormPage: true,
    main: html`<p>${t('The second factor is on. Keep these codes away from your phone: each of them lets you in once if you lose it. They are not shown again.')}</p>
<ul class="rows">!${codes.map((code) => html`<li><div class="line"><code>${code}</code></div></li>`)}</ul>
<p><a class="button primary" href="/console/account">${t('I have noted them')}</a></p>`,
  }
}

/** Lets a second factor be switched off with a code of it; offers to switch it on where there is none. */
export function factorPage(
  language: Language,
  {
    isOn,
    isProven,
    backupCodesLeft,
    fieldError,
  }: { isOn: boolean; isProven: boolean; backupCodesLeft: number; fieldError?: string },
): ConsoleContent {
  const t = speak(language)
  const begin = isProven
    ? buttonForm('/console/account/second-factor', t('Switch it on'))
    : proofLink(language)
  const fields = html`!${textField({
    name: 'code',
    label: t('Code of the app, or backup code'),
    error: fieldError,
    attributes: codeAttributes,
  })}!${submitButton(t('Switch the second factor off'), 'danger')}`
  return {
    section: null,
    title: t('Two-factor check'),
    back: { href: '/console/account', label: t('Your account') },
    isFormPage: fieldError !== undefined,
    main: isOn
      ? html`<p>${t('On: signing in takes a code of your app.')} ${t('Backup codes left: {codes}.', { codes: backupCodesLeft })}</p>!${postForm('/console/account/second-factor/remove', fields)}`
      : html`<p>${t('Off. When it is on, signing in takes one more code, made by an app on your phone: a stolen password or a stolen WhatsApp is no longer enough.')}</p>!${begin}`,
  }
}
