import { randomUUID } from 'node:crypto'
import formBodies from '@fastify/formbody'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type SpokenLanguage, spokenLanguages, writtenLanguage } from '../../base/kernel/language.ts'
import { localDay } from '../../base/kernel/local-time.ts'
import { isUuid } from '../../base/kernel/uuid.ts'
import { ApiError, errorBody, errors } from '../../contract/errors.ts'
import { checkSession } from '../../domain/accounts/check-session.ts'
import { cacheSessions, type SessionCache } from '../../domain/accounts/session-cache.ts'
import { findCourierOfAccount } from '../../domain/couriers/courier-account-store.ts'
import {
  type ActionOutcome,
  findAction,
  type SavedAction,
} from '../../domain/couriers/courier-action-store.ts'
import { hasPushSubscription } from '../../domain/couriers/push-subscription-store.ts'
import type { PositionDeps } from '../../domain/couriers/report-position.ts'
import { missingParts, neededParts } from '../../domain/deliveries/handover-proof/handover-proof.ts'
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
import type { PushDeps } from '../../domain/push/push-deps.ts'
import { asApiError, logRefusal } from '../../http/error-handler.ts'
import { limitVisits } from '../../http/rate-limit.ts'
import { languageOf, spokenLanguageOf } from '../../http/response-language.ts'
import { fieldsOf } from '../../pages/form-fields.ts'
import { usePageDefaults } from '../../pages/page-defaults.ts'
import { sendHtml, useSignedInPages } from '../../pages/signed-in-pages.ts'
import { actOnce } from './act-once.ts'
import { courierAlertRoutes } from './alerts/courier-alert-routes.ts'
import { type ApplyRoutesDeps, applyRoutes } from './applying/apply-routes.ts'
import { carriedMain, type RejectedForm } from './carried-page.ts'
import { type ActionForm, type CourierAction, readActionForm } from './courier-action.ts'
import { courierAppRoutes, serveCourierAssets } from './courier-asset-routes.ts'
import { courierPage, type Notice, plainPage } from './courier-page.ts'
import type { PageFrame } from './courier-page-frame.ts'
import { courierPhoneRoutes } from './courier-phone-routes.ts'
import { courierSignInRoutes, type SignInDeps } from './courier-sign-in-routes.ts'
import { type CourierText, speak } from './courier-words.ts'
import { type CourierDoorDeps, courierDoorRoutes } from './door-notes/courier-door-routes.ts'
import { dutyMain } from './duty-page.ts'
import { leavingMain, sure } from './leaving-page.ts'
import { courierOwnRoutes } from './own/courier-own-routes.ts'
import { handoverPhotoRoutes, photoNotice } from './proof/handover-photo-routes.ts'
import { courierOf, courierSessionOf } from './signed-in-courier.ts'

/** Sends a refusal as a page. */
type AnswerRefusal = (refusal: ApiError, request: FastifyRequest, reply: FastifyReply) => unknown

type CourierRoutesDeps = DeliveryDeps &
  CourierDoorDeps &
  PositionDeps &
  Omit<SignInDeps, 'frameOf' | 'forget' | 'hasParcel'> &
  Omit<ApplyRoutesDeps, 'frameOf'> & {
    push: PushDeps
    maps: CityMaps
    timeZone: string
    /** Limits the response time of the pages. */
    limitResponseTime: (app: FastifyInstance, answer: AnswerRefusal) => void
  }

/** The largest form of ours is a failure with 200 characters of its own words. */
const formBytes = 8_192

/**
 * `/courier`, the couriers' pages, for a phone held in one hand: one address to look at, one for each action,
 * and every action ends in a redirect, so that all of it works without JavaScript. Not part of the
 * partner API. A Fastify plugin, to be registered so that its hooks stay its own.
 */
export async function courierRoutes(app: FastifyInstance, deps: CourierRoutesDeps): Promise<void> {
  const assets = await serveCourierAssets(app)
  const supportPhone = () => deps.rules.current().SUPPORT_PHONE ?? null
  const frameOf = (request: FastifyRequest): PageFrame => ({
    language: spokenLanguageOf(request),
    countries: countriesOf(request),
    assets,
    newToken: randomUUID,
    supportPhone: supportPhone(),
  })
  usePageDefaults(app, { mediaSource: "'self'", offered: spokenLanguages })
  await app.register(formBodies, { bodyLimit: formBytes })
  app.setErrorHandler((error, request, reply) => sendFailed(asApiError(error, request), request, reply))
  deps.limitResponseTime(app, sendFailed)
  useSignedInPages(app, {
    path: '/courier',
    isSecure: deps.isSecure,
    sendForeignForm: sendStrange,
    offered: spokenLanguages,
  })
  const sessions = cacheSessions()
  limitVisits(app, deps.rateLimits, ({ headers }) => sessions.holderOf(headers.cookie) !== undefined)
  await app.register(courierAppRoutes, { assets, frameOf, supportPhone, clock: deps.clock })
  await app.register(courierSignInRoutes, { ...deps, frameOf, forget: sessions.forget, hasParcel })
  await app.register(applyRoutes, { ...deps, frameOf })
  const letInCourier = (request: FastifyRequest, reply: FastifyReply) =>
    requireSession({ ...deps, sessions }, request, reply)
  await app.register(courierPhoneRoutes, { ...deps, sessions, requireSession: letInCourier })
  await app.register(async (signedIn) => {
    signedIn.decorateRequest('courier', null)
    signedIn.decorateRequest('courierSession', null)
    signedIn.addHook('onRequest', letInCourier)
    await signedIn.register(signedInPages, { ...deps, frameOf })
    await signedIn.register(courierOwnRoutes, { ...deps, frameOf })
    await signedIn.register(courierAlertRoutes, deps)
    await signedIn.register(courierDoorRoutes, deps)
  })

  /** The countries where a courier works; those that are served while nobody is signed in. */
  const countriesOf = ({ courier }: FastifyRequest): string[] =>
    courier?.countries ?? deps.pricing.map.current().cities.map(({ country }) => country)

  async function hasParcel(accountId: string): Promise<boolean> {
    const courier = await findCourierOfAccount(deps.db, accountId)
    const screen = courier && (await readScreen(deps.db, courier.id, deps.clock.now()))
    return screen !== undefined && hasToCarry(screen)
  }

  function sendFailed(refusal: ApiError, request: FastifyRequest, reply: FastifyReply) {
    logRefusal(refusal, request, reply)
    const { status } = errors[refusal.code]
    const t = speak(spokenLanguageOf(request))
    const leads: Partial<Record<number, string>> = {
      408: errorBody(refusal, languageOf(request)).message,
      429: t('Too many requests come from your connection. Try again in a few seconds.'),
      500: t('Something failed on our side. Reference: {requestId}.', { requestId: request.id }),
      503: t('The service does not answer for the moment. Try again in a few seconds.'),
    }
    const lead = leads[status] ?? t('This page did not understand what it was sent. Go back and try again.')
    return sendPlain(request, reply, status, lead)
  }

  function sendStrange(request: FastifyRequest, reply: FastifyReply) {
    const t = speak(spokenLanguageOf(request))
    const lead = t('This request does not come from a page of Colis. Open the page yourself.')
    return sendPlain(request, reply, 403, lead)
  }

  function sendPlain(request: FastifyRequest, reply: FastifyReply, status: number, lead: string) {
    const frame = frameOf(request)
    const t = speak(frame.language)
    const text = { heading: t('That did not work'), lead, back: t('Back to the courier’s page') }
    return sendHtml(reply, status, plainPage(frame, text))
  }
}

/** Requires the session of a courier who is not retired; redirects everybody else to sign in. */
async function requireSession(
  deps: CourierRoutesDeps & { sessions: SessionCache },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply | undefined> {
  const { cookie } = request.headers
  const session = await checkSession(deps.accounts.auth, cookie)
  const courier = session && (await findCourierOfAccount(deps.db, session.accountId))
  if (!courier || courier.retired_at) {
    const hadOne = cookie?.includes('colis.session_token') ?? false
    return reply.redirect(`/courier/sign-in${hadOne ? '?ended' : ''}`, 303)
  }
  deps.sessions.add(cookie, session.token, courier.id)
  if (session.cookies.length > 0) reply.header('set-cookie', session.cookies)
  request.courier = courier
  request.sender = { trust: 'APPROVED', holder: courier.id }
  request.courierSession = session.token
  return undefined
}

type SignedInDeps = CourierRoutesDeps & { frameOf: (request: FastifyRequest) => PageFrame }

/** What only a signed-in courier reaches. */
async function signedInPages(app: FastifyInstance, deps: SignedInDeps): Promise<void> {
  const { db, clock, frameOf } = deps

  app.get<{ Querystring: { answer?: unknown; photo?: unknown } }>('/courier', async (request, reply) => {
    const { answer, photo } = request.query
    const courier = courierOf(request)
    const kept =
      typeof answer === 'string' && isUuid(answer)
        ? await findAction(db, { courierId: courier.id, token: answer })
        : undefined
    const page = await pageOf(request, {
      kept,
      notice: photo === 'received' ? photoNotice(request) : undefined,
    })
    return sendHtml(reply, 200, page)
  })

  app.post<{ Params: { action: string } }>('/courier/actions/:action', async (request, reply) => {
    const read = readActionForm(request.params.action, request.body)
    if (!read) throw new ApiError('REQUEST_MALFORMED')
    if ('fault' in read) return sendHtml(reply, 422, await pageOf(request, { rejected: read }))
    const unproven = await withoutProof(request, read.form)
    if (unproven) return sendHtml(reply, 422, await pageOf(request, { rejected: unproven }))
    const isSure = fieldsOf(request.body)[sure.name] === sure.value
    if (read.form.action === 'go-off-duty' && !isSure) {
      const screen = await readScreen(db, courierOf(request).id, clock.now())
      if (screen && hasToCarry(screen))
        return sendHtml(reply, 200, leavingFirst(request, screen, read.form.token))
    }
    await actOnce(deps, courierOf(request).id, read.form)
    return reply.redirect(`/courier?answer=${read.form.token}`, 303)
  })

  function leavingFirst(request: FastifyRequest, screen: CourierScreen, token: string): string {
    const frame = frameOf(request)
    return courierPage(frame, {
      main: leavingMain(frame, { action: '/courier/actions/go-off-duty', token }),
      courier: { id: screen.courierId, isOnDuty: screen.isOnDuty, sharesPosition: true },
      version: screenVersion(screen),
    })
  }

  function earnedToday(courierId: string, now: Date) {
    const { from, until } = localDay(now, deps.timeZone)
    return readEarnings(db, { courierId, from, to: until })
  }

  await app.register(handoverPhotoRoutes, {
    ...deps,
    sendRefusal: async (request: FastifyRequest, reply: FastifyReply, photoError: string) =>
      sendHtml(reply, 422, await pageOf(request, { photoError })),
  })

  /**
   * A failure that lacks what the operator asks for, to be sent back with what was typed; the verb looks once
   * more.
   */
  async function withoutProof(request: FastifyRequest, form: ActionForm): Promise<RejectedForm | undefined> {
    const { HANDOVER_PROOF: asked } = deps.rules.current()
    if (form.action !== 'fail' || asked.length === 0) return undefined
    const now = clock.now()
    const { carried } = (await readScreen(db, courierOf(request).id, now)) ?? {}
    if (carried?.step !== 'HAND_OVER' || carried.key.id !== form.delivery.id) return undefined
    const { arrivedAt, calledAt, hasPhoto } = carried.proof
    const facts = {
      arrived_at_customer_at: arrivedAt,
      customer_called_at: calledAt ?? (form.declaresCall ? now : null),
      hasPhoto,
    }
    if (missingParts(neededParts(asked, form.failureCode), facts, now).length === 0) return undefined
    const typed = {
      failureCode: form.failureCode,
      words: form.words ?? '',
      called: form.declaresCall ? 'yes' : '',
    }
    return { fault: 'PROOF_MISSING', token: form.token, typed }
  }

  const alertsOf = async (request: FastifyRequest) => ({
    publicKey: deps.push.vapid.publicKey,
    isPushed: await hasPushSubscription(db, courierSessionOf(request)),
  })

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

  async function pageOf(
    request: FastifyRequest,
    {
      kept,
      rejected,
      notice: said,
      photoError,
    }: {
      kept?: SavedAction | undefined
      rejected?: RejectedForm
      notice?: Notice | undefined
      photoError?: string
    },
  ): Promise<string> {
    const now = clock.now()
    const screen = await readScreen(db, courierOf(request).id, now)
    if (!screen) throw new ApiError('COURIER_NOT_FOUND')
    const frame = frameOf(request)
    const isOfCode = kept !== undefined && isAboutCode(kept, screen.carried)
    const rules = deps.rules.current()
    const isPhotoShown = screen.carried?.step === 'HAND_OVER' && rules.HANDOVER_PROOF.includes('PHOTO')
    const refused = photoError && !isPhotoShown ? ({ kind: 'refused', text: photoError } as const) : undefined
    const notice = kept && !isOfCode ? noticeOf(kept, frame.language) : (said ?? refused)
    const wrongCode = isOfCode ? noticeOf(kept, frame.language).text : undefined
    const { courierId: id, isOnDuty, carried } = screen
    return courierPage(frame, {
      main: carried
        ? carriedMain(frame, screen, carried, {
            ...{
              now,
              timeZone: deps.timeZone,
              pickupWait: { minutes: rules.PICKUP_WAIT_MINUTES, feeFcfa: rules.PICKUP_WAIT_FEE_FCFA },
              handoverProof: rules.HANDOVER_PROOF,
            },
            ...{ rejected, wrongCode, photoError },
            ...(await surroundingsOf(carried)),
          })
        : dutyMain(frame, screen, {
            alerts: await alertsOf(request),
            today: await earnedToday(screen.courierId, now),
            map: deps.pricing.map.current(),
            now,
          }),
      courier: { id, isOnDuty, sharesPosition: isOnDuty || carried !== null },
      carries: hasToCarry(screen),
      version: screenVersion(screen),
      refreshSeconds: refreshSeconds(screen),
      notice,
    })
  }
}

/** Whether a courier has a parcel, one that was called back included. */
const hasToCarry = ({ carried, calledBack }: CourierScreen): boolean =>
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

const actionOfStep = {
  GO_TO_SHOP: null,
  PICK_UP: 'pick-up',
  HAND_OVER: 'hand-over',
  RETURN_TO_SHOP: 'bring-back',
}

/**
 * Whether an outcome belongs beside the field for the code, or where that is locked, to what is shown in its
 * place.
 */
const isAboutCode = ({ action, outcome }: SavedAction, carried: CourierScreen['carried']): boolean =>
  carried !== null &&
  actionOfStep[carried.step] === action &&
  outcome !== null &&
  outcome !== 'DONE' &&
  (outcome.refused === 'CODE_WRONG' || carried.codeLock !== null) &&
  ['CODE_WRONG', 'CODE_LOCKED', 'CODE_CLOSED'].includes(outcome.refused)

const doneTexts = {
  'go-on-duty': 'You are on duty.',
  'go-off-duty': 'You are off duty.',
  accept: 'The trip is yours.',
  decline: 'Trip declined.',
  arrive: 'Your arrival is noted.',
  problem: 'Noted. Thank you for telling us.',
  'pick-up': 'Parcel taken. Have a good ride!',
  'hand-over': 'Parcel handed over. Thank you!',
  fail: 'Failure reported.',
  'at-customer': 'Noted: you are there.',
  called: 'Call noted.',
  'bring-back': 'Parcel returned. Thank you!',
  'parcel-is-back': 'Noted: the parcel is at the shop. Thank you!',
  'put-away': 'Noted.',
} as const satisfies Record<CourierAction, CourierText>

/**
 * Refusals in words of these pages: plainer than those of the catalogue of errors, or in each of their
 * languages.
 */
const refusedTexts: Partial<Record<string, CourierText>> = {
  TRANSITION_REFUSED: 'The delivery has changed meanwhile: this is where it stands.',
  DELIVERY_NOT_FOUND: 'This delivery is not yours, or no longer.',
  PAYMENT_NOT_SETTLED: 'Do not hand over the parcel yet: it is not paid.',
  CODE_CLOSED: 'This code is locked after too many tries. Call your Colis manager: only they can unlock it.',
  OFFER_GONE: 'This trip is no longer on offer.',
}

/** The outcome of an action, in words. */
function noticeOf({ action, outcome }: SavedAction, language: SpokenLanguage): Notice {
  const t = speak(language)
  if (outcome === null) return { kind: 'done', text: t('Your action is under way. The page updates itself.') }
  if (outcome === 'DONE') return { kind: 'done', text: t(doneTexts[action as CourierAction]) }
  return { kind: 'refused', text: refusalText(outcome, language) }
}

function refusalText({ refused, params }: Exclude<ActionOutcome, 'DONE'>, language: SpokenLanguage): string {
  const t = speak(language)
  const known = params as { status?: unknown; triesLeft: number; retryAfterSeconds: number }
  if (refused === 'TRANSITION_REFUSED' && known.status === 'CANCELLED')
    return t('The shop has cancelled this delivery meanwhile.')
  if (refused === 'CODE_WRONG')
    return t('This code is wrong. Tries left: {triesLeft}.', { triesLeft: known.triesLeft })
  if (refused === 'CODE_LOCKED') {
    const minutes = Math.ceil(known.retryAfterSeconds / 60)
    return t('Too many wrong codes. Try again in {minutes} min.', { minutes })
  }
  const plainer = refusedTexts[refused]
  if (plainer) return t(plainer)
  return errorBody(new ApiError(refused as 'RATE_LIMITED', known), writtenLanguage(language)).message
}
