import { html } from 'ghtml'
import type { Language } from '../../../base/kernel/language.ts'
import { spacedPhone } from '../../../base/kernel/phone-number.ts'
import { postForm, submitButton, textField } from '../../../base/pages/form-parts.ts'
import type { CodeChannel } from '../../../derived-settings.ts'
import { byChannel, noCodes } from '../code-channel-wording.ts'
import type { ConsoleContent } from '../console-deps.ts'
import { maxNameLength } from './console-name.ts'
import { signInWording } from './sign-in-wording.ts'

/** Asks for a phone or an address; `name` as it was typed before. */
export function namePage(
  language: Language,
  name: string,
  { fieldError, hasEnded = false }: { fieldError?: string; hasEnded?: boolean } = {},
): ConsoleContent {
  const { name: words, openShop } = signInWording[language]
  const fields = html`!${textField({
    name: 'name',
    label: words.label,
    value: name,
    hint: words.hint,
    error: fieldError,
    attributes: {
      autocomplete: 'username',
      required: true,
      maxlength: maxNameLength,
      autocapitalize: 'none',
    },
  })}
<button class="primary" name="way" value="message">${words.message}</button>
<button class="plain" name="way" value="password">${words.password}</button>`
  return {
    section: null,
    title: words.title,
    notice: hasEnded ? { kind: 'warning', text: words.ended } : undefined,
    main: html`!${postForm('/console/sign-in', fields)}
<h2>${openShop.question}</h2>
<p><a class="button plain" href="/console/open-shop">${openShop.title}</a></p>`,
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
  const words = signInWording[language].code
  const lead = isOpening ? words.leadOpening : words.lead
  const fields = html`!${textField({
    name: 'code',
    label: words.label,
    error: fieldError,
    attributes: { inputmode: 'numeric', autocomplete: 'one-time-code', required: true, maxlength: 12 },
  })}!${submitButton(words.submit)}`
  return {
    section: null,
    title: words.title,
    main: html`<p>${codeChannel === 'NONE' ? noCodes[language] : lead(readable(phone), byChannel[language][codeChannel])}</p>!${outboxHint(language, hasOutbox)}
!${postForm('/console/sign-in/code', fields)}!${nothingCame(language, isOpening ? '/console/open-shop' : undefined)}`,
  }
}

/** Says that a link was sent to `email`. */
export function linkSentPage(
  language: Language,
  email: string,
  { hasOutbox, isOpening }: MessageStep,
): ConsoleContent {
  const words = signInWording[language].linkSent
  return {
    section: null,
    title: words.title,
    main: html`<p>${(isOpening ? words.leadOpening : words.lead)(email)}</p>!${outboxHint(language, hasOutbox)}!${nothingCame(language, isOpening ? '/console/open-shop' : undefined)}`,
  }
}

/** The page of a link: a button signs in, since scanners of mail open every link; undefined for one that is over. */
export function linkPage(language: Language, email: string | undefined): ConsoleContent {
  const words = signInWording[language].link
  if (email === undefined)
    return {
      section: null,
      isFormPage: true,
      title: words.over,
      main: html`<p>${words.overLead}</p><p><a class="button primary" href="/console/sign-in">${words.again}</a></p>`,
    }
  return {
    section: null,
    title: words.title,
    main: html`<p>${words.lead(email)}</p><form method="post" class="stack">!${submitButton(words.submit)}</form>
<p class="hint">${words.hint}</p>`,
  }
}

/** Asks for the password of whoever has the name `typed`. */
export function passwordPage(language: Language, typed: string, fieldError?: string): ConsoleContent {
  const words = signInWording[language].password
  const fields = html`<input name="username" autocomplete="username" value="${typed}" hidden>!${textField({
    name: 'password',
    label: words.label,
    error: fieldError,
    attributes: { type: 'password', autocomplete: 'current-password', required: true, maxlength: 400 },
  })}!${submitButton(words.submit)}`
  return {
    section: null,
    title: words.title,
    main: html`<p>${words.lead(readable(typed))}</p>!${postForm('/console/sign-in/password', fields)}!${otherWays(language)}`,
  }
}

/** Asks for the second factor. */
export function secondFactorPage(language: Language, fieldError?: string): ConsoleContent {
  const words = signInWording[language].secondFactor
  const fields = html`!${textField({
    name: 'code',
    label: words.label,
    hint: words.hint,
    error: fieldError,
    attributes: { autocomplete: 'one-time-code', required: true, maxlength: 20, autocapitalize: 'none' },
  })}!${submitButton(words.submit)}`
  return {
    section: null,
    title: words.title,
    main: html`<p>${words.lead}</p>!${postForm('/console/sign-in/second-factor', fields)}
<p class="hint">${words.lost}</p>!${otherWays(language)}`,
  }
}

const otherWays = (language: Language): string =>
  html`<p><a href="/console/sign-in">${signInWording[language].otherWays}</a></p>`

const nothingCame = (language: Language, start = '/console/sign-in'): string =>
  html`<p><a href="${start}">${signInWording[language].nothingCame}</a></p>`

const outboxHint = (language: Language, hasOutbox: boolean): string =>
  hasOutbox
    ? html`<p class="notice">${signInWording[language].outbox.lead} <a href="/dev/outbox" target="_blank" rel="noopener">${signInWording[language].outbox.link}</a></p>`
    : ''
