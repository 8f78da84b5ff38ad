import { momentText } from '../../base/kernel/figure-text.ts'
import type { Language } from '../../base/kernel/language.ts'
import type { DeliveryRow } from '../../domain/deliveries/delivery-row.ts'
import { speak } from '../web-words.ts'

type Proven = Pick<DeliveryRow, 'failure_code' | 'arrived_at_customer_at' | 'customer_called_at'>

/**
 * What a courier did before they said that the parcel could not be handed over; null where nothing was noted.
 */
export function handoverProofText(
  { failure_code, arrived_at_customer_at: arrivedAt, customer_called_at: calledAt }: Proven,
  times: { timeZone: string; now: Date },
  language: Language,
): string | null {
  if (failure_code === null) return null
  const t = speak(language)
  const when = (at: Date) => momentText(at, times, language)
  const said = [
    arrivedAt && t('Courier at the place: {at}', { at: when(arrivedAt) }),
    calledAt && t('Customer called: {at}', { at: when(calledAt) }),
  ]
  return said.filter(Boolean).join(' · ') || null
}
