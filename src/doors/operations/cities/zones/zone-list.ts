import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { html } from 'ghtml'
import type { Language } from '../../../../base/kernel/language.ts'
import { computeZoneCheck } from '../../../../domain/zones/checking/compute-zones.ts'
import type { ZoneCheck } from '../../../../domain/zones/checking/zone-overlaps.ts'
import type { City, Zone } from '../../../../domain/zones/service-map.ts'
import { zonesByName } from '../../../../domain/zones/zones-by-name.ts'
import { outsideDeadline } from '../../../../http/response-deadline.ts'
import { languageOf } from '../../../../http/response-language.ts'
import { emptyPart, factList } from '../../../../pages/list-parts.ts'
import type { WorkspaceNotice } from '../../../../pages/workspace.ts'
import { doneNotice } from '../../../../web/signed-in-request.ts'
import type { OperationsDeps } from '../../operations-deps.ts'
import { speak } from '../../operations-words.ts'
import { cityHref, type OneCity, readCity } from '../city-request.ts'
import { areaText, drawnZones, mapLegend, zoneMapPlace, zoneMapScripts } from './zone-map-parts.ts'
import { zonesHref, zonesPath } from './zone-request.ts'

/** `/operations/cities/ID/zones`: the zones on a map and in a list, with what is wrong between them. */
export async function zoneListPage(app: FastifyInstance, deps: OperationsDeps): Promise<void> {
  const config = { operates: 'MANAGE' } as const

  app.get<OneCity>(zonesPath, { config }, async (request, reply) => {
    const city = await readCity(deps, request)
    const t = speak(languageOf(request))
    const notice = doneNotice(request, {
      confirmed: t('The zones are changed. Prices follow within a second.'),
      renamed: t('The zone is saved.'),
    })
    return sendZoneList(deps, request, reply, { status: 200, city, notice })
  })

  app.get<OneCity>(`${zonesPath}/shapes`, { config }, async (request) => {
    const zones = zonesOf(deps, await readCity(deps, request))
    return drawnZones(zones, await checkOf(request, zones))
  })
}

/** The zones of a city as quotes know them: the same list until they change, so it is checked once. */
const zonesOf = ({ pricing }: OperationsDeps, { id }: City): readonly Zone[] =>
  pricing.map.current().zonesOf(id)

/** Overlaps and gaps; undefined where the check was given up. */
async function checkOf(request: FastifyRequest, zones: readonly Zone[]): Promise<ZoneCheck | undefined> {
  if (zones.length === 0) return { overlaps: [], gaps: [], coveredSquareMeters: 0 }
  const computed = await outsideDeadline(request, () => computeZoneCheck(zones))
  return 'result' in computed ? computed.result : undefined
}

/** Sends the list; where something else was asked for and refused, `notice` says why. */
export async function sendZoneList(
  deps: OperationsDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  { status, city, notice }: { status: number; city: City; notice: WorkspaceNotice | undefined },
): Promise<unknown> {
  const zones = zonesOf(deps, city)
  const check = await checkOf(request, zones)
  const language = languageOf(request)
  const t = speak(language)
  const map = zoneMapPlace(deps, request, city, {
    shapes: '/shapes',
    label: t('Map of the zones of {city}', { city: city.name }),
  })
  const rows = zonesByName(zones).map(({ id, name, areaSquareMeters, priority }) => {
    const rank = priority === 0 ? '' : ` · ${t('priority {priority}', { priority })}`
    return html`<li><a href="${zonesHref(city, `/${id}`)}"><span><strong>${name}</strong></span><span
 class="soft">${areaText(areaSquareMeters, language)}${rank}</span></a></li>`
  })
  const none = t('No zone yet: the whole radius is served, and a price depends on the distance alone.')
  const draw = { href: zonesHref(city, '/new'), label: t('Draw a zone') }
  const list = html`!${map}
<div class="columns"><ul class="rows">!${rows}</ul>!${checkCard(check, language)}</div>`
  return deps.sendPage(request, reply, status, {
    section: 'cities',
    title: t('Zones'),
    back: { href: cityHref(city.id), label: city.name },
    notice,
    isWide: true,
    scripts: zoneMapScripts,
    main: html`
<p class="acts"><a class="button primary" href="${zonesHref(city, '/import')}">${t('Import a file')}</a>
<a class="button plain" href="${draw.href}">${draw.label}</a></p>
!${zones.length === 0 ? emptyPart({ text: none, next: draw }) : list}`,
  })
}

function checkCard(check: ZoneCheck | undefined, language: Language): string {
  const t = speak(language)
  const title = html`<h2>${t('Overlaps and gaps')}</h2>`
  if (!check)
    return html`<section class="card">!${title}
<p>${t('The outlines are too detailed to be checked here: simplify them.')}</p></section>`
  const { overlaps, gaps, coveredSquareMeters } = check
  const kinds = [
    ...(overlaps.length > 0 ? (['OVERLAP'] as const) : []),
    ...(gaps.length > 0 ? (['GAP'] as const) : []),
  ]
  const fine = html`<p>${t('No zone lies over another, and they enclose no gap.')}</p>`
  const gapHint = html`<p class="hint">${t('In a gap, a price depends on the distance alone.')}</p>`
  const facts = factList([
    ...overlaps.map(({ zones: [one, other], areaSquareMeters }) => {
      return [t('{one} and {other} overlap', { one, other }), areaText(areaSquareMeters, language)] as const
    }),
    ...gaps.map(({ areaSquareMeters }, at) => {
      const gap = t('Gap no. {number}, between zones', { number: at + 1 })
      return [gap, areaText(areaSquareMeters, language)] as const
    }),
    [t('Covered by zones'), areaText(coveredSquareMeters, language)],
  ])
  return html`<section class="card" id="check">!${title}
!${kinds.length === 0 ? fine : mapLegend(kinds, language)}
!${overlaps.length > 0 ? overlapHint(language) : ''}
!${gaps.length > 0 ? gapHint : ''}
!${facts}</section>`
}

/** Which of two zones holds where they overlap. */
export function overlapHint(language: Language): string {
  const hint = speak(language)('Where two zones overlap, the highest priority holds, then the smallest zone.')
  return html`<p class="hint">${hint}</p>`
}
