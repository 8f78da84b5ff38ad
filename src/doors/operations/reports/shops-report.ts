import { countText, namedFigure } from '../../../base/kernel/figure-text.ts'
import { rangeBefore } from '../../../domain/reports/report-range.ts'
import { listEarlierShops, type ReportSum, sumMeasure } from '../../../domain/reports/report-sum-store.ts'
import { nameShops } from '../../../domain/shops/name-shops.ts'
import { barFigure } from '../../../web/figures/bar-figure.ts'
import { type OperationsText, speak } from '../operations-words.ts'

import type { Report } from './shown-report.ts'

/** What a shop did: ordered for the first time, again after a pause, as before, or no more. */
type ShopCourse = 'NEW' | 'BACK' | 'STAYED' | 'GONE'

const courseNames: Record<ShopCourse, OperationsText> = {
  NEW: 'New',
  BACK: 'Back',
  STAYED: 'Stayed',
  GONE: 'Gone#shops',
}

const courses = Object.keys(courseNames) as ShopCourse[]

/** Which shops came, stayed and went: beside as many days before, and everything that came before. */
export const shopsReport: Report = {
  lead: 'New shops ordered for the first time; those that are back had paused for as long; those that are gone ordered just before, and nothing in these days.',
  read: async ({ db }, asked, language) => {
    const t = speak(language)
    const ordered = (range: typeof asked.range) =>
      sumMeasure(db, 'SHOP', { range, cityId: asked.cityId }, ['part']).then(byShop)
    const before = rangeBefore(asked.range)
    const [now, earlier] = await Promise.all([ordered(asked.range), ordered(before)])
    const ids = [...new Set([...now.keys(), ...earlier.keys()])]
    const known = await listEarlierShops(db, ids, { day: asked.range.firstDay, cityId: asked.cityId })
    const nameOf = await nameShops(db, ids)
    const shops = ids
      .map((id) => {
        const [count, former] = [now.get(id) ?? 0, earlier.get(id) ?? 0]
        return {
          name: nameOf(id),
          count,
          former,
          course: courseOf({ count, former, isKnown: known.has(id) }),
        }
      })
      .toSorted((one, other) => other.count - one.count || other.former - one.former)
    const counts = courses.map((course) => shops.filter((shop) => shop.course === course).length)
    const bars = courses.map((course, at) => ({
      name: t(courseNames[course]),
      title: namedFigure(t(courseNames[course]), countText(counts[at] ?? 0, language), language),
      parts: [counts[at] ?? 0],
    }))
    const [added = 0, back = 0, stayed = 0, gone = 0] = counts
    return {
      figure:
        shops.length === 0
          ? undefined
          : barFigure({
              label: t('Shops: {added} new, {back} back, {stayed} stayed, {gone} gone.', {
                ...{ added, back, stayed, gone },
              }),
              bars,
              tickText: (value) => countText(value, language),
            }),
      table: {
        heads: [t('Shop'), t('Course#shops'), t('Orders'), t('Just before')],
        rows: shops.map(({ name, course, count, former }) => [name, t(courseNames[course]), count, former]),
      },
    }
  },
}

const byShop = (sums: readonly ReportSum[]): Map<string, number> =>
  new Map(sums.map(({ part, value }) => [part, value]))

function courseOf({
  count,
  former,
  isKnown,
}: {
  count: number
  former: number
  isKnown: boolean
}): ShopCourse {
  if (count === 0) return 'GONE'
  if (former > 0) return 'STAYED'
  return isKnown ? 'BACK' : 'NEW'
}
