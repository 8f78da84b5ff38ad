import type { Language } from '../../../base/kernel/language.ts'
import type { Demand } from '../../../domain/zones/city-demand.ts'
import type { OperationsText } from '../operations-words.ts'

type DemandWords = {
  minutes: (minutes: number) => string
  line: (demand: string, city: string, until: string | undefined) => string
}

export const demandWording: Record<Language, DemandWords> = {
  fr: {
    minutes: (minutes) => (minutes < 60 ? `${minutes} minutes` : `${minutes / 60} h`),
    line: (demand, city, until) => `${demand} à ${city}${until ? ` jusqu’au ${until}` : ', sans fin'}`,
  },
  en: {
    minutes: (minutes) => (minutes < 60 ? `${minutes} minutes` : `${minutes / 60} h`),
    line: (demand, city, until) => `${demand} in ${city}${until ? ` until ${until}` : ', without an end'}`,
  },
}

export const demandNames: Record<Demand, OperationsText> = {
  RAIN: 'Rain',
  HIGH_DEMAND: 'High demand',
}

export const demandDone: Record<string, OperationsText> = {
  started: 'It is on. New prices include it.',
  extended: 'It is extended.',
  ended: 'It is ended.',
}
