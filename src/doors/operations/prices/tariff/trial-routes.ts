import type { FastifyInstance } from 'fastify'
import { ApiError } from '../../../../base/contract/errors.ts'
import { languageOf } from '../../../../base/http/response-language.ts'
import { fieldsOf } from '../../../../base/pages/form-fields.ts'
import { comparePastPrices } from '../../../../domain/deliveries/past-prices/compare-past-prices.ts'
import { compareQuote } from '../../../../domain/pricing/drafting/compare-quote.ts'
import { findTariffDraft } from '../../../../domain/pricing/drafting/tariff-draft-store.ts'
import { findTariff } from '../../../../domain/pricing/tariff-store.ts'
import { zonesByName } from '../../../../domain/zones/zones-by-name.ts'
import { workCost } from '../../../../web/limit-work.ts'
import { redirectAfter, refusalOf } from '../../../../web/signed-in-request.ts'
import { cityHref, cityPath, type OneCity, readCity } from '../../cities/city-request.ts'
import type { OperationsDeps } from '../../operations-deps.ts'
import { readTrial } from './trial-form.ts'
import { trialPage } from './trial-page.ts'

/** The draft of a city's tariff, tried beside the tariff in force; it changes nothing. */
export async function trialRoutes(app: FastifyInstance, deps: OperationsDeps): Promise<void> {
  const { db, clock, pricing } = deps

  app.get<OneCity>(
    `${cityPath}/tariff/trial`,
    { config: { operates: 'MANAGE', cost: workCost.form } },
    async (request, reply) => {
      const city = await readCity({ db }, request)
      const now = clock.now()
      const [current, kept] = await Promise.all([findTariff(db, city.id, now), findTariffDraft(db, city.id)])
      if (!kept) return redirectAfter(reply, cityHref(city.id, '/tariff'))
      const draft = { ...kept.terms, version: (current?.version ?? 0) + 1 }
      const typed = fieldsOf(request.query)
      const map = pricing.map.current()
      const read =
        'fromZone' in typed || 'fromPoint' in typed
          ? readTrial(typed, { map, cityId: city.id, timeZone: city.timeZone, now })
          : undefined
      const past = current && (await comparePastPrices(deps, city.id, { today: current, draft }))
      const screen = {
        language: languageOf(request),
        city,
        zones: zonesByName(map.zonesOf(city.id)),
        typed,
        faults: read && 'faults' in read ? read.faults : [],
        past,
      }
      const quoted = async () =>
        read && 'trip' in read
          ? compareQuote(pricing, city.id, { today: current, draft }, read.trip)
          : undefined
      try {
        const quote = await quoted()
        const status = screen.faults.length > 0 ? 422 : 200
        return deps.sendPage(request, reply, status, trialPage({ ...screen, quote, notice: undefined }))
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        const { status, notice } = refusalOf(error, request)
        return deps.sendPage(request, reply, status, trialPage({ ...screen, quote: undefined, notice }))
      }
    },
  )
}
