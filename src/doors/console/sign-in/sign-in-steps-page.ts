import { html } from 'ghtml'
import type { Language } from '../../../base/kernel/language.ts'
import { spacedPhone } from '../../../base/kernel/phone-number.ts'
import { postForm, submitButton, textField } from '../../../base/pages/form-parts.ts'
import type { CodeChannel } from '../../../derived-settings.ts'
import { byChannel, noCodes } from '../code-channel-wording.ts'
import type { ConsoleContent } from '../console-deps.ts'
import { speak } from '../console-words.ts'
import { maxNameLength } from './console-name.ts'

/** Asks for a phone or an address; `name` as it was typed before. */
export function namePage(
  language: Language,
  name: string,
  { fieldError, hasEnded = false }: { fieldError?: string; hasEnded?: boolean } = {},
): ConsoleContent {
  const t = speak(language)
  const fields = html`!${textField({
    name: 'name',
    label: t('Phone or e-mail'),
    value: name,
    hint: t('For example 01 97 00 00 01 or shop@example.com.'),
    error: fieldError,
    attributes: {
      autocomplete: 'username',
      required: true,
      maxlength: maxNameLength,
      autocapitalize: 'none',
    },
  })}
<button class="primary" name="way" value="message">${t('Send me a code or a link')}</button>
<button class="plain" name="way" value="password">${t('With my password')}</button>`
  return {
    section: null,
    title: t('Sign in to Colis'),
    notice: hasEnded ? { kind: 'warning', text: t('Your session has ended. Sign in again.') } : undefined,
    main: html`!${postForm('/console/sign-in', fields)}
<h2>${t('No shop yet?')}</h2>
<p><a class="button plain" href="/console/open-shop">${t('Open my shop')}</a></p>`,
  }
}

type MessageStep = {
  hasOutbox: boolean
  /** By what a code comes. */
  codeChannel: CodeChannel
  /** Whether they are opening a shop: then the message is sent to anybody. */
  isOpening: boolean
  fieldError?: string
}

/** A phone as people read it; anything else as it was typed. */
const readable = (name: string): string => (name.startsWith('+') ? spacedPhone(name) : name)

/** Asks for the code that was sent to `phone`. */
export function codePage(
  language: Language,
  phone: string,
  { hasOutbox, codeChannel, isOpening, fieldError }: MessageStep,
): ConsoleContent {
  const t = speak(language)
  const to = { phone: readable(phone), by: byChannel[language][codeChannel] }
  const lead = isOpening
    ? t('A code is coming{by} to {phone}. It works for five minutes, in this browser alone.', to)
    : t('If we know {phone}, a code is coming{by}. It works for five minutes, in this browser alone.', to)
  const fields = html`!${textField({
    name: 'code',
    label: t('The code you received'),
    error: fieldError,
    attributes: { inputmode: 'numeric', autocomplete: 'one-time-code', required: true, maxlength: 12 },
  })}!${submitButton(t('Sign in'))}`
  return {
    section: null,
    title: t('Your code'),
    main: html`<p>${codeChannel === 'NONE' ? noCodes[language] : lead}</p>!${outboxHint(language, hasOutbox)}
!${postForm('/console/sign-in/code', fields)}!${nothingCame(language, isOpening ? '/console/open-shop' : undefined)}`,
  }
}

/** Says that a link was sent to `email`. */
export function linkSentPage(
  language: Language,
  email: string,
  { hasOutbox, isOpening }: MessageStep,
): ConsoleContent {
  const t = speak(language)
  const lead = isOpening
    ? t(
        'A link is coming to {email}. It works once, for fifteen minutes, and opens your shop. Nothing there? Look among the unwanted mail.',
        { email },
      )
    : t(
        'If we know {email}, a link is coming. It works once, for fifteen minutes, on any device you like. Nothing there? Look among the unwanted mail.',
        { email },
      )
  return {
    section: null,
    title: t('Look at your mail'),
    main: html`<p>${lead}</p>!${outboxHint(language, hasOutbox)}!${nothingCame(language, isOpening ? '/console/open-shop' : undefined)}`,
  }
}

/** The page of a link: a button signs in, since scanners of mail open every link; undefined for one that is over. */
export function linkPage(language: Language, email: string | undefined): ConsoleContent {
  const t = speak(language)
  if (email === undefined)
    return {
      section: null,
      isFormPage: true,
      title: t('This link no longer works'),
      main: html`<p>${t('It was used before, or its fifteen minutes are over.')}</p><p><a class="button primary" href="/console/sign-in">${t('Ask for another link')}</a></p>`,
    }
  return {
    section: null,
    title: t('Sign in to Colis'),
    main: html`<p>${t('You are signing in with the address {email}.', { email })}</p><form method="post" class="stack">!${submitButton(t('Sign in'))}</form>
<p class="hint">${t('Not your address? Close this page: somebody has sent you their own link.')}</p>`,
  }
}

/** Asks for the password of whoever has the name `typed`. */
export function passwordPage(language: Language, typed: string, fieldError?: string): ConsoleContent {
  const t = speak(language)
  const fields = html`<input name="username" autocomplete="username" value="${typed}" hidden>!${textField({
    name: 'password',
    label: t('Password'),
    error: fieldError,
    attributes: { type: 'password', autocomplete: 'current-password', required: true, maxlength: 400 },
  })}!${submitButton(t('Sign in'))}`
  return {
    section: null,
    title: t('Your password'),
    main: html`<p>${t('You are signing in with {name}.', { name: readable(typed) })}</p>!${postForm('/console/sign-in/password', fields)}!${otherWays(language)}`,
  }
}

/** Asks for the second factor. */
export function secondFactorPage(language: Language, fieldError?: string): ConsoleContent {
  const t = speak(language)
  const fields = html`!${textField({
    name: 'code',
    label: t('Code of the app, or backup code'),
    hint: t('Six digits, or a backup code such as k7m2p-x9qra.'),
    error: fieldError,
    attributes: { autocomplete: 'one-time-code', required: true, maxlength: 20, autocapitalize: 'none' },
  })}!${submitButton(t('Sign in'))}`
  return {
    section: null,
    title: t('Two-factor check'),
    main: html`<p>${t('One more code: the one that your app shows at this moment.')}</p>!${postForm('/console/sign-in/second-factor', fields)}
<p class="hint">${t('Lost both phone and backup codes? The operator of the service can lift the second factor, once sure that it is you.')}</p>!${otherWays(language)}`,
  }
}

const otherWays = (language: Language): string =>
  html`<p><a href="/console/sign-in">${speak(language)('Sign in another way')}</a></p>`

const nothingCame = (language: Language, start = '/console/sign-in'): string =>
  html`<p><a href="${start}">${speak(language)('Nothing received? Check and start again')}</a></p>`

const outboxHint = (language: Language, hasOutbox: boolean): string =>
  hasOutbox
    ? html`<p class="notice">${speak(language)('A sandbox without WhatsApp and mail: the message is kept on this machine.')} <a href="/dev/outbox" target="_blank" rel="noopener">${speak(language)('Read it in the outbox')}</a></p>`
    : ''
