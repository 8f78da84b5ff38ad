import type { Language } from '../../../base/kernel/language.ts'
import {
  type DeliveryStatus,
  deliveryStatuses,
  type PaymentStatus,
  paymentStatuses,
} from '../../../contract/vocabulary.ts'
import { isInternal } from '../../../domain/deliveries/delivery-event.ts'
import { deliveryTransitions, isFinal, transitionsFrom } from '../../../domain/deliveries/delivery-status.ts'
import { failureWording } from '../../../domain/deliveries/failure-reason.ts'
import { paymentTransitions, paymentTransitionsFrom } from '../../../domain/money/payments/payment-status.ts'
import { docsPath } from '../docs-list.ts'
import { type DocsText, speak } from '../docs-words.ts'
import { type DocsSection, escaped, heading, inlineHtml, table } from '../html-parts.ts'
import { limitsLine } from './schema-fields.ts'

/** What each status of a delivery means (spec section 3). */
const deliveryStatusTexts: Record<DeliveryStatus, DocsText> = {
  AWAITING_LOCATION: 'The customer has not yet said where they are.',
  SEARCHING_COURIER: 'A courier nearby is being searched.',
  ASSIGNED: 'A courier has accepted and is coming to pick up the parcel.',
  IN_TRANSIT: 'The parcel is on its way to the customer.',
  DELIVERED: 'The parcel was handed to the customer, who gave their code.',
  FAILED: 'The hand-over failed; `failureReason` says why. The courier brings the parcel back.',
  RETURNED: 'The parcel is back at the shop.',
  CANCELLED: 'It was cancelled; `cancellationFee` says what was charged.',
  EXPIRED: 'The customer gave no position, or no courier was found, within the delay.',
}

/** What each status of a payment means. */
const paymentStatusTexts: Record<PaymentStatus, DocsText> = {
  NOT_DUE: 'There is nothing to collect.',
  NOT_REQUESTED: 'The customer has not been asked to pay: they are asked when the parcel is picked up.',
  AWAITING_CUSTOMER: 'The customer has been asked to pay.',
  AWAITING_MERCHANT: 'The customer says that they paid the shop, which has to confirm it.',
  AWAITING_SENDER:
    'The shop has to pay the trip before the parcel is picked up; unpaid, the delivery is cancelled free of charge.',
  PAID: 'The payment is confirmed.',
  FAILED: 'The payment did not work; a customer can be asked for it again.',
  REFUSED: 'Whoever was asked refused to pay; a customer can be asked again.',
}

const failureColumns = ['Code', 'failureReason']

type Transition = { to: string; emits: string | null }

/**
 * Every status with its meaning and what follows it, read from the tables that the service itself goes by.
 */
export function statusesPage(language: Language): { sections: DocsSection[]; html: string } {
  const t = speak(language)
  const sections = [
    { id: 'delivery', title: t('Of a delivery') },
    { id: 'payment', title: t('Of a payment') },
    { id: 'failures', title: t('Why a hand-over fails') },
  ]
  const ofDelivery = deliveryStatuses.map((status) => {
    const following = transitionsFrom(status).map((each) => deliveryTransitions[each])
    const next = isFinal(status) ? t('This is an end.') : nextText(following, '', language)
    return entry(status, status, t(deliveryStatusTexts[status]), next)
  })
  const ofPayment = paymentStatuses.map((status) => {
    const following = paymentTransitionsFrom(status).map((each) => paymentTransitions[each])
    const next = nextText(following, 'payment-', language)
    return entry(`payment-${status}`, status, t(paymentStatusTexts[status]), next)
  })
  const failures = Object.entries(failureWording).map(([code, wording]) => [
    `<code>${code}</code>`,
    escaped(wording[language]),
  ])
  const lead = t(
    'The status of a delivery says where it stands; that of its payment, where the money stands.',
  )
  const beginnings = t(
    'A delivery begins as AWAITING_LOCATION, or as SEARCHING_COURIER when its destination is known. A payment begins as NOT_DUE when nothing is collected, else as NOT_REQUESTED; as AWAITING_SENDER where the shop pays the trip first.',
  )
  const reasons = t('failureReason holds these words, in the language of the request, or the courier’s own.')
  return {
    sections,
    html: [
      `<p class="lead">${lead}</p><p>${inCode(beginnings, /\b[A-Z]+_[A-Z_]+\b/g)}</p>`,
      `${heading(2, 'delivery', t('Of a delivery'))}<dl class="fields">${ofDelivery.join('')}</dl>`,
      `${heading(2, 'payment', t('Of a payment'))}<dl class="fields">${ofPayment.join('')}</dl>`,
      `${heading(2, 'failures', t('Why a hand-over fails'))}<p>${inCode(reasons, 'failureReason')}</p>`,
      table(failureColumns, failureColumns, failures),
    ].join('\n'),
  }
}

/** A status with its meaning and what follows it. */
const entry = (id: string, status: string, meaning: string, next: string): string =>
  [
    `<div id="${id}"><dt><code>${status}</code></dt>`,
    `<dd><p>${inlineHtml(meaning)}</p>${limitsLine([next])}</dd></div>`,
  ].join('')

/** A text with the names in it as code. */
const inCode = (text: string, names: RegExp | string): string => text.replace(names, '<code>$&</code>')

/** Where a status leads, with the event that each step emits to partners. */
function nextText(transitions: readonly Transition[], prefix: string, language: Language): string {
  const t = speak(language)
  const ways = transitions.map(({ to, emits }) => {
    const emitted =
      emits && !isInternal(emits)
        ? ` (${t('event')} <a href="${docsPath(language, 'events')}#${emits}"><code>${emits}</code></a>)`
        : ''
    return `<a href="#${prefix}${to}"><code>${to}</code></a>${emitted}`
  })
  return ways.length === 0 ? '' : `${t('Then:')} ${[...new Set(ways)].join(', ')}`
}
