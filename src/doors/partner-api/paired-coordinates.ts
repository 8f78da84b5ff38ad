import { worded } from '../../contract/error-words.ts'
import type { Fault } from '../../contract/validation-fault.ts'

/**
 * What a schema with optional coordinates cannot say: a position has both; `place` is the pointer to its
 * object.
 */
export function pairedCoordinates(place: string, { lat, lng }: { lat?: number; lng?: number }): Fault[] {
  if ((lat === undefined) === (lng === undefined)) return []
  const missing = lat === undefined ? 'lat' : 'lng'
  return [{ field: `${place}/${missing}`, rule: 'required', wording }]
}

const wording = worded('is required: lat and lng are sent together')
