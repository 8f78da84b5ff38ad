import type { ConsoleText } from '../console-words.ts'

export const oneDeliveryShareRecord = {
  WHATSAPP: 'Yes, by WhatsApp',
  SMS: 'Yes, by SMS',
  COPY: 'Yes, another way',
} as const

export const oneDeliveryDone: Record<string, ConsoleText> = {
  created: 'The delivery is ordered.',
  cancelled: 'The delivery is cancelled.',
  confirmed: 'Payment confirmed: the courier may hand over the parcel.',
  denied: 'The customer is told that nothing arrived.',
  returned: 'Noted: you have the parcel back.',
  asked: 'The customer is asked to pay once more.',
  shared: 'Noted: the link was sent.',
  trip: 'The request to pay is on its way to the phone.',
}

export const oneDeliveryShareNoted = {
  WHATSAPP: 'Noted: sent by WhatsApp.',
  SMS: 'Noted: sent by SMS.',
  COPY: 'Noted: sent.',
} as const
