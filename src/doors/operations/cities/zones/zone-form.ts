import { cleanedLine } from '../../../../base/kernel/plain-text.ts'
import { pointInText } from '../../../../base/kernel/position-text.ts'
import { readWhole } from '../../../../base/kernel/written-number.ts'
import { maxLinePoints } from '../../../../domain/zones/checking/zone-split.ts'
import type { Ring } from '../../../../domain/zones/zone-shape.ts'

/** A whole number from -1000 to 1000; undefined for anything else. */
export const readPriority = (text: string): number | undefined => readWhole(text, { min: -1000, max: 1000 })

/** The name of a zone as it was typed. */
export const readZoneName = (text: string | undefined): string => cleanedLine((text ?? '').slice(0, 500))

/**
 * A feature made of a typed outline, as the text of a file: the outline is a geometry, or a feature that has one.
 * Undefined for any other text, and for JSON so deep that it is read but cannot be written.
 */
export function featureText(outline: string, name: string): string | undefined {
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

/** A line typed as positions, one on each line; undefined when one of them is none. */
export function readLine(text: string): Ring | undefined {
  const typed = text.split('\n').filter((line) => line.trim() !== '')
  if (typed.length > 5 * maxLinePoints) return undefined
  const points = typed.map((line) => pointInText(line.slice(0, 100)))
  return points.every((point) => point !== undefined)
    ? points.map(({ lat, lng }): Ring[number] => [lng, lat])
    : undefined
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
