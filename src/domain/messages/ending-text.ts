import type { SpokenLanguage } from '../../base/kernel/language.ts'
import type { PlainMessage } from '../../base/kernel/translate.ts'
import type { EndingReason } from '../deliveries/ending-reason.ts'
import { type CustomerMessageText, toCustomers } from './message-words.ts'

/**
 * The reasons as they are said to the customer. What a courier or the service wrote about them is for the
 * shop and the service, not for the customer (decision 238).
 */
const endingTexts: Record<EndingReason, PlainMessage<CustomerMessageText>> = {
  FAILED_CUSTOMER_ABSENT: 'The courier came and did not find you there.',
  FAILED_REFUSED: 'The parcel was not accepted at the door.',
  FAILED_ADDRESS_NOT_FOUND: 'The courier did not find the place to deliver to.',
  FAILED_CUSTOMER_UNREACHABLE: 'The courier could not reach you by phone.',
  FAILED_PARCEL_DAMAGED: 'The parcel was damaged on its way.',
  FAILED_PAYMENT_REFUSED: 'The payment was not made.',
  FAILED_OTHER: 'Something unforeseen prevented the hand-over.',
  CANCELLED_BY_SHOP: 'The shop has cancelled it.',
  CANCELLED_BY_SERVICE: 'The delivery service had to cancel it.',
  NO_LOCATION: 'We did not receive the place to deliver to in time.',
  NO_COURIER: 'No courier was available in time.',
  ENDED_BY_SERVICE: 'The delivery service had to end it.',
}

/** Why a customer does not get the parcel, as their page and messages say it. */
export const endingText = (reason: EndingReason, language: SpokenLanguage): string =>
  toCustomers.speak(language)(endingTexts[reason])
