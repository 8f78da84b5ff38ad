import type { Database } from '../../../base/database/open-database.ts'
import { countText } from '../../../base/kernel/figure-text.ts'
import type { Language } from '../../../base/kernel/language.ts'
import { listNames, type ReportSum, sumMeasure } from '../../../domain/reports/report-sum-store.ts'
import { heatFigure } from '../../../web/figures/heat-figure.ts'
import { speak } from '../operations-words.ts'

import type { Report } from './shown-report.ts'

/** How many zones a figure has room for; its numbers and its file have all. */
export const shownZones = 15

/** How many parcels were asked for by zone of their pick-up, and by hour. */
export const demandReport: Report = {
  lead: 'Parcels by the zone where couriers fetch them, and by the hour at which they are wanted: that of the order, or of its window.',
  read: async ({ db }, asked, language) => {
    const t = speak(language)
    const sums = await sumMeasure(db, 'ORDERED', asked, ['part', 'bucket'])
    const { hours, zones } = await demandByZone(db, sums, language)
    const hourText = (hour: number) => t('{hour}h', { hour })
    const top = peakOf(zones, hours)
    return {
      figure: top
        ? heatFigure({
            label: t('Parcels by zone and hour: the most in {zone} at {hour}, {count}.', {
              ...{ zone: top.zone, hour: hourText(top.hour), count: countText(top.value, language) },
            }),
            columns: hours.map(hourText),
            rows: zones.slice(0, shownZones),
          })
        : undefined,
      table: {
        heads: [t('Zone'), ...hours.map(hourText), t('Total')],
        rows: zones.map(({ name, values, total }) => [name, ...values, total]),
      },
    }
  },
}

/** What was asked for by zone, the most first, in each hour from the first to the last. */
export async function demandByZone(db: Database, sums: readonly ReportSum[], language: Language) {
  const t = speak(language)
  const hours = hoursOf(sums)
  const ids = [...new Set(sums.map(({ part }) => part))]
  const names = await listNames(db, 'ZONES', ids.filter(Boolean))
  const zones = ids
    .map((id) => {
      const ofZone = sums.filter(({ part }) => part === id)
      const values = hours.map((hour) =>
        ofZone.reduce((sum, { bucket, value }) => (bucket === hour ? sum + value : sum), 0),
      )
      const total = values.reduce((sum, value) => sum + value, 0)
      return { name: names.get(id) ?? t('Outside zones'), values, total }
    })
    .toSorted((one, other) => other.total - one.total)
  return { hours, zones }
}

/** Every hour from the first to the last in which something was asked for. */
function hoursOf(sums: readonly ReportSum[]): number[] {
  if (sums.length === 0) return []
  const asked = sums.map(({ bucket }) => bucket)
  const [first, last] = [Math.min(...asked), Math.max(...asked)]
  return Array.from({ length: last - first + 1 }, (_, at) => first + at)
}

function peakOf(zones: readonly { name: string; values: readonly number[] }[], hours: readonly number[]) {
  const cells = zones.flatMap(({ name, values }) =>
    values.map((value, at) => ({ zone: name, hour: hours[at] ?? 0, value })),
  )
  return cells.toSorted((one, other) => other.value - one.value)[0]
}
