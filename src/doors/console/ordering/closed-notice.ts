import { openingText } from '../../../base/kernel/figure-text.ts'
import type { Language } from '../../../base/kernel/language.ts'
import type { WorkspaceNotice } from '../../../base/pages/workspace.ts'
import { closedUntil } from '../../../domain/pricing/city-closing.ts'
import type { City } from '../../../domain/zones/service-map.ts'
import { orderingWording } from './ordering-wording.ts'

/** Says before anything is typed that the city takes no orders at `now`, and when it does again. */
export function closedNotice(
  city: City | undefined,
  now: Date,
  language: Language,
): WorkspaceNotice | undefined {
  const opensAt = city ? closedUntil(city, now) : null
  if (!city || opensAt === null) return undefined
  const words = orderingWording[language].closed
  const { name, timeZone } = city
  const text =
    opensAt === 'UNKNOWN'
      ? words.unplanned(name)
      : words.until(name, openingText(opensAt, { timeZone, now }, language))
  return { kind: 'warning', text }
}
