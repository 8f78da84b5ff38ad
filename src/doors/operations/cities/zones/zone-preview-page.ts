import { html } from 'ghtml'
import type { Language } from '../../../../base/kernel/language.ts'
import { postForm, submitButton } from '../../../../base/pages/form-parts.ts'
import type { WorkspaceNotice } from '../../../../base/pages/workspace.ts'
import type { ZonePreview } from '../../../../domain/pricing/zone-changes/read-zone-preview.ts'
import type { ZoneProposal } from '../../../../domain/zones/changing/proposal-store.ts'
import type { MovedAddresses } from '../../../../domain/zones/changing/zone-effects.ts'
import type { ZonePlan } from '../../../../domain/zones/changing/zone-plan.ts'
import type { City } from '../../../../domain/zones/service-map.ts'
import { zonesByName } from '../../../../domain/zones/zones-by-name.ts'
import type { OperationsContent } from '../../operations-deps.ts'
import { cityHref } from '../city-request.ts'
import type { ZoneMap } from './zone-drawing-view.ts'
import { areaText, mapLegend, zoneMapPlace } from './zone-map-page.ts'
import { zonesWording } from './zones-wording.ts'

type PreviewScreen = {
  language: Language
  city: City
  proposal: ZoneProposal
  preview: ZonePreview
  map: ZoneMap
  notice: WorkspaceNotice | undefined
}

/** What a change of zones would do, on a map and in a table, to be confirmed. */
export function zonePreviewPage(screen: PreviewScreen): OperationsContent {
  const { language, city, proposal, preview, map, notice } = screen
  const words = zonesWording[language].preview
  const href = cityHref(city.id, '/zones')
  const { plan } = preview
  const changes = plan.added.length + plan.changed.length + plan.retired.length
  return {
    section: 'cities',
    title: words.titles[proposal.change.kind],
    back: { href, label: zonesWording[language].title },
    notice,
    isWide: true,
    scripts: ['workspace-map.js', 'zone-map.js'],
    main: html`!${changes === 0 ? html`<p class="notice">${words.nothing}</p>` : html`!${zoneMapPlace(map, words.map)}!${mapLegend(kindsOf(plan, proposal), language)}`}
!${overlapSection(screen)}!${table(screen)}!${plan.kept.length > 0 ? html`<p>${words.kept(plan.kept.length)}</p>` : ''}
!${changes === 0 ? '' : effects(screen)}
!${proposal.notes.length > 0 ? html`<details class="card"><summary>${words.notes}</summary><ul>!${proposal.notes.map((note) => html`<li>${note}</li>`)}</ul></details>` : ''}
<div class="acts">!${changes === 0 ? '' : postForm(`${href}/proposals/${proposal.id}`, submitButton(words.confirm, plan.retired.length > 0 ? 'danger' : 'primary'), 'inline')}<a class="button plain" href="${href}">${words.back}</a></div>`,
  }
}

const kindsOf = ({ added, changed, retired, kept, unchanged }: ZonePlan, { overlaps }: ZoneProposal) => [
  ...(added.length > 0 ? (['ADDED'] as const) : []),
  ...(changed.length > 0 ? (['AFTER', 'BEFORE'] as const) : []),
  ...(retired.length > 0 ? (['RETIRED'] as const) : []),
  ...(kept.length + unchanged.length > 0 ? (['KEPT'] as const) : []),
  ...((overlaps ?? []).length > 0 ? (['OVERLAP'] as const) : []),
]

/** Where the zones would lie over others, which is seldom meant; which of two then holds. */
function overlapSection({ language, proposal: { overlaps } }: PreviewScreen): string {
  const { area, check, preview: words } = zonesWording[language]
  if (overlaps?.length === 0) return ''
  if (!overlaps)
    return html`<section class="card"><h2>${words.overlaps}</h2><p>${check.tooLong}</p></section>`
  return html`<section class="card" id="overlaps"><h2>${words.overlaps}</h2><p class="notice warning">${words.overlapsLead}</p>
<dl>!${overlaps.map(({ zones, areaSquareMeters }) => html`<div><dt>${check.overlap(zones)}</dt><dd>${area(areaText(areaSquareMeters, language))}</dd></div>`)}</dl><p class="hint">${check.overlapLead}</p></section>`
}

function table({ language, proposal, preview: { plan } }: PreviewScreen): string {
  const words = zonesWording[language].preview
  const { area } = zonesWording[language]
  const row = (name: string, what: string, squareMeters: number) =>
    html`<tr><td><strong>${name}</strong></td><td>${what}</td><td class="number">${area(areaText(squareMeters, language))}</td></tr>`
  const changed = plan.changed.map(({ before, after }) => {
    const moved = proposal.movedSquareMeters[before.id]
    const what = moved === undefined ? words.changed : words.moved(areaText(moved, language))
    const renamed = before.name === after.name ? '' : ` · ${words.renamed(before.name)}`
    return row(after.name, `${what}${renamed}`, after.areaSquareMeters)
  })
  return html`<div class="table" tabindex="0" role="region" aria-label="${words.zone}"><table><thead><tr><th>${words.zone}</th><th>${words.what}</th><th class="number">${words.size}</th></tr></thead><tbody>!${zonesByName(plan.added).map((zone) => row(zone.name, words.added, zone.areaSquareMeters))}!${changed}!${zonesByName(plan.retired).map((zone) => row(zone.name, words.retired, zone.areaSquareMeters))}!${zonesByName(plan.unchanged).map((zone) => row(zone.name, words.unchanged, zone.areaSquareMeters))}</tbody></table></div>`
}

function effects({ language, proposal, preview }: PreviewScreen): string {
  const words = zonesWording[language].preview
  const line = ({ from, to, addresses, isUnserved }: MovedAddresses) => {
    const [count, left] = [words.addresses(addresses), from ?? words.noZone]
    return isUnserved ? words.unserved(count, left) : words.moves(count, left, to ?? words.noZone)
  }
  const { moved, hasMoreAddresses, endedPairPrices } = preview
  const lines = [
    ...(moved.length > 0 ? moved.slice(0, 50).map(line) : [words.noAddresses]),
    ...(hasMoreAddresses ? [words.manyAddresses] : []),
    ...(endedPairPrices > 0 ? [words.pairs(endedPairPrices)] : []),
    ...(proposal.change.kind === 'RETIRE'
      ? []
      : [proposal.change.kind === 'SPLIT' ? words.splitPrices : words.prices]),
    words.deliveries,
  ]
  return html`<section class="card"><h2>${words.effects}</h2><ul>!${lines.map((text) => html`<li>${text}</li>`)}</ul></section>`
}
