import { amountText, countText, namedFigure } from '../../../base/kernel/figure-text.ts'
import type { Language } from '../../../base/kernel/language.ts'
import { type MoneyKind, moneyKinds } from '../../../domain/reports/counted-delivery.ts'
import { type ReportSum, sumMeasure } from '../../../domain/reports/report-sum-store.ts'
import { barFigure } from '../../../web/figures/bar-figure.ts'
import { axisText, placeText, shortText } from '../../../web/figures/report-text.ts'
import { speak } from '../operations-words.ts'
import { isUnderWay, placeHead, placeKey, placesOf, type Report } from './shown-report.ts'

/** What was booked, by kind, in FCFA. */
type MoneySums = Record<MoneyKind, number>

/** Sums that are told apart by currency and kind, by currency. */
export function moneySums(sums: readonly ReportSum[]): Map<string, MoneySums> {
  const found = new Map<string, MoneySums>()
  for (const { part, value } of sums) {
    const [currency = '', kind = ''] = part.split(' ')
    const money = found.get(currency) ?? { TRIP: 0, COLLECTION: 0, FEES: 0, DISCOUNT: 0, PAY: 0 }
    money[kind as MoneyKind] += value
    found.set(currency, money)
  }
  return found
}

/** What is left once discounts are given and couriers are paid. */
export const leftOf = ({ TRIP, COLLECTION, FEES, DISCOUNT, PAY }: MoneySums): number =>
  TRIP + COLLECTION + FEES - DISCOUNT - PAY

/** What was earned and what it cost, by day and city; the CFA francs of both zones are worth the same. */
export const moneyReport: Report = {
  lead: 'What deliveries earned by the day on which it was booked, without VAT: trips before discounts, collection and other fees; less discounts and the pay of couriers.',
  read: async ({ db, cityName, today }, asked, language) => {
    const t = speak(language)
    const by = placeKey(asked.range)
    const [sums, ended] = await Promise.all([
      sumMeasure(db, 'MONEY', asked, [by, 'city_id', 'part']),
      sumMeasure(db, 'ENDED', { ...asked, part: 'DELIVERED' }, [by, 'city_id']),
    ])
    const deliveredIn = (period: string, cityId: string) =>
      ended.find((each) => each.period === period && each.cityId === cityId)?.value ?? 0
    const byPlace = Map.groupBy(sums, ({ period }) => period)
    const lines = placesOf(asked.range).flatMap((place) => {
      const ofPlace = byPlace.get(place) ?? []
      return [...Map.groupBy(ofPlace, ({ cityId }) => cityId)].flatMap(([cityId, ofCity]) =>
        [...moneySums(ofCity)].map(([currency, money], at) => ({
          ...{ place, cityId, currency, money },
          // A city has one currency; where it had another, its parcels stand on one line.
          delivered: at === 0 ? deliveredIn(place, cityId) : 0,
        })),
      )
    })
    const bars = placesOf(asked.range).map((place) => {
      const money = addMoney([...moneySums(byPlace.get(place) ?? []).values()])
      const left = leftOf(money)
      return {
        name: axisText(place, language),
        title: namedFigure(placeText(place, language), amountText(left, language), language),
        parts: [left, money.PAY, money.DISCOUNT],
        isNow: isUnderWay(place, today()),
      }
    })
    const all = addMoney(lines.map(({ money }) => money))
    return {
      figure: lines.length === 0 ? undefined : moneyFigure(bars, leftOf(all), language),
      keys: [
        ...[t('Left'), t('Couriers'), t('Discounts')],
        ...(bars.some(({ isNow }) => isNow) ? [{ text: t('Not over yet'), kind: 'now' } as const] : []),
      ],
      table: {
        heads: [
          ...[placeHead(asked.range, language), t('City'), t('Currency'), t('Delivered')],
          ...[t('Trips'), t('Collection'), t('Other fees'), t('Discounts'), t('Couriers'), t('Left')],
        ],
        nameText: (place) => placeText(String(place), language),
        rows: lines.map(({ place, cityId, currency, delivered, money }) => [
          ...[place, cityName(cityId), currency, delivered],
          ...moneyKinds.map((kind) => money[kind]),
          leftOf(money),
        ]),
      },
    }
  },
}

function moneyFigure(
  bars: Parameters<typeof barFigure>[0]['bars'],
  leftFcfa: number,
  language: Language,
): string {
  const label = speak(language)('Revenue and costs over time, {amount} FCFA left in all.', {
    amount: countText(leftFcfa, language),
  })
  return barFigure({ label, bars, tickText: (value) => shortText(value, language), isTimed: true })
}

/** What several of them come to. */
export const addMoney = (each: readonly MoneySums[]): MoneySums =>
  each.reduce(
    (sum, money) => ({
      TRIP: sum.TRIP + money.TRIP,
      COLLECTION: sum.COLLECTION + money.COLLECTION,
      FEES: sum.FEES + money.FEES,
      DISCOUNT: sum.DISCOUNT + money.DISCOUNT,
      PAY: sum.PAY + money.PAY,
    }),
    { TRIP: 0, COLLECTION: 0, FEES: 0, DISCOUNT: 0, PAY: 0 },
  )
