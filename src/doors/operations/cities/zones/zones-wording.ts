import type { Language } from '../../../../base/kernel/language.ts'
import type { SplitRefusal } from '../../../../domain/zones/checking/zone-split.ts'
import type { OperationsText } from '../../operations-words.ts'

/** What the pages of zones say. */
const fr = {
  check: {
    overlap: ([one, other]: readonly [string, string]) => `${one} et ${other} se recouvrent`,
  },
  import: {
    title: 'Importer des zones',
    lead: 'Un fichier GeoJSON de polygones en longitude et latitude (WGS 84), de 5 Mo au plus. Rien ne change tant que vous n’avez pas vu et confirmé.',
    file: 'Fichier GeoJSON',
    nameProperty: 'Propriété qui contient le nom de chaque zone',
    nameHint: 'Souvent « name ». Si elle manque, le message suivant cite celles du fichier.',
    priority: 'Priorité',
    priorityHint: 'Là où des zones se recouvrent, le nombre le plus haut l’emporte. D’habitude 0.',
    replace: 'Retirer les zones que le fichier ne nomme pas',
    submit: 'Voir ce qui changerait',
    missing: 'Choisissez un fichier.',
    tooLarge: 'Le fichier dépasse 5 Mo : simplifiez les contours, ou importez-le en plusieurs parties.',
    notText: 'Ce fichier n’est pas du texte en UTF-8.',
    tooLong: 'Ce fichier est trop détaillé pour être lu ici : simplifiez les contours.',
    badPriority: 'Un nombre entier de -1000 à 1000.',
    refused: (count: number) =>
      count === 1 ? 'Rien n’a été importé : une faute.' : `Rien n’a été importé : ${count} fautes.`,
    more: (count: number) => `… et ${count} de plus.`,
    alike: (count: number) => `et ${count} de plus`,
  },
  split: {
    title: (zone: string) => `Couper ${zone} en deux`,
    lead: 'Tracez une ligne qui traverse toute la zone : elle commence et finit dehors. Touchez deux fois le dernier point pour finir.',
    map: 'Carte : tracez la ligne de coupe',
    line: 'Ligne (un point par ligne : latitude, longitude)',
    lineHint: 'La carte la remplit. Sans carte : écrivez au moins deux points, comme 6.37, 2.42.',
    first: 'Nom de la plus grande partie',
    firstHint: 'Elle garde les prix de la zone ; l’autre reçoit les mêmes.',
    second: 'Nom de l’autre partie',
    submit: 'Voir ce qui changerait',
    badLine: 'Cette ligne ne se lit pas. Écrivez un point par ligne, comme 6.37, 2.42.',
    refusals: {
      TOO_FEW_POINTS: 'Une ligne a au moins deux points différents.',
      TOO_MANY_POINTS: 'Une ligne a au plus 200 points.',
      CROSSES_ITSELF: 'La ligne se croise, ou tourne trop sur elle-même : tracez-la plus simplement.',
      ENDS_INSIDE: 'La ligne doit commencer et finir hors de la zone.',
      CUTS_NOTHING: 'La ligne ne traverse pas la zone.',
    } satisfies Record<SplitRefusal, string>,
  },
}

const en: typeof fr = {
  check: {
    overlap: ([one, other]) => `${one} and ${other} overlap`,
  },
  import: {
    title: 'Import zones',
    lead: 'A GeoJSON file of polygons in longitude and latitude (WGS 84), at most 5 MB. Nothing changes before you have looked and confirmed.',
    file: 'GeoJSON file',
    nameProperty: 'Property that holds the name of each zone',
    nameHint: 'Often “name”. If it is missing, the next message lists those of the file.',
    priority: 'Priority',
    priorityHint: 'Where zones overlap, the highest number holds. Usually 0.',
    replace: 'Retire the zones that the file does not name',
    submit: 'See what would change',
    missing: 'Choose a file.',
    tooLarge: 'The file is larger than 5 MB: simplify the outlines, or import it in several parts.',
    notText: 'This file is no text in UTF-8.',
    tooLong: 'This file is too detailed to be read here: simplify the outlines.',
    badPriority: 'A whole number from -1000 to 1000.',
    refused: (count) =>
      count === 1 ? 'Nothing was imported: one fault.' : `Nothing was imported: ${count} faults.`,
    more: (count) => `… and ${count} more.`,
    alike: (count) => `and ${count} more`,
  },
  split: {
    title: (zone) => `Split ${zone} in two`,
    lead: 'Draw a line across the whole zone: it begins and ends outside. Tap the last point twice to finish.',
    map: 'Map: draw the line of the cut',
    line: 'Line (a point on each line: latitude, longitude)',
    lineHint: 'The map fills it in. Without a map: write at least two points, like 6.37, 2.42.',
    first: 'Name of the larger part',
    firstHint: 'It keeps the prices of the zone; the other is given the same.',
    second: 'Name of the other part',
    submit: 'See what would change',
    badLine: 'We read no line in this. Write a point on each line, like 6.37, 2.42.',
    refusals: {
      TOO_FEW_POINTS: 'A line has at least two different points.',
      TOO_MANY_POINTS: 'A line has at most 200 points.',
      CROSSES_ITSELF: 'The line crosses itself, or turns around too much: draw it more simply.',
      ENDS_INSIDE: 'The line must begin and end outside of the zone.',
      CUTS_NOTHING: 'The line does not cross the zone.',
    },
  },
}

export const zonesWording: Record<Language, typeof fr> = { fr, en }

export const zonesDone: Record<string, OperationsText> = {
  confirmed: 'The zones are changed. Prices follow within a second.',
  renamed: 'The zone is saved.',
}

export const zonesLegend = {
  ADDED: 'Added',
  BEFORE: 'Outline before',
  AFTER: 'New outline',
  RETIRED: 'Retired',
  KEPT: 'Unchanged',
  OVERLAP: 'Overlap',
  GAP: 'Gap',
} as const

export const zonesPreviewTitles = {
  IMPORT: 'Import these zones?',
  DRAW: 'Add this zone?',
  RESHAPE: 'Change this outline?',
  RENAME: 'Rename this zone?',
  SPLIT: 'Split this zone in two?',
  RETIRE: 'Retire this zone?',
} as const
