import { html } from 'ghtml'
import { hiddenField } from '../../pages/form-parts.ts'
import { courierPage } from './courier-page.ts'
import type { PageFrame } from './courier-page-frame.ts'
import { speak } from './courier-words.ts'

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
  const t = speak(language)
  const isSigningOut = action === '/courier/sign-out'
  const meaning = isSigningOut
    ? t(
        'If you sign out, the parcel stays yours, but this phone no longer shows where to take it or whom to call.',
      )
    : t('Even off duty the parcel stays yours: finish this trip first.')
  return html`<h1>${t('You still have a parcel')}</h1>
<p>${meaning}</p>
<a class="button primary" href="/courier">${t('Back to the parcel')}</a>
<form method="post" action="${action}" class="stack" !${isSigningOut ? '' : 'data-action'}>
!${hiddenField(sure.name, sure.value)}
!${token === undefined ? '' : hiddenField('token', token)}
<button class="danger">${isSigningOut ? t('Sign out all the same') : t('Go off duty all the same')}</button>
</form>`
}

/** The same as a page of its own, without anything of the parcel. */
export const leavingPage = (frame: PageFrame, leaving: Leaving): string =>
  courierPage(frame, { main: leavingMain(frame, leaving) })
