import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../../../base/contract/errors.ts'
import { currencies } from '../../../base/contract/vocabulary.ts'
import { languageOf } from '../../../base/http/response-language.ts'
import { newId } from '../../../base/kernel/clock.ts'
import { isUuid } from '../../../base/kernel/uuid.ts'
import { readFcfa } from '../../../base/kernel/written-number.ts'
import { chosenOf, fieldsOf } from '../../../base/pages/form-fields.ts'
import { listMembers } from '../../../domain/accounts/membership-store.ts'
import { addMember } from '../../../domain/accounts/team/add-member.ts'
import { countVolumes, noVolume } from '../../../domain/deliveries/finding/shop-volume-store.ts'
import { listBalances } from '../../../domain/ledger/ledger-store.ts'
import { recordShopPayment } from '../../../domain/settlement/record-shop-payment.ts'
import { approveShop } from '../../../domain/shops/approve-shop.ts'
import { changeShop } from '../../../domain/shops/change-shop.ts'
import { getShop } from '../../../domain/shops/get-shop.ts'
import { countWaitingShops, listPickupAddresses, searchShops } from '../../../domain/shops/shop-store.ts'
import { liftSuspension, suspendShop } from '../../../domain/shops/suspend-shop.ts'
import { listEndpoints, listFailingOfAllShops } from '../../../domain/webhooks/endpoints/endpoint-store.ts'
import { doneNotice, redirectAfter, refusalOf } from '../../../web/signed-in-request.ts'
import type { OperationsDeps } from '../operations-deps.ts'
import { actorOf } from '../operations-request.ts'
import { speak, speakEach } from '../operations-words.ts'
import { failingRoutes, maxFailing } from './failing-routes.ts'
import { oneShopPage, type ShopFacts } from './one-shop-page.ts'
import { readTerms, termsFaultOf, typedTerms } from './shop-form.ts'
import { shopKeepingRoutes } from './shop-keeping-routes.ts'
import { shopListPage } from './shop-list-page.ts'
import { memberNameOf, shopOpeningRoutes } from './shop-opening-routes.ts'
import { readShopQuery } from './shop-query.ts'

type OneShop = { Params: { shopId: string } }

const doneNotices = {
  approved: 'The shop is approved: it can order.',
  suspended: 'The shop is suspended.',
  lifted: 'The suspension is lifted.',
  saved: 'Saved.',
  shoppaid: 'The payment by the shop is noted.',
  opened: 'The shop is open: it can order.',
  member: 'The person has access to the console of the shop.',
} as const

const path = '/operations/shops/:shopId'
const config = { operates: 'MANAGE' } as const
const pageSize = 50
const dayMs = 24 * 60 * 60_000

/** The shops: who may order, on what terms, how much they order, and what fails at theirs. */
export async function operationsShopRoutes(app: FastifyInstance, deps: OperationsDeps): Promise<void> {
  const { db, clock, pricing, timeZone, sendPage } = deps
  const acting = (request: FastifyRequest) => ({ db, clock, pricing, actor: actorOf(request) })
  const daysAgo = (days: number) => new Date(clock.now().getTime() - days * dayMs)

  app.get('/operations/shops', { config }, async (request, reply) => {
    const query = readShopQuery(request.query)
    const { typed, state, before } = query
    const filter = { typed, ...(state && { state }), ...(before && { beforeId: before }) }
    const found = await searchShops(db, filter, pageSize + 1)
    const shops = found.slice(0, pageSize)
    const [volumes, waiting, failing] = await Promise.all([
      countVolumes(
        db,
        shops.map(({ id }) => id),
        daysAgo(30),
      ),
      countWaitingShops(db),
      listFailingOfAllShops(db, maxFailing),
    ])
    const nextBefore = found.length > pageSize ? (shops.at(-1)?.id ?? null) : null
    const facts = { language: languageOf(request), query, shops, nextBefore, volumes, waiting }
    return sendPage(request, reply, 200, shopListPage({ ...facts, failing: failing.length }))
  })

  await app.register(failingRoutes, deps)
  await app.register(shopOpeningRoutes, deps)
  await app.register(shopKeepingRoutes, deps)

  app.get<OneShop>(path, { config }, async (request, reply) => sendShop(request, reply, 200))

  app.post<OneShop>(path, { config }, async (request, reply) => {
    const typed = typedTerms(fieldsOf(request.body))
    const terms = readTerms(typed, languageOf(request))
    if ('faults' in terms) return sendShop(request, reply, 422, { faults: terms.faults, typed })
    try {
      const shopId = shopIdOf(request)
      await changeShop(acting(request), shopId, terms)
      return redirectAfter(reply, `/operations/shops/${shopId}`, 'saved')
    } catch (error) {
      const { code, status, notice } = refusalOf(error, request)
      const faults = termsFaultOf(code, notice.text)
      if (!faults) throw error
      return sendShop(request, reply, status, { faults, typed })
    }
  })

  app.post<OneShop>(`${path}/approve`, { config }, async (request, reply) => {
    await approveShop(acting(request), shopIdOf(request))
    return redirectAfter(reply, `/operations/shops/${shopIdOf(request)}`, 'approved')
  })

  app.post<OneShop>(`${path}/members`, { config }, async (request, reply) => {
    const typed = fieldsOf(request.body)
    const role = chosenOf('role', typed.role, ['OWNER', 'STAFF']) ?? 'OWNER'
    const shop = await getShop(db, shopIdOf(request))
    const name = memberNameOf(typed.member ?? '', shop.country)
    const refuse = (status: number, member: string) =>
      sendShop(request, reply, status, {
        faults: { member },
        typed: { member: (typed.member ?? '').slice(0, 254), role },
      })
    if (!name)
      return refuse(422, speak(languageOf(request))('This is neither a phone number nor an e-mail address.'))
    try {
      await addMember(acting(request), { shopId: shop.id, name, role })
      return redirectAfter(reply, `/operations/shops/${shop.id}`, 'member')
    } catch (error) {
      const { code, status, notice } = refusalOf(error, request)
      if (code !== 'ALREADY_MEMBER') throw error
      return refuse(status, notice.text)
    }
  })

  app.post<OneShop>(`${path}/payments`, { config, bodyLimit: 4_096 }, async (request, reply) => {
    const typed = fieldsOf(request.body)
    const { form = '', currency, amount = '', note = '' } = typed
    const shop = await getShop(db, shopIdOf(request))
    try {
      await recordShopPayment(acting(request), {
        id: isUuid(form) ? form : newId(clock.now()),
        shopId: shop.id,
        currency: chosenOf('currency', currency, currencies) ?? 'XOF',
        amountFcfa: readFcfa(amount) ?? 0,
        note,
      })
    } catch (error) {
      const { code, status, notice } = refusalOf(error, request)
      if (code !== 'SHOP_OWES_LESS' && code !== 'REASON_REQUIRED' && code !== 'ALREADY_DONE') throw error
      return sendShop(request, reply, status, { faults: { payment: notice.text }, typed })
    }
    return redirectAfter(reply, `/operations/shops/${shop.id}`, 'shoppaid')
  })

  app.post<OneShop>(`${path}/suspend`, { config }, async (request, reply) => {
    const typed = fieldsOf(request.body)
    try {
      await suspendShop(acting(request), shopIdOf(request), typed.reason ?? '')
      return redirectAfter(reply, `/operations/shops/${shopIdOf(request)}`, 'suspended')
    } catch (error) {
      const { code, status, notice } = refusalOf(error, request)
      if (code !== 'REASON_REQUIRED') throw error
      return sendShop(request, reply, status, { faults: { reason: notice.text }, typed })
    }
  })

  app.post<OneShop>(`${path}/lift-suspension`, { config }, async (request, reply) => {
    await liftSuspension(acting(request), shopIdOf(request))
    return redirectAfter(reply, `/operations/shops/${shopIdOf(request)}`, 'lifted')
  })

  async function sendShop(
    request: FastifyRequest<OneShop>,
    reply: FastifyReply,
    status: number,
    refused: Pick<ShopFacts, 'faults' | 'typed'> = {},
  ) {
    const language = languageOf(request)
    const shop = await getShop(db, shopIdOf(request))
    const periods = [7, 30, 90] as const
    const [members, addresses, endpoints, owed, ...counted] = await Promise.all([
      listMembers(db, shop.id),
      listPickupAddresses(db, shop.id),
      listEndpoints(db, shop.id),
      listBalances(db, { kinds: ['SHOP_FEES'], owner: shop.id }),
      ...periods.map((days) => countVolumes(db, [shop.id], daysAgo(days))),
    ])
    const volumes = periods.map((days, at) => ({ days, volume: counted[at]?.get(shop.id) ?? noVolume }))
    const owes = owed
      .filter(({ balanceFcfa }) => balanceFcfa > 0)
      .map(({ currency, balanceFcfa }) => ({ currency, owedFcfa: balanceFcfa, formId: newId(clock.now()) }))
    const notice = doneNotice(request, speakEach(language, doneNotices))
    const isServed = pricing.collecting.boundsIn(shop.country) !== undefined
    const facts = { language, timeZone, shop, isServed, volumes, members, addresses, endpoints, owes, notice }
    return sendPage(request, reply, status, oneShopPage({ ...facts, ...refused }))
  }
}

function shopIdOf({ params }: FastifyRequest<OneShop>): string {
  if (!isUuid(params.shopId)) throw new ApiError('SHOP_NOT_FOUND', { shopId: params.shopId })
  return params.shopId
}
