import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { html } from 'ghtml'
import { newId } from '../../../base/kernel/clock.ts'
import { countryName } from '../../../base/kernel/country-name.ts'
import { dayText } from '../../../base/kernel/figure-text.ts'
import type { Language } from '../../../base/kernel/language.ts'
import { spacedPhone } from '../../../base/kernel/phone-number.ts'
import { isUuid } from '../../../base/kernel/uuid.ts'
import { ApiError } from '../../../contract/errors.ts'
import { listMembers } from '../../../domain/accounts/membership-store.ts'
import { countVolumes, type ShopVolume } from '../../../domain/deliveries/finding/shop-volume-store.ts'
import { listBalances } from '../../../domain/money/ledger/ledger-store.ts'
import { approveShop } from '../../../domain/shops/approve-shop.ts'
import { changeShop } from '../../../domain/shops/change-shop.ts'
import { getShop } from '../../../domain/shops/get-shop.ts'
import { listPickupAddresses, type ShopRow } from '../../../domain/shops/shop-store.ts'
import { liftSuspension, suspendShop } from '../../../domain/shops/suspend-shop.ts'
import { type EndpointRow, listEndpoints } from '../../../domain/webhooks/endpoints/endpoint-store.ts'
import { languageOf } from '../../../http/response-language.ts'
import { filledForm, readForm, typedField } from '../../../pages/form.ts'
import { fieldsOf } from '../../../pages/form-fields.ts'
import { buttonForm } from '../../../pages/form-parts.ts'
import { attempt, doneNotice, redirectAfter } from '../../../web/signed-in-request.ts'
import type { OperationsDeps } from '../operations-deps.ts'
import { actorOf } from '../operations-request.ts'
import { type OperationsText, speak, speakEach } from '../operations-words.ts'
import { failingHref } from './failing-endpoints.ts'
import { contactsCard, giveAccess } from './shop-contacts.ts'
import { notePayment, owesCard } from './shop-debts.ts'
import { type RefusedShop, type ShopAct, shopFaultOf, shopForm, typedShop } from './shop-form.ts'
import { shopBadge, shopState, shopsHref } from './shop-list.ts'

type OneShop = { Params: { shopId: string } }
type Screen = RefusedShop & { shop: ShopRow; language: Language; timeZone: string }

const periods = [7, 30, 90] as const
const nothingTyped: RefusedShop = { typed: {}, faults: {} }
const done: Record<string, OperationsText> = {
  approved: 'The shop is approved: it can order.',
  suspended: 'The shop is suspended.',
  lifted: 'The suspension is lifted.',
  saved: 'Saved.',
  shoppaid: 'The payment by the shop is noted.',
  opened: 'The shop is open: it can order.',
  member: 'The person has access to the console of the shop.',
}

const suspensionForm = (language: Language) => ({
  reason: typedField({
    label: speak(language)('Reason, which the shop reads'),
    attributes: { maxlength: 200, required: true },
    read: (text) => text,
  }),
})

/** What the forms of the page do, by their paths. */
const acts: Record<string, ShopAct> = {
  '': {
    act: async (sent, { acting, shopId, language }) => {
      const typed = typedShop(sent)
      const { values, faults } = readForm(shopForm(language, true, typed), typed)
      if (!values) return faults
      await changeShop(acting, shopId, values)
      return 'saved'
    },
    faultsOf: shopFaultOf,
    typedOf: typedShop,
  },
  '/approve': {
    act: async (_, { acting, shopId }) => {
      await approveShop(acting, shopId)
      return 'approved'
    },
  },
  '/suspend': {
    act: async ({ reason = '' }, { acting, shopId }) => {
      await suspendShop(acting, shopId, reason)
      return 'suspended'
    },
    faultsOf: (code, text) => (code === 'REASON_REQUIRED' ? { reason: text } : undefined),
  },
  '/lift-suspension': {
    act: async (_, { acting, shopId }) => {
      await liftSuspension(acting, shopId)
      return 'lifted'
    },
  },
  '/members': giveAccess,
  '/payments': notePayment,
}

/** `/operations/shops/ID`: what a shop may do and on what terms, what it orders, whom to call. */
export async function oneShopPage(app: FastifyInstance, deps: OperationsDeps): Promise<void> {
  const { db, clock, pricing, timeZone } = deps
  const path = `${shopsHref}/:shopId`
  const config = { operates: 'MANAGE' } as const
  const daysAgo = (days: number) => new Date(clock.now().getTime() - days * 24 * 60 * 60_000)

  app.get<OneShop>(path, { config }, (request, reply) => show(request, reply, 200, nothingTyped))

  for (const [name, { act, faultsOf, typedOf, ...options }] of Object.entries(acts))
    app.post<OneShop>(`${path}${name}`, { config, ...options }, async (request, reply) => {
      const shopId = shopIdOf(request)
      const sent = fieldsOf(request.body)
      const typed = typedOf?.(sent) ?? sent
      const as = { acting: { ...deps, actor: actorOf(request) }, shopId, language: languageOf(request) }
      return attempt(
        request,
        async () => {
          const outcome = await act(sent, as)
          if (typeof outcome === 'string') return redirectAfter(reply, `${shopsHref}/${shopId}`, outcome)
          return show(request, reply, 422, { typed, faults: outcome })
        },
        ({ code, status, notice }, error) => {
          const faults = faultsOf?.(code, notice.text)
          if (!faults) throw error
          return show(request, reply, status, { typed, faults })
        },
      )
    })

  async function show(
    request: FastifyRequest<OneShop>,
    reply: FastifyReply,
    status: number,
    refused: RefusedShop,
  ) {
    const language = languageOf(request)
    const shop = await getShop(db, shopIdOf(request))
    const [members, addresses, endpoints, owed, volumesOf] = await Promise.all([
      listMembers(db, shop.id),
      listPickupAddresses(db, shop.id),
      listEndpoints(db, shop.id),
      listBalances(db, { kinds: ['SHOP_FEES'], owner: shop.id }),
      countVolumes(db, [shop.id], periods.map(daysAgo)),
    ])
    const debts = owed
      .filter(({ balanceFcfa }) => balanceFcfa > 0)
      .map(({ currency, balanceFcfa }) => ({ currency, owedFcfa: balanceFcfa, formId: newId(clock.now()) }))
    const isServed = pricing.collecting.boundsIn(shop.country) !== undefined

    const t = speak(language)
    const screen = { ...refused, shop, language, timeZone }
    const openedOn = t('Opened on {day}', { day: dayText(shop.created_at, timeZone, language) })
    return deps.sendPage(request, reply, status, {
      section: 'shops',
      title: shop.name,
      back: { href: shopsHref, label: t('Shops') },
      acts: shopBadge(shop, language),
      notice: doneNotice(request, speakEach(language, done)),
      main: html`<p class="soft">${openedOn} · ${countryName(shop.country, language)}</p>
!${stateCard(screen)}
<section class="card"><h2>${t('Volumes')}</h2>!${volumeTable(volumesOf(shop.id), language)}
<p><a href="/operations/deliveries?shop=${shop.id}">${t('Its deliveries')}</a></p></section>
!${owesCard(shop.id, debts, refused, language)}
!${contactsCard({ shop, members, addresses }, refused, language)}
<section class="card"><h2>${t('Terms')}</h2>!${termsForm(screen, isServed)}</section>
<section class="card"><h2>${t('Webhooks')}</h2>!${endpointList(endpoints, language)}</section>
<section class="card"><h2>${t('Set up for the shop')}</h2>!${keptLinks(screen)}</section>
<section class="card"><h2>${t('See its console')}</h2>
<p>${t('Without changing anything. The owner reads in the audit that you looked at it.')}</p>
<p><a class="button plain" href="/console/shops/${shop.id}">${t('See its console')}</a></p></section>
!${shopState(shop) === 'SUSPENDED' ? '' : suspendCard(screen)}`,
    })
  }
}

function shopIdOf({ params: { shopId } }: FastifyRequest<OneShop>): string {
  if (!isUuid(shopId)) throw new ApiError('SHOP_NOT_FOUND', { shopId })
  return shopId
}

function stateCard({ language, shop, timeZone }: Screen): string {
  const t = speak(language)
  const { id, suspended_at, suspension_reason, approved_at } = shop
  const card = (about: string, act: string, label: string) =>
    html`<section class="card"><p>${about}</p>
!${buttonForm(`${shopsHref}/${id}/${act}`, label, 'primary')}</section>`
  if (suspended_at) {
    const values = { day: dayText(suspended_at, timeZone, language), reason: suspension_reason ?? '' }
    return card(t('Suspended since {day}: {reason}', values), 'lift-suspension', t('Lift the suspension'))
  }
  if (approved_at) return ''
  const waits = t('It waits for your consent to order for the first time. Call it if you do not know it.')
  return card(waits, 'approve', t('Approve the shop'))
}

function suspendCard({ language, shop, ...refused }: Screen): string {
  const t = speak(language)
  const about = t(
    'Within a second its keys are refused and it can order nothing. Deliveries under way go on.',
  )
  const action = `${shopsHref}/${shop.id}/suspend`
  const form = filledForm(action, suspensionForm(language), refused, t('Suspend the shop'), 'danger')
  return html`<section class="card"><h2>${t('Suspend the shop')}</h2><p>${about}</p>!${form}</section>`
}

function volumeTable(volumes: readonly ShopVolume[], language: Language): string {
  const t = speak(language)
  const row = (label: string, textOf: (volume: ShopVolume) => string | number) => {
    const figures = volumes.map((volume) => html`<td class="number">${textOf(volume)}</td>`)
    return html`<tr><th scope="row">${label}</th>!${figures}</tr>`
  }
  const rows = [
    row(t('Ordered'), ({ ordered }) => ordered),
    row(t('Delivered'), ({ delivered }) => delivered),
    row(t('Failed and returned'), ({ failed }) => failed),
    row(t('Under way'), ({ underWay }) => underWay),
    row(t('Price of trips, FCFA'), ({ priceFcfa }) => priceFcfa.toLocaleString(language)),
  ]
  const heads = periods.map((days) => html`<th scope="col">${t('{days} days', { days })}</th>`)
  return html`<div class="table compare" tabindex="0" role="region" aria-label="${t('Volumes')}">
<table><thead><tr><td></td>!${heads}</tr></thead><tbody>!${rows}</tbody></table></div>`
}

function termsForm({ language, shop, typed, faults }: Screen, isServed: boolean): string {
  const kept = {
    name: shop.name,
    discountPercent: String(shop.discount_percent),
    maxOwedFcfa: String(shop.max_owed_fcfa ?? ''),
    ownerEmail: shop.owner_email ?? '',
    taxId: shop.tax_id ?? '',
    payoutPhone: shop.payout_phone ? spacedPhone(shop.payout_phone) : '',
    defaultCollection: shop.default_collection,
  }
  const shown = typed.name === undefined ? kept : typed
  const form = shopForm(language, isServed, shown)
  return filledForm(`${shopsHref}/${shop.id}`, form, { typed: shown, faults }, speak(language)('Save'))
}

function endpointList(endpoints: readonly EndpointRow[], language: Language): string {
  if (endpoints.length === 0) return html`<p class="soft">${speak(language)('No webhook')}</p>`
  const rows = endpoints.map(({ url, disabled_at, failing_since }) => {
    const look = disabled_at || failing_since ? 'bad' : ''
    return html`<li><span class="${look}">${url.replace(/\?.*/s, '?…')}</span></li>`
  })
  return html`<ul class="lines">!${rows}</ul>`
}

/** What the operator keeps for a shop, as its own people do on their console. */
function keptLinks({ language, shop }: Screen): string {
  const t = speak(language)
  const href = `${shopsHref}/${shop.id}`
  const links = [
    [`${href}/statement`, t('Statement and invoices')],
    [`${href}/settings/addresses`, t('Pickup addresses')],
    [`${href}/developers/keys`, t('API keys')],
    [`${href}/developers/endpoints`, t('Webhooks')],
    [failingHref, t('Failing webhooks')],
  ] as const
  const rows = links.map(([to, label]) => html`<li><a href="${to}">${label}</a></li>`)
  return html`<ul class="rows">!${rows}</ul>`
}
