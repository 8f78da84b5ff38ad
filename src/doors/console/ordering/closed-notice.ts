import { openingText } from '../../../base/kernel/figure-text.ts'
import type { Language } from '../../../base/kernel/language.ts'
import type { WorkspaceNotice } from '../../../base/pages/workspace.ts'
import { closedUntil } from '../../../domain/pricing/city-closing.ts'
import type { City } from '../../../domain/zones/service-map.ts'
import { speak } from '../console-words.ts'

/** Says before anything is typed that the city takes no orders at `now`, and when it does again. */
export function closedNotice(
  city: City | undefined,
  now: Date,
  language: Language,
): WorkspaceNotice | undefined {
  const opensAt = city ? closedUntil(city, now) : null
  if (!city || opensAt === null) return undefined
  const t = speak(language)
  const { name, timeZone } = city
  const text =
    opensAt === 'UNKNOWN'
      ? t('Deliveries in {city} are closed at the moment, and we do not know yet when they begin again.', {
          city: name,
        })
      : t(
          'Deliveries in {city} are closed at the moment. They begin again {when}: you can order from then on.',
          { city: name, when: openingText(opensAt, { timeZone, now }, language) },
        )
  return { kind: 'warning', text }
}
