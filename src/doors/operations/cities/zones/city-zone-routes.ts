import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { outsideDeadline } from '../../../../base/http/response-deadline.ts'
import { languageOf } from '../../../../base/http/response-language.ts'
import type { WorkspaceNotice } from '../../../../base/pages/workspace.ts'
import { confirmZones, getProposal } from '../../../../domain/pricing/zone-changes/confirm-zones.ts'
import { readZonePreview } from '../../../../domain/pricing/zone-changes/read-zone-preview.ts'
import { computeZoneCheck } from '../../../../domain/zones/checking/compute-zones.ts'
import type { ZoneCheck } from '../../../../domain/zones/checking/zone-overlaps.ts'
import type { City, Zone } from '../../../../domain/zones/service-map.ts'
import { doneNotice, redirectAfter, refusalOf } from '../../../../web/signed-in-request.ts'
import type { OperationsDeps } from '../../operations-deps.ts'
import { type OperationsText, speakEach } from '../../operations-words.ts'
import { acting, cityHref, type OneCity, readCity } from '../city-request.ts'
import { drawnAround, drawnPlan, drawnZones } from './zone-drawing-view.ts'
import { zoneListPage } from './zone-list-page.ts'
import { zonePreviewPage } from './zone-preview-page.ts'
import { type OneZone, readZone, zoneMapOf, zonesPath } from './zone-request.ts'

type OneProposal = { Params: { cityId: string; proposalId: string } }

const doneNotices: Record<string, OperationsText> = {
  confirmed: 'The zones are changed. Prices follow within a second.',
  renamed: 'The zone is saved.',
}

/** The zones of a city, what maps show of them, and the changes that wait to be confirmed. */
export async function cityZoneRoutes(app: FastifyInstance, deps: OperationsDeps): Promise<void> {
  const config = { operates: 'MANAGE' } as const

  app.get<OneCity>(zonesPath, { config }, async (request, reply) => {
    const city = await readCity(deps, request)
    const notice = doneNotice(request, speakEach(languageOf(request), doneNotices))
    return sendList(request, reply, 200, city, notice)
  })

  app.get<OneCity>(`${zonesPath}/shapes`, { config }, async (request) => {
    const city = await readCity(deps, request)
    const zones = zonesOf(city)
    return drawnZones(zones, await checkOf(request, zones))
  })

  app.get<OneZone>(`${zonesPath}/:zoneId/shapes`, { config }, async (request) => {
    const city = await readCity(deps, request)
    const { zone, zones } = await readZone(deps, city, request)
    return drawnAround(zones, zone.id)
  })

  app.get<OneProposal>(`${zonesPath}/proposals/:proposalId`, { config }, async (request, reply) => {
    const city = await readCity(deps, request)
    try {
      const { proposal, preview } = await read(request)
      const map = zoneMapOf(deps, request, city, `/proposals/${proposal.id}/shapes`)
      const language = languageOf(request)
      const page = zonePreviewPage({ language, city, proposal, preview, map, notice: undefined })
      return deps.sendPage(request, reply, 200, page)
    } catch (error) {
      const { status, notice } = refusalOf(error, request)
      return sendList(request, reply, status, city, notice)
    }
  })

  app.get<OneProposal>(`${zonesPath}/proposals/:proposalId/shapes`, { config }, async (request) => {
    const { proposal, preview } = await read(request)
    return drawnPlan(preview.plan, proposal.overlaps ?? [])
  })

  app.post<OneProposal>(
    `${zonesPath}/proposals/:proposalId`,
    { config, bodyLimit: 1_024 },
    async (request, reply) => {
      const city = await readCity(deps, request)
      try {
        await confirmZones(acting(deps, request), { cityId: city.id, proposalId: request.params.proposalId })
        await deps.pricing.map.reload()
        return redirectAfter(reply, cityHref(city.id, '/zones'), 'confirmed')
      } catch (error) {
        const { status, notice } = refusalOf(error, request)
        return sendList(request, reply, status, city, notice)
      }
    },
  )

  async function read(request: FastifyRequest<OneProposal>) {
    const { cityId, proposalId } = request.params
    const proposal = await getProposal(acting(deps, request), { cityId, proposalId })
    return { proposal, preview: await readZonePreview(deps.db, proposal) }
  }

  async function sendList(
    request: FastifyRequest,
    reply: FastifyReply,
    status: number,
    city: City,
    notice: WorkspaceNotice | undefined,
  ) {
    const zones = zonesOf(city)
    const map = zoneMapOf(deps, request, city, '/shapes')
    const page = zoneListPage({
      language: languageOf(request),
      city,
      zones,
      map,
      check: await checkOf(request, zones),
      notice,
    })
    return deps.sendPage(request, reply, status, page)
  }

  /** As quotes know them: the check of a list of zones is computed once, and this list stays the same until they change. */
  const zonesOf = (city: City): readonly Zone[] => deps.pricing.map.current().zonesOf(city.id)

  async function checkOf(request: FastifyRequest, zones: readonly Zone[]): Promise<ZoneCheck | undefined> {
    if (zones.length === 0) return { overlaps: [], gaps: [], coveredSquareMeters: 0 }
    const computed = await outsideDeadline(request, () => computeZoneCheck(zones))
    return 'result' in computed ? computed.result : undefined
  }
}
