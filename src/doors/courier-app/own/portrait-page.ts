import { html } from 'ghtml'
import type { Language } from '../../../base/kernel/language.ts'
import { ownWording } from './own-wording.ts'

/** Where the courier sees their own picture. */
export const portraitPath = '/courier/photo'

/** The page of the courier's picture; `version` names the one that is kept, null without one. */
export function portraitMain(language: Language, version: string | null): string {
  const { portrait, trips } = ownWording[language]
  const { unreadable, failed, sending } = portrait
  return html`<h1>${portrait.heading}</h1>
<p>${portrait.lead}</p>
!${
    version === null
      ? html`<p>${portrait.none}</p>`
      : html`<p><img class="portrait" src="${portraitPath}/image?v=${version}" alt="${portrait.alt}" width="160" height="160"></p>`
  }
<noscript><p>${portrait.noScript}</p></noscript>
<div class="stack" id="portrait" hidden data-say="${JSON.stringify({ unreadable, failed, sending })}">
<label class="button plain picker">${portrait.choose}<input id="photo" type="file" accept="image/*" aria-describedby="photo-hint"></label>
<p class="hint" id="photo-hint">${portrait.hint}</p>
<p class="error" role="alert" hidden></p>
</div>
!${
    version === null
      ? ''
      : html`<form method="post" action="${portraitPath}/remove" class="stack"><button class="quiet">${portrait.remove}</button></form>`
  }
<a class="button plain" href="/courier">${trips.back}</a>`
}
