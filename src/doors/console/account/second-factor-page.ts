import { html } from 'ghtml'
import type { Language } from '../../../base/kernel/language.ts'
import { buttonForm, postForm, submitButton, textField } from '../../../base/pages/form-parts.ts'
import type { ConsoleContent } from '../console-deps.ts'
import { accountWording } from './account-wording.ts'
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
  const { factor, title } = accountWording[language]
  const secret = new URL(address).searchParams.get('secret') ?? ''
  const fields = html`!${textField({
    name: 'code',
    label: factor.code,
    hint: factor.confirmHint,
    error: fieldError,
    attributes: { ...codeAttributes, inputmode: 'numeric' },
  })}!${submitButton(factor.confirm)}`
  return {
    section: null,
    title: factor.title,
    back: { href: '/console/account', label: title },
    isFormPage: fieldError !== undefined,
    main: html`<p>${factor.scan}</p><p>!${qrSquare(address, factor.scanLabel)}</p>
<p>${factor.byHand} <code>${secret.match(/.{1,4}/g)?.join(' ')}</code></p>
!${postForm('/console/account/second-factor/confirm', fields)}`,
  }
}

/** Shows the backup codes, once. */
export function backupCodesPage(language: Language, codes: readonly string[]): ConsoleContent {
  const { saved } = accountWording[language].factor
  return {
    section: null,
    title: saved.title,
    isFormPage: true,
    main: html`<p>${saved.lead}</p>
<ul class="rows">!${codes.map((code) => html`<li><div class="line"><code>${code}</code></div></li>`)}</ul>
<p><a class="button primary" href="/console/account">${saved.done}</a></p>`,
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
  const { factor, title } = accountWording[language]
  const begin = isProven ? buttonForm('/console/account/second-factor', factor.begin) : proofLink(language)
  const fields = html`!${textField({
    name: 'code',
    label: factor.removeCode,
    error: fieldError,
    attributes: codeAttributes,
  })}!${submitButton(factor.remove, 'danger')}`
  return {
    section: null,
    title: factor.title,
    back: { href: '/console/account', label: title },
    isFormPage: fieldError !== undefined,
    main: isOn
      ? html`<p>${factor.on} ${factor.left(backupCodesLeft)}</p>!${postForm('/console/account/second-factor/remove', fields)}`
      : html`<p>${factor.off}</p>!${begin}`,
  }
}
