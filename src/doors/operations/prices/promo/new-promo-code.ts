import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { html } from 'ghtml'
import type { Language } from '../../../../base/kernel/language.ts'
import { readFcfa, readPercent, readWhole } from '../../../../base/kernel/written-number.ts'
import { limits } from '../../../../contract/limits.ts'
import {
  createPromoCode,
  maxPromoShops,
  type NewPromoCode,
} from '../../../../domain/money/payments/create-promo-code.ts'
import { promoBounds } from '../../../../domain/money/payments/promo-code.ts'
import { findCalledShops } from '../../../../domain/shops/find-called-shops.ts'
import type { City } from '../../../../domain/zones/service-map.ts'
import { languageOf } from '../../../../http/response-language.ts'
import {
  choice,
  type FormFaults,
  type FormValues,
  faultOf,
  formFields,
  lineField,
  linesField,
  listField,
  momentField,
  numberField,
  optional,
  readForm,
} from '../../../../pages/form.ts'
import { fieldsOf } from '../../../../pages/form-fields.ts'
import { postForm, submitButton } from '../../../../pages/form-parts.ts'
import type { WorkspaceNotice } from '../../../../pages/workspace.ts'
import { redirectAfter, refusalOf } from '../../../../web/signed-in-request.ts'
import type { OperationsDeps } from '../../operations-deps.ts'
import { actorOf } from '../../operations-request.ts'
import { speak } from '../../operations-words.ts'
import { promoHref } from './promo-code-list.ts'

type Facts = { cities: readonly Pick<City, 'id' | 'name'>[]; timeZone: string }
type Typed = Readonly<Record<string, string>>

/** The form of a new promo code; what its value may be depends on its kind. */
export const promoForm = (language: Language, { cities, timeZone }: Facts, { kind }: Typed) => {
  const t = speak(language)
  const zone = t('Time of {zone}. Empty: no limit.', { zone: timeZone })
  const moment = { timeZone, wrong: t('This moment cannot be read.'), isNarrow: true }
  const count = {
    hint: t('Empty: no limit.'),
    wrong: t('A whole number of at least 1.'),
    read: (text: string) => readWhole(text, promoBounds.uses),
    isNarrow: true,
  }
  return {
    code: lineField({
      label: t('Code'),
      hint: t('Capitals and small letters are the same.'),
      wrong: t('1 to 40 signs, on one line.'),
      max: limits.promoCode.max,
      attributes: { autocapitalize: 'characters' },
    }),
    kind: choice(
      { PERCENT: t('a percentage'), AMOUNT: t('an amount in FCFA') },
      { label: t('It takes off') },
    ),
    value: numberField({
      label: t('How much'),
      wrong: t('A percentage from 1 to 100, or an amount from 1 to 1,000,000.'),
      attributes: { required: true },
      read: (text) =>
        kind === 'AMOUNT' ? readFcfa(text, promoBounds.amountFcfa) : readPercent(text) || undefined,
    }),
    startsAt: optional(momentField({ label: t('Usable from'), hint: zone, ...moment })),
    endsAt: optional(momentField({ label: t('Until#fields'), ...moment })),
    maxUses: optional(numberField({ label: t('Uses at most'), ...count })),
    minimumTrip: optional(
      numberField({
        ...count,
        label: t('Trip of at least (FCFA)'),
        wrong: t('An amount from 1 to 1,000,000.'),
        read: (text) => readFcfa(text, promoBounds.minimumTripFcfa),
      }),
    ),
    maxUsesPerShop: optional(numberField({ label: t('For each shop, at most'), ...count })),
    maxUsesPerCustomer: optional(
      numberField({
        ...count,
        label: t('For each customer, at most'),
        hint: t('A customer is a phone number. Empty: no limit.'),
      }),
    ),
    city: optional(
      listField(
        [{ value: '', label: t('all') }, ...cities.map(({ id, name }) => ({ value: id, label: name }))],
        { label: t('For trips of'), wrong: t('There is no such city.') },
      ),
    ),
    bearer: choice(
      { SERVICE: t('the service#bearers'), SHOP: t('shops') },
      { label: t('The discount is borne by'), hint: t('Shops pay only for codes that name them.') },
    ),
    shops: linesField({
      label: t('For these shops alone'),
      hint: t('One on a line: its name or its identifier. Empty: all shops.'),
      wrong: t(
        'Name 1 to 200 shops where they bear the discount. A line is the name of no shop, or of several: type the identifier then.',
      ),
    }),
  }
}

type PromoForm = ReturnType<typeof promoForm>

const promoOf = (
  { kind, value, city, minimumTrip, ...terms }: FormValues<PromoForm>,
  shopIds: string[],
): NewPromoCode => ({
  ...terms,
  ...(kind === 'AMOUNT' ? { amountFcfa: value } : { percent: value }),
  cityId: city,
  minimumTripFcfa: minimumTrip,
  shopIds,
})

/** `/operations/promo-codes/new`: the form of a new promo code. */
export async function newPromoCodePage(app: FastifyInstance, deps: OperationsDeps): Promise<void> {
  const { db, timeZone, pricing } = deps
  const href = `${promoHref}/new`
  const config = { operates: 'MANAGE' } as const
  const formOf = (request: FastifyRequest, typed: Typed) =>
    promoForm(languageOf(request), { cities: pricing.map.current().cities, timeZone }, typed)

  app.get(href, { config }, (request, reply) => show(request, reply, 200, {}, {}))

  app.post(href, { config, bodyLimit: 16 * 1024 }, async (request, reply) => {
    const typed = fieldsOf(request.body)
    const form = formOf(request, typed)
    const read = readForm(form, typed)
    const called = form.shops.read(typed.shops ?? '', 'shops') ?? []
    const { shopIds, unclear } = await findCalledShops(db, called.slice(0, maxPromoShops + 1))
    const mustName = typed.bearer === 'SHOP' && shopIds.length === 0
    const faults: FormFaults<PromoForm> = {
      ...read.faults,
      ...((unclear.length > 0 || shopIds.length > maxPromoShops || mustName) && {
        shops: faultOf(form.shops, ''),
      }),
    }
    if (!read.values || Object.keys(faults).length > 0) return show(request, reply, 422, typed, faults)
    try {
      const { id } = await createPromoCode(
        { ...deps, actor: actorOf(request) },
        promoOf(read.values, shopIds),
      )
      return redirectAfter(reply, `${promoHref}/${id}`, 'created')
    } catch (error) {
      const { status, notice } = refusalOf(error, request)
      return show(request, reply, status, typed, {}, notice)
    }
  })

  function show(
    request: FastifyRequest,
    reply: FastifyReply,
    status: number,
    typed: Typed,
    faults: FormFaults<PromoForm>,
    notice?: WorkspaceNotice,
  ): unknown {
    const t = speak(languageOf(request))
    const fields = formFields(formOf(request, typed), typed, faults)
    return deps.sendPage(request, reply, status, {
      section: 'cities',
      title: t('New promo code'),
      back: { href: promoHref, label: t('Promo codes') },
      notice,
      isFormPage: request.method === 'POST',
      main: postForm(href, html`!${fields}!${submitButton(t('Create the code'))}`),
    })
  }
}
