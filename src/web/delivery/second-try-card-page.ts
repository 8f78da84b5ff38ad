import { html } from 'ghtml'
import type { Fcfa } from '../../base/kernel/fcfa.ts'
import { amountText, nearSpanText } from '../../base/kernel/figure-text.ts'
import { ApiError } from '../../contract/errors.ts'
import type { DeliveryRow } from '../../domain/deliveries/delivery-row.ts'
import type { DeliveryKey } from '../../domain/deliveries/delivery-store.ts'
import { getDelivery } from '../../domain/deliveries/get-delivery.ts'
import type { CreationDeps } from '../../domain/deliveries/order/create-delivery.ts'
import { askSecondTry } from '../../domain/deliveries/second-try/ask-second-try.ts'
import { type QuotedSlot, refusalOfSecondTry } from '../../domain/deliveries/second-try/quote-second-try.ts'
import { secondTrySlots } from '../../domain/deliveries/second-try/second-try.ts'
import { findSecondTry } from '../../domain/deliveries/second-try/second-try-store.ts'
import { postForm, selectField, submitButton } from '../../pages/form-parts.ts'
import { speak } from '../web-words.ts'
import type { DeliveryFacts } from './delivery-facts.ts'

/** The spans in which a failed parcel can be brought once more, and the address of the page they stand on. */
type Offered = DeliveryFacts & { secondTrySlots: QuotedSlot[]; href: string }

/**
 * The spans of today and tomorrow in which a failed parcel can be brought once more, each at its price;
 * `lead` says who pays it.
 */
export function secondTryCard(
  { secondTrySlots: slots, language, href, timeZone, now }: Offered,
  lead: string,
): string {
  if (slots.length === 0) return ''
  const t = speak(language)
  const options = slots.map(({ key, window, priceFcfa }) => ({
    value: `${key} ${priceFcfa}`,
    label: `${amountText(priceFcfa, language)} · ${nearSpanText(window, { timeZone, now }, language)}`,
  }))
  const fields = html`!${selectField({ name: 'slot', label: t('When#second-try'), options })}
!${submitButton(t('Have it brought once more'))}`
  return html`<section class="card" id="second-try"><h2>${t('Second try')}</h2><p>${lead}</p>
!${postForm(`${href}/second-try`, fields)}</section>`
}

/**
 * Asks for the span that the form sent, at the price that it showed and at the shop's expense; where one
 * stands, returns that. Throws what `askSecondTry` throws.
 */
export async function askFromForm(
  deps: CreationDeps,
  key: DeliveryKey,
  { slot = '' }: Record<string, string>,
): Promise<DeliveryRow> {
  const first = await getDelivery(deps.db, key)
  const { standing } = await findSecondTry(deps.db, first)
  if (standing) return standing
  const [wanted, price] = slot.split(' ')
  const timeZone = deps.pricing.map.current().city(first.city_id)?.timeZone ?? 'UTC'
  const chosen = secondTrySlots(deps.clock.now(), timeZone).find(({ key: each }) => each === wanted)
  if (!chosen) {
    const reason = (await refusalOfSecondTry(deps, first, 'SHOP')) ?? 'WINDOW'
    throw new ApiError('SECOND_TRY_REFUSED', { reason })
  }
  const { window } = chosen
  const { delivery } = await askSecondTry(deps, key, {
    asker: 'SHOP',
    window: { from: window.from.toISOString(), to: window.to.toISOString() },
    agreedPriceFcfa: Number(price) as Fcfa,
  })
  return delivery
}
