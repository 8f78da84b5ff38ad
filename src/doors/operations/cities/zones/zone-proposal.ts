import type { FastifyInstance, FastifyRequest } from 'fastify'
import { html } from 'ghtml'
import type { Language } from '../../../../base/kernel/language.ts'
import { confirmZones, getProposal } from '../../../../domain/pricing/zone-changes/confirm-zones.ts'
import {
  readZonePreview,
  type ZonePreview,
} from '../../../../domain/pricing/zone-changes/read-zone-preview.ts'
import type { ZoneProposal } from '../../../../domain/zones/changing/proposal-store.ts'
import type { MovedAddresses } from '../../../../domain/zones/changing/zone-effects.ts'
import type { PlannedZone, ZonePlan } from '../../../../domain/zones/changing/zone-plan.ts'
import { zonesByName } from '../../../../domain/zones/zones-by-name.ts'
import { languageOf } from '../../../../http/response-language.ts'
import { postForm, submitButton } from '../../../../pages/form-parts.ts'
import { factList } from '../../../../pages/list-parts.ts'
import { attempt, redirectAfter } from '../../../../web/signed-in-request.ts'
import type { OperationsDeps } from '../../operations-deps.ts'
import { speak } from '../../operations-words.ts'
import { acting, type OneCity, readCity } from '../city-request.ts'
import { overlapHint, sendZoneList } from './zone-list.ts'
import {
  areaText,
  drawnPlan,
  mapLegend,
  squareKilometers,
  zoneMapPlace,
  zoneMapScripts,
} from './zone-map-parts.ts'
import { zonesHref, zonesPath } from './zone-request.ts'

type OneProposal = { Params: OneCity['Params'] & { proposalId: string } }
type Proposed = { proposal: ZoneProposal; preview: ZonePreview }

const titles = {
  IMPORT: 'Import these zones?',
  DRAW: 'Add this zone?',
  RESHAPE: 'Change this outline?',
  RENAME: 'Rename this zone?',
  SPLIT: 'Split this zone in two?',
  RETIRE: 'Retire this zone?',
} as const

/** How many moves of addresses are listed. */
const maxMoves = 50

/** `/operations/cities/ID/zones/proposals/ID`: what a change of zones would do, to be confirmed. */
export async function zoneProposalPage(app: FastifyInstance, deps: OperationsDeps): Promise<void> {
  const config = { operates: 'MANAGE' } as const
  const path = `${zonesPath}/proposals/:proposalId`

  app.get<OneProposal>(path, { config }, async (request, reply) => {
    const city = await readCity(deps, request)
    return attempt(
      request,
      async () => {
        const proposed = await read(request)
        const { id, change } = proposed.proposal
        const language = languageOf(request)
        const t = speak(language)
        const map = zoneMapPlace(deps, request, city, {
          shapes: `/proposals/${id}/shapes`,
          label: t('Map of what would change'),
        })
        return deps.sendPage(request, reply, 200, {
          section: 'cities',
          title: t(titles[change.kind]),
          back: { href: zonesHref(city), label: t('Zones') },
          isWide: true,
          scripts: zoneMapScripts,
          main: proposalPart(proposed, { map, href: zonesHref(city), language }),
        })
      },
      ({ status, notice }) => sendZoneList(deps, request, reply, { status, city, notice }),
    )
  })

  app.get<OneProposal>(`${path}/shapes`, { config }, async (request) => {
    const { proposal, preview } = await read(request)
    return drawnPlan(preview.plan, proposal.overlaps ?? [])
  })

  app.post<OneProposal>(path, { config, bodyLimit: 1_024 }, async (request, reply) => {
    const city = await readCity(deps, request)
    const { proposalId } = request.params
    return attempt(
      request,
      async () => {
        await confirmZones(acting(deps, request), { cityId: city.id, proposalId })
        await deps.pricing.map.reload()
        return redirectAfter(reply, zonesHref(city), 'confirmed')
      },
      ({ status, notice }) => sendZoneList(deps, request, reply, { status, city, notice }),
    )
  })

  async function read(request: FastifyRequest<OneProposal>): Promise<Proposed> {
    const { cityId, proposalId } = request.params
    const proposal = await getProposal(acting(deps, request), { cityId, proposalId })
    return { proposal, preview: await readZonePreview(deps.db, proposal) }
  }
}

function proposalPart(
  proposed: Proposed,
  { map, href, language }: { map: string; href: string; language: Language },
): string {
  const { proposal, preview } = proposed
  const { plan } = preview
  const t = speak(language)
  const hasChanges = plan.added.length + plan.changed.length + plan.retired.length > 0
  const nothing = t('Nothing would change: these zones are there already, identical.')
  const kept = t(
    '{count, plural, one {1 other zone stays as it is.} other {# other zones stay as they are.}}',
    {
      count: plan.kept.length,
    },
  )
  const confirm = postForm(
    `${href}/proposals/${proposal.id}`,
    submitButton(t('Confirm'), plan.retired.length > 0 ? 'danger' : 'primary'),
    'inline',
  )
  const stay = html`<a class="button plain" href="${href}">${t('Change nothing')}</a>`
  const shown = html`!${map}!${mapLegend(kindsOf(plan, proposal), language)}`
  return html`!${hasChanges ? shown : html`<p class="notice">${nothing}</p>`}
!${overlapCard(proposal, language)}
!${changeTable(proposed, language)}
!${plan.kept.length > 0 ? html`<p>${kept}</p>` : ''}
!${hasChanges ? effectsCard(proposed, language) : ''}
!${notesCard(proposal, language)}
<div class="acts">!${hasChanges ? confirm : ''}!${stay}</div>`
}

const kindsOf = ({ added, changed, retired, kept, unchanged }: ZonePlan, { overlaps }: ZoneProposal) => [
  ...(added.length > 0 ? (['ADDED'] as const) : []),
  ...(changed.length > 0 ? (['AFTER', 'BEFORE'] as const) : []),
  ...(retired.length > 0 ? (['RETIRED'] as const) : []),
  ...(kept.length + unchanged.length > 0 ? (['KEPT'] as const) : []),
  ...((overlaps ?? []).length > 0 ? (['OVERLAP'] as const) : []),
]

/** Where the zones would lie over others, which is seldom meant; which of two then holds. */
function overlapCard({ overlaps }: ZoneProposal, language: Language): string {
  const t = speak(language)
  if (overlaps?.length === 0) return ''
  const title = html`<h2>${t('Zones that overlap')}</h2>`
  if (!overlaps)
    return html`<section class="card">!${title}
<p>${t('The outlines are too detailed to be checked here: simplify them.')}</p></section>`
  const warning = t('Look at the map before you confirm: a part of these zones would already be another’s.')
  const facts = overlaps.map(({ zones: [one, other], areaSquareMeters }) => {
    return [t('{one} and {other} overlap', { one, other }), areaText(areaSquareMeters, language)] as const
  })
  return html`<section class="card" id="overlaps">!${title}
<p class="notice warning">${warning}</p>
!${factList(facts)}!${overlapHint(language)}</section>`
}

function changeTable({ proposal, preview: { plan } }: Proposed, language: Language): string {
  const t = speak(language)
  const row = ({ name, areaSquareMeters }: PlannedZone, what: string) =>
    html`<tr><td><strong>${name}</strong></td><td>${what}</td>
<td class="number">${areaText(areaSquareMeters, language)}</td></tr>`
  const changed = plan.changed.map(({ before, after }) => {
    const moved = proposal.movedSquareMeters[before.id]
    const what =
      moved === undefined
        ? t('Changed')
        : t('Changed: {area} km² moved', { area: squareKilometers(moved, language) })
    const renamed = before.name === after.name ? '' : ` · ${t('Before: “{from}”', { from: before.name })}`
    return row(after, `${what}${renamed}`)
  })
  const rows = [
    ...zonesByName(plan.added).map((zone) => row(zone, t('Added'))),
    ...changed,
    ...zonesByName(plan.retired).map((zone) => row(zone, t('Retired'))),
    ...zonesByName(plan.unchanged).map((zone) => row(zone, t('Identical'))),
  ]
  return html`<div class="table" tabindex="0" role="region" aria-label="${t('Zone')}"><table>
<thead><tr><th>${t('Zone')}</th><th>${t('What changes')}</th><th class="number">${t('Area')}</th></tr></thead>
<tbody>!${rows}</tbody></table></div>`
}

function effectsCard({ proposal, preview }: Proposed, language: Language): string {
  const t = speak(language)
  const { moved, hasMoreAddresses, endedPairPrices: count } = preview
  const { kind } = proposal.change
  const lines = [
    ...moved.slice(0, maxMoves).map((addresses) => movedText(addresses, language)),
    ...(moved.length === 0 ? [t('No address of a shop changes its zone.')] : []),
    ...(hasMoreAddresses ? [t('More than 5,000 addresses are concerned; the first 5,000 are counted.')] : []),
    ...(count > 0
      ? [
          t(
            '{count, plural, one {1 price between zones no longer counts: these trips are priced by distance.} other {# prices between zones no longer count: these trips are priced by distance.}}',
            { count },
          ),
        ]
      : []),
    ...(kind === 'SPLIT'
      ? [t('Both parts have the prices of the zone: no known trip changes its price.')]
      : []),
    ...(kind !== 'SPLIT' && kind !== 'RETIRE'
      ? [t('Zones that change keep their prices between zones; a zone that is added has none yet.')]
      : []),
    t(
      'Deliveries that are ordered already keep their price. Those that wait for the customer’s position get the price of the new zones, and the customer sees it before agreeing.',
    ),
  ]
  return html`<section class="card"><h2>${t('What follows')}</h2>
<ul>!${lines.map((text) => html`<li>${text}</li>`)}</ul></section>`
}

/** Which addresses of shops come to lie in another zone, or in none. */
function movedText({ from, to, addresses: count, isUnserved }: MovedAddresses, language: Language): string {
  const t = speak(language)
  const addresses = t('{count, plural, one {1 address of a shop} other {# addresses of shops}}', { count })
  const left = from ?? t('no zone')
  return isUnserved
    ? t('{addresses} ({from}): no longer served.', { addresses, from: left })
    : t('{addresses}: {from} → {to}.', { addresses, from: left, to: to ?? t('no zone') })
}

function notesCard({ notes }: ZoneProposal, language: Language): string {
  if (notes.length === 0) return ''
  return html`<details class="card"><summary>${speak(language)('Repaired in the file')}</summary>
<ul>!${notes.map((note) => html`<li>${note}</li>`)}</ul></details>`
}
