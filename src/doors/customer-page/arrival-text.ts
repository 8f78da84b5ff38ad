import type { Language } from '../../base/kernel/language.ts'
import { type ArrivalRange, minutesUntil } from '../../domain/arrivals/arrival-range.ts'

/** When the courier is expected, at the shop or at the customer. */
export type ShownArrival = ArrivalRange & { leg: 'PICKUP' | 'DROPOFF' }

const words = {
  fr: {
    PICKUP: (when: string) => `Votre livreur arrive à la boutique ${when}.`,
    DROPOFF: (when: string) => `Votre livreur arrive chez vous ${when}.`,
    within: (to: number) => `dans moins de ${to} min`,
    between: (from: number, to: number) => `dans ${from} à ${to} min`,
  },
  en: {
    PICKUP: (when: string) => `Your courier reaches the shop ${when}.`,
    DROPOFF: (when: string) => `Your courier reaches you ${when}.`,
    within: (to: number) => `within ${to} min`,
    between: (from: number, to: number) => `in ${from} to ${to} min`,
  },
} satisfies Record<Language, object>

/** When the courier is expected, as it is said at `now`: `Votre livreur arrive chez vous dans 10 à 20 min.` */
export function arrivalText({ leg, ...range }: ShownArrival, now: Date, language: Language): string {
  const { from, to } = minutesUntil(range, now)
  const { within, between, ...legs } = words[language]
  return legs[leg](from === 0 ? within(to) : between(from, to))
}
