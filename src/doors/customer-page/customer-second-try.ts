import { html } from 'ghtml'
import { amountText, nearSpanText } from '../../base/kernel/figure-text.ts'
import { ApiError } from '../../contract/errors.ts'
import type { DeliveryRow } from '../../domain/deliveries/delivery-row.ts'
import { isIn } from '../../domain/deliveries/delivery-status.ts'
import { findDelivery } from '../../domain/deliveries/delivery-store.ts'
import type { CreationDeps } from '../../domain/deliveries/order/create-delivery.ts'
import { askSecondTry } from '../../domain/deliveries/second-try/ask-second-try.ts'
import { type QuotedSlot, quoteSecondTry } from '../../domain/deliveries/second-try/quote-second-try.ts'
import { findCustomerRefund } from '../../domain/money/mobile-money/refund-store.ts'
import { fieldsOf } from '../../pages/form-fields.ts'
import { notice, type PageFrame, pageForm } from './customer-page.ts'
import type { PaidBefore } from './payment-text.ts'
import type { LinkedDelivery } from './read-linked-delivery.ts'

/** What the customer can choose of, and whether what they chose before was over or has another price now. */
export type SecondTryOffer = {
  slots: QuotedSlot[]
  timeZone: string
  now: Date
  isOutdated: boolean
  /** Whether they paid through the service before, and are given that back. */
  isPaidBack: boolean
}

/** What can be asked for; nothing where the operator offers no second tries, or it is too late. */
export async function readSecondTryOffer(
  deps: CreationDeps,
  { row, view }: LinkedDelivery,
  isOutdated = false,
): Promise<SecondTryOffer> {
  const failed = await failedOf(deps, row)
  const slots = await quoteSecondTry(deps, failed, 'CUSTOMER')
  const key = { shopId: failed.shop_id, id: failed.id }
  const isPaidBack = slots.length > 0 && (await findCustomerRefund(deps.db, key)) !== undefined
  return { isPaidBack, slots, timeZone: view.city?.timeZone ?? 'UTC', now: deps.clock.now(), isOutdated }
}

/**
 * Handles the form that asks for a second try: `ASKED` where there is one now, `OUTDATED` where the span or
 * its price is another by now, and undefined for another form.
 */
export async function handleSecondTryForm(
  deps: CreationDeps,
  { row }: LinkedDelivery,
  body: unknown,
): Promise<'ASKED' | 'OUTDATED' | undefined> {
  const { step, slot = '' } = fieldsOf(body)
  if (step !== 'again') return undefined
  const [wanted, price] = slot.split(' ')
  const first = await failedOf(deps, row)
  const slots = await quoteSecondTry(deps, first, 'CUSTOMER')
  const chosen = slots.find((each) => each.key === wanted && String(each.priceFcfa) === price)
  if (!chosen) return 'OUTDATED'
  const { from, to } = chosen.window
  try {
    const key = { shopId: first.shop_id, id: first.id, linkVersion: first.link_version }
    await askSecondTry(deps, key, {
      asker: 'CUSTOMER',
      window: { from: from.toISOString(), to: to.toISOString() },
      agreedPriceFcfa: chosen.priceFcfa,
    })
    return 'ASKED'
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.code === 'SECOND_TRY_ASKED') return 'ASKED'
    return 'OUTDATED'
  }
}

/**
 * Where the page of a delivery leads: to the second try of its parcel, or to the next one where it was a
 * second try that ended; undefined where there is none.
 */
export async function nextTryOf(
  { db }: Pick<CreationDeps, 'db'>,
  row: DeliveryRow,
): Promise<DeliveryRow | undefined> {
  const { second_try_id: id } = await failedOf({ db }, row)
  return id === null || id === row.id ? undefined : findDelivery(db, { shopId: row.shop_id, id })
}

/** What the customer of a second try paid as the parcel was brought before; null where that is nothing. */
export async function readPaidBefore(
  { db }: Pick<CreationDeps, 'db'>,
  { shop_id: shopId, second_try_of: id }: DeliveryRow,
): Promise<PaidBefore | null> {
  const before = id === null ? undefined : await findDelivery(db, { shopId, id })
  if (!before) return null
  if (before.collection === 'DIRECT') {
    const isPaid = before.payment_mode === 'CASH_ON_DELIVERY' && before.payment_status === 'PAID'
    return isPaid && before.goods_amount_fcfa > 0 ? { goodsFcfa: before.goods_amount_fcfa } : null
  }
  const refund = await findCustomerRefund(db, { shopId, id: before.id })
  return refund ? { refund } : null
}

/** The delivery whose parcel is wanted: that of a second try which ended, or this one. */
async function failedOf({ db }: Pick<CreationDeps, 'db'>, row: DeliveryRow): Promise<DeliveryRow> {
  const { shop_id: shopId, second_try_of: id, status } = row
  if (id === null || !(isIn('cancelled', status) || isIn('expired', status))) return row
  return (await findDelivery(db, { shopId, id })) ?? row
}

/** The spans of today and tomorrow, and what the trip costs; nothing where there are none. */
export function secondTryCard(
  frame: PageFrame,
  { slots, isOutdated, isPaidBack, ...times }: SecondTryOffer,
): string {
  const { t, language } = frame
  const outdated = isOutdated ? notice(t('That is no longer possible. Choose again, or call the shop.')) : ''
  const [first] = slots
  if (!first) return outdated
  const isOnePrice = slots.every(({ priceFcfa }) => priceFcfa === first.priceFcfa)
  const options = slots.map(({ key, window, priceFcfa }) => {
    const price = isOnePrice ? '' : `${amountText(priceFcfa, language)} · `
    return html`<option value="${key} ${priceFcfa}">
${price}${nearSpanText(window, times, language)}</option>`
  })
  const lead = t(
    'A courier can come once more. You pay for this trip, by phone, before they hand you the parcel.',
  )
  const fields = html`<label for="again-slot">${t('When do you want it?')}</label>
<select id="again-slot" name="slot">!${options}</select>
!${isOnePrice ? costLine(frame, first, isPaidBack) : ''}
<button class="big" name="step" value="again">${t('Bring it once more')}</button>`
  return html`<section class="card" id="again"><h2>${t('Have it brought once more')}</h2>
!${outdated}<p>${lead}</p>!${pageForm(frame, fields)}</section>`
}

/** What the trip costs, and what is to be paid in all where goods are still due. */
function costLine(
  { t, language }: PageFrame,
  { priceFcfa, toPayFcfa }: QuotedSlot,
  isPaidBack: boolean,
): string {
  const cost = t('This trip costs {amount}.', { amount: amountText(priceFcfa, language) })
  const amount = amountText(toPayFcfa, language)
  const total = isPaidBack
    ? t('With the goods, you pay {amount} in all: you get back what you paid before.', { amount })
    : t('With what is still due, you pay {amount} in all.', { amount })
  return html`<p>${cost}${toPayFcfa === priceFcfa ? '' : ` ${total}`}</p>`
}
