import { html } from 'ghtml'
import type { DeliveryKey } from '../../domain/deliveries/delivery-store.ts'
import { hiddenField } from '../../pages/form-parts.ts'
import type { PageFrame } from './courier-page-frame.ts'

/** What a courier can do on their pages, by the last segment of the address. */
export const courierActions = [
  'go-on-duty',
  'go-off-duty',
  'accept',
  'decline',
  'arrive',
  'problem',
  'pick-up',
  'pick-up-all',
  'hand-over',
  'fail',
  'at-customer',
  'called',
  'bring-back',
  'set-out-again',
  'parcel-is-back',
  'put-away',
  'go-first',
  'seen',
] as const
export type CourierAction = (typeof courierActions)[number]

/** With which the phone says where it is, if it may. */
const placedActions: readonly CourierAction[] = ['hand-over', 'fail']

/** A form that was refused because of what was typed into it, to be shown again. */
export type RejectedForm<Fault extends string = string> = {
  fault: Fault
  token: string
  typed: Readonly<Record<string, string>>
  /** Of which delivery it was; undefined of a form that is of none, and where the page shows one alone. */
  delivery?: DeliveryKey
}

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
  const hidden = delivery ? [hiddenField('shop', delivery.shopId), hiddenField('delivery', delivery.id)] : []
  const place = placedActions.includes(action) ? html` data-place` : ''
  return html`<form method="post" action="/courier/actions/${action}" class="stack" data-action!${place}>
!${hiddenField('token', token)}
!${hidden}
!${fields}
<button class="${look}">${submit}</button>
</form>`
}
