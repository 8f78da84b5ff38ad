import { dayAfter, isDay, localDayText } from '../../../base/kernel/local-time.ts'
import type { PeriodFault } from '../../../domain/money/statements/shop/statement-period.ts'
import {
  type ReportRange,
  rangeBefore,
  rangeFrom,
  reportRange,
} from '../../../domain/reports/report-range.ts'
import type { ServiceMap } from '../../../domain/zones/service-map.ts'
import { hrefWith } from '../../../pages/list-parts.ts'
import { sentText } from '../../../web/exports/delivery-filter.ts'

/** The pages of reports begin here. */
export const reportsHref = '/operations/reports'

/** What another range is compared with. */
export const besides = ['', 'BEFORE', 'YEAR'] as const
export type Beside = (typeof besides)[number]

/** What a page of reports was asked for; days as they were typed where they are no range. */
export type AskedReport = {
  range: ReportRange
  cityId: string | undefined
  cityName: string | undefined
  /** The range that stands beside it. */
  other: ReportRange | undefined
  beside: Beside
  otherFrom: string
  from: string
  to: string
  fault: PeriodFault | undefined
}

/** Reads what a query asks for: the last 30 days where it names none, or none that are a range. */
export function askedReport(
  query: unknown,
  { now, timeZone, map }: { now: Date; timeZone: string; map: Pick<ServiceMap, 'city'> },
): AskedReport {
  const today = localDayText(now, timeZone)
  const usual = { firstDay: dayAfter(today, -29), lastDay: today }
  const [from, to] = [sentText(query, 'from', 20), sentText(query, 'to', 20)]
  const typed = from === '' && to === '' ? usual : reportRange(from, to)
  const range = typeof typed === 'string' ? usual : typed
  const city = map.city(sentText(query, 'city', 40))
  const beside = besides.find((each) => each === sentText(query, 'beside', 10)) ?? ''
  const chosen = sentText(query, 'otherFrom', 20)
  const otherFrom = isDay(chosen) ? chosen : ''
  return {
    range,
    cityId: city?.id,
    cityName: city?.name,
    other: otherRange(range, { beside, otherFrom }),
    beside,
    otherFrom,
    from: typeof typed === 'string' ? from : range.firstDay,
    to: typeof typed === 'string' ? to : range.lastDay,
    fault: typeof typed === 'string' ? typed : undefined,
  }
}

/** A day that was chosen comes before what was chosen from the list. */
function otherRange(
  range: ReportRange,
  { beside, otherFrom }: { beside: Beside; otherFrom: string },
): ReportRange | undefined {
  if (otherFrom !== '') return rangeFrom(otherFrom, range)
  if (beside === 'BEFORE') return rangeBefore(range)
  // 52 weeks, so that the days of the week are the same.
  return beside === 'YEAR' ? rangeFrom(dayAfter(range.firstDay, -364), range) : undefined
}

/** The page of a report; without a name of the summary. */
export const reportPath = (name: string): string => (name === '' ? reportsHref : `${reportsHref}/${name}`)

/** The address of a report that asks for the same. */
export const reportHref = (name: string, asked: AskedReport): string =>
  hrefWith(reportPath(name), {
    from: asked.from,
    to: asked.to,
    city: asked.cityId,
    beside: asked.beside,
    otherFrom: asked.otherFrom,
  })

/** The address of the file of a report about one of its ranges. */
export const reportFileHref = (name: string, { firstDay, lastDay }: ReportRange, cityId?: string): string =>
  hrefWith(`${reportsHref}/${name}.csv`, { from: firstDay, to: lastDay, city: cityId })
