import type { FastifyInstance, FastifyRequest } from 'fastify'
import { html } from 'ghtml'
import { amountText, momentText } from '../../../../base/kernel/figure-text.ts'
import { isUuid } from '../../../../base/kernel/uuid.ts'
import { ApiError } from '../../../../contract/errors.ts'
import {
  listPromoCostsByShop,
  maxPromoUses,
  readPromoCosts,
} from '../../../../domain/deliveries/past-prices/promo-use-store.ts'
import { endPromoCode } from '../../../../domain/money/payments/end-promo-code.ts'
import type { PromoCode } from '../../../../domain/money/payments/promo-code.ts'
import { findPromoCodeById } from '../../../../domain/money/payments/promo-code-store.ts'
import { listShopNames } from '../../../../domain/shops/shop-store.ts'
import { languageOf } from '../../../../http/response-language.ts'
import { postForm, submitButton } from '../../../../pages/form-parts.ts'
import { factList } from '../../../../pages/list-parts.ts'
import { doneNotice, redirectAfter } from '../../../../web/signed-in-request.ts'
import type { OperationsDeps } from '../../operations-deps.ts'
import { actorOf } from '../../operations-request.ts'
import { speak } from '../../operations-words.ts'
import { promoBadge, promoHref, takenOff, usesText } from './promo-code-list.ts'

type OnePromo = { Params: { promoId: string } }
const maxShops = 30

/** `/operations/promo-codes/ID`: the terms of a code, what it cost whom, and the act that ends it. */
export async function onePromoCodePage(app: FastifyInstance, deps: OperationsDeps): Promise<void> {
  const { db, clock, timeZone, pricing } = deps
  const config = { operates: 'MANAGE' } as const

  app.get<OnePromo>(`${promoHref}/:promoId`, { config }, async (request, reply) => {
    const promo = await promoOf(request)
    const [costs, shops, names] = await Promise.all([
      readPromoCosts(db, [promo.id]),
      listPromoCostsByShop(db, promo.id, maxShops),
      listShopNames(db, promo.shopIds ?? []),
    ])
    const { deliveries = 0, discountFcfa = 0, released = 0 } = costs.get(promo.id) ?? {}
    const city = pricing.map.current().cities.find(({ id }) => id === promo.cityId)

    const language = languageOf(request)
    const t = speak(language)
    const now = clock.now()
    const amount = (fcfa: number) => amountText(fcfa, language)
    const moment = (at: Date | null) => at && momentText(at, { timeZone, now }, language)
    const trips = (count: number) => t('{count, plural, one {1 trip} other {# trips}}', { count })
    const terms = factList([
      [t('Discount'), takenOff(promo, language)],
      [t('Uses'), usesText(promo, released, language)],
      [t('For each shop, at most'), promo.maxUsesPerShop],
      [t('For each customer, at most'), promo.maxUsesPerCustomer],
      [t('Cost'), `${amount(discountFcfa)} (${trips(deliveries)})`],
      [t('Borne by'), promo.bearer === 'SHOP' ? t('shops') : t('the service#bearers')],
      [t('Shops'), [...names.values()].sort().join(', ') || t('all')],
      [t('From#terms'), moment(promo.startsAt)],
      [t('Until'), moment(promo.endsAt)],
      [t('City'), city?.name ?? t('all')],
      [t('Trip of at least'), promo.minimumTripFcfa && amount(promo.minimumTripFcfa)],
    ])
    const bounded = t('Only the first {uses} uses are counted.', { uses: maxPromoUses })
    const rows = shops.map((shop) => {
      const givenBack = shop.released > 0 ? ` · ${t('{count} given back', { count: shop.released })}` : ''
      return html`<li><div class="line"><strong>${shop.shopName}</strong>
<span>${trips(shop.deliveries)} · ${amount(shop.discountFcfa)}${givenBack}</span></div></li>`
    })
    const hasEnded = promo.endsAt !== null && promo.endsAt <= now
    const ending = html`<section class="card">
<p>${t('It can no longer be used from now on. Trips that had it keep their discount.')}</p>
!${postForm(`${promoHref}/${promo.id}/end`, submitButton(t('End this code'), 'danger'), 'row')}</section>`
    return deps.sendPage(request, reply, 200, {
      section: 'cities',
      title: promo.code,
      back: { href: promoHref, label: t('Promo codes') },
      notice: doneNotice(request, { created: t('The code is created.'), ended: t('The code is ended.') }),
      acts: promoBadge(promo, now, language),
      main: html`
<section class="card">!${terms}
!${deliveries >= maxPromoUses ? html`<p class="hint">${bounded}</p>` : ''}</section>
!${rows.length === 0 ? '' : html`<h2>${t('By shop')}</h2><ul class="rows">!${rows}</ul>`}
!${hasEnded ? '' : ending}`,
    })
  })

  app.post<OnePromo>(`${promoHref}/:promoId/end`, { config }, async (request, reply) => {
    const promo = await promoOf(request)
    await endPromoCode({ ...deps, actor: actorOf(request) }, promo.code)
    return redirectAfter(reply, `${promoHref}/${promo.id}`, 'ended')
  })

  /** The promo code that a request names. Throws PROMO_CODE_NOT_FOUND. */
  async function promoOf({ params }: FastifyRequest<OnePromo>): Promise<PromoCode> {
    const id = params.promoId.toLowerCase()
    const promo = isUuid(id) ? await findPromoCodeById(db, id) : undefined
    if (!promo) throw new ApiError('PROMO_CODE_NOT_FOUND', { promoCode: params.promoId.slice(0, 40) })
    return promo
  }
}
