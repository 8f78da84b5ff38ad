import type { Language } from '../base/kernel/language.ts'
import type {
  ChangeableField,
  DeliveryStatus,
  ParcelSize,
  PaymentStatus,
  SurchargeType,
} from '../contract/vocabulary.ts'
import type { MessageKind } from '../domain/messages/messages-tables.ts'
import { speakEach, type WebText } from './web-words.ts'

/** Words for the values of a delivery. */
type StatusTexts<Text> = {
  delivery: Record<DeliveryStatus, Text>
  payment: Record<PaymentStatus, Text>
  /** Of a payment that is not asked for any more. */
  paymentWithdrawn: Text
  /** What the customer declared has not arrived. */
  paymentDenied: Text
  /** The documented categories; others are shown as they were typed. */
  category: Record<string, Text>
  size: Record<ParcelSize, Text>
  surcharge: Record<SurchargeType | 'BASE', Text>
  field: Record<ChangeableField, Text>
  message: Partial<Record<MessageKind, Text>>
}
export type StatusWords = StatusTexts<string>

const forShop: StatusTexts<WebText> = {
  delivery: {
    AWAITING_LOCATION: 'Waiting for the position',
    SEARCHING_COURIER: 'Looking for a courier',
    ASSIGNED: 'Courier on the way to you',
    IN_TRANSIT: 'On the way',
    DELIVERED: 'Delivered',
    FAILED: 'Failed, parcel coming back',
    RETURNED: 'Back at the shop',
    CANCELLED: 'Cancelled',
    EXPIRED: 'Expired',
  },
  payment: {
    NOT_DUE: 'Nothing to collect',
    NOT_REQUESTED: 'To be collected at delivery',
    AWAITING_CUSTOMER: 'Customer asked to pay',
    AWAITING_MERCHANT: 'Payment for you to confirm',
    AWAITING_SENDER: 'Trip to be paid before pick-up',
    PAID: 'Paid#payment',
    FAILED: 'Payment failed',
    REFUSED: 'Payment refused',
  },
  paymentWithdrawn: 'Nothing to collect any more',
  paymentDenied: 'Payment declared, but not arrived',
  category: {
    FASHION: 'Clothes, fashion',
    BEAUTY: 'Beauty',
    FOOD: 'Food',
    ELECTRONICS: 'Electronics',
    DOCUMENTS: 'Documents',
    OTHER: 'Other',
  },
  size: {
    SMALL: 'Small',
    MEDIUM: 'Medium',
    LARGE: 'Large',
  },
  surcharge: {
    BASE: 'Trip',
    LARGE_PARCEL: 'Large parcel',
    FRAGILE: 'Fragile',
    NIGHT: 'Night',
    RAIN: 'Rain',
    HIGH_DEMAND: 'High demand',
  },
  field: {
    'customer.lastName': 'customer’s last name',
    'customer.firstName': 'customer’s first name',
    'customer.phone': 'customer’s phone',
    dropoff: 'destination',
    'dropoff.label': 'name of the place',
    'dropoff.landmark': 'landmark',
    instructions: 'instructions',
    externalRef: 'your reference',
  },
  message: {
    POSITION_LINK: 'Link to give the position',
    COURIER_WAITS_OWNER: 'Courier waiting, to you',
    COURIER_WAITS_OWNER_PHONE: 'Courier waiting, to you',
    COURIER_ON_THE_WAY: 'The parcel is on its way',
    COURIER_NEARBY: 'The courier is near',
    DELIVERED: 'The parcel was handed over',
    DELIVERY_FAILED: 'The parcel could not be handed over',
    DELIVERY_FAILED_OWNER: 'Return code, to you',
    DELIVERY_FAILED_OWNER_PHONE: 'Return code, to you',
    DELIVERY_LATE_OWNER: 'Delay announced, to you',
    DELIVERY_LATE_OWNER_PHONE: 'Delay announced, to you',
    DELIVERY_CANCELLED: 'The delivery was cancelled',
    DELIVERY_EXPIRED: 'The delivery expired',
    PAYMENT_DUE: 'Amount to pay, to the customer',
    PAYMENT_DECLARED: 'Payment declared, to you',
    PAYMENT_DECLARED_PHONE: 'Payment declared, to you',
    PAYMENT_DECLARED_AGAIN: 'Payment declared again, to you',
    PAYMENT_DECLARED_AGAIN_PHONE: 'Payment declared again, to you',
    PAYMENT_REMINDER: 'Payment to confirm, reminder to you',
    PAYMENT_REMINDER_PHONE: 'Payment to confirm, reminder to you',
    PAYMENT_LAST_REMINDER: 'Payment to confirm, last reminder to you',
    PAYMENT_LAST_REMINDER_PHONE: 'Payment to confirm, last reminder to you',
    PAYMENT_CONFIRMED_OWNER: 'Payment confirmed by the service, to you',
    PAYMENT_CONFIRMED_OWNER_PHONE: 'Payment confirmed by the service, to you',
    PAYMENT_DENIED_OWNER: 'Payment denied by the service, to you',
    PAYMENT_DENIED_OWNER_PHONE: 'Payment denied by the service, to you',
    PAYMENT_DENIED: 'Payment not arrived, to the customer',
    PAYMENT_DENIED_COURIER: 'Parcel to keep, to the courier',
    COURIER_ASSIGNED: 'Trip given, to the courier',
    COURIER_REPLACED: 'Trip taken back, to the courier',
  },
}

/** The same for those who run the service, to whom a shop is somebody else. */
const forOperator: StatusTexts<WebText> = {
  ...forShop,
  delivery: { ...forShop.delivery, ASSIGNED: 'Courier on the way to the shop' },
  payment: { ...forShop.payment, AWAITING_MERCHANT: 'Payment for the shop to confirm' },
  field: { ...forShop.field, externalRef: 'the shop’s reference' },
  message: {
    ...forShop.message,
    COURIER_WAITS_OWNER: 'Courier waiting, to the shop',
    COURIER_WAITS_OWNER_PHONE: 'Courier waiting, to the shop',
    DELIVERY_FAILED_OWNER: 'Return code, to the shop',
    DELIVERY_FAILED_OWNER_PHONE: 'Return code, to the shop',
    DELIVERY_LATE_OWNER: 'Delay announced, to the shop',
    DELIVERY_LATE_OWNER_PHONE: 'Delay announced, to the shop',
    PAYMENT_DECLARED: 'Payment declared, to the shop',
    PAYMENT_DECLARED_PHONE: 'Payment declared, to the shop',
    PAYMENT_DECLARED_AGAIN: 'Payment declared again, to the shop',
    PAYMENT_DECLARED_AGAIN_PHONE: 'Payment declared again, to the shop',
    PAYMENT_REMINDER: 'Payment to confirm, reminder to the shop',
    PAYMENT_REMINDER_PHONE: 'Payment to confirm, reminder to the shop',
    PAYMENT_LAST_REMINDER: 'Payment to confirm, last reminder to the shop',
    PAYMENT_LAST_REMINDER_PHONE: 'Payment to confirm, last reminder to the shop',
    PAYMENT_CONFIRMED_OWNER: 'Payment confirmed by the service, to the shop',
    PAYMENT_CONFIRMED_OWNER_PHONE: 'Payment confirmed by the service, to the shop',
    PAYMENT_DENIED_OWNER: 'Payment denied by the service, to the shop',
    PAYMENT_DENIED_OWNER_PHONE: 'Payment denied by the service, to the shop',
  },
}

/** In both languages what the shop reads, and what those read who run the service. */
export const valueWording = spoken(forShop)
export const operatorValueWording = spoken(forOperator)

function spoken(texts: StatusTexts<WebText>): Record<Language, StatusWords> {
  const { paymentWithdrawn, paymentDenied, ...tables } = texts
  const inLanguage = (language: Language) =>
    ({
      ...speakEach(language, { paymentWithdrawn, paymentDenied }),
      ...Object.fromEntries(
        Object.entries(tables).map(([name, table]) => [
          name,
          speakEach(language, table as Record<string, WebText>),
        ]),
      ),
    }) as StatusWords
  return { fr: inLanguage('fr'), en: inLanguage('en') }
}
