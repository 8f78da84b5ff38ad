import type { SpokenLanguage } from '../../base/kernel/language.ts'
import { type ArrivalRange, minutesUntil } from '../../domain/arrivals/arrival-range.ts'
import { speak } from './customer-words.ts'

/** When the courier is expected, at the shop or at the customer. */
type ShownArrival = ArrivalRange & { leg: 'PICKUP' | 'DROPOFF' }

/** When the courier is expected, as it is said at `now`: `Votre livreur arrive chez vous dans 10 à 20 min.` */
export function arrivalText({ leg, ...range }: ShownArrival, now: Date, language: SpokenLanguage): string {
  const t = speak(language)
  const { from, to } = minutesUntil(range, now)
  if (leg === 'PICKUP')
    return from === 0
      ? t('Your courier reaches the shop within {to} min.', { to })
      : t('Your courier reaches the shop in {from} to {to} min.', { from, to })
  return from === 0
    ? t('Your courier reaches you within {to} min.', { to })
    : t('Your courier reaches you in {from} to {to} min.', { from, to })
}
