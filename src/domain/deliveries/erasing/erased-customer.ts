import { failureWording } from '../failure-reason.ts'

/**
 * This folder takes a person out of the deliveries that have ended: what is left says what happened, when,
 * where from and what it cost, but not to whom nor where to (decision 165). Other rooms erase what they hold
 * themselves.
 */

/** Stands for an erased name and an erased phone: it is no letter and no digit, so nobody is found by it. */
export const erasedText = '-'

/** Whether the customer of a delivery was erased. */
export const isErased = ({ customer_phone }: { customer_phone: string | null }): boolean =>
  customer_phone === erasedText

/**
 * The columns of a delivery whose customer was erased, besides its metadata. `body_sha256` is made of the
 * person too.
 */
export const erasedColumns = {
  customer_last_name: erasedText,
  customer_first_name: erasedText,
  customer_phone: erasedText,
  dropoff_label: null,
  dropoff_landmark: null,
  dropoff_lat: null,
  dropoff_lng: null,
  dropoff_source: null,
  dropoff_accuracy_meters: null,
  instructions: null,
  failure_note: null,
  photo_key: null,
  recipient_name: null,
  recipient_kind: null,
  taken_by: null,
  body_sha256: '',
} as const

/**
 * The frozen body of an event without the person: the same members, so that it stays what `GET /events`
 * promises, with names and phone as `erasedText`, no drop-off, no metadata and no link, and of a failure only
 * its kind. A body that was emptied, or that is not about a delivery, stays as it is.
 */
export function erasedBody(body: string): string {
  const event = parsed(body)
  if (!event?.data?.customer) return body
  return JSON.stringify({
    ...event,
    data: {
      ...event.data,
      customer: { lastName: erasedText, firstName: erasedText, phone: erasedText },
      dropoff: null,
      failureReason: withoutWords(event.data.failureReason),
      trackingUrl: null,
      metadata: {},
    },
  })
}

/** The phone of the customer in the frozen body of an event; undefined where there is none. */
export const phoneIn = (body: string): string | undefined => parsed(body)?.data?.customer?.phone

type FrozenEvent = { data?: { customer?: { phone?: string }; failureReason?: string | null } }

const parsed = (body: string): FrozenEvent | undefined =>
  body === '' ? undefined : (JSON.parse(body) as FrozenEvent)

/**
 * A reason in a courier's own words becomes `OTHER`, in both languages because a body does not say its own.
 */
function withoutWords(reason: string | null | undefined): string | null {
  if (!reason) return null
  const isOurs = Object.values(failureWording).some((wording) => Object.values(wording).includes(reason))
  return isOurs ? reason : `${failureWording.OTHER.fr} / ${failureWording.OTHER.en}`
}
