import { html } from 'ghtml'
import type { CodeAnswer } from '../../domain/accounts/sign-in-code.ts'
import { courierPage } from './courier-page.ts'
import type { PageFrame } from './courier-page-frame.ts'
import { courierWording } from './courier-wording.ts'
import { errorLine, fieldState } from './field-error-page.ts'

/** The messages above the form that asks for the phone. */
type SignInNotice = { fieldError?: string | undefined; hasEnded?: boolean }

/** Asks for the phone; `phone` as it was typed before. */
export function phonePage(
  frame: PageFrame,
  phone: string,
  { fieldError, hasEnded }: SignInNotice = {},
): string {
  const wording = courierWording[frame.language].signIn
  const main = html`<h1>${wording.heading}</h1>
!${hasEnded ? html`<p class="notice waiting" role="status">${wording.ended}</p>` : ''}
<p>${wording.lead}</p>
<form method="post" action="/courier/sign-in" class="stack">
<label for="phone">${wording.phone}</label>
<input id="phone" name="phone" type="tel" inputmode="tel" autocomplete="tel" required maxlength="30" value="${phone}" !${fieldState('phone', fieldError, 'phone-hint')}>
<p class="hint" id="phone-hint">${wording.phoneHint}</p>
!${errorLine('phone', fieldError)}
<button class="primary">${wording.submit}</button>
</form>`
  return courierPage(frame, { main, path: '/courier/sign-in' })
}

/** Asks for the code that was sent to `phone`; `answer` is the outcome of the last one. */
export function codePage(frame: PageFrame, phone: string, answer?: Exclude<CodeAnswer, 'RIGHT'>): string {
  const wording = courierWording[frame.language].signInCode
  const fieldError = answer && wording.answers[answer]
  const main = html`<h1>${wording.heading}</h1>
<p>${wording.lead(phone)}</p>
<form method="post" action="/courier/sign-in/code" class="stack">
<label for="code">${wording.code}</label>
<input id="code" name="code" class="code" inputmode="numeric" autocomplete="one-time-code" required maxlength="12" !${fieldState('code', fieldError)}>
!${errorLine('code', fieldError)}
<button class="primary">${wording.submit}</button>
</form>
<a class="button quiet" href="/courier/sign-in">${wording.again}</a>`
  return courierPage(frame, { main, path: '/courier/sign-in/code' })
}
