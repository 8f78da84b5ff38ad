import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { localDay } from '../../base/kernel/local-time.ts'
import type { SecretKeys } from '../../base/kernel/secret-keys.ts'
import { isUuid } from '../../base/kernel/uuid.ts'
import { ApiError } from '../../contract/errors.ts'
import { findAction, type SavedAction } from '../../domain/couriers/courier-action-store.ts'
import { findPhoneOfSession } from '../../domain/couriers/push-subscription-store.ts'
import { findDelivery } from '../../domain/deliveries/delivery-store.ts'
import type { DeliveryFileDeps } from '../../domain/deliveries/files/store-delivery-file.ts'
import { readCourierPay } from '../../domain/deliveries/pay/read-courier-pay.ts'
import type { DeliveryDeps } from '../../domain/deliveries/transitions/move-delivery.ts'
import { readEarnings } from '../../domain/deliveries/trips/read-earnings.ts'
import type { CityMaps } from '../../domain/maps/cache-maps.ts'
import { findNearestLandmark } from '../../domain/maps/find-nearest-landmark.ts'
import {
  type CarriedParcel,
  type CourierScreen,
  screenVersion,
} from '../../domain/matching/courier-screen.ts'
import { placeName } from '../../domain/matching/offered-trip.ts'
import { readScreen } from '../../domain/matching/read-screen.ts'
import type { PriceWorking } from '../../domain/pricing/trip-price.ts'
import type { PushDeps } from '../../domain/push/push-deps.ts'
import { tourLimits } from '../../domain/tours/tour-limits.ts'
import { fieldsOf } from '../../pages/form-fields.ts'
import { sendHtml } from '../../pages/signed-in-pages.ts'
import { actOnce } from './act-once.ts'
import type { RejectedForm } from './action-form.ts'
import { toldOf } from './action-outcome.ts'
import { carriedMain } from './carried-page.ts'
import { type ActionForm, readActionForm } from './courier-action.ts'
import { courierPage, type Notice } from './courier-page.ts'
import type { PageFrame } from './courier-page-frame.ts'
import { handoverPhotoUpload, photoNotice } from './courier-proof.ts'
import { dutyMain } from './duty-page.ts'
import { unprovenFailure } from './failure-form.ts'
import { leavingMain, sure } from './leaving-page.ts'
import { readDayNotes } from './own/day-notes.ts'
import { courierOf, courierSessionOf } from './signed-in-courier.ts'

type HomeDeps = DeliveryDeps &
  DeliveryFileDeps & {
    push: PushDeps
    shownRecipients: SecretKeys
    maps: CityMaps
    timeZone: string
    frameOf: (request: FastifyRequest) => PageFrame
  }

/** What happened before the page is shown: an action that was kept, or a form that was refused. */
type Happened = {
  kept?: SavedAction | undefined
  rejected?: RejectedForm
  notice?: Notice | undefined
  photoError?: string
}

/** `/courier`: the one page of a courier's work, and every act on it. Behind a session. */
export async function courierHome(app: FastifyInstance, deps: HomeDeps): Promise<void> {
  const { db, clock, frameOf } = deps

  app.get<{ Querystring: { answer?: unknown; photo?: unknown } }>('/courier', async (request, reply) => {
    const { answer, photo } = request.query
    const courier = courierOf(request)
    const kept =
      typeof answer === 'string' && isUuid(answer)
        ? await findAction(db, { courierId: courier.id, token: answer })
        : undefined
    const notice = photo === 'received' ? photoNotice(request) : undefined
    return sendHtml(reply, 200, await pageOf(request, { kept, notice }))
  })

  app.post<{ Params: { action: string } }>('/courier/actions/:action', async (request, reply) => {
    const read = readActionForm(request.params.action, request.body)
    if (!read) throw new ApiError('REQUEST_MALFORMED')
    if ('fault' in read) return sendHtml(reply, 422, await pageOf(request, { rejected: read }))
    const unproven = await withoutProof(request, read.form)
    if (unproven) return sendHtml(reply, 422, await pageOf(request, { rejected: unproven }))
    const isSure = fieldsOf(request.body)[sure.name] === sure.value
    if (read.form.action === 'go-off-duty' && !isSure) {
      const screen = await screenOf(request, clock.now())
      if (screen && hasToCarry(screen))
        return sendHtml(reply, 200, leavingFirst(request, screen, read.form.token))
    }
    await actOnce(deps, courierOf(request).id, read.form)
    return reply.redirect(`/courier?answer=${read.form.token}`, 303)
  })

  await app.register(handoverPhotoUpload, {
    ...deps,
    sendRefusal: async (request: FastifyRequest, reply: FastifyReply, photoError: string) =>
      sendHtml(reply, 422, await pageOf(request, { photoError })),
  })

  const screenOf = (request: FastifyRequest, now: Date) => readScreen(deps, courierOf(request).id, now)

  function leavingFirst(request: FastifyRequest, screen: CourierScreen, token: string): string {
    const frame = frameOf(request)
    return courierPage(frame, {
      main: leavingMain(frame, { action: '/courier/actions/go-off-duty', token }),
      courier: { id: screen.courierId, isOnDuty: screen.isOnDuty, sharesPosition: true },
      version: screenVersion(screen),
    })
  }

  /** A failure that lacks what the operator asks for; the verb looks once more. */
  async function withoutProof(request: FastifyRequest, form: ActionForm): Promise<RejectedForm | undefined> {
    const { HANDOVER_PROOF: asked } = deps.rules.current()
    if (form.action !== 'fail' || asked.length === 0) return undefined
    const now = clock.now()
    const { carried } = (await screenOf(request, now)) ?? {}
    if (carried?.step !== 'HAND_OVER' || carried.key.id !== form.delivery.id) return undefined
    const unproven = unprovenFailure(form, carried, asked, now)
    return unproven && { ...unproven, token: form.token }
  }

  async function pageOf(request: FastifyRequest, happened: Happened): Promise<string> {
    const { kept, rejected, photoError } = happened
    const now = clock.now()
    const screen = await screenOf(request, now)
    if (!screen) throw new ApiError('COURIER_NOT_FOUND')
    const frame = frameOf(request)
    const { courierId: id, isOnDuty, carried } = screen
    const told = kept && toldOf(kept, screen, frame.language)
    const rules = deps.rules.current()
    const showsPhotos = rules.SHOP_PROOF.includes('PHOTO')
    const isPhotoShown =
      carried?.step === 'HAND_OVER' && (showsPhotos || rules.HANDOVER_PROOF.includes('PHOTO'))
    const refused = photoError && !isPhotoShown ? ({ kind: 'refused', text: photoError } as const) : undefined
    const said = happened.notice ?? refused
    const main = carried
      ? carriedMain(frame, screen, carried, {
          now,
          timeZone: deps.timeZone,
          pickupWait: { minutes: rules.PICKUP_WAIT_MINUTES, feeFcfa: rules.PICKUP_WAIT_FEE_FCFA },
          handoverProof: rules.HANDOVER_PROOF,
          showsPhotos,
          rejected,
          wrongCodes: told?.wrongCodes ?? new Map(),
          photoError,
          map: deps.pricing.map.current(),
          maxParcels: rules.COURIER_MAX_PARCELS,
          limitsOf: tourLimits(deps),
          secondTryPayFcfa: await secondTryPay(id, carried, now),
          ...(await surroundingsOf(carried)),
        })
      : dutyMain(frame, screen, {
          alerts: await alertsOf(request),
          today: await earnedToday(id, now),
          notes: await readDayNotes(deps, id, now),
          map: deps.pricing.map.current(),
          now,
          maxParcels: rules.COURIER_MAX_PARCELS,
          limitsOf: tourLimits(deps),
        })
    return courierPage(frame, {
      main,
      courier: { id, isOnDuty, sharesPosition: isOnDuty || carried !== null },
      carries: hasToCarry(screen),
      version: screenVersion(screen),
      refreshSeconds: refreshSeconds(screen),
      notice: told ? told.notice : said,
    })
  }

  /**
   * What is told of the place of a customer: beside a door a landmark, else the area, which is nobody's door.
   */
  async function surroundingsOf({ step, customer }: CarriedParcel) {
    const map = deps.pricing.map.current()
    if (step !== 'HAND_OVER') return {}
    if (customer.isRough) return { area: placeName(map, customer) ?? undefined }
    return customer.label === null
      ? { near: await findNearestLandmark({ maps: deps.maps, map }, customer) }
      : {}
  }

  /** What the second try of a parcel earns its courier, by the rule that counts when they set out. */
  async function secondTryPay(courierId: string, { key, secondTry }: CarriedParcel, now: Date) {
    const again = secondTry && (await findDelivery(db, { shopId: key.shopId, id: secondTry.id }))
    if (!again) return null
    const working = again.price_working as PriceWorking
    return (await readCourierPay(deps, courierId, { ...again, working }, now)).payFcfa
  }

  const alertsOf = async (request: FastifyRequest) => ({
    publicKey: deps.push.vapid.publicKey,
    known: await findPhoneOfSession(db, {
      courierId: courierOf(request).id,
      sessionToken: courierSessionOf(request),
    }),
  })

  function earnedToday(courierId: string, now: Date) {
    const { from, until } = localDay(now, deps.timeZone)
    return readEarnings(db, { courierId, from, to: until })
  }
}

/** Whether a courier has a parcel, one that was called back included. */
export const hasToCarry = ({ carried, calledBack }: CourierScreen): boolean =>
  carried !== null || calledBack !== null

/**
 * How often a phone gives its position and asks for updates, in seconds: more often while something is
 * expected, since offers last half a minute. Customers see where their courier is; without a position there
 * is nothing to hurry for.
 */
function refreshSeconds({ carried, isOnDuty }: CourierScreen): number {
  const isWaiting = carried ? carried.step === 'HAND_OVER' && !carried.payment.isSettled : isOnDuty
  if (isWaiting) return 5
  return carried ? 10 : 20
}
