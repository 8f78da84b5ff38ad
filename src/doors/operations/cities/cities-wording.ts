import { frenchOf } from '../../../base/kernel/french-of.ts'
import type { Language } from '../../../base/kernel/language.ts'

/** What the pages of cities say. */
const fr = {
  title: 'Villes',
  lead: 'Les villes où vous livrez. Une ville est desservie dans un rayon autour de son centre ; ses zones servent aux prix.',
  none: 'Pas encore de ville. Ajoutez la première : un nom, un centre sur la carte, un rayon.',
  add: 'Ajouter une ville',
  promoCodes: 'Codes promo',
  newTitle: 'Nouvelle ville',
  fields: {
    name: 'Nom de la ville',
    country: 'Pays',
    position: 'Centre',
    radius: 'Rayon desservi, en kilomètres',
  },
  hints: {
    position: 'Touchez la carte au milieu de la ville, ou collez des coordonnées ou le lien d’une carte.',
    radius: 'Ce qui est plus loin du centre, et dans aucune zone, n’est pas desservi.',
  },
  faults: {
    MISSING: 'À remplir.',
    TOO_LONG: '60 caractères au plus.',
    COUNTRY: 'Choisissez un pays.',
    POSITION: 'Nous n’y lisons pas de position. Exemple : 6.3654, 2.4183.',
    RADIUS: 'Un nombre de kilomètres de 0,1 à 200.',
  },
  map: 'Carte : touchez le milieu de la ville',
  submit: 'Ajouter la ville',
  noTariff: 'Pas encore de tarif : aucun prix possible',
  zoneCount: (count: number) => (count === 0 ? 'Aucune zone' : count === 1 ? '1 zone' : `${count} zones`),
  radiusText: (km: string) => `rayon de ${km}\u00a0km`,
  refuses: 'Refuse les commandes hors des horaires',
  hub: {
    facts: {
      country: 'Pays',
      timeZone: 'Fuseau horaire',
      currency: 'Monnaie',
      center: 'Centre',
      radius: 'Rayon',
    },
    mapOf: (city: string) => `Carte ${frenchOf(city)}`,
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
    change: 'Changer le rayon',
    save: 'Enregistrer',
  },
  done: {
    added: 'La ville est ajoutée. Donnez-lui des zones et un tarif.',
    saved: 'Le rayon est enregistré.',
  } as Record<string, string>,
}

const en: typeof fr = {
  title: 'Cities',
  lead: 'Where the service delivers. A city is served within a radius around its centre, and has zones for its prices.',
  none: 'No city yet. Add the first: a name, a centre on the map, a radius.',
  add: 'Add a city',
  promoCodes: 'Promo codes',
  newTitle: 'New city',
  fields: {
    name: 'Name of the city',
    country: 'Country',
    position: 'Centre',
    radius: 'Served radius, in kilometres',
  },
  hints: {
    position: 'Tap the map in the middle of the city, or paste coordinates or the link of a map.',
    radius: 'What is farther from the centre, and in no zone, is not served.',
  },
  faults: {
    MISSING: 'Please fill this in.',
    TOO_LONG: 'At most 60 characters.',
    COUNTRY: 'Choose a country.',
    POSITION: 'We read no position in this. Example: 6.3654, 2.4183.',
    RADIUS: 'A number of kilometres from 0.1 to 200.',
  },
  map: 'Map: tap the middle of the city',
  submit: 'Add the city',
  noTariff: 'No tariff: nothing there has a price yet',
  zoneCount: (count) => (count === 0 ? 'No zone' : count === 1 ? '1 zone' : `${count} zones`),
  radiusText: (km) => `radius of ${km}\u00a0km`,
  refuses: 'Refuses orders outside its hours',
  hub: {
    facts: {
      country: 'Country',
      timeZone: 'Time zone',
      currency: 'Currency',
      center: 'Centre',
      radius: 'Radius',
    },
    mapOf: (city) => `Map of ${city}`,
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
    change: 'Change the radius',
    save: 'Save',
  },
  done: {
    added: 'The city is added. Give it zones and a tariff.',
    saved: 'The radius is saved.',
  },
}

export const citiesWording: Record<Language, typeof fr> = { fr, en }
