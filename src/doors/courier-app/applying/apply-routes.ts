import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { CachedValue } from '../../../base/database/cached-value.ts'
import { internationalPhone } from '../../../base/kernel/phone-number.ts'
import { ApiError, errorBody, errors } from '../../../contract/errors.ts'
import type { AccountDeps } from '../../../domain/accounts/account-deps.ts'
import { confirmPhone } from '../../../domain/accounts/confirm-sign-in-code.ts'
import { countOne } from '../../../domain/accounts/count-tries.ts'
import { requestSignInCode } from '../../../domain/accounts/request-sign-in-code.ts'
import { isSignInCode } from '../../../domain/accounts/sign-in-code.ts'
import { hasOpenApplication } from '../../../domain/couriers/applications/application-store.ts'
import { type ApplyDeps, applyAsCourier } from '../../../domain/couriers/applications/apply-as-courier.ts'
import {
  applicationBounds,
  type VerifiedPhone,
  verifiedPhoneOf,
  verifiedPhoneToken,
} from '../../../domain/couriers/applications/verified-phone.ts'
import { findCourierByPhone } from '../../../domain/couriers/courier-store.ts'
import { documentBounds } from '../../../domain/couriers/documents/document-rules.ts'
import type { ServiceMap } from '../../../domain/zones/service-map.ts'
import { clientNetwork } from '../../../http/client-network.ts'
import { asApiError } from '../../../http/error-handler.ts'
import type { RateLimits } from '../../../http/rate-limit.ts'
import { languageOf, spokenLanguageOf } from '../../../http/response-language.ts'
import { fieldsOf } from '../../../pages/form-fields.ts'
import { sendHtml } from '../../../pages/signed-in-pages.ts'
import { acceptFiles, readSentFiles, refuseLargerForms } from '../../../web/read-sent-form.ts'
import type { PageFrame } from '../courier-page-frame.ts'
import { speak } from '../courier-words.ts'
import { askingCookies, readApplyCookies, verifiedCookie } from './apply-cookies.ts'
import { type ApplyFaults, applyFaults, typedApplication } from './apply-form.ts'
import {
  appliedPage,
  applyCodePage,
  applyFormPage,
  applyPath,
  type FormScreen,
  startPage,
} from './apply-page.ts'

export type ApplyRoutesDeps = ApplyDeps & {
  /** Codes for people who are nobody here yet. */
  applicants: AccountDeps
  rateLimits: RateLimits
  pricing: { map: CachedValue<ServiceMap> }
  frameOf: (request: FastifyRequest) => PageFrame
  isSecure: boolean
}

/** Both files and some text. */
const formBytes = 2 * documentBounds.fileBytes + 64 * 1024

/**
 * `/courier/apply`: somebody chooses their city, shows by a code that their phone is theirs, and only then
 * says who they are and sends their files (decision 168). A Fastify plugin.
 */
export async function applyRoutes(app: FastifyInstance, deps: ApplyRoutesDeps): Promise<void> {
  const { applicants, rateLimits, pricing, frameOf, isSecure, db, clock } = deps
  const cities = () => pricing.map.current().cities
  await acceptFiles(app, { fields: 8, fieldBytes: 1_024, fileBytes: documentBounds.fileBytes, files: 2 })

  app.get(applyPath, (request, reply) =>
    sendHtml(reply, 200, startPage(frameOf(request), { cities: cities() })),
  )

  app.post(applyPath, async (request, reply) => {
    const fields = fieldsOf(request.body)
    const typed = { phone: (fields.phone ?? '').slice(0, 30), cityId: fields.cityId ?? '' }
    const t = speak(spokenLanguageOf(request))
    const city = cities().find(({ id }) => id === typed.cityId)
    const phone = city && internationalPhone(typed.phone, city.country)
    const nonce = randomUUID()
    try {
      await rateLimits.countSignIn(request)
      if (phone) await sendCode(phone, nonce, request)
    } catch (error) {
      const { status, fault } = refusalOf(error, request, reply)
      return sendHtml(reply, status, startPage(frameOf(request), { cities: cities(), typed, fault }))
    }
    if (!phone || !city) {
      const fault = city
        ? t('This number is not possible in this city. Please check it.')
        : t('Choose a city.')
      return sendHtml(reply, 422, startPage(frameOf(request), { cities: cities(), typed, fault }))
    }
    reply.header('set-cookie', askingCookies({ nonce, phone, cityId: city.id }, isSecure))
    return reply.redirect(`${applyPath}/code`, 303)
  })

  app.get(`${applyPath}/code`, (request, reply) => {
    const asked = askedOf(request)
    if (!asked) return reply.redirect(applyPath, 303)
    return sendHtml(reply, 200, applyCodePage(frameOf(request), asked.phone))
  })

  app.post(`${applyPath}/code`, async (request, reply) => {
    const asked = askedOf(request)
    if (!asked) return reply.redirect(applyPath, 303)
    const code = (fieldsOf(request.body).code ?? '').slice(0, 20).replaceAll(/\D/g, '')
    if (!isSignInCode(code))
      return sendHtml(reply, 422, applyCodePage(frameOf(request), asked.phone, 'WRONG'))
    await rateLimits.countSignIn(request)
    const { phone, cityId } = asked
    const confirmed = await confirmPhone(applicants, { ...scopeOf(asked), code })
    if (confirmed.answer !== 'RIGHT')
      return sendHtml(reply, 422, applyCodePage(frameOf(request), phone, confirmed.answer))
    const token = verifiedPhoneToken({ phone, cityId }, clock.now(), applicants.secret)
    reply.header('set-cookie', verifiedCookie(token, isSecure))
    return reply.redirect(`${applyPath}/form`, 303)
  })

  app.get(`${applyPath}/form`, async (request, reply) => {
    const verified = verifiedOf(request)
    if (!verified) return reply.redirect(applyPath, 303)
    const refused = await refusedBefore(verified)
    return sendForm(request, reply, refused ? errors[refused.code].status : 200, verified, {
      typed: typedApplication({}),
      faults: {},
      refused: refused && errorBody(refused, languageOf(request)).message,
    })
  })

  // A file is not read of somebody whose phone nobody has verified.
  const requireVerified = async (request: FastifyRequest, reply: FastifyReply) => {
    const verified = verifiedOf(request)
    request.sender = verified ? { trust: 'KNOWN', holder: verified.phone } : null
    if (verified) return undefined
    return reply.header('connection', 'close').redirect(applyPath, 303)
  }
  app.post(
    `${applyPath}/form`,
    {
      config: { hasOwnBodyDeadline: true },
      bodyLimit: formBytes,
      onRequest: [requireVerified, refuseLargerForms(formBytes)],
    },
    async (request, reply) => {
      const verified = verifiedOf(request)
      if (!verified) return reply.redirect(applyPath, 303)
      await rateLimits.countSignIn(request)
      const { fields, files } = await readSentFiles(request, reply, ['photo', 'identity'])
      const typed = typedApplication(fields)
      const { photo, identity } = files
      const faults: ApplyFaults = {
        ...applyFaults(typed),
        ...(!photo && { photo: 'FILE_MISSING' }),
        ...(!identity && { identity: 'FILE_MISSING' }),
      }
      if (!photo || !identity || !typed.vehicleType || Object.keys(faults).length > 0)
        return sendForm(request, reply, 422, verified, { typed, faults })
      const { firstName, lastName, vehicleType, plateNumber } = typed
      try {
        await applyAsCourier(deps, {
          ...verified,
          firstName,
          lastName,
          vehicleType,
          plateNumber,
          language: languageOf(request),
          photo,
          identity,
        })
      } catch (error) {
        const refusal = asApiError(error as Error, request)
        if (refusal.code === 'INTERNAL_ERROR' || refusal.code === 'SERVICE_UNAVAILABLE') throw error
        return sendForm(request, reply, errors[refusal.code].status, verified, {
          typed,
          faults: {},
          refused: errorBody(refusal, languageOf(request)).message,
        })
      }
      reply.header('set-cookie', verifiedCookie('', isSecure))
      return reply.redirect(`${applyPath}/sent`, 303)
    },
  )

  app.get(`${applyPath}/sent`, (request, reply) => sendHtml(reply, 200, appliedPage(frameOf(request))))

  /** Whether a phone is a courier's is not said before the code shows that it is theirs. */
  async function sendCode(phone: string, nonce: string, request: FastifyRequest): Promise<void> {
    const from = { network: clientNetwork(request.ip) }
    const { codesOfNetworkPerHour } = applicationBounds
    await countOne(applicants, `codes to applicants from ${from.network}`, codesOfNetworkPerHour)
    await requestSignInCode(applicants, { ...scopeOf({ nonce, phone }), from, language: languageOf(request) })
  }

  function askedOf({ headers }: FastifyRequest) {
    const { nonce, phone, cityId } = readApplyCookies(headers.cookie)
    const city = cities().find(({ id }) => id === cityId)
    return city && nonce !== '' && internationalPhone(phone, city.country) === phone
      ? { nonce, phone, cityId }
      : undefined
  }

  const verifiedOf = ({ headers }: FastifyRequest): VerifiedPhone | undefined =>
    verifiedPhoneOf(readApplyCookies(headers.cookie).verified, clock.now(), applicants.secret)

  /** Why this person need not fill the form in. */
  async function refusedBefore({ phone }: VerifiedPhone): Promise<ApiError | undefined> {
    if (await findCourierByPhone(db, phone)) return new ApiError('COURIER_PHONE_TAKEN')
    return (await hasOpenApplication(db, phone)) ? new ApiError('APPLICATION_OPEN') : undefined
  }

  function sendForm(
    request: FastifyRequest,
    reply: FastifyReply,
    status: number,
    { phone, cityId }: VerifiedPhone,
    screen: Omit<FormScreen, 'phone' | 'city'>,
  ) {
    const city = pricing.map.current().city(cityId)?.name ?? ''
    return sendHtml(reply, status, applyFormPage(frameOf(request), { phone, city, ...screen }))
  }
}

/** Where a code is valid: codes for applying and for signing in are not each other's. */
const scopeOf = ({ nonce, phone }: { nonce: string; phone: string }) => ({
  nonce: `apply ${nonce}`,
  typed: phone,
  phones: [phone],
})

/**
 * A refusal in words, with its status, after setting how long to wait; what is no refusal is thrown again.
 */
function refusalOf(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  if (!(error instanceof ApiError)) throw error
  const { code, params } = error as ApiError
  const { retryAfterSeconds } = params as { retryAfterSeconds?: number }
  if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds)
  const t = speak(spokenLanguageOf(request))
  const fault =
    code === 'RATE_LIMITED'
      ? t('Too many requests. Try again in {minutes, plural, one {# minute} other {# minutes}}.', {
          minutes: Math.ceil((retryAfterSeconds ?? 0) / 60),
        })
      : errorBody(error, languageOf(request)).message
  return { status: errors[code].status, fault }
}
