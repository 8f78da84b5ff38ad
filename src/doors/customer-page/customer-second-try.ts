import { html } from 'ghtml'
import { amountText, nearSpanText } from '../../base/kernel/figure-text.ts'
import { ApiError } from '../../contract/errors.ts'
import type { CreationDeps } from '../../domain/deliveries/order/create-delivery.ts'
import { askSecondTry } from '../../domain/deliveries/second-try/ask-second-try.ts'
import { type QuotedSlot, quoteSecondTry } from '../../domain/deliveries/second-try/quote-second-try.ts'
import { fieldsOf } from '../../pages/form-fields.ts'
import { notice, type PageFrame, pageForm } from './customer-page.ts'
import type { LinkedDelivery } from './read-linked-delivery.ts'

/** What the customer can choose of, and whether what they chose before was over or has another price now. */
export type SecondTryOffer = { slots: QuotedSlot[]; timeZone: string; now: Date; isOutdated: boolean }

/** What can be asked for; nothing where the operator offers no second tries, or it is too late. */
export async function readSecondTryOffer(
  deps: CreationDeps,
  { row, view }: LinkedDelivery,
  isOutdated = false,
): Promise<SecondTryOffer> {
  const slots = await quoteSecondTry(deps, row, 'CUSTOMER')
  return { slots, timeZone: view.city?.timeZone ?? 'UTC', now: deps.clock.now(), isOutdated }
}

/**
 * Handles the form that asks for a second try: `ASKED` where there is one now, `OUTDATED` where the span or
 * its price is another by now, and undefined for another form.
 */
export async function handleSecondTryForm(
  deps: CreationDeps,
  { key, row }: LinkedDelivery,
  body: unknown,
): Promise<'ASKED' | 'OUTDATED' | undefined> {
  const { step, slot = '' } = fieldsOf(body)
  if (step !== 'again') return undefined
  const [wanted, price] = slot.split(' ')
  const slots = await quoteSecondTry(deps, row, 'CUSTOMER')
  const chosen = slots.find((each) => each.key === wanted && String(each.priceFcfa) === price)
  if (!chosen) return row.second_try_id === null ? 'OUTDATED' : 'ASKED'
  const { from, to } = chosen.window
  try {
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

/** The spans of today and tomorrow, and what the trip costs; nothing where there are none. */
export function secondTryCard(frame: PageFrame, { slots, isOutdated, ...times }: SecondTryOffer): string {
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
    'The courier can come once more. You pay for this trip, by phone, before they hand you the parcel.',
  )
  const fields = html`<label for="again-slot">${t('When do you want it?')}</label>
<select id="again-slot" name="slot">!${options}</select>
!${isOnePrice ? costLine(frame, first) : ''}
<button class="big" name="step" value="again">${t('Bring it once more')}</button>`
  return html`<section class="card" id="again"><h2>${t('Have it brought once more')}</h2>
!${outdated}<p>${lead}</p>!${pageForm(frame, fields)}</section>`
}

/** What the trip costs, and what is to be paid in all where goods are still due. */
function costLine({ t, language }: PageFrame, { priceFcfa, toPayFcfa }: QuotedSlot): string {
  const cost = t('This trip costs {amount}.', { amount: amountText(priceFcfa, language) })
  const total = t('With what is still due, you pay {amount} in all.', {
    amount: amountText(toPayFcfa, language),
  })
  return html`<p>${cost}${toPayFcfa === priceFcfa ? '' : ` ${total}`}</p>`
}
