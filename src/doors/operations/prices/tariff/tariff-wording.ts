import type { Language } from '../../../../base/kernel/language.ts'
import type { OperationsText } from '../../operations-words.ts'

type TariffWords = {
  columns: { term: string }
  put: {
    now: string
  }
  trial: {
    pastLead: (trips: number, leftOut: number) => string
  }
  done: Record<string, string>
}

export const tariffWording: Record<Language, TariffWords> = {
  fr: {
    columns: { term: '' },
    put: {
      now: 'Tout de suite',
    },
    trial: {
      pastLead: (trips, leftOut) =>
        `${trips === 1 ? 'Une course' : `${trips.toLocaleString('fr')} courses`}, chacune avec son colis, sa distance, son heure et sa météo ; zones et remises d’aujourd’hui.${leftOut === 0 ? '' : ` ${leftOut} de plus hors de la zone desservie.`}`,
    },
    done: {
      saved: 'Le brouillon est enregistré. Aucun prix n’a changé.',
      discarded: 'Le brouillon est jeté.',
      'in-force': 'Le nouveau tarif est en vigueur.',
      scheduled: 'Le nouveau tarif est programmé.',
      withdrawn: 'Le tarif prévu est retiré.',
      restored: 'Les anciens prix sont revenus.',
    },
  },
  en: {
    columns: { term: '' },
    put: {
      now: 'At once',
    },
    trial: {
      pastLead: (trips, leftOut) =>
        `${trips === 1 ? 'One trip' : `${trips.toLocaleString('en')} trips`}, each with its parcel, distance, hour and weather; zones and discounts are today’s.${leftOut === 0 ? '' : ` ${leftOut} more are no longer served.`}`,
    },
    done: {
      saved: 'The draft is saved. No price has changed.',
      discarded: 'The draft is thrown away.',
      'in-force': 'The new tariff is in force.',
      scheduled: 'The new tariff is scheduled.',
      withdrawn: 'The tariff to come is withdrawn.',
      restored: 'The former prices are back.',
    },
  },
}

export const tariffTerms: Record<string, OperationsText> = {
  baseFcfa: 'Base price',
  includedKm: 'Distance included',
  perKmFcfa: 'Each further kilometre',
  stepFcfa: 'Rounded up to a multiple of',
  LARGE_PARCEL: 'Large parcel',
  FRAGILE: 'Fragile',
  NIGHT: 'Night',
  RAIN: 'Rain',
  HIGH_DEMAND: 'High demand',
  night: 'Hours of the night',
  collectionPercent: 'Collection fee',
  collectionMinimumFcfa: 'Collection fee, at least',
  cancellationFeeFcfa: 'Cancelling, courier at the shop',
  returnFeeFcfa: 'Bringing the parcel back',
}

export const tariffTrialRule: Record<
  'DISTANCE' | 'ZONE_PAIR' | 'ZONE_MEDIAN' | 'HALF_RADIUS',
  OperationsText
> = {
  DISTANCE: 'Base by distance.',
  ZONE_PAIR: 'This pair of zones has its own base.',
  ZONE_MEDIAN: 'Estimate: the median to all zones of the city.',
  HALF_RADIUS: 'Estimate: half the radius of the city.',
}
