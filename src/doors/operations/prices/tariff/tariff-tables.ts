import { html } from 'ghtml'
import { amountText, momentText } from '../../../../base/kernel/figure-text.ts'
import type { Language } from '../../../../base/kernel/language.ts'
import { surchargeTypes } from '../../../../contract/vocabulary.ts'
import type { TariffDraft } from '../../../../domain/pricing/drafting/tariff-draft-store.ts'
import type { TariffTerms } from '../../../../domain/pricing/tariff.ts'
import type { KeptTariff } from '../../../../domain/pricing/tariff-store.ts'
import type { City } from '../../../../domain/zones/service-map.ts'
import { factList } from '../../../../pages/list-parts.ts'
import { cityHref } from '../../cities/city-request.ts'
import { speak } from '../../operations-words.ts'
import { type TermName, termNames } from './tariff-form.ts'

/** The tariffs of a city as the page of one moment shows them. */
export type ShownTariffs = {
  language: Language
  city: City
  now: Date
  current: KeptTariff | undefined
  former: KeptTariff | undefined
  toCome: KeptTariff | undefined
  draft: TariffDraft | undefined
  history: readonly KeptTariff[]
  /** Whether there are older versions than those of this page, and newer ones. */
  hasOlder: boolean
  hasNewer: boolean
  nameOf: (actor: string | null) => string | undefined
}

/** In force, to come and drafted beside each other; what differs from the first is marked. */
export function termsTable(shown: ShownTariffs): string {
  const { language, current, toCome, draft } = shown
  const t = speak(language)
  const columns = [
    ...(current ? [{ label: t('In force'), terms: current.tariff }] : []),
    ...(toCome
      ? [
          {
            label: t('From {moment}', { moment: momentIn(shown, toCome.scheduledFor) }),
            terms: toCome.tariff,
          },
        ]
      : []),
    ...(draft ? [{ label: t('Draft'), terms: draft.terms }] : []),
  ]
  const [first, ...others] = columns.map(({ terms }) => termTexts(terms, language))
  if (!first) return ''
  const rows = first.map(([name, text], at) => {
    const differing = others.map((texts) => {
      const other = texts[at]?.[1] ?? ''
      return html`<td class="number">!${other === text ? html`${other}` : html`<mark>${other}</mark>`}</td>`
    })
    return html`<tr><th scope="row">${name}</th><td class="number">${text}</td>!${differing}</tr>`
  })
  const heads = columns.map(({ label }) => html`<th scope="col">${label}</th>`)
  return html`<div class="table compare"><table>
<thead><tr><td></td>!${heads}</tr></thead>
<tbody>!${rows}</tbody></table></div>`
}

/** Each term with its name, as people read them. */
function termTexts(terms: TariffTerms, language: Language): [name: string, text: string][] {
  const t = speak(language)
  const amount = (fcfa: number) => amountText(fcfa, language)
  const number = (value: number) => value.toLocaleString(language)
  const surcharges = surchargeTypes.map((type): [TermName, string] => {
    const rule = terms.surcharges[type]
    if (!rule) return [type, t('–')]
    const flat = amount(rule.flatFcfa)
    const perKm = amount(rule.perKmFcfa)
    return [type, rule.perKmFcfa === 0 ? flat : t('{flat} + {perKm} a km', { flat, perKm })]
  })
  const texts: [TermName, string][] = [
    ['baseFcfa', amount(terms.baseFcfa)],
    ['includedKm', t('{km} km', { km: number(terms.includedKm) })],
    ['perKmFcfa', amount(terms.perKmFcfa)],
    ['stepFcfa', amount(terms.stepFcfa)],
    ...surcharges,
    ['night', terms.night ? t('from {from} to {to}', terms.night) : t('–')],
    ['collectionPercent', t('{share} %', { share: number(terms.collectionFee.percent) })],
    ['collectionMinimumFcfa', amount(terms.collectionFee.minimumFcfa)],
    ['cancellationFeeFcfa', amount(terms.cancellationFeeFcfa)],
    ['returnFeeFcfa', amount(terms.returnFeeFcfa)],
  ]
  return texts.map(([name, text]) => [t(termNames[name]), text])
}

/** The versions that came into force or were scheduled, the newest first, a page at a time. */
export function historyPart(shown: ShownTariffs): string {
  const { history, language, city, hasOlder, hasNewer } = shown
  const t = speak(language)
  if (history.length === 0) return ''
  const href = cityHref(city.id, '/tariff')
  const last = history.at(-1)?.tariff.version ?? 0
  const newest = html`<a class="button plain" href="${href}#history">${t('The newest')}</a>`
  const older = html`<a class="button plain" href="${href}?before=${last}#history">${t('Older ones')}</a>`
  return html`<h2 id="history">${t('History')}</h2>
<ol class="rows">!${history.map((kept) => historyRow(shown, kept))}</ol>
<p class="acts">!${hasNewer ? newest : ''}!${hasOlder ? older : ''}</p>`
}

function historyRow(shown: ShownTariffs, kept: KeptTariff): string {
  const { language, current } = shown
  const t = speak(language)
  const { version } = kept.tariff
  const by = (actor: string | null, at: Date) => ({ who: whoIn(shown, actor), at: momentIn(shown, at) })
  const about = [
    t('{who}, {at}', by(kept.createdBy, kept.createdAt)),
    kept.scheduledFor && t('scheduled for {at}', { at: momentIn(shown, kept.scheduledFor) }),
    kept.restoresVersion && t('brings back version {version}', { version: kept.restoresVersion }),
    kept.withdrawnAt && t('withdrawn by {who}, {at}', by(kept.withdrawnBy, kept.withdrawnAt)),
  ].filter(Boolean)
  const badge = version === current?.tariff.version ? html` <span class="badge">${t('in force')}</span>` : ''
  const texts = termTexts(kept.tariff, language)
  return html`<li><div class="line whole">
<span><strong>${t('Version {version}', { version })}</strong>!${badge}<br>
<span class="soft">${about.join(' · ')}</span></span></div>
<details class="changes"><summary>${texts[0]?.join(' ')}</summary>!${factList(texts)}</details></li>`
}

/** A moment by the clocks of the city; empty for none. */
export const momentIn = ({ city, now, language }: ShownTariffs, at: Date | null): string =>
  at ? momentText(at, { timeZone: city.timeZone, now }, language) : ''

/** Whoever did something, by name where they have one. */
export function whoIn({ nameOf, language }: ShownTariffs, actor: string | null): string {
  const t = speak(language)
  return nameOf(actor) ?? (actor === null || actor.includes(':') ? t('somebody') : t('the service'))
}
