import { html } from 'ghtml'
import type { DeliveryStatus } from '../contract/vocabulary.ts'
import { type StatusShape, statusShape } from '../pages/icon-sprite.ts'

/** How something stands: what waits, what goes towards the shop, what is under way, wrong, or over. */
type StatusLook = 'wait' | 'go' | 'way' | 'bad' | 'over'

const marks: Record<DeliveryStatus, readonly [StatusShape, StatusLook]> = {
  AWAITING_LOCATION: ['position', 'wait'],
  SEARCHING_COURIER: ['search', 'wait'],
  ASSIGNED: ['to-shop', 'go'],
  IN_TRANSIT: ['way', 'way'],
  DELIVERED: ['done', 'over'],
  FAILED: ['back', 'bad'],
  RETURNED: ['returned', 'over'],
  CANCELLED: ['cancelled', 'over'],
  EXPIRED: ['expired', 'over'],
}

const atShop = ['at-shop', 'go'] as const

/** A status: a shape, a word and a colour, in that order; a courier at the shop has a shape of their own. */
export function statusMark(status: DeliveryStatus, text: string, isAtShop = false): string {
  const [shape, look] = status === 'ASSIGNED' && isAtShop ? atShop : marks[status]
  return html`<span class="st ${look}">!${statusShape(shape)}${text}</span>`
}
