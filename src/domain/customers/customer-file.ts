import { amountToCollectOf, type DeliveryRow, type HistoryRow } from '../deliveries/delivery-row.ts'
import type { FrozenEventRow } from '../deliveries/erasing/erasure-store.ts'
import type { DeliveryFile } from '../deliveries/files/delivery-file-store.ts'
import type { HandoverPlace } from '../deliveries/handover-proof/handover-report.ts'
import type { ProblemReportRow } from '../feedback/problem-report-store.ts'
import type { RatingRow } from '../feedback/rating-store.ts'
import type { KeptOfCustomer } from './kept-of-customer.ts'

/** What is read for the file besides the summary. */
type FileContent = {
  exportedAt: Date
  deliveries: readonly DeliveryRow[]
  history: readonly HistoryRow[]
  messages: readonly {
    delivery_id: string | null
    kind: string
    state: string
    channel: string | null
    recipient: string | null
    sent_at: Date | null
  }[]
  files: readonly (DeliveryFile & { deliveryId: string })[]
  places: readonly (HandoverPlace & { shopId: string; deliveryId: string })[]
  events: readonly FrozenEventRow[]
  problems: readonly ProblemReportRow[]
  ratings: readonly RatingRow[]
}

/**
 * What is kept of a person, as JSON for themselves. Codes of a parcel are left out: they are what a hand-over
 * is proved with, and were sent to the person anyway. Events and messages are counted where they only repeat
 * a delivery.
 */
export const customerFile = (
  kept: KeptOfCustomer,
  { exportedAt, deliveries, history, messages, files, places, events, problems, ratings }: FileContent,
): object => ({
  phone: kept.phone,
  exportedAt: exportedAt.toISOString(),
  isComplete: kept.deliveries.length === kept.ended + kept.underWay,
  deliveries: deliveries.map((row) => ({
    reference: row.reference,
    externalRef: row.external_ref,
    status: row.status,
    createdAt: row.created_at,
    endedAt: row.ended_at,
    customer: {
      lastName: row.customer_last_name,
      firstName: row.customer_first_name,
      phone: row.customer_phone,
    },
    dropoff: {
      label: row.dropoff_label,
      landmark: row.dropoff_landmark,
      lat: row.dropoff_lat,
      lng: row.dropoff_lng,
      source: row.dropoff_source,
      accuracyMeters: row.dropoff_accuracy_meters,
    },
    /** Where the courier's phone was at the hand-over. */
    handover: handoverOf(places, row),
    parcel: { category: row.parcel_category, size: row.parcel_size, fragile: row.parcel_fragile },
    photoKey: row.photo_key,
    instructions: row.instructions,
    metadata: row.metadata ?? {},
    recipient: row.recipient_name && { name: row.recipient_name, kind: row.recipient_kind },
    takenBy: row.taken_by,
    failure: row.failure_code && { code: row.failure_code, words: row.failure_note },
    payment: {
      mode: row.payment_mode,
      collection: row.collection,
      status: row.payment_status,
      amountToCollectFcfa: amountToCollectOf(row),
      priceFcfa: row.price_fcfa,
      paidAt: row.paid_at,
    },
    history: history
      .filter((line) => line.shop_id === row.shop_id && line.delivery_id === row.id)
      .map(({ occurred_at: at, status, note, changed_fields: changed }) => ({ at, status, note, changed })),
    problems: problems
      .filter((problem) => problem.shop_id === row.shop_id && problem.delivery_id === row.id)
      .map(({ reported_at: at, reason, words, closed_at: closedAt, closing_note: note }) => ({
        at,
        reason,
        words,
        closedAt,
        note,
      })),
    stars: ratings.find((each) => each.shop_id === row.shop_id && each.delivery_id === row.id)?.stars ?? null,
    messages: messages
      .filter((message) => message.delivery_id === row.id)
      .map(({ kind, state, channel, recipient, sent_at: sentAt }) => ({
        kind,
        state,
        channel,
        recipient,
        sentAt,
      })),
    /**
     * What the person left for the courier: they see and hear it on the page of the delivery as long as it is
     * kept.
     */
    files: files
      .filter((file) => file.deliveryId === row.id)
      .map(({ kind, contentType, sizeBytes, addedAt }) => ({ kind, contentType, sizeBytes, addedAt })),
  })),
  /** Copies of a delivery as it was when something happened, kept for 30 days for the shop. */
  events: events.length,
  formerDeliveries: kept.formerly,
  account: kept.hasAccount,
  invitation: kept.isInvited,
  courier: kept.isCourier,
  blocked: kept.blocked && {
    reason: kept.blocked.reason,
    since: kept.blocked.blocked_at,
    until: kept.blocked.until,
  },
})

function handoverOf(places: FileContent['places'], { shop_id, id }: DeliveryRow): HandoverPlace | null {
  const place = places.find(({ shopId, deliveryId }) => shopId === shop_id && deliveryId === id)
  return place ? { lat: place.lat, lng: place.lng, accuracyMeters: place.accuracyMeters } : null
}
