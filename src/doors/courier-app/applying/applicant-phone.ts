import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { html } from 'ghtml'
import type { CachedValue } from '../../../base/database/cached-value.ts'
import { internationalPhone, spacedPhone } from '../../../base/kernel/phone-number.ts'
import { ApiError, errorBody, errors } from '../../../contract/errors.ts'
import type { AccountDeps } from '../../../domain/accounts/account-deps.ts'
import { confirmPhone } from '../../../domain/accounts/confirm-sign-in-code.ts'
import { countOne } from '../../../domain/accounts/count-tries.ts'
import { requestSignInCode } from '../../../domain/accounts/request-sign-in-code.ts'
import { type CodeAnswer, isSignInCode } from '../../../domain/accounts/sign-in-code.ts'
import type { ApplyDeps } from '../../../domain/couriers/applications/apply-as-courier.ts'
import {
  applicationBounds,
  verifiedPhoneToken,
} from '../../../domain/couriers/applications/verified-phone.ts'
import type { ServiceMap } from '../../../domain/zones/service-map.ts'
import { clientNetwork } from '../../../http/client-network.ts'
import type { RateLimits } from '../../../http/rate-limit.ts'
import { languageOf, spokenLanguageOf } from '../../../http/response-language.ts'
import { fieldsOf } from '../../../pages/form-fields.ts'
import { submitButton } from '../../../pages/form-parts.ts'
import { sendHtml } from '../../../pages/signed-in-pages.ts'
import { phoneField, sentCodeField, stackedForm, tooManyText } from '../courier-fields.ts'
import { courierPage } from '../courier-page.ts'
import type { PageFrame } from '../courier-page-frame.ts'
import { speak } from '../courier-words.ts'
import { formerPhoneText } from '../former-phone-text.ts'
import { applyPath, askingCookies, readApplyCookies, verifiedCookie } from './apply-cookies.ts'

export type ApplicantDeps = ApplyDeps & {
  /** Codes for people who are nobody here yet. */
  applicants: AccountDeps
  rateLimits: RateLimits
  pricing: { map: CachedValue<ServiceMap> }
  frameOf: (request: FastifyRequest) => PageFrame
  isSecure: boolean
}

const codePath = `${applyPath}/code`

/** `/courier/apply`: somebody chooses their city, and shows by a code that their phone is theirs. */
export function applicantPhonePages(app: FastifyInstance, deps: ApplicantDeps): void {
  const { applicants, rateLimits, pricing, frameOf, isSecure, clock } = deps
  const cities = () => pricing.map.current().cities

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
    const sendAgain = (status: number, fault: string) =>
      sendHtml(reply, status, startPage(frameOf(request), { cities: cities(), typed, fault }))
    try {
      await rateLimits.countSignIn(request)
      if (phone) await sendCode(phone, nonce, request)
    } catch (error) {
      const { status, fault } = refusalOf(error, request, reply)
      return sendAgain(status, fault)
    }
    if (!city) return sendAgain(422, t('Choose a city.'))
    if (!phone) {
      const former = formerPhoneText(typed.phone, [city.country], spokenLanguageOf(request))
      return sendAgain(422, former ?? t('This number is not possible in this city. Please check it.'))
    }
    reply.header('set-cookie', askingCookies({ nonce, phone, cityId: city.id }, isSecure))
    return reply.redirect(codePath, 303)
  })

  app.get(codePath, (request, reply) => {
    const asked = askedOf(request)
    if (!asked) return reply.redirect(applyPath, 303)
    return sendHtml(reply, 200, codePage(frameOf(request), asked.phone))
  })

  app.post(codePath, async (request, reply) => {
    const asked = askedOf(request)
    if (!asked) return reply.redirect(applyPath, 303)
    const code = (fieldsOf(request.body).code ?? '').slice(0, 20).replaceAll(/\D/g, '')
    if (!isSignInCode(code)) return sendHtml(reply, 422, codePage(frameOf(request), asked.phone, 'WRONG'))
    await rateLimits.countSignIn(request)
    const { phone, cityId } = asked
    const confirmed = await confirmPhone(applicants, { ...scopeOf(asked), code })
    if (confirmed.answer !== 'RIGHT')
      return sendHtml(reply, 422, codePage(frameOf(request), phone, confirmed.answer))
    const token = verifiedPhoneToken({ phone, cityId }, clock.now(), applicants.secrets)
    reply.header('set-cookie', verifiedCookie(token, isSecure))
    return reply.redirect(`${applyPath}/form`, 303)
  })

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
  const fault =
    code === 'RATE_LIMITED'
      ? tooManyText(spokenLanguageOf(request), retryAfterSeconds ?? 0)
      : errorBody(error, languageOf(request)).message
  return { status: errors[code].status, fault }
}

type StartScreen = {
  cities: readonly { id: string; name: string }[]
  typed?: { phone: string; cityId: string }
  fault?: string
}

/** Asks for the city and the phone. */
function startPage(frame: PageFrame, { cities, typed, fault }: StartScreen): string {
  const t = speak(frame.language)
  const chosen = typed?.cityId ?? (cities.length === 1 ? cities[0]?.id : undefined)
  const options = cities.map(
    ({ id, name }) => html`<option value="${id}"!${id === chosen ? ' selected' : ''}>${name}</option>`,
  )
  const none = chosen === undefined ? '<option value=""></option>' : ''
  const form = stackedForm(
    applyPath,
    html`<label for="cityId">${t('In which city do you want to deliver?')}</label>`,
    html`<select id="cityId" name="cityId" required>!${none}!${options}</select>`,
    phoneField({
      label: t('Your phone number'),
      hint: t('We send a code to it, and later our answer.'),
      value: typed?.phone,
      error: fault,
    }),
    submitButton(t('Get a code')),
  )
  const nowhere = t('We are in no city yet. Please come back soon.')
  const lead = t(
    'You need a phone, a vehicle, a photo of yourself and your identity document. It takes five minutes.',
  )
  const main = html`<h1>${t('Become a courier')}</h1>
<p>${lead}</p>
!${cities.length > 0 ? form : html`<p class="notice waiting">${nowhere}</p>`}
<a class="button quiet" href="/courier/sign-in">${t('A courier already? Sign in')}</a>`
  return courierPage(frame, { main, path: applyPath })
}

/** Asks for the code that was sent to `phone`; `answer` is the outcome of the last one. */
function codePage(frame: PageFrame, phone: string, answer?: Exclude<CodeAnswer, 'RIGHT'>): string {
  const t = speak(frame.language)
  const lead = t('A code of 6 digits is on its way to {phone}. It works for 5 minutes.', {
    phone: spacedPhone(phone),
  })
  const field = sentCodeField(frame.language, {
    label: t('Code of 6 digits'),
    expired: t('This code no longer works. Ask for another.'),
    answer,
  })
  const main = html`<h1>${t('Enter the code')}</h1>
<p>${lead}</p>
!${stackedForm(codePath, field, submitButton(t('Go on')))}
<a class="button quiet" href="${applyPath}">${t('Another number or another code')}</a>`
  return courierPage(frame, { main, path: codePath })
}
