import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { html } from 'ghtml'
import type { Language } from '../../../base/kernel/language.ts'
import { internationalPhone } from '../../../base/kernel/phone-number.ts'
import type { ApiError } from '../../../contract/errors.ts'
import { wrongPhone } from '../../../contract/former-phone.ts'
import { limits } from '../../../contract/limits.ts'
import {
  type AccountName,
  calledLength,
  emailName,
  phoneName,
  readCalled,
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
import { clientNetwork } from '../../../http/client-network.ts'
import { languageOf } from '../../../http/response-language.ts'
import { filledForm, listField, readForm, typedField } from '../../../pages/form.ts'
import { fieldsOf } from '../../../pages/form-fields.ts'
import type { WorkspaceNotice } from '../../../pages/workspace.ts'
import { refusalOf } from '../../../web/signed-in-request.ts'
import type { ConsoleDeps } from '../console-deps.ts'
import { shopHref } from '../console-request.ts'
import { speak } from '../console-words.ts'
import { consoleCookies } from './console-cookies.ts'
import { maxNameLength } from './console-name.ts'
import { browserOf } from './console-origin.ts'
import { signInForm, tooManyWords } from './sign-in-step.ts'

const path = '/console/open-shop'

type Typed = Readonly<Record<string, string>>
type Faults = Readonly<Record<string, string | undefined>>
type Wanted = { shopName: string; ownerName: string; city: City; name: AccountName }

/** What a shop needs to be opened: what it is called, and where it is. */
const shopForm = (language: Language, cities: readonly City[]) => {
  const t = speak(language)
  const isAmbiguous = new Set(cities.map(({ country }) => country)).size > 1
  const countryNames = new Intl.DisplayNames(language, { type: 'region' })
  const sorted = cities
    .map(({ id, name, country }) => ({
      value: id,
      label: isAmbiguous ? `${name} (${countryNames.of(country) ?? country})` : name,
    }))
    .sort((one, other) => one.label.localeCompare(other.label, language))
  const options = sorted.length > 1 ? [{ value: '', label: t('Choose your city') }, ...sorted] : sorted
  return {
    shopName: typedField({
      label: t('Name of the shop'),
      hint: t('Your customers read it in their messages.'),
      wrong: t('Write the name of the shop, at most 80 characters.'),
      attributes: { autocomplete: 'organization', required: true, maxlength: limits.shopName.max },
      read: readCalled,
    }),
    city: {
      ...listField(options, {
        label: t('City'),
        wrong: t('Choose a city of the list.'),
        attributes: { required: true },
      }),
      read: (text: string) => cities.find(({ id }) => id === text),
    },
  }
}

/** Who opens it, where nobody is signed in; a phone is read with the dialling rules of the shop's country. */
const ownerForm = (language: Language, city: City | undefined) => {
  const t = speak(language)
  return {
    ownerName: typedField({
      label: t('Your name'),
      wrong: t('Write your name, at most 80 characters.'),
      attributes: { autocomplete: 'name', required: true, maxlength: calledLength.max },
      read: readCalled,
    }),
    name: typedField<AccountName>({
      label: t('Your phone or e-mail'),
      hint: t('You will sign in with it.'),
      wrong: (text) =>
        wrongPhone(
          text,
          { countries: city ? [city.country] : [], language },
          t(
            'This is neither a phone number of this country nor an e-mail address. Check it, or begin with + and the country code.',
          ),
        ),
      attributes: {
        autocomplete: 'username',
        required: true,
        maxlength: maxNameLength,
        autocapitalize: 'none',
      },
      read: (text) => {
        const email = readEmailAddress(text)
        if (email !== undefined) return emailName(email)
        const phone = city && internationalPhone(text, city.country)
        return phone === undefined ? undefined : phoneName(phone)
      },
    }),
  }
}

/**
 * `/console/open-shop`: whoever has no account says who they are, and shows it by the code or link that
 * comes; whoever is signed in opens another shop at once.
 */
export async function shopOpeningPage(app: FastifyInstance, deps: ConsoleDeps): Promise<void> {
  const { accounts, rateLimits, isSecure, db, clock, pricing, environment } = deps
  const cities = () => pricing.map.current().cities
  const cityIn = ({ city }: Typed) => cities().find(({ id }) => id === city)
  const signedIn = ({ headers }: FastifyRequest) => checkAccountSession(accounts, headers.cookie)

  app.get(path, async (request, reply) => {
    const isSignedIn = (await signedIn(request)) !== undefined
    return show(request, reply, 200, { typed: {}, isSignedIn })
  })

  app.post(path, signInForm, async (request, reply) => {
    const account = await signedIn(request)
    const sent = Object.entries(fieldsOf(request.body)).map(([name, text]) => [name, text.slice(0, 254)])
    const typed: Typed = Object.fromEntries(sent)
    const form = { typed, isSignedIn: account !== undefined }
    const { wanted, faults } = readOpening(typed, account, languageOf(request))
    if (!wanted) return show(request, reply, 422, { ...form, faults })
    try {
      return account
        ? await openAnother(wanted, account, request, reply)
        : await openFirst(wanted, request, reply)
    } catch (error) {
      const { status, notice } = limitOf(error, request, reply)
      return show(request, reply, status, { ...form, notice })
    }
  })

  /** Reads the form; what is wrong with which field, where it cannot be taken. */
  function readOpening(
    typed: Typed,
    account: SignedInAccount | undefined,
    language: Language,
  ): { wanted?: Wanted; faults: Faults } {
    const shop = readForm(shopForm(language, cities()), typed)
    const owner = account
      ? { values: { ownerName: account.name, name: nameOf(account) } }
      : readForm(ownerForm(language, cityIn(typed)), typed)
    const { ownerName, name } = owner.values ?? {}
    if (shop.values && ownerName !== undefined && name)
      return { wanted: { ...shop.values, ownerName, name }, faults: {} }
    return { faults: { ...shop.faults, ...('faults' in owner && owner.faults) } }
  }

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

  function show(
    request: FastifyRequest,
    reply: FastifyReply,
    status: number,
    {
      typed,
      isSignedIn,
      faults = {},
      notice,
    }: {
      typed: Typed
      isSignedIn: boolean
      faults?: Faults
      notice?: WorkspaceNotice
    },
  ): unknown {
    const language = languageOf(request)
    const t = speak(language)
    const form = { ...shopForm(language, cities()), ...(!isSignedIn && ownerForm(language, cityIn(typed))) }
    const lead = t('It takes two minutes. A code or a link then confirms that it is you.')
    return deps.sendPage(request, reply, status, {
      section: null,
      title: t('Open my shop'),
      notice,
      main: html`!${isSignedIn ? '' : html`<p>${lead}</p>`}
!${filledForm(path, form, { typed, faults }, t('Open my shop'))}`,
    })
  }
}

const nameOf = ({ phone, email }: SignedInAccount): AccountName | undefined => {
  if (phone !== null) return phoneName(phone)
  return email === null ? undefined : emailName(email)
}
