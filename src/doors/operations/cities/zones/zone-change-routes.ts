import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { outsideDeadline } from '../../../../base/http/response-deadline.ts'
import { languageOf } from '../../../../base/http/response-language.ts'
import { fieldsOf } from '../../../../base/pages/form-fields.ts'
import type { WorkspaceNotice } from '../../../../base/pages/workspace.ts'
import { proposeZones } from '../../../../domain/zones/changing/propose-zones.ts'
import { renameZone } from '../../../../domain/zones/changing/rename-zone.ts'
import type { ZoneChange } from '../../../../domain/zones/changing/zone-plan.ts'
import { computeSplit, computeZoneText } from '../../../../domain/zones/checking/compute-zones.ts'
import type { SplitRefusal } from '../../../../domain/zones/checking/zone-split.ts'
import type { City, Zone } from '../../../../domain/zones/service-map.ts'
import type { ZoneDraft } from '../../../../domain/zones/zone-file.ts'
import { workCost } from '../../../../web/limit-work.ts'
import { redirectAfter, refusalOf } from '../../../../web/signed-in-request.ts'
import type { OperationsContent, OperationsDeps } from '../../operations-deps.ts'
import { type OperationsText, speak } from '../../operations-words.ts'
import { citiesFaults } from '../city-list-page.ts'
import { acting, cityHref, type OneCity, readCity } from '../city-request.ts'
import { featureText, readLine, readPriority, readZoneName } from './zone-form.ts'
import { drawZonePage, oneZonePage, splitZonePage, type ZoneFormScreen } from './zone-form-page.ts'
import { type OneZone, readZone, zoneMapOf, zonesPath } from './zone-request.ts'

type Filled = Partial<Pick<ZoneFormScreen, 'typed' | 'errors' | 'notice'>> & { status?: number }

const splitRefusals: Record<SplitRefusal, OperationsText> = {
  TOO_FEW_POINTS: 'A line has at least two different points.',
  TOO_MANY_POINTS: 'A line has at most 200 points.',
  CROSSES_ITSELF: 'The line crosses itself, or turns around too much: draw it more simply.',
  ENDS_INSIDE: 'The line must begin and end outside of the zone.',
  CUTS_NOTHING: 'The line does not cross the zone.',
}

/** A new zone, and what can be done with one: another outline, another name, a cut, its end. */
export async function zoneChangeRoutes(app: FastifyInstance, deps: OperationsDeps): Promise<void> {
  const config = { operates: 'MANAGE' } as const
  const working = { config: { ...config, cost: workCost.form }, bodyLimit: 512 * 1024 }
  const small = { config, bodyLimit: 8_192 }

  app.get<OneCity>(`${zonesPath}/new`, { config }, async (request, reply) =>
    sendDrawing(request, reply, await readCity(deps, request), {}),
  )

  app.post<OneCity>(`${zonesPath}/new`, working, async (request, reply) => {
    const city = await readCity(deps, request)
    const typed = fieldsOf(request.body)
    const priority = readPriority(typed.priority ?? '0')
    const name = readZoneName(typed.name)
    const drawn = await readDraft(request, typed.shape ?? '', name === '' ? 'Zone' : name.slice(0, 60))
    const errors = {
      ...nameFault(request, name),
      ...('fault' in drawn && { shape: drawn.fault }),
      ...(priority === undefined && {
        priority: speak(languageOf(request))('A whole number from -1000 to 1000.'),
      }),
    }
    if ('fault' in drawn || priority === undefined || 'name' in errors)
      return sendDrawing(request, reply, city, { typed, errors, status: 422 })
    return propose(request, reply, city, { kind: 'DRAW', draft: drawn.draft, priority }, (refused) =>
      sendDrawing(request, reply, city, { typed, ...refused }),
    )
  })

  app.get<OneZone>(`${zonesPath}/:zoneId`, { config }, async (request, reply) => {
    const city = await readCity(deps, request)
    const { zone } = await readZone(deps, city, request)
    return sendZone(request, reply, city, zone, {})
  })

  app.post<OneZone>(`${zonesPath}/:zoneId/shape`, working, async (request, reply) => {
    const city = await readCity(deps, request)
    const { zone } = await readZone(deps, city, request)
    const typed = fieldsOf(request.body)
    const drawn = await readDraft(request, typed.shape ?? '', zone.name)
    if ('fault' in drawn)
      return sendZone(request, reply, city, zone, { typed, errors: { shape: drawn.fault }, status: 422 })
    const { name: _, ...draft } = drawn.draft
    return propose(request, reply, city, { kind: 'RESHAPE', zone: zone.name, draft }, (refused) =>
      sendZone(request, reply, city, zone, { typed, ...refused }),
    )
  })

  app.post<OneZone>(`${zonesPath}/:zoneId/name`, small, async (request, reply) => {
    const city = await readCity(deps, request)
    const { zone } = await readZone(deps, city, request)
    const typed = fieldsOf(request.body)
    const [name, priority] = [readZoneName(typed.name), readPriority(typed.priority ?? '')]
    const t = speak(languageOf(request))
    const errors = {
      ...nameFault(request, name),
      ...(priority === undefined && { priority: t('A whole number from -1000 to 1000.') }),
    }
    if (priority === undefined || Object.keys(errors).length > 0)
      return sendZone(request, reply, city, zone, { typed, errors, status: 422 })
    try {
      await renameZone(acting(deps, request), { cityId: city.id, zone: zone.name, name, priority })
      await deps.pricing.map.reload()
      return redirectAfter(reply, cityHref(city.id, '/zones'), 'renamed')
    } catch (error) {
      return sendZone(request, reply, city, zone, { typed, ...refusalOf(error, request) })
    }
  })

  app.post<OneZone>(`${zonesPath}/:zoneId/retire`, small, async (request, reply) => {
    const city = await readCity(deps, request)
    const { zone } = await readZone(deps, city, request)
    return propose(request, reply, city, { kind: 'RETIRE', zones: [zone.name] }, (refused) =>
      sendZone(request, reply, city, zone, refused),
    )
  })

  app.get<OneZone>(`${zonesPath}/:zoneId/split`, { config }, async (request, reply) => {
    const city = await readCity(deps, request)
    const { zone } = await readZone(deps, city, request)
    return sendSplit(request, reply, city, zone, {})
  })

  app.post<OneZone>(`${zonesPath}/:zoneId/split`, working, async (request, reply) => {
    const city = await readCity(deps, request)
    const { zone } = await readZone(deps, city, request)
    const typed = fieldsOf(request.body)
    const parts = await readParts(request, zone, typed)
    if ('fault' in parts)
      return sendSplit(request, reply, city, zone, { typed, errors: { line: parts.fault }, status: 422 })
    return propose(request, reply, city, { kind: 'SPLIT', zone: zone.name, ...parts }, (refused) =>
      sendSplit(request, reply, city, zone, { typed, ...refused }),
    )
  })

  /** Keeps a change and leads to where it is shown; a refusal shows the form again. */
  async function propose(
    request: FastifyRequest,
    reply: FastifyReply,
    city: City,
    change: ZoneChange,
    sendRefused: (refused: { status: number; notice: WorkspaceNotice }) => unknown,
  ) {
    try {
      const id = await outsideDeadline(request, () =>
        proposeZones(acting(deps, request), { cityId: city.id, change }),
      )
      return redirectAfter(reply, cityHref(city.id, `/zones/proposals/${id}`))
    } catch (error) {
      const { status, notice } = refusalOf(error, request)
      return sendRefused({ status, notice })
    }
  }

  function nameFault(request: FastifyRequest, name: string): { name: string } | undefined {
    const t = speak(languageOf(request))
    if (name === '') return { name: t(citiesFaults.MISSING) }
    return [...name].length > 60 ? { name: t(citiesFaults.TOO_LONG) } : undefined
  }

  async function readDraft(
    request: FastifyRequest,
    outline: string,
    name: string,
  ): Promise<{ draft: ZoneDraft } | { fault: string }> {
    const language = languageOf(request)
    const t = speak(language)
    const text = featureText(outline, name)
    if (text === undefined) return { fault: t('Draw the outline on the map.') }
    const computed = await outsideDeadline(request, () =>
      computeZoneText(text, { nameProperty: 'name', language }),
    )
    if ('failure' in computed)
      return { fault: t('This file is too detailed to be read here: simplify the outlines.') }
    const { zones, faults } = computed.result
    const [draft] = zones
    return draft ? { draft } : { fault: faults.map(({ fault }) => fault).join(' ') }
  }

  async function readParts(request: FastifyRequest, zone: Zone, typed: Record<string, string>) {
    const language = languageOf(request)
    const t = speak(language)
    const line = readLine(typed.line ?? '')
    if (!line) return { fault: t('We read no line in this. Write a point on each line, like 6.37, 2.42.') }
    const names = [readZoneName(typed.first), readZoneName(typed.second)] as const
    const computed = await outsideDeadline(request, () => computeSplit(zone.shape, line, { names, language }))
    if ('failure' in computed)
      return { fault: t('This file is too detailed to be read here: simplify the outlines.') }
    const { result } = computed
    if ('refusal' in result) return { fault: t(splitRefusals[result.refusal]) }
    return 'faults' in result ? { fault: result.faults.join(' ') } : { parts: result.parts }
  }

  const screenOf = (request: FastifyRequest, city: City, filled: Filled): ZoneFormScreen => ({
    language: languageOf(request),
    city,
    typed: filled.typed ?? {},
    errors: filled.errors ?? {},
    notice: filled.notice,
    isFormPage: request.method === 'POST',
  })

  const send = (
    request: FastifyRequest,
    reply: FastifyReply,
    { status = 200 }: Filled,
    page: OperationsContent,
  ) => deps.sendPage(request, reply, status, page)

  function sendDrawing(request: FastifyRequest, reply: FastifyReply, city: City, filled: Filled) {
    const map = zoneMapOf(deps, request, city, '/shapes', { what: 'SHAPE', field: 'shape' })
    return send(request, reply, filled, drawZonePage(screenOf(request, city, filled), map))
  }

  function sendZone(request: FastifyRequest, reply: FastifyReply, city: City, zone: Zone, filled: Filled) {
    const map = zoneMapOf(deps, request, city, `/${zone.id}/shapes`, { what: 'VERTICES', field: 'shape' })
    return send(request, reply, filled, oneZonePage(screenOf(request, city, filled), zone, map))
  }

  function sendSplit(request: FastifyRequest, reply: FastifyReply, city: City, zone: Zone, filled: Filled) {
    const map = zoneMapOf(deps, request, city, `/${zone.id}/shapes`, { what: 'LINE', field: 'line' })
    return send(request, reply, filled, splitZonePage(screenOf(request, city, filled), zone, map))
  }
}
