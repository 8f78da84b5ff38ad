import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ApiError } from '../../../base/contract/errors.ts'
import { clientNetwork } from '../../../base/http/client-network.ts'
import { languageOf } from '../../../base/http/response-language.ts'
import { internationalPhone } from '../../../base/kernel/phone-number.ts'
import { textFault, trimmedText } from '../../../base/kernel/plain-text.ts'
import { fieldsOf } from '../../../base/pages/form-fields.ts'
import {
  type AccountName,
  emailName,
  phoneName,
  readEmailAddress,
} from '../../../domain/accounts/account-name.ts'
import { requestSignInLink } from '../../../domain/accounts/links/request-sign-in-link.ts'
import { requestSignInCode } from '../../../domain/accounts/request-sign-in-code.ts'
import {
  checkAccountSession,
  type SignedInAccount,
} from '../../../domain/accounts/sessions/check-account-session.ts'
import { openShop } from '../../../domain/shops/open-shop.ts'
import { requestShopOpening } from '../../../domain/shops/request-shop-opening.ts'
import type { City } from '../../../domain/zones/service-map.ts'
import { refusalOf } from '../../../web/signed-in-request.ts'
import type { ConsoleDeps } from '../console-deps.ts'
import { shopHref } from '../console-request.ts'
import { consoleCookies } from './console-cookies.ts'
import { browserOf } from './console-origin.ts'
import { signInForm, tooManyWords } from './console-sign-in-routes.ts'
import { type OpeningField, openingFields, openShopPage } from './open-shop-page.ts'

type Typed = Partial<Record<OpeningField, string>>
type Wanted = { shopName: string; ownerName: string; city: City; name: AccountName }

/**
 * `/console/open-shop`: whoever has no account says who they are, and shows it by the code or link that comes; whoever
 * is signed in opens another shop at once.
 */
export async function openShopRoutes(app: FastifyInstance, deps: ConsoleDeps): Promise<void> {
  const { accounts, rateLimits, isSecure, db, clock, pricing, environment } = deps
  const cities = () => deps.pricing.map.current().cities
  const signedIn = ({ headers }: FastifyRequest) => checkAccountSession(accounts, headers.cookie)

  app.get('/console/open-shop', async (request, reply) => {
    const isSignedIn = (await signedIn(request)) !== undefined
    return deps.sendPage(
      request,
      reply,
      200,
      openShopPage(languageOf(request), { cities: cities(), typed: {}, wrong: [], isSignedIn }),
    )
  })

  app.post('/console/open-shop', signInForm, async (request, reply) => {
    const fields = fieldsOf(request.body)
    const account = await signedIn(request)
    const typed: Typed = Object.fromEntries(
      openingFields.map((field) => [field, (fields[field] ?? '').slice(0, 254)]),
    )
    const form = { cities: cities(), typed, isSignedIn: account !== undefined }
    const wanted = readOpening(typed, cities(), account)
    if ('wrong' in wanted)
      return deps.sendPage(request, reply, 422, openShopPage(languageOf(request), { ...form, ...wanted }))
    try {
      return account
        ? await openAnother(wanted, account, request, reply)
        : await openFirst(wanted, request, reply)
    } catch (error) {
      const { status, notice } = limitOf(error, request, reply)
      return deps.sendPage(
        request,
        reply,
        status,
        openShopPage(languageOf(request), { ...form, wrong: [], notice }),
      )
    }
  })

  async function openFirst(wanted: Wanted, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    const { name } = wanted
    const typed = name.phone ?? name.email
    const browser = browserOf(deps, request, [typed])
    await rateLimits.countSignIn(request, browser?.id)
    const openingId = await requestOpening(wanted, request)
    const from = browser ?? { network: clientNetwork(request.ip) }
    const language = languageOf(request)
    const nonce = randomUUID()
    if (name.email === null)
      await requestSignInCode(accounts.newcomers, { nonce, typed, phones: [name.phone], from, language })
    else await requestSignInLink(accounts, { email: name.email, from, language, openingId })
    reply.header('set-cookie', consoleCookies({ typed, nonce, openingId }, isSecure))
    return reply.redirect(`/console/sign-in/${name.email === null ? 'code' : 'link'}`, 303)
  }

  async function openAnother(
    wanted: Wanted,
    { accountId }: SignedInAccount,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<unknown> {
    await rateLimits.countSignIn(request)
    const openingId = await requestOpening(wanted, request)
    const isApprovedAtOnce = environment === 'sandbox'
    const shopId = await openShop({ db, clock, pricing, isApprovedAtOnce }, { accountId, openingId })
    return reply.redirect(shopId === undefined ? '/console' : shopHref(shopId), 303)
  }

  const requestOpening = ({ city, ...wanted }: Wanted, { ip }: FastifyRequest) =>
    requestShopOpening(accounts, { ...wanted, country: city.country, network: clientNetwork(ip) })

  function limitOf(error: unknown, request: FastifyRequest, reply: FastifyReply) {
    const refusal = refusalOf(error, request)
    if (refusal.code !== 'RATE_LIMITED') {
      const { retryAfterSeconds } = (error as ApiError).params as { retryAfterSeconds?: number }
      if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds)
      return refusal
    }
    const text = tooManyWords(error, request, reply)
    return { status: 429, notice: { kind: 'refused' as const, text } }
  }
}

/** Reads the form; the fields that have to be corrected, where it cannot be taken. */
function readOpening(
  typed: Typed,
  cities: readonly City[],
  account: SignedInAccount | undefined,
): Wanted | { wrong: OpeningField[] } {
  const city = cities.find(({ id }) => id === typed.city)
  const shopName = plainName(typed.shopName)
  const ownerName = account ? account.name : plainName(typed.ownerName)
  const name = account ? nameOf(account) : readName(typed.name ?? '', city)
  if (city && shopName && ownerName !== undefined && name) return { city, shopName, ownerName, name }
  const read = { shopName, city, ownerName, name }
  return { wrong: openingFields.filter((field) => read[field] === undefined) }
}

const nameOf = ({ phone, email }: SignedInAccount): AccountName | undefined => {
  if (phone !== null) return phoneName(phone)
  return email === null ? undefined : emailName(email)
}

/** A phone is read with the dialling rules of the shop's country. */
function readName(text: string, city: City | undefined): AccountName | undefined {
  const email = readEmailAddress(text)
  if (email !== undefined) return emailName(email)
  const phone = city && internationalPhone(text, city.country)
  return phone === undefined ? undefined : phoneName(phone)
}

function plainName(text = ''): string | undefined {
  const name = trimmedText(text)
  return name !== '' && [...name].length <= 80 && textFault(name) === undefined ? name : undefined
}
