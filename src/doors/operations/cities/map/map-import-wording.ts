import type { Language } from '../../../../base/kernel/language.ts'

/** What the page of a city's map says. */
const fr = {
  title: 'Carte et repères',
  lead: 'Des repères que l’on retrouve par leur nom, et un dessin de l’eau et des grandes rues sous les zones. Rien n’est demandé à un autre service.',
  none: 'Cette ville n’a pas encore de carte.',
  facts: {
    file: 'Fichier',
    importedAt: 'Importée',
    landmarks: 'Repères',
    lines: 'Rues et eaux dessinées',
    attribution: 'Source',
  },
  mapOf: (city: string) => `La carte de ${city}, comme les clients la voient`,
  form: {
    heading: 'Importer une carte',
    lead: (megabytes: number) =>
      `Un extrait OpenStreetMap de la ville (.osm.pbf), ou du GeoJSON, de ${megabytes} Mo au plus. Un fichier plus gros, comme celui d’un pays, s’importe sur le serveur : colis map import.`,
    replaces: 'La carte importée remplace celle d’avant.',
    file: 'Fichier',
    attribution: 'Source à nommer sur la carte',
    attributionHint: 'La licence d’OpenStreetMap (ODbL) demande qu’on la nomme.',
    submit: 'Importer',
    missing: 'Choisissez un fichier.',
    tooLarge: (megabytes: number) =>
      `Ce fichier dépasse ${megabytes} Mo. Importez-le sur le serveur : colis map import.`,
    badAttribution: 'De 1 à 200 caractères.',
  },
  remove: {
    summary: 'Retirer la carte',
    lead: 'Les repères et le dessin disparaissent ; les zones et les prix restent.',
    submit: 'Retirer',
  },
  done: {
    imported: 'La carte est importée.',
    removed: 'La carte est retirée.',
  } as Record<string, string>,
}

const en: typeof fr = {
  title: 'Map and landmarks',
  lead: 'Landmarks that are found by their names, and a drawing of water and main roads under the zones. No other service is asked anything.',
  none: 'This city has no map yet.',
  facts: {
    file: 'File',
    importedAt: 'Imported',
    landmarks: 'Landmarks',
    lines: 'Roads and waters drawn',
    attribution: 'Source',
  },
  mapOf: (city) => `The map of ${city} as customers see it`,
  form: {
    heading: 'Import a map',
    lead: (megabytes) =>
      `An OpenStreetMap extract of the city (.osm.pbf), or GeoJSON, of at most ${megabytes} MB. A larger file, such as that of a country, is imported on the server: colis map import.`,
    replaces: 'The imported map replaces the one before.',
    file: 'File',
    attribution: 'Source to name on the map',
    attributionHint: 'The licence of OpenStreetMap (ODbL) asks for it to be named.',
    submit: 'Import',
    missing: 'Choose a file.',
    tooLarge: (megabytes) =>
      `This file has more than ${megabytes} MB. Import it on the server: colis map import.`,
    badAttribution: '1 to 200 characters.',
  },
  remove: {
    summary: 'Remove the map',
    lead: 'Landmarks and drawing go; zones and prices stay.',
    submit: 'Remove',
  },
  done: { imported: 'The map is imported.', removed: 'The map is removed.' },
}

export const mapImportWording: Record<Language, typeof fr> = { fr, en }
