import { randomUUID } from 'node:crypto'
import formBodies from '@fastify/formbody'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { spokenLanguages } from '../../base/kernel/language.ts'
import type { SecretKeys } from '../../base/kernel/secret-keys.ts'
import { type ApiError, errorBody, errors } from '../../contract/errors.ts'
import { checkSession } from '../../domain/accounts/check-session.ts'
import { cacheSessions, type SessionCache } from '../../domain/accounts/session-cache.ts'
import { findCourierOfAccount } from '../../domain/couriers/courier-account-store.ts'
import type { PositionDeps } from '../../domain/couriers/report-position.ts'
import { shownRecipient } from '../../domain/deliveries/recipient/shown-recipient.ts'
import type { DeliveryDeps } from '../../domain/deliveries/transitions/move-delivery.ts'
import type { CityMaps } from '../../domain/maps/cache-maps.ts'
import { readScreen } from '../../domain/matching/read-screen.ts'
import type { PushDeps } from '../../domain/push/push-deps.ts'
import { phoneCountries } from '../../domain/zones/phone-countries.ts'
import { asApiError, logRefusal } from '../../http/error-handler.ts'
import { limitVisits } from '../../http/rate-limit.ts'
import { languageOf, spokenLanguageOf } from '../../http/response-language.ts'
import { usePageDefaults } from '../../pages/page-defaults.ts'
import { sendHtml, useSignedInPages } from '../../pages/signed-in-pages.ts'
import { companyName } from '../../rules.ts'
import { courierPushes } from './alerts/courier-alerts.ts'
import type { ApplicantDeps } from './applying/applicant-phone.ts'
import { applyPages } from './applying/application-form.ts'
import { courierAppRoutes, serveCourierAssets } from './courier-asset-routes.ts'
import { type CourierDoorDeps, courierDoorFiles } from './courier-door-notes.ts'
import { courierHome, hasToCarry } from './courier-home.ts'
import { plainPage } from './courier-page.ts'
import type { PageFrame } from './courier-page-frame.ts'
import { courierPhoneRoutes } from './courier-phone-routes.ts'
import { courierSignIn, type SignInDeps } from './courier-sign-in.ts'
import { speak } from './courier-words.ts'
import { keepLook, lookOf } from './kept-look.ts'
import { ownGoal } from './own/own-goal.ts'
import { ownPortrait } from './own/own-portrait.ts'
import { ownShifts } from './own/own-shifts.ts'
import { ownTrips } from './own/own-trips.ts'
import { ownWeek } from './own/own-week.ts'

/** Sends a refusal as a page. */
type AnswerRefusal = (refusal: ApiError, request: FastifyRequest, reply: FastifyReply) => unknown

type CourierRoutesDeps = DeliveryDeps &
  CourierDoorDeps &
  PositionDeps &
  Omit<SignInDeps, 'frameOf' | 'forget' | 'hasParcel'> &
  Omit<ApplicantDeps, 'frameOf'> & {
    push: PushDeps
    /** The key that signs whom a page showed. */
    shownRecipients: SecretKeys
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
    shownRecipient: (...named) => shownRecipient(deps.shownRecipients, ...named),
    supportPhone: supportPhone(),
    look: lookOf(request),
    company: companyName(deps.rules.current()),
    colour: deps.rules.current().COMPANY_COLOUR,
  })
  const framed = { ...deps, frameOf }
  usePageDefaults(app, { mediaSource: "'self'", usesCamera: true, offered: spokenLanguages })
  await app.register(formBodies, { bodyLimit: formBytes })
  app.setErrorHandler((error, request, reply) => sendFailed(asApiError(error, request), request, reply))
  deps.limitResponseTime(app, sendFailed)
  useSignedInPages(app, {
    path: '/courier',
    isSecure: deps.isSecure,
    sendForeignForm: sendStrange,
    offered: spokenLanguages,
  })
  app.addHook('onRequest', async (request, reply) => keepLook(request, reply, deps.isSecure))
  const sessions = cacheSessions()
  limitVisits(app, deps.rateLimits, ({ headers }) => sessions.holderOf(headers.cookie) !== undefined)
  await app.register(courierAppRoutes, { ...deps, assets, frameOf, supportPhone })
  await app.register(courierSignIn, { ...framed, forget: sessions.forget, hasParcel })
  await app.register(applyPages, framed)
  const letInCourier = (request: FastifyRequest, reply: FastifyReply) =>
    requireSession({ ...deps, sessions }, request, reply)
  await app.register(courierPhoneRoutes, { ...deps, sessions, requireSession: letInCourier })
  await app.register(async (signedIn) => {
    signedIn.decorateRequest('courier', null)
    signedIn.decorateRequest('courierSession', null)
    signedIn.addHook('onRequest', letInCourier)
    await signedIn.register(courierHome, framed)
    await signedIn.register(ownTrips, framed)
    await signedIn.register(ownWeek, framed)
    await signedIn.register(ownShifts, framed)
    await signedIn.register(ownGoal, framed)
    await signedIn.register(ownPortrait, framed)
    await signedIn.register(courierPushes, deps)
    await signedIn.register(courierDoorFiles, deps)
  })

  /** The countries where a courier works; those that are served while nobody is signed in. */
  const countriesOf = ({ courier }: FastifyRequest): string[] =>
    courier?.countries ?? phoneCountries(deps.pricing.map.current().cities, deps.timeZone)

  async function hasParcel(accountId: string): Promise<boolean> {
    const courier = await findCourierOfAccount(deps.db, accountId)
    const screen = courier && (await readScreen(deps, courier.id, deps.clock.now()))
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
