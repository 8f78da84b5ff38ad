import type { Wording } from '../../base/kernel/language.ts'
import { worded } from '../domain-words.ts'
import type { ProblemReason } from './problem-report.ts'

/** What a customer reports, as those who run the service read it. */
export const problemWording: Record<ProblemReason, Wording> = {
  NOT_RECEIVED: worded('parcel not received'),
  DAMAGED: worded('parcel damaged'),
  WRONG_PARCEL: worded('wrong parcel'),
  ASKED_FOR_CASH: worded('the courier asked for money'),
  COURIER_BEHAVIOUR: worded('behaviour of the courier'),
  OTHER: worded('another problem'),
}
