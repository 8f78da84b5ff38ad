import { html } from 'ghtml'
import type { Database } from '../../../base/database/open-database.ts'
import { amountText, countText, dayOfWeekText, namedFigure } from '../../../base/kernel/figure-text.ts'
import type { Language } from '../../../base/kernel/language.ts'
import { dayAfter } from '../../../base/kernel/local-time.ts'
import type { StatusCount } from '../../../domain/deliveries/finding/shop-home-store.ts'
import { listDays } from '../../../domain/reports/report-range.ts'
import { listShopDays, type ShopDay } from '../../../domain/reports/report-sum-store.ts'
import { barFigure } from '../../../web/figures/bar-figure.ts'
import { type FigureKey, figureCard } from '../../../web/figures/figure-card.ts'
import { type KeyFigure, keyFigures } from '../../../web/figures/key-figures.ts'
import { axisText, placeText, rangeText, shortText } from '../../../web/figures/report-text.ts'
import { statusMark } from '../../../web/status-mark.ts'
import { valueWording } from '../../../web/value-wording.ts'
import { speak } from '../console-words.ts'

/** How many days the figures of a home show, today with them. */
const daysShown = 14

/** The last days of a shop, today last; a day without anything has zeros. */
export async function readShopDays(db: Database, shopId: string, today: string): Promise<ShopDay[]> {
  const range = { firstDay: dayAfter(today, 1 - daysShown), lastDay: today }
  const known = new Map((await listShopDays(db, shopId, range)).map((day) => [day.day, day]))
  return listDays(range).map((day) => known.get(day) ?? { day, handedOver: 0, failed: 0, collectedFcfa: 0 })
}

type Glance = {
  language: Language
  /** The address of the shop. */
  href: string
  days: readonly ShopDay[]
  counts: readonly StatusCount[]
  /** What is to be paid out, for those who manage payouts; and whether a number receives it. */
  owed: { amountFcfa: number; hasNumber: boolean } | undefined
}

/** The sales and parcels of today, and what is to be paid out. */
export function shopGlance({ language, href, days, counts, owed }: Glance): string {
  const t = speak(language)
  const figures: KeyFigure[] = [parcelsOfToday(counts, { language, href })]
  const [today, lastWeek] = [days.at(-1), days.at(-8)]
  if (today && lastWeek && hasSales(days)) {
    const weekday = dayOfWeekText((new Date(lastWeek.day).getUTCDay() + 6) % 7, language)
    const before = amountText(lastWeek.collectedFcfa, language)
    figures.unshift({
      name: t('Sales collected today'),
      value: amountText(today.collectedFcfa, language),
      about: html`${t('Last {weekday}: {amount}', { weekday, amount: before })}`,
    })
  }
  if (owed && (owed.amountFcfa > 0 || hasSales(days))) {
    const way = owed.hasNumber ? t('When and to which number') : t('Give the number that receives it')
    figures.push({
      name: t('To be paid to you'),
      value: amountText(owed.amountFcfa, language),
      about: html`<a href="${href}/settings/payout">${way}</a>`,
    })
  }
  return html`<h2>${t('Today')}</h2>!${keyFigures(figures)}
<p><a href="${href}/deliveries">${t('All deliveries')}</a></p>`
}

/** The parcels that were ordered today, and those from before that are still under way, each status a way to its list. */
function parcelsOfToday(
  counts: readonly StatusCount[],
  { language, href }: { language: Language; href: string },
): KeyFigure {
  const t = speak(language)
  const { delivery } = valueWording[language]
  const rows = counts
    .filter(({ today, earlier }) => today + earlier > 0)
    .map(({ status, today, earlier }) => {
      const before = t('{count} from before, still under way', { count: earlier })
      return html`<li><a href="${href}/deliveries?status=${status}">!${statusMark(status, delivery[status])}
<span><strong>${countText(today, language)}</strong>!${earlier > 0 ? html` · ${before}` : ''}</span></a></li>`
    })
  const none = html`${t('No delivery was ordered today.')}`
  return {
    name: t('Parcels of today'),
    value: countText(
      counts.reduce((sum, { today }) => sum + today, 0),
      language,
    ),
    about: rows.length > 0 ? html`<ul>!${rows}</ul>` : none,
  }
}

/** The last days in two figures; nothing of what the shop does not have. */
export function shopDaysFigures(days: readonly ShopDay[], language: Language): string {
  const figures = [
    ...(hasSales(days) ? [salesFigure(days, language)] : []),
    ...(days.some(({ handedOver, failed }) => handedOver + failed > 0)
      ? [parcelsFigure(days, language)]
      : []),
  ]
  return figures.length > 0 ? html`<div class="beside">!${figures}</div>` : ''
}

const hasSales = (days: readonly ShopDay[]): boolean => days.some(({ collectedFcfa }) => collectedFcfa > 0)

function salesFigure(days: readonly ShopDay[], language: Language): string {
  const t = speak(language)
  const all = days.reduce((sum, { collectedFcfa }) => sum + collectedFcfa, 0)
  return daysCard(days, language, {
    title: t('Sales collected'),
    label: t('Sales collected by day, {amount} in all.', { amount: amountText(all, language) }),
    heads: [t('Collected (FCFA)')],
    keys: [t('Collected (FCFA)'), { text: t('Today'), kind: 'now' }],
    partsOf: ({ collectedFcfa }) => [collectedFcfa],
  })
}

function parcelsFigure(days: readonly ShopDay[], language: Language): string {
  const t = speak(language)
  const [handedOver, failed] = [
    days.reduce((sum, day) => sum + day.handedOver, 0),
    days.reduce((sum, day) => sum + day.failed, 0),
  ]
  return daysCard(days, language, {
    title: t('Parcels at the door'),
    label: t('Parcels by day: {handedOver} handed over, {failed} not.', {
      handedOver: countText(handedOver, language),
      failed: countText(failed, language),
    }),
    heads: [t('Handed over'), t('Not handed over')],
    keys: [
      namedFigure(t('Handed over'), countText(handedOver, language), language),
      { text: namedFigure(t('Not handed over'), countText(failed, language), language), kind: 'bad' },
      { text: t('Today'), kind: 'now' },
    ],
    badPart: 1,
    partsOf: (day) => [day.handedOver, day.failed],
  })
}

type DaysCard = {
  title: string
  /** What the figure shows, in a sentence. */
  label: string
  /** The parts of a bar, from the bottom, as its numbers name them. */
  heads: readonly string[]
  keys: readonly FigureKey[]
  /** Which part is what went wrong. */
  badPart?: number
  partsOf: (day: ShopDay) => readonly number[]
}

function daysCard(
  days: readonly ShopDay[],
  language: Language,
  { title, label, heads, keys, badPart, partsOf }: DaysCard,
): string {
  const [firstDay = '', lastDay = ''] = [days[0]?.day, days.at(-1)?.day]
  const bars = days.map((day) => {
    const values = partsOf(day).map((part) => countText(part, language))
    return {
      name: axisText(day.day, language),
      title: namedFigure(placeText(day.day, language), values.join(' · '), language),
      parts: partsOf(day),
      isNow: day.day === lastDay,
    }
  })
  return figureCard(
    {
      title,
      about: rangeText({ firstDay, lastDay }, language),
      figure: barFigure({
        ...{ label, bars, isTimed: true, tickText: (value) => shortText(value, language) },
        ...(badPart !== undefined && { badPart }),
      }),
      keys,
      table: {
        heads: [speak(language)('Day'), ...heads],
        nameText: (day) => placeText(String(day), language),
        rows: days.map((day) => [day.day, ...partsOf(day)]),
      },
    },
    language,
  )
}
