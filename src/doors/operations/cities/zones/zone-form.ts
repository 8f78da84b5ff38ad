import type { FastifyRequest } from 'fastify'
import type { Language } from '../../../../base/kernel/language.ts'
import { cleanedLine } from '../../../../base/kernel/plain-text.ts'
import { readWhole } from '../../../../base/kernel/written-number.ts'
import { computeZoneText } from '../../../../domain/zones/checking/compute-zones.ts'
import { maxPlaceNameLength, zonePriorities } from '../../../../domain/zones/service-map.ts'
import type { ZoneDraft } from '../../../../domain/zones/zone-file.ts'
import { outsideDeadline } from '../../../../http/response-deadline.ts'
import { languageOf } from '../../../../http/response-language.ts'
import { areaField, type Field, lineField, numberField } from '../../../../pages/form.ts'
import { speak } from '../../operations-words.ts'
import { nameFault } from '../new-city.ts'

/** The name of a zone. */
export const zoneNameField = (language: Language): Field<string> =>
  lineField({
    label: speak(language)('Name of the zone'),
    wrong: (text) => nameFault(text, language),
    max: maxPlaceNameLength,
  })

/** Which of two zones holds where they overlap: a whole number from -1000 to 1000. */
export function priorityField(language: Language): Field<number> {
  const t = speak(language)
  return numberField({
    label: t('Priority'),
    hint: t('Where zones overlap, the highest number holds. Usually 0.'),
    wrong: t('A whole number from -1000 to 1000.'),
    attributes: { maxlength: 5 },
    read: (text) => readWhole(text, zonePriorities),
  })
}

/** The outline of a zone, drawn on a map or pasted; `readOutline` says what is wrong with it. */
export function outlineField(language: Language): Field<string> {
  const t = speak(language)
  return areaField({
    label: t('Outline (GeoJSON)'),
    hint: t('The map fills it in. Without a map: paste a Polygon or a MultiPolygon.'),
    attributes: { maxlength: 400_000, spellcheck: 'false' },
    read: (text) => text,
  })
}

/** The zone of this name that an outline makes, or what is wrong with the outline. */
export async function readOutline(
  request: FastifyRequest,
  outline: string | undefined,
  typedName: string | undefined,
): Promise<{ draft: ZoneDraft } | { fault: string }> {
  const language = languageOf(request)
  const t = speak(language)
  const name = readZoneName(typedName).slice(0, maxPlaceNameLength) || 'Zone'
  const text = featureText(outline ?? '', name)
  if (text === undefined) return { fault: t('Draw the outline on the map.') }
  const computed = await outsideDeadline(request, () =>
    computeZoneText(text, { nameProperty: 'name', language }),
  )
  if ('failure' in computed) return { fault: tooDetailed(language) }
  const { zones, faults } = computed.result
  const [draft] = zones
  return draft ? { draft } : { fault: faults.map(({ fault }) => fault).join(' ') }
}

/** Said of shapes that take too long to be computed. */
export const tooDetailed = (language: Language): string =>
  speak(language)('This file is too detailed to be read here: simplify the outlines.')

/** The name of a zone or of a property as it was typed. */
export const readZoneName = (text: string | undefined): string => cleanedLine((text ?? '').slice(0, 500))

/**
 * A feature made of a typed outline, as the text of a file: the outline is a geometry, or a feature that has
 * one. Undefined for any other text, and for JSON so deep that it is read but cannot be written.
 */
function featureText(outline: string, name: string): string | undefined {
  try {
    const json: unknown = JSON.parse(outline)
    const geometry = isRecord(json) && json.type === 'Feature' ? json.geometry : json
    return isRecord(geometry)
      ? JSON.stringify({ type: 'Feature', properties: { name }, geometry })
      : undefined
  } catch {
    return undefined
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
