import type { Loop } from '../../base/background/loop.ts'
import { sendHeld } from '../../base/background/send-held.ts'
import { observe } from '../../base/kernel/observed.ts'
import {
  deleteNoticePush,
  type HeldNotice,
  retryNoticePush,
  takeDueNotices,
} from '../couriers/notices/notice-push-store.ts'
import { deletePushSubscription, recordPush } from '../couriers/push-subscription-store.ts'
import { tripEnds } from '../matching/offer-store.ts'
import { toCollect, tripPlaces } from '../matching/offered-trip.ts'
import { readScreen } from '../matching/read-screen.ts'
import { type PushDeps, pushDeadlineMs } from './push-deps.ts'
import { noticePushText, noticeText, pushText } from './push-message.ts'
import { nextPushAt, pushOutcome } from './push-outcome.ts'
import { deletePush, type HeldPush, retryPush, takeDuePushes } from './push-store.ts'
import { sendPush } from './send-push.ts'

/** Pushes under way at once in this process. */
const maxInFlight = 32
/** How long a worker holds a push, after which another takes it over. */
const leaseMs = 3 * pushDeadlineMs

type SenderDeps = PushDeps & { onError: (message: string, error: unknown) => void }

/**
 * Sends due pushes until it is stopped: claims them under a lease, offers first, reads whether the offer is
 * still open or the notice true, posts each outside any transaction and saves what came of it. A push service
 * that hangs holds one place until its deadline.
 */
export const sendDuePushes = (deps: SenderDeps): Loop =>
  sendHeld<HeldPush | HeldNotice>({
    name: 'send pushes',
    clock: deps.clock,
    maxInFlight,
    leaseMs,
    take: async (claim) => {
      const offers = await takeDuePushes(deps.db, claim)
      const limit = claim.limit - offers.length
      return limit > 0 ? [...offers, ...(await takeDueNotices(deps.db, { ...claim, limit }))] : offers
    },
    send: (held, { owner }) => ('kind' in held ? sendNotice(deps, held, owner) : sendOne(deps, held, owner)),
    onError: deps.onError,
    failed: 'A push could not be sent or its outcome not saved; it is retried later.',
  })

async function sendOne(deps: SenderDeps, push: HeldPush, owner: string): Promise<void> {
  const { db } = deps
  const said = push.notice ?? push.offer
  if (!said || (push.offer?.isBesideOthers && !(await isShown(deps, push))))
    return deletePush(db, push, owner)
  await sendTo(deps, push, {
    ...{ text: textOf(deps, push), expiresAt: said.expiresAt },
    end: () => deletePush(db, push, owner),
    retry: (at) => retryPush(db, push, owner, at),
  })
}

/** What is of no delivery: a shift that begins soon, or what was written to all couriers. */
async function sendNotice(deps: SenderDeps, push: HeldNotice, owner: string): Promise<void> {
  const { db, clock } = deps
  const text = noticePushText(push)
  const end = () => deleteNoticePush(db, push, owner)
  if (text === undefined || push.expiresAt <= clock.now()) return end()
  const retry = (at: Date) => retryNoticePush(db, push, owner, at)
  await sendTo(deps, push, { text, expiresAt: push.expiresAt, end, retry })
}

type Sent = {
  text: string
  expiresAt: Date
  /** Deletes the push, since it was taken or is given up. */
  end: () => Promise<void>
  retry: (at: Date) => Promise<void>
}

/** Posts a push to its phone, and saves what came of it. */
async function sendTo(
  deps: SenderDeps,
  push: HeldPush | HeldNotice,
  { text, expiresAt, end, retry }: Sent,
): Promise<void> {
  const { db, clock, log } = deps
  const { subscriptionId: id } = push
  const lifeMs = expiresAt.getTime() - clock.now().getTime()
  const result = await sendPush(deps, push, { text, lifeMs })
  const now = clock.now()
  const outcome = pushOutcome(result)
  observe('push', { outcome })
  if (outcome === 'GONE') return deletePushSubscription(db, id)
  if (outcome === 'TAKEN') {
    await recordPush(db, id, { isTaken: true, at: now })
    return end()
  }
  const attemptsMade = push.attempts + 1
  const { retryAfter, httpStatus, failure } = result
  const next =
    outcome === 'RETRY'
      ? nextPushAt({ attemptsMade, expiresAt, ...(retryAfter !== undefined && { retryAfter }) }, now)
      : undefined
  if (next) return retry(next)
  await recordPush(db, id, { isTaken: false, at: now })
  await end()
  // Its address is what a push service knows the phone by: only the name of the service is logged.
  const service = new URL(push.endpoint).hostname
  log.warn({ subscriptionId: id, service, httpStatus, failure }, 'a push was given up')
}

/** Whether its courier, who carries other parcels, sees this offer on their page: it is on their way. */
async function isShown(
  { db, clock, tours }: SenderDeps,
  { courierId, deliveryId }: HeldPush,
): Promise<boolean> {
  const screen = await readScreen({ ...tours, db }, courierId, clock.now())
  return screen?.offers.some((offer) => offer.deliveryId === deliveryId) ?? false
}

function textOf({ map }: SenderDeps, { deliveryId, language, notice, offer }: HeldPush): string {
  if (notice) return noticeText(deliveryId, notice, language)
  if (!offer) throw new Error('A push that says nothing was to be sent.')
  const pushed = {
    offer: deliveryId,
    payFcfa: offer.payFcfa,
    ...tripPlaces(map.current(), tripEnds(offer)),
    tripMeters: offer.tripMeters,
    collect: toCollect(offer),
  }
  return pushText(pushed, language)
}
