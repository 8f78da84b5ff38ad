import type { OperationsText } from '../../operations-words.ts'

/** What the commonest failures of messages mean, and what to do about those that can be mended. */
const meanings: Record<string, OperationsText> = {
  TIMEOUT: 'it did not answer in time',
  CONNECTION: 'it could not be reached',
  WHATSAPP_190: 'the token has expired: make a new one',
  WHATSAPP_368: 'the account is blocked for a time: see Meta’s Business Manager',
  WHATSAPP_130429: 'too many messages at once',
  WHATSAPP_130472: 'the person takes part in an experiment of Meta',
  WHATSAPP_130497: 'the account may not write to this country',
  WHATSAPP_131026: 'the person is not on WhatsApp, or has too old a version',
  WHATSAPP_131031: 'the account is locked: see Meta’s Business Manager',
  WHATSAPP_131042: 'the bills are not paid: see Meta’s Business Manager',
  WHATSAPP_131047: 'the person has not written for a day, and no template was used',
  WHATSAPP_131048: 'too many people called your messages spam',
  WHATSAPP_131049: 'Meta keeps this person from more messages',
  WHATSAPP_131050: 'the person wants no messages of this kind',
  WHATSAPP_131056: 'too many messages to this person at once',
  WHATSAPP_132000: 'the template has other places: create it again, word for word',
  WHATSAPP_132001: 'the template does not exist or is not approved in this language',
  WHATSAPP_132007: 'the template breaks a rule of Meta',
  WHATSAPP_132012: 'the template has other places: create it again, word for word',
  WHATSAPP_132015: 'the template is paused: people found it poor',
  WHATSAPP_132016: 'the template is disabled: create another one',
  AFRICASTALKING_402: 'the sender’s name is not approved',
  AFRICASTALKING_403: 'this number gets no SMS',
  AFRICASTALKING_404: 'this number gets no SMS',
  AFRICASTALKING_405: 'the account is empty: fill it',
  AFRICASTALKING_406: 'the person wants no messages of this kind',
  AFRICASTALKING_AbsentSubscriber: 'the phone was off or out of reach for too long',
  AFRICASTALKING_InsufficientCredit: 'the account is empty: fill it',
  TWILIO_21211: 'this number gets no SMS',
  TWILIO_21408: 'the account may not write to this country',
  TWILIO_21610: 'the person wants no messages of this kind',
  TWILIO_21614: 'this number gets no SMS',
  TWILIO_30003: 'the phone was off or out of reach for too long',
  TWILIO_30005: 'this number gets no SMS',
  TWILIO_30006: 'this number gets no SMS',
  TWILIO_30007: 'the operator’s network took it for spam',
}

/** What a failure means; undefined for one that only its code names. */
export const meaningOf = (failure: string): OperationsText | undefined =>
  Object.hasOwn(meanings, failure) ? meanings[failure] : undefined
