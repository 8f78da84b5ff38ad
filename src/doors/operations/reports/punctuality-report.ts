import type { Punctuality } from '../../../domain/reports/counted-delivery.ts'
import { type ReportSum, sumMeasure } from '../../../domain/reports/report-sum-store.ts'
import { lineFigure } from '../../../web/figures/line-figure.ts'
import { axisText, placeText, shareText } from '../../../web/figures/report-text.ts'
import { speak } from '../operations-words.ts'
import { isUnderWay, placeHead, placeKey, placesOf, type Report } from './shown-report.ts'

/** Hand-overs by how true what was announced was. */
type PunctualityCounts = Record<Punctuality, number>

/** The counts of sums that are told apart by how punctual hand-overs were. */
export function punctualityCounts(sums: readonly ReportSum[]): PunctualityCounts {
  const counts: PunctualityCounts = { EARLY: 0, WITHIN: 0, LATE: 0, SILENT: 0 }
  for (const { part, value } of sums) counts[part as Punctuality] += value
  return counts
}

/** The share of hand-overs that came no later than announced; null where nothing was announced. */
export function onTimeShare({ EARLY, WITHIN, LATE }: PunctualityCounts): number | null {
  const announced = EARLY + WITHIN + LATE
  return announced === 0 ? null : (EARLY + WITHIN) / announced
}

/** How many parcels came no later than their customers were told first. */
export const punctualityReport: Report = {
  lead: 'Parcels handed over no later than the latest time that the customer was told first. Those announced to nobody do not count in the share.',
  read: async ({ db, today }, asked, language) => {
    const t = speak(language)
    const sums = await sumMeasure(db, 'PUNCTUAL', asked, [placeKey(asked.range), 'part'])
    const byPlace = Map.groupBy(sums, ({ period }) => period)
    const places = placesOf(asked.range).map((place) => {
      const counts = punctualityCounts(byPlace.get(place) ?? [])
      return { place, counts, share: onTimeShare(counts) }
    })
    const all = onTimeShare(punctualityCounts(sums))
    const label =
      all === null
        ? t('No arrival was announced in these days.')
        : t('Share of parcels on time, {share} in all.', { share: shareText(all, language) })
    const percent = (share: number | null) => (share === null ? null : Math.round(share * 100))
    return {
      figure:
        all === null
          ? undefined
          : lineFigure({
              label,
              points: places.map(({ place, share }) => ({
                name: axisText(place, language),
                value: share,
                isNow: isUnderWay(place, today()),
              })),
              shareText: (share) => shareText(share, language),
            }),
      keys: [
        { text: t('Lowest'), kind: 'bad' },
        ...(places.some(({ place, share }) => share !== null && isUnderWay(place, today()))
          ? [{ text: t('Not over yet'), kind: 'now' } as const]
          : []),
      ],
      table: {
        heads: [
          placeHead(asked.range, language),
          t('On time, %'),
          t('Earlier'),
          t('Right'),
          t('Later'),
          t('Not announced'),
        ],
        nameText: (place) => placeText(String(place), language),
        rows: places.map(({ place, share, counts: { EARLY, WITHIN, LATE, SILENT } }) => [
          ...[place, percent(share), EARLY, WITHIN, LATE, SILENT],
        ]),
      },
    }
  },
}
