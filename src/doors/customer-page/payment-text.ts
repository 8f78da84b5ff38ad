import type { Fcfa } from '../../base/kernel/fcfa.ts'
import { amountText } from '../../base/kernel/figure-text.ts'
import type { CustomerRefund } from '../../domain/money/mobile-money/refund-store.ts'
import type { PageFrame } from './customer-page.ts'
import type { CustomerPayment } from './customer-view.ts'

/** Where the payment stands, and what the customer can do about it. */
export function paymentText({ t, language }: PageFrame, payment: CustomerPayment, shop: string): string {
  const amount = amountText(payment.toPayFcfa, language)
  const isSecure = payment.collection === 'SECURE'
  if (payment.payLink !== null)
    return t(
      'Pay {amount} by mobile money with the button below. Give your secret PIN to nobody, not even to the courier. Once it is paid, the courier hands you the parcel.',
      { amount },
    )
  switch (payment.status) {
    case 'NOT_DUE':
      return t('You have nothing to pay at delivery.')
    case 'NOT_REQUESTED':
      return isSecure
        ? t(
            'To pay: {amount}, by mobile money. The request reaches your phone once the courier has your parcel. The courier takes no money.',
            { amount },
          )
        : t(
            'To pay: {amount}, directly to {shop}, once the courier has your parcel. The courier takes no money.',
            { amount, shop },
          )
    case 'AWAITING_CUSTOMER':
      return isSecure
        ? t(
            'A request for {amount} is coming to your phone. To pay, enter your secret PIN there: give it to nobody, not even to the courier. Once it is paid, the courier hands you the parcel.',
            { amount },
          )
        : t(
            'Pay {amount} to {shop}, then say so here. The courier hands you the parcel once it is paid; they take no money.',
            { amount, shop },
          )
    case 'AWAITING_MERCHANT':
      return t(
        'Thank you. The shop is checking that {amount} has arrived. As soon as it confirms, the courier hands you the parcel. If it takes long, call the shop; if it does not answer, the delivery service decides.',
        { amount },
      )
    case 'AWAITING_SENDER':
      return t('The sender pays {amount}. You have nothing to pay.', { amount })
    case 'PAID':
      return t('Paid: {amount}. Thank you!', { amount })
    case 'FAILED':
      return payment.canBePaidElsewhere && !payment.wasAsked
        ? t(
            'We cannot ask your number for {amount}. Pay from another number, or call {shop}. Once it is paid, the courier hands you the parcel.',
            { amount, shop },
          )
        : t(
            'The payment of {amount} did not go through: check your balance, or pay from another number. Once it is paid, the courier hands you the parcel.',
            { amount },
          )
    case 'REFUSED':
      return t(
        'The payment of {amount} was declined on your phone. Once it is paid, the courier hands you the parcel.',
        { amount },
      )
  }
}

/** What a customer reads who paid for a parcel that was not delivered. */
export function paidInVainText({ t, language }: PageFrame, payment: CustomerPayment, shop: string): string {
  const amount = amountText(payment.refund?.amountFcfa ?? payment.toPayFcfa, language)
  if (payment.refund?.refundedAt)
    return t('You had paid {amount} by mobile money: this money was given back to you.', { amount })
  return payment.collection === 'SECURE'
    ? t('You paid {amount} by mobile money. You will get this money back; if it does not come, ask {shop}.', {
        amount,
        shop,
      })
    : t('You paid {amount} to {shop}: ask the shop to give it back.', { amount, shop })
}

/** What a customer paid as their parcel was brought before: through the service, or for the goods to the shop. */
export type PaidBefore = { refund: CustomerRefund } | { goodsFcfa: Fcfa }

/** What becomes of that, beside what they pay now. */
export function paidBeforeText({ t, language }: PageFrame, paid: PaidBefore, shop: string): string {
  if ('goodsFcfa' in paid)
    return t('You paid {shop} {amount} for the goods the first time: you do not pay that again.', {
      amount: amountText(paid.goodsFcfa, language),
      shop,
    })
  const amount = amountText(paid.refund.amountFcfa, language)
  return paid.refund.refundedAt
    ? t('You had paid {amount} by mobile money the first time: this money was given back to you.', { amount })
    : t(
        'You paid {amount} by mobile money the first time. You will get this money back; if it does not come, ask {shop}.',
        { amount, shop },
      )
}
