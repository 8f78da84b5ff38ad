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
import { speak } from '../../operations-words.ts'
import { cityHref } from '../city-request.ts'
import type { ZoneMap } from './zone-drawing-view.ts'
import { areaText, mapLegend, zoneMapPlace } from './zone-map-page.ts'

type PreviewScreen = {
  language: Language
  city: City
  proposal: ZoneProposal
  preview: ZonePreview
  map: ZoneMap
  notice: WorkspaceNotice | undefined
}

const titles = {
  IMPORT: 'Import these zones?',
  DRAW: 'Add this zone?',
  RESHAPE: 'Change this outline?',
  RENAME: 'Rename this zone?',
  SPLIT: 'Split this zone in two?',
  RETIRE: 'Retire this zone?',
} as const

/** What a change of zones would do, on a map and in a table, to be confirmed. */
export function zonePreviewPage(screen: PreviewScreen): OperationsContent {
  const { language, city, proposal, preview, map, notice } = screen
  const t = speak(language)
  const href = cityHref(city.id, '/zones')
  const { plan } = preview
  const changes = plan.added.length + plan.changed.length + plan.retired.length
  return {
    section: 'cities',
    title: t(titles[proposal.change.kind]),
    back: { href, label: speak(language)('Zones') },
    notice,
    isWide: true,
    scripts: ['workspace-map.js', 'zone-map.js'],
    main: html`!${changes === 0 ? html`<p class="notice">${t('Nothing would change: these zones are there already, identical.')}</p>` : html`!${zoneMapPlace(map, t('Map of what would change'))}!${mapLegend(kindsOf(plan, proposal), language)}`}
!${overlapSection(screen)}!${table(screen)}!${plan.kept.length > 0 ? html`<p>${t('{count, plural, one {1 other zone stays as it is.} other {# other zones stay as they are.}}', { count: plan.kept.length })}</p>` : ''}
!${changes === 0 ? '' : effects(screen)}
!${proposal.notes.length > 0 ? html`<details class="card"><summary>${t('Repaired in the file')}</summary><ul>!${proposal.notes.map((note) => html`<li>${note}</li>`)}</ul></details>` : ''}
<div class="acts">!${changes === 0 ? '' : postForm(`${href}/proposals/${proposal.id}`, submitButton(t('Confirm'), plan.retired.length > 0 ? 'danger' : 'primary'), 'inline')}<a class="button plain" href="${href}">${t('Change nothing')}</a></div>`,
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
  const t = speak(language)
  if (overlaps?.length === 0) return ''
  if (!overlaps)
    return html`<section class="card"><h2>${t('Zones that overlap')}</h2><p>${t('The outlines are too detailed to be checked here: simplify them.')}</p></section>`
  return html`<section class="card" id="overlaps"><h2>${t('Zones that overlap')}</h2><p class="notice warning">${t('Look at the map before you confirm: a part of these zones would already be another’s.')}</p>
<dl>!${overlaps.map(({ zones: [one, other], areaSquareMeters }) => html`<div><dt>${t('{one} and {other} overlap', { one, other })}</dt><dd>${t('{area} km²', { area: areaText(areaSquareMeters, language) })}</dd></div>`)}</dl><p class="hint">${t('Where two zones overlap, the highest priority holds, then the smallest zone.')}</p></section>`
}

function table({ language, proposal, preview: { plan } }: PreviewScreen): string {
  const t = speak(language)
  const row = (name: string, what: string, squareMeters: number) =>
    html`<tr><td><strong>${name}</strong></td><td>${what}</td><td class="number">${t('{area} km²', { area: areaText(squareMeters, language) })}</td></tr>`
  const changed = plan.changed.map(({ before, after }) => {
    const moved = proposal.movedSquareMeters[before.id]
    const what =
      moved === undefined ? t('Changed') : t('Changed: {area} km² moved', { area: areaText(moved, language) })
    const renamed = before.name === after.name ? '' : ` · ${t('Before: “{from}”', { from: before.name })}`
    return row(after.name, `${what}${renamed}`, after.areaSquareMeters)
  })
  return html`<div class="table" tabindex="0" role="region" aria-label="${t('Zone')}"><table><thead><tr><th>${t('Zone')}</th><th>${t('What changes')}</th><th class="number">${t('Area')}</th></tr></thead><tbody>!${zonesByName(plan.added).map((zone) => row(zone.name, t('Added'), zone.areaSquareMeters))}!${changed}!${zonesByName(plan.retired).map((zone) => row(zone.name, t('Retired'), zone.areaSquareMeters))}!${zonesByName(plan.unchanged).map((zone) => row(zone.name, t('Identical'), zone.areaSquareMeters))}</tbody></table></div>`
}

function effects({ language, proposal, preview }: PreviewScreen): string {
  const t = speak(language)
  const line = ({ from, to, addresses, isUnserved }: MovedAddresses) => {
    const [count, left] = [
      t('{count, plural, one {1 address of a shop} other {# addresses of shops}}', { count: addresses }),
      from ?? t('no zone'),
    ]
    return isUnserved
      ? t('{addresses} ({from}): no longer served.', { addresses: count, from: left })
      : t('{addresses}: {from} → {to}.', { addresses: count, from: left, to: to ?? t('no zone') })
  }
  const { moved, hasMoreAddresses, endedPairPrices } = preview
  const lines = [
    ...(moved.length > 0 ? moved.slice(0, 50).map(line) : [t('No address of a shop changes its zone.')]),
    ...(hasMoreAddresses ? [t('More than 5,000 addresses are concerned; the first 5,000 are counted.')] : []),
    ...(endedPairPrices > 0
      ? [
          t(
            '{count, plural, one {1 price between zones no longer counts: these trips are priced by distance.} other {# prices between zones no longer count: these trips are priced by distance.}}',
            { count: endedPairPrices },
          ),
        ]
      : []),
    ...(proposal.change.kind === 'RETIRE'
      ? []
      : [
          proposal.change.kind === 'SPLIT'
            ? t('Both parts have the prices of the zone: no known trip changes its price.')
            : t('Zones that change keep their prices between zones; a zone that is added has none yet.'),
        ]),
    t(
      'Deliveries that are ordered already keep their price. Those that wait for the customer’s position get the price of the new zones, and the customer sees it before agreeing.',
    ),
  ]
  return html`<section class="card"><h2>${t('What follows')}</h2><ul>!${lines.map((text) => html`<li>${text}</li>`)}</ul></section>`
}
