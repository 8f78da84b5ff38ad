import { html } from 'ghtml'
import type { CodeAnswer } from '../../domain/accounts/sign-in-code.ts'
import { courierPage } from './courier-page.ts'
import type { PageFrame } from './courier-page-frame.ts'
import { speak } from './courier-words.ts'
import { errorLine, fieldState } from './field-error-page.ts'

/** The messages above the form that asks for the phone. */
type SignInNotice = { fieldError?: string | undefined; hasEnded?: boolean }

/** Asks for the phone; `phone` as it was typed before. */
export function phonePage(
  frame: PageFrame,
  phone: string,
  { fieldError, hasEnded }: SignInNotice = {},
): string {
  const t = speak(frame.language)
  const main = html`<h1>${t('Sign in')}</h1>
!${hasEnded ? html`<p class="notice waiting" role="status">${t('Your session has ended. Sign in again to go on.')}</p>` : ''}
<p>${t('Enter the number you are registered with: we send it a code.')}</p>
<form method="post" action="/courier/sign-in" class="stack">
<label for="phone">${t('Phone number')}</label>
<input id="phone" name="phone" type="tel" inputmode="tel" autocomplete="tel" required maxlength="30" value="${phone}" !${fieldState('phone', fieldError, 'phone-hint')}>
<p class="hint" id="phone-hint">${t('For example 01 97 00 00 02')}</p>
!${errorLine('phone', fieldError)}
<button class="primary">${t('Get a code')}</button>
</form>`
  return courierPage(frame, { main, path: '/courier/sign-in' })
}

const codeFaults = {
  WRONG: 'This code is wrong. Check it and try again.',
  EXPIRED: 'This code is no longer valid. Ask for another one.',
  TOO_MANY_TRIES: 'Too many tries. Ask for another code.',
} as const

/** Asks for the code that was sent to `phone`; `answer` is the outcome of the last one. */
export function codePage(frame: PageFrame, phone: string, answer?: Exclude<CodeAnswer, 'RIGHT'>): string {
  const t = speak(frame.language)
  const fieldError = answer && t(codeFaults[answer])
  const main = html`<h1>${t('Enter the code')}</h1>
<p>${t('If {phone} belongs to a registered courier, a 6-digit code was sent to it. It is valid for 5 minutes.', { phone })}</p>
<form method="post" action="/courier/sign-in/code" class="stack">
<label for="code">${t('6-digit code')}</label>
<input id="code" name="code" class="code" inputmode="numeric" autocomplete="one-time-code" required maxlength="12" !${fieldState('code', fieldError)}>
!${errorLine('code', fieldError)}
<button class="primary">${t('Sign in#button')}</button>
</form>
<a class="button quiet" href="/courier/sign-in">${t('Change the number or ask for another code')}</a>`
  return courierPage(frame, { main, path: '/courier/sign-in/code' })
}
