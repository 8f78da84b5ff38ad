import { html } from 'ghtml'
import type { PageFrame } from './customer-page.ts'
import type { CustomerView } from './customer-view.ts'

/** The photo of the parcel where the shop gave one: loaded only once somebody opens it, so that the page stays light. */
export const parcelPhoto = ({ t, path }: PageFrame, { hasPhoto }: Pick<CustomerView, 'hasPhoto'>): string =>
  hasPhoto
    ? html`<details><summary>${t('See the photo of the parcel')}</summary><img class="photo" src="${path}/parcel-photo" alt="${t('Your parcel')}" loading="lazy"></details>`
    : ''
