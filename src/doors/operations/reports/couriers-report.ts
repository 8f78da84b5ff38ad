import { countText } from '../../../base/kernel/figure-text.ts'
import { tripBuckets } from '../../../domain/reports/counted-delivery.ts'
import { countDaysWorked, listNames, sumMeasure } from '../../../domain/reports/report-sum-store.ts'
import { rateText } from '../../../web/figures/report-text.ts'
import { rowFigure } from '../../../web/figures/row-figure.ts'
import { speak } from '../operations-words.ts'
import type { Report } from './shown-report.ts'

/** How many couriers a figure has room for; its numbers and its file have all. */
const shownCouriers = 20

/** What couriers carried and earned. */
export const couriersReport: Report = {
  lead: 'Parcels that each courier handed over or could not, on how many days, and what was booked for them. Payouts are not in it.',
  read: async ({ db }, asked, language) => {
    const t = speak(language)
    const [trips, earned, days] = await Promise.all([
      sumMeasure(db, 'TRIP', asked, ['part', 'bucket']),
      sumMeasure(db, 'EARNED', asked, ['part']),
      countDaysWorked(db, asked),
    ])
    const tripsOf = Map.groupBy(trips, ({ part }) => part)
    // What a courier earned is told apart by currency and courier.
    const earningsOf = Map.groupBy(earned, ({ part }) => part.split(' ')[1] ?? '')
    const ids = [...new Set([...tripsOf.keys(), ...earningsOf.keys()])]
    const names = await listNames(db, 'COURIERS', ids)
    const countOf = (id: string, wanted: number) =>
      tripsOf.get(id)?.find(({ bucket }) => bucket === wanted)?.value ?? 0
    const couriers = ids
      .map((id) => {
        const [handedOver, failed] = [countOf(id, tripBuckets.handedOver), countOf(id, tripBuckets.failed)]
        const earnedFcfa = (earningsOf.get(id) ?? []).reduce((sum, { value }) => sum + value, 0)
        const worked = days.get(id) ?? 0
        const perDay = worked === 0 ? null : rateText((handedOver + failed) / worked, language)
        return { name: names.get(id) ?? t('–'), handedOver, failed, worked, perDay, earnedFcfa }
      })
      .toSorted((one, other) => other.handedOver - one.handedOver || other.earnedFcfa - one.earnedFcfa)
    const [first] = couriers
    const rows = couriers.slice(0, shownCouriers).map(({ name, handedOver, failed }) => ({
      name,
      parts: [handedOver, failed],
      valueText: [handedOver, ...(failed > 0 ? [failed] : [])]
        .map((count) => countText(count, language))
        .join(' + '),
    }))
    return {
      figure: first
        ? rowFigure({
            label: t('Parcels by courier, {count} couriers: the most by {name}, {parcels}.', {
              count: countText(couriers.length, language),
              name: first.name,
              parcels: countText(first.handedOver, language),
            }),
            rows,
            badPart: 1,
          })
        : undefined,
      keys: [t('Handed over'), { text: t('Not handed over'), kind: 'bad' }],
      table: {
        heads: [
          ...[t('Courier'), t('Handed over'), t('Not handed over'), t('Days'), t('Parcels a day')],
          ...[t('Earned, FCFA')],
        ],
        rows: couriers.map(({ name, handedOver, failed, worked, perDay, earnedFcfa }) => [
          ...[name, handedOver, failed, worked, perDay, earnedFcfa],
        ]),
      },
    }
  },
}
