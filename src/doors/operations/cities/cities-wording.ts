import type { Language } from '../../../base/kernel/language.ts'
import type { OperationsText } from '../operations-words.ts'

/** What the pages of cities say. */
const fr = {
  zoneCount: (count: number) => (count === 0 ? 'Aucune zone' : count === 1 ? '1 zone' : `${count} zones`),
  hub: {
    links: {
      zones: {
        label: 'Zones',
        lead: 'Importer, dessiner, couper, retirer ; voir les recouvrements et les vides.',
      },
      map: {
        label: 'Carte et repères',
        lead: 'Importer un extrait OpenStreetMap : des repères que l’on retrouve, l’eau et les grandes rues.',
      },
      hours: {
        label: 'Horaires et jours fermés',
        lead: 'Quand les commandes sont prises, et si les autres sont refusées.',
      },
      tariff: { label: 'Tarif', lead: 'Ce que coûte une course, et l’essai d’un nouveau tarif.' },
      pairs: { label: 'Prix entre zones', lead: 'Les prix d’une zone à une autre, et leur fichier CSV.' },
      demand: {
        label: 'Pluie et forte demande',
        lead: 'Des suppléments à activer, qui s’arrêtent d’eux-mêmes.',
      },
    },
  },
}

const en: typeof fr = {
  zoneCount: (count) => (count === 0 ? 'No zone' : count === 1 ? '1 zone' : `${count} zones`),
  hub: {
    links: {
      zones: { label: 'Zones', lead: 'Import, draw, split, retire; overlaps and gaps.' },
      map: {
        label: 'Map and landmarks',
        lead: 'Import an OpenStreetMap extract: landmarks that are found, water and main roads.',
      },
      hours: {
        label: 'Hours and closed days',
        lead: 'When orders are taken, and whether others are refused.',
      },
      tariff: { label: 'Tariff', lead: 'What a trip costs, and the trial of a new tariff.' },
      pairs: { label: 'Prices between zones', lead: 'Prices from one zone to another, and their CSV file.' },
      demand: { label: 'Rain and high demand', lead: 'Surcharges that end by themselves.' },
    },
  },
}

export const citiesWording: Record<Language, typeof fr> = { fr, en }

export const citiesFields = {
  name: 'Name of the city',
  country: 'Country',
  position: 'Centre',
  radius: 'Served radius, in kilometres',
} as const

export const citiesFaults = {
  MISSING: 'Please fill this in.',
  TOO_LONG: 'At most 60 characters.',
  COUNTRY: 'Choose a country.',
  POSITION: 'We read no position in this. Example: 6.3654, 2.4183.',
  RADIUS: 'A number of kilometres from 0.1 to 200.',
} as const

export const citiesDone: Record<string, OperationsText> = {
  added: 'The city is added. Give it zones and a tariff.',
  saved: 'The radius is saved.',
}
