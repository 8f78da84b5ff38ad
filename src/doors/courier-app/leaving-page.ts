import { html } from 'ghtml'
import { courierPage } from './courier-page.ts'
import type { PageFrame } from './courier-page-frame.ts'
import { courierWording } from './courier-wording.ts'

/** What somebody who has a parcel is about to do. */
type Leaving = {
  action: '/courier/sign-out' | '/courier/actions/go-off-duty'
  /** The token of the form that they sent; signing out has none. */
  token?: string
}

/** The field that says that a courier has read what leaving means, and its value. */
export const sure = { name: 'sure', value: 'yes' } as const

/** Asks a courier with a parcel once more before they sign out or end their duty. */
export function leavingMain({ language }: PageFrame, { action, token }: Leaving): string {
  const wording = courierWording[language].leaving
  const isSigningOut = action === '/courier/sign-out'
  return html`<h1>${wording.heading}</h1>
<p>${isSigningOut ? wording.signOut : wording.goOff}</p>
<a class="button primary" href="/courier">${wording.stay}</a>
<form method="post" action="${action}" class="stack" !${isSigningOut ? '' : 'data-action'}>
<input type="hidden" name="${sure.name}" value="${sure.value}">
!${token === undefined ? '' : html`<input type="hidden" name="token" value="${token}">`}
<button class="danger">${isSigningOut ? wording.signOutAnyway : wording.goOffAnyway}</button>
</form>`
}

/** The same as a page of its own, without anything of the parcel. */
export const leavingPage = (frame: PageFrame, leaving: Leaving): string =>
  courierPage(frame, { main: leavingMain(frame, leaving) })
