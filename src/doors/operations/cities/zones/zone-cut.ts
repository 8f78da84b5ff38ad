import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { html } from 'ghtml'
import type { Language } from '../../../../base/kernel/language.ts'
import { pointInText } from '../../../../base/kernel/position-text.ts'
import { computeSplit } from '../../../../domain/zones/checking/compute-zones.ts'
import { maxLinePoints, type SplitRefusal } from '../../../../domain/zones/checking/zone-split.ts'
import { maxPlaceNameLength, type Zone } from '../../../../domain/zones/service-map.ts'
import type { Ring } from '../../../../domain/zones/zone-shape.ts'
import { outsideDeadline } from '../../../../http/response-deadline.ts'
import { languageOf } from '../../../../http/response-language.ts'
import { areaField, formFields, typedField } from '../../../../pages/form.ts'
import { fieldsOf } from '../../../../pages/form-fields.ts'
import { postForm, submitButton } from '../../../../pages/form-parts.ts'
import { workCost } from '../../../../web/limit-work.ts'
import type { OperationsDeps } from '../../operations-deps.ts'
import { type OperationsText, speak } from '../../operations-words.ts'
import { readZoneName, tooDetailed } from './zone-form.ts'
import { zoneMapPlace, zoneMapScripts } from './zone-map-parts.ts'
import { type Filled, type OneZone, proposeChange, readZone, zonesHref, zonesPath } from './zone-request.ts'

const splitRefusals: Record<SplitRefusal, OperationsText> = {
  TOO_FEW_POINTS: 'A line has at least two different points.',
  TOO_MANY_POINTS: 'A line has at most 200 points.',
  CROSSES_ITSELF: 'The line crosses itself, or turns around too much: draw it more simply.',
  ENDS_INSIDE: 'The line must begin and end outside of the zone.',
  CUTS_NOTHING: 'The line does not cross the zone.',
}

/** The form of a cut; what is wrong with its names is said with what is wrong with the line. */
const splitForm = (language: Language) => {
  const t = speak(language)
  const name = {
    attributes: { maxlength: maxPlaceNameLength, required: true },
    isNarrow: true,
    read: readZoneName,
  }
  return {
    line: areaField({
      label: t('Line (a point on each line: latitude, longitude)'),
      hint: t('The map fills it in. Without a map: write at least two points, like 6.37, 2.42.'),
      attributes: { maxlength: 20_000, spellcheck: 'false' },
      read: readLine,
    }),
    first: typedField({
      ...name,
      label: t('Name of the larger part'),
      hint: t('It keeps the prices of the zone; the other is given the same.'),
    }),
    second: typedField({ ...name, label: t('Name of the other part') }),
  }
}

/** `/operations/cities/ID/zones/ID/split`: a zone cut in two along a line. */
export async function splitZonePage(app: FastifyInstance, deps: OperationsDeps): Promise<void> {
  const config = { operates: 'MANAGE' } as const
  const path = `${zonesPath}/:zoneId/split`

  app.get<OneZone>(path, { config }, async (request, reply) =>
    show(request, reply, await readZone(deps, request), {}),
  )

  const working = { config: { ...config, cost: workCost.form }, bodyLimit: 512 * 1024 }
  app.post<OneZone>(path, working, async (request, reply) => {
    const shown = await readZone(deps, request)
    const typed = fieldsOf(request.body)
    const parts = await readParts(request, shown.zone, typed)
    if ('fault' in parts)
      return show(request, reply, shown, { status: 422, typed, faults: { line: parts.fault } })
    const change = { kind: 'SPLIT', zone: shown.zone.name, ...parts } as const
    return proposeChange(deps, request, reply, { city: shown.city, change }, (refused) =>
      show(request, reply, shown, { typed, ...refused }),
    )
  })

  function show(
    request: FastifyRequest,
    reply: FastifyReply,
    { city, zone }: Awaited<ReturnType<typeof readZone>>,
    { status = 200, typed = {}, faults = {}, notice }: Filled,
  ): unknown {
    const language = languageOf(request)
    const t = speak(language)
    const map = zoneMapPlace(deps, request, city, {
      shapes: `/${zone.id}/shapes`,
      draws: { what: 'LINE', field: 'line' },
      label: t('Map: draw the line of the cut'),
    })
    const lead = t(
      'Draw a line across the whole zone: it begins and ends outside. Tap the last point twice to finish.',
    )
    const fields = html`!${map}
!${formFields(splitForm(language), typed, faults)}
!${submitButton(t('See what would change'))}`
    return deps.sendPage(request, reply, status, {
      section: 'cities',
      title: t('Split {zone} in two', { zone: zone.name }),
      back: { href: zonesHref(city, `/${zone.id}`), label: zone.name },
      notice,
      isFormPage: request.method === 'POST',
      isWide: true,
      scripts: zoneMapScripts,
      main: html`<p>${lead}</p>!${postForm(zonesHref(city, `/${zone.id}/split`), fields)}`,
    })
  }
}

/** The zones that a typed line makes of one, or what is wrong with it. */
async function readParts(
  request: FastifyRequest,
  { shape }: Zone,
  { line: typedLine = '', first, second }: Record<string, string>,
) {
  const language = languageOf(request)
  const t = speak(language)
  const line = readLine(typedLine)
  if (!line) return { fault: t('We read no line in this. Write a point on each line, like 6.37, 2.42.') }
  const names = [readZoneName(first), readZoneName(second)] as const
  const computed = await outsideDeadline(request, () => computeSplit(shape, line, { names, language }))
  if ('failure' in computed) return { fault: tooDetailed(language) }
  const { result } = computed
  if ('refusal' in result) return { fault: t(splitRefusals[result.refusal]) }
  return 'faults' in result ? { fault: result.faults.join(' ') } : { parts: result.parts }
}

/** A line typed as positions, one on each line; undefined when one of them is none. */
function readLine(text: string): Ring | undefined {
  const typed = text.split('\n').filter((line) => line.trim() !== '')
  if (typed.length > 5 * maxLinePoints) return undefined
  const points = typed.map((line) => pointInText(line.slice(0, 100)))
  return points.every((point) => point !== undefined)
    ? points.map(({ lat, lng }): Ring[number] => [lng, lat])
    : undefined
}
