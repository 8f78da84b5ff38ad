import { html } from 'ghtml'
import { distanceText } from '../../base/kernel/figure-text.ts'
import type { SpokenLanguage } from '../../base/kernel/language.ts'
import type { DeliveryKey } from '../../domain/deliveries/delivery-store.ts'
import type { NearLandmark } from '../../domain/maps/find-nearest-landmark.ts'
import type { Place } from '../../domain/matching/courier-screen.ts'
import type { CourierAction } from './courier-action.ts'
import type { PageFrame } from './courier-page-frame.ts'
import { speak } from './courier-words.ts'
import { errorLine, fieldState } from './field-error-page.ts'

type Form = {
  action: CourierAction
  /** What the button says. */
  submit: string
  delivery?: DeliveryKey
  /** Trusted HTML of the fields, made with `html`. */
  fields?: string
  look?: 'primary' | 'plain' | 'quiet' | 'danger'
  /** The token of a form that was sent back for correction; without it a new one is made. */
  token?: string | undefined
}

/**
 * The form of one action with its one button. Its token was made for this page, so that the form sent twice
 * acts once (decision 92).
 */
export function actionForm(frame: PageFrame, form: Form): string {
  const { action, submit, delivery, fields = '', look = 'primary', token = frame.newToken() } = form
  return html`<form method="post" action="/courier/actions/${action}" class="stack" data-action>
<input type="hidden" name="token" value="${token}">
!${delivery ? html`<input type="hidden" name="shop" value="${delivery.shopId}"><input type="hidden" name="delivery" value="${delivery.id}">` : ''}
!${fields}
<button class="${look}">${submit}</button>
</form>`
}

/** A field for a code of four digits that somebody gives the courier. */
export function codeField(label: string, typed: string | undefined, fieldError: string | undefined): string {
  return html`<label for="code">${label}</label>
<input id="code" name="code" class="code" inputmode="numeric" autocomplete="off" required maxlength="8" value="${typed}" !${fieldState('code', fieldError)}>
!${errorLine('code', fieldError)}`
}

/**
 * Who is where, and the ways there; of a place without a door the area and the landmark, and a map without a
 * pin.
 */
export function placeCard(
  language: SpokenLanguage,
  place: Place,
  { near, area }: { near?: NearLandmark | undefined; area?: string | undefined } = {},
): string {
  if (place.isRough) return areaCard(language, { ...place, label: place.label ?? area ?? null })
  const t = speak(language)
  const position = `${place.lat},${place.lng}`
  const name = encodeURIComponent(place.name)
  return html`<div class="place"><p class="who">${place.name}</p>
!${place.label ? html`<p>${place.label}</p>` : ''}
!${place.landmark ? html`<p class="landmark">${place.landmark}</p>` : ''}
!${near ? html`<p>${t('{distance} from {landmark}, as the crow flies', { distance: distanceText(near.meters, language), landmark: near.name })}</p>` : ''}
<a class="button plain" href="geo:${position}?q=${position}(${name})">${t('Open in maps')}</a>
<a class="link" href="https://www.google.com/maps/dir/?api=1&amp;destination=${position}" rel="noreferrer">${t('Directions on the web')}</a>
</div>`
}

function areaCard(language: SpokenLanguage, { name, label, landmark, lat, lng }: Place): string {
  const t = speak(language)
  return html`<div class="place"><p class="who">${name}</p>
<p><strong>${t('Approximate place:')}</strong>${label ? ` ${label}` : ''}</p>
!${landmark ? html`<p class="landmark">${landmark}</p>` : ''}
<p>${t('The door is not known: follow the landmark, and call the customer when you arrive.')}</p>
<a class="button plain" href="geo:${lat},${lng}?z=15">${t('Open the area in maps')}</a>
</div>`
}
