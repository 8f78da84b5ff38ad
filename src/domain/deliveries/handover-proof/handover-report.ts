import type { Point } from '../../../base/kernel/point.ts'
import type { HandoverOutcome, ParcelTaker } from '../../../contract/vocabulary.ts'
import type { Rules } from '../../../rules.ts'

/** Where the courier's phone was; the accuracy is null where the phone did not say how exact that is. */
export type HandoverPlace = Point & { accuracyMeters: number | null }

/** How a hand-over ended: what is left of it to prove it by (decision 345). */
export type HandoverReport = {
  outcome: HandoverOutcome
  occurredAt: Date
  /** Whether a code was given for the parcel; null where it was not handed over. */
  withCode: boolean | null
  takenBy: ParcelTaker | null
  /** The name of who took it in the customer's place. */
  takenByName: string | null
  place: HandoverPlace | null
  photoId: string | null
}

/** What of it the operator lets a shop see; when and how a hand-over ended is in its history anyway. */
export const reportForShop = (report: HandoverReport, allowed: Rules['SHOP_PROOF']): HandoverReport => ({
  ...report,
  ...(allowed.includes('TAKEN_BY') ? {} : { takenBy: null, takenByName: null }),
  place: allowed.includes('PLACE') ? report.place : null,
  photoId: allowed.includes('PHOTO') ? report.photoId : null,
})
