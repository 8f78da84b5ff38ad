import { momentText } from '../../base/kernel/figure-text.ts'
import type { Language } from '../../base/kernel/language.ts'
import type { DeliveryRow } from '../../domain/deliveries/delivery-row.ts'

const words = {
  fr: {
    arrived: (at: string) => `Livreur sur place : ${at}`,
    called: (at: string) => `Client appelé : ${at}`,
  },
  en: {
    arrived: (at: string) => `Courier at the place: ${at}`,
    called: (at: string) => `Customer called: ${at}`,
  },
} satisfies Record<Language, unknown>

type Proven = Pick<DeliveryRow, 'failure_code' | 'arrived_at_customer_at' | 'customer_called_at'>

/** What a courier did before they said that the parcel could not be handed over; null where nothing was noted. */
export function handoverProofText(
  { failure_code, arrived_at_customer_at: arrivedAt, customer_called_at: calledAt }: Proven,
  times: { timeZone: string; now: Date },
  language: Language,
): string | null {
  if (failure_code === null) return null
  const when = (at: Date) => momentText(at, times, language)
  const said = [
    arrivedAt && words[language].arrived(when(arrivedAt)),
    calledAt && words[language].called(when(calledAt)),
  ]
  return said.filter(Boolean).join(' · ') || null
}
