import { html } from 'ghtml'
import type { SpokenLanguage } from '../../../base/kernel/language.ts'
import { speak } from '../courier-words.ts'

/** Where the courier sees their own picture. */
export const portraitPath = '/courier/photo'

/** The page of the courier's picture; `version` names the one that is kept, null without one. */
export function portraitMain(language: SpokenLanguage, version: string | null): string {
  const t = speak(language)
  const says = {
    unreadable: t('This file is no photo that this phone can read.'),
    failed: t('The photo was not sent. Check the network, then try again.'),
    sending: t('Sending…'),
  }
  return html`<h1>${t('My photo')}</h1>
<p>${t('The customer sees it while you have their parcel, to recognise you. Without a photo they see your initial.')}</p>
!${
    version === null
      ? html`<p>${t('You have no photo yet.')}</p>`
      : html`<p><img class="portrait" src="${portraitPath}/image?v=${version}" alt="${t('Your photo')}" width="160" height="160"></p>`
  }
<noscript><p>${t('JavaScript is needed to make the photo small before it is sent.')}</p></noscript>
<div class="stack" id="portrait" hidden data-say="${JSON.stringify(says)}">
<label class="button plain picker">${t('Choose a photo')}<input id="photo" type="file" accept="image/*" aria-describedby="photo-hint"></label>
<p class="hint" id="photo-hint">${t('The photo is made small on your phone before it is sent.')}</p>
<p class="error" role="alert" hidden></p>
</div>
!${
    version === null
      ? ''
      : html`<form method="post" action="${portraitPath}/remove" class="stack"><button class="quiet">${t('Remove my photo')}</button></form>`
  }
<a class="button plain" href="/courier">${t('Back to trips')}</a>`
}
