import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../../../../base/contract/errors.ts'
import { limits } from '../../../../base/contract/limits.ts'
import { languageOf } from '../../../../base/http/response-language.ts'
import { cleanedLine } from '../../../../base/kernel/plain-text.ts'
import { isUuid } from '../../../../base/kernel/uuid.ts'
import { fieldsOf } from '../../../../base/pages/form-fields.ts'
import type { WorkspaceNotice } from '../../../../base/pages/workspace.ts'
import {
  listPromoCostsByShop,
  readPromoCosts,
} from '../../../../domain/deliveries/past-prices/promo-use-store.ts'
import { createPromoCode } from '../../../../domain/payments/create-promo-code.ts'
import { endPromoCode } from '../../../../domain/payments/end-promo-code.ts'
import type { PromoCode } from '../../../../domain/payments/promo-code.ts'
import { findPromoCodeById, listPromoCodePage } from '../../../../domain/payments/promo-code-store.ts'
import { findCalledShops } from '../../../../domain/shops/find-called-shops.ts'
import { listShopNames } from '../../../../domain/shops/shop-store.ts'
import { workCost } from '../../../../web/limit-work.ts'
import { doneNotice, redirectAfter, refusalOf } from '../../../../web/signed-in-request.ts'
import type { OperationsDeps } from '../../operations-deps.ts'
import { actorOf } from '../../operations-request.ts'
import { calledShops, type PromoFault, readPromo } from './promo-form.ts'
import { newPromoPage, promoHref, promoListPage, promoPage } from './promo-page.ts'
import { promoDone } from './promo-wording.ts'

type OnePromo = { Params: { promoId: string } }

import { speakEach } from '../../operations-words.ts'

/** How many codes a page has, and how many shops are named. */
const promosPerPage = 30
const maxShops = 30

/** Promo codes: what each of them takes off, how often it was used and what it cost. */
export async function promoRoutes(app: FastifyInstance, deps: OperationsDeps): Promise<void> {
  const { db, clock, timeZone, pricing } = deps
  const config = { operates: 'MANAGE' } as const
  const options = { config, bodyLimit: 16 * 1024 }
  const frameOf = (request: FastifyRequest) => ({
    language: languageOf(request),
    now: clock.now(),
    timeZone,
    notice: doneNotice(request, speakEach(languageOf(request), promoDone)),
    isFormPage: request.method === 'POST',
  })

  app.get(promoHref, { config: { ...config, cost: workCost.form } }, async (request, reply) => {
    const { after } = request.query as { after?: unknown }
    const afterCode = typeof after === 'string' ? cleanedLine(after).slice(0, limits.promoCode.max) : ''
    const found = await listPromoCodePage(db, { afterCode, limit: promosPerPage + 1 })
    const promos = found.slice(0, promosPerPage)
    const page = promoListPage({
      ...frameOf(request),
      promos,
      costs: await readPromoCosts(
        db,
        promos.map(({ id }) => id),
      ),
      next: found.length > promosPerPage ? promos.at(-1)?.code : undefined,
      isLater: afterCode !== '',
    })
    return deps.sendPage(request, reply, 200, page)
  })

  app.get(`${promoHref}/new`, { config }, async (request, reply) => sendForm(request, reply, 200, {}, []))

  app.post(`${promoHref}/new`, options, async (request, reply) => {
    const typed = fieldsOf(request.body)
    const cityIds = pricing.map.current().cities.map(({ id }) => id)
    const shops = await findCalledShops(db, calledShops(typed))
    const read = readPromo(typed, { cityIds, timeZone, shops })
    if ('faults' in read) return sendForm(request, reply, 422, typed, read.faults)
    try {
      const { id } = await createPromoCode(acting(request), read.promo)
      return redirectAfter(reply, `${promoHref}/${id}`, 'created')
    } catch (error) {
      const { status, notice } = refusalOf(error, request)
      return sendForm(request, reply, status, typed, [], notice)
    }
  })

  app.get<OnePromo>(`${promoHref}/:promoId`, { config }, async (request, reply) => {
    const promo = await promoOf(request)
    const [costs, shops, names] = await Promise.all([
      readPromoCosts(db, [promo.id]),
      listPromoCostsByShop(db, promo.id, maxShops),
      listShopNames(db, promo.shopIds ?? []),
    ])
    const { cities } = pricing.map.current()
    const shopNames = [...names.values()].sort()
    const page = promoPage({
      ...frameOf(request),
      promo,
      cost: costs.get(promo.id),
      shops,
      shopNames,
      cities,
    })
    return deps.sendPage(request, reply, 200, page)
  })

  app.post<OnePromo>(`${promoHref}/:promoId/end`, options, async (request, reply) => {
    const promo = await promoOf(request)
    await endPromoCode(acting(request), promo.code)
    return redirectAfter(reply, `${promoHref}/${promo.id}`, 'ended')
  })

  const sendForm = (
    request: FastifyRequest,
    reply: FastifyReply,
    status: number,
    typed: Record<string, string>,
    faults: readonly PromoFault[],
    notice?: WorkspaceNotice,
  ) => {
    const { cities } = pricing.map.current()
    const page = newPromoPage({ ...frameOf(request), notice, typed, faults, cities })
    return deps.sendPage(request, reply, status, page)
  }

  /** The promo code that a request names. Throws PROMO_CODE_NOT_FOUND. */
  async function promoOf({ params }: FastifyRequest<OnePromo>): Promise<PromoCode> {
    const id = params.promoId.toLowerCase()
    const promo = isUuid(id) ? await findPromoCodeById(db, id) : undefined
    if (!promo) throw new ApiError('PROMO_CODE_NOT_FOUND', { promoCode: params.promoId.slice(0, 40) })
    return promo
  }

  const acting = (request: FastifyRequest) => ({ ...deps, actor: actorOf(request) })
}
