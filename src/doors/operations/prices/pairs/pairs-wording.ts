import { frenchOf } from '../../../../base/kernel/french-of.ts'
import type { Language } from '../../../../base/kernel/language.ts'
import type { PairTableFault } from '../../../../domain/pricing/pairs/pair-matrix.ts'
import type { BulkTextFault } from '../../../workspace/bulk-text.ts'

type PairsWords = {
  title: (city: string) => string
  lead: string
  noZones: string
  corner: string
  from: (zone: string) => string
  to: (zone: string) => string
  own: (count: number) => string
  table: string
  byZone: string
  save: string
  blocks: {
    rows: (from: number, to: number, all: number) => string
    up: string
    down: string
    left: string
    right: string
  }
  fault: string
  file: {
    title: string
    lead: string
    take: string
    field: string
    preview: string
    previewTitle: (city: string) => string
    same: string
    changes: (count: number) => string
    more: (count: number) => string
    pair: string
    before: string
    after: string
    byTariff: string
    confirm: string
    cancel: string
    faultsTitle: string
    changedMeanwhile: string
    faults: Record<BulkTextFault, string>
    fault: (fault: PairTableFault) => string
  }
  done: Record<string, string>
}

export const pairsWording: Record<Language, PairsWords> = {
  fr: {
    title: (city) => `Prix entre les zones ${frenchOf(city)}`,
    lead: 'Un prix remplace la base du tarif pour les courses d’une zone à l’autre, dans ce sens. Case vide : selon le tarif.',
    noZones: 'Cette ville n’a pas encore de zones.',
    corner: 'De ↓ à →',
    from: (zone) => `Depuis ${zone}`,
    to: (zone) => `vers ${zone}`,
    own: (count) => (count === 0 ? 'selon le tarif' : count === 1 ? '1 prix' : `${count} prix`),
    table: 'Tableau',
    byZone: 'Par zone de départ',
    save: 'Enregistrer les prix changés',
    blocks: {
      rows: (from, to, all) => `${from} à ${to} sur ${all}`,
      up: 'Départs précédents',
      down: 'Départs suivants',
      left: 'Arrivées précédentes',
      right: 'Arrivées suivantes',
    },
    fault: 'Un montant entier de 0 à 1 000 000 FCFA, ou rien.',
    file: {
      title: 'Par fichier',
      lead: 'Une ligne par zone de départ, une colonne par zone d’arrivée. Ce que le fichier ne nomme pas reste comme il est.',
      take: 'Télécharger le tableau (CSV)',
      field: 'Fichier CSV, 1 Mo au plus',
      preview: 'Voir ce qui changerait',
      previewTitle: (city) => `Prix à changer entre les zones ${frenchOf(city)}`,
      same: 'Ce fichier ne change rien.',
      changes: (count) => (count === 1 ? 'Un prix change.' : `${count} prix changent.`),
      more: (count) => `… et ${count} de plus.`,
      pair: 'Zones',
      before: 'Maintenant',
      after: 'Selon le fichier',
      byTariff: 'selon le tarif',
      confirm: 'Changer ces prix',
      cancel: 'Ne rien changer',
      faultsTitle: 'Le fichier ne peut pas être pris. Rien n’a changé.',
      changedMeanwhile:
        'Rien n’a changé : des prix ou des zones ont changé depuis l’aperçu. Voici l’aperçu de maintenant.',
      faults: {
        EMPTY: 'Le fichier est vide.',
        TOO_LARGE: 'Le fichier dépasse 1 Mo.',
        NOT_TEXT: 'Ce fichier n’est pas un tableau CSV.',
        QUOTES_UNCLOSED: 'Un guillemet n’est pas refermé.',
      },
      fault: (fault) => {
        switch (fault.fault) {
          case 'NO_ZONES':
            return 'La première ligne nomme les zones d’arrivée, la première colonne celles de départ.'
          case 'TOO_MANY_FAULTS':
            return 'Trop de fautes : les autres ne sont pas montrées.'
          case 'UNKNOWN_ZONE':
            return `${placeFr(fault)} : aucune zone ne s’appelle « ${fault.zone} ».`
          case 'ZONE_TWICE':
            return `${placeFr(fault)} : la zone « ${fault.zone} » est là deux fois.`
          case 'ROW_TOO_LONG':
            return `Ligne ${fault.row} : plus de cases que de zones d’arrivée.`
          case 'NOT_AN_AMOUNT':
            return `Ligne ${fault.row}, colonne ${fault.column} : « ${fault.text} » n’est pas un montant entier de 0 à 1 000 000. Écrivez par exemple 1500 ou 1 500.`
        }
      },
    },
    done: {
      saved: 'Les prix sont enregistrés.',
      same: 'Aucun prix n’était changé.',
    },
  },
  en: {
    title: (city) => `Prices between zones, ${city}`,
    lead: 'A price takes the place of the tariff’s base for trips from one zone to the other, in that direction. An empty cell: by the tariff.',
    noZones: 'This city has no zones yet.',
    corner: 'From ↓ to →',
    from: (zone) => `From ${zone}`,
    to: (zone) => `to ${zone}`,
    own: (count) => (count === 0 ? 'by the tariff' : count === 1 ? '1 price' : `${count} prices`),
    table: 'Table',
    byZone: 'By zone of departure',
    save: 'Save the prices changed',
    blocks: {
      rows: (from, to, all) => `${from} to ${to} of ${all}`,
      up: 'Departures before',
      down: 'Departures after',
      left: 'Arrivals before',
      right: 'Arrivals after',
    },
    fault: 'A whole amount from 0 to 1,000,000 FCFA, or nothing.',
    file: {
      title: 'By file',
      lead: 'A row for each zone of departure, a column for each zone of arrival. What the file does not name stays as it is.',
      take: 'Download the table (CSV)',
      field: 'CSV file, 1 MB at most',
      preview: 'See what would change',
      previewTitle: (city) => `Prices between zones to change, ${city}`,
      same: 'This file changes nothing.',
      changes: (count) => (count === 1 ? 'One price changes.' : `${count} prices change.`),
      more: (count) => `… and ${count} more.`,
      pair: 'Zones',
      before: 'Now',
      after: 'By the file',
      byTariff: 'by the tariff',
      confirm: 'Change these prices',
      cancel: 'Change nothing',
      faultsTitle: 'The file cannot be taken. Nothing has changed.',
      changedMeanwhile:
        'Nothing was changed: prices or zones have changed since the preview. This is the preview of now.',
      faults: {
        EMPTY: 'The file is empty.',
        TOO_LARGE: 'The file has more than 1 MB.',
        NOT_TEXT: 'This file is no CSV table.',
        QUOTES_UNCLOSED: 'A quotation mark is not closed.',
      },
      fault: (fault) => {
        switch (fault.fault) {
          case 'NO_ZONES':
            return 'The first row names the zones of arrival, the first column those of departure.'
          case 'TOO_MANY_FAULTS':
            return 'Too many faults: the others are not shown.'
          case 'UNKNOWN_ZONE':
            return `${placeEn(fault)}: no zone is called “${fault.zone}”.`
          case 'ZONE_TWICE':
            return `${placeEn(fault)}: the zone “${fault.zone}” is there twice.`
          case 'ROW_TOO_LONG':
            return `Row ${fault.row}: more cells than zones of arrival.`
          case 'NOT_AN_AMOUNT':
            return `Row ${fault.row}, column ${fault.column}: “${fault.text}” is no whole amount from 0 to 1,000,000. Write for example 1500 or 1 500.`
        }
      },
    },
    done: {
      saved: 'The prices are saved.',
      same: 'No price was changed.',
    },
  },
}

type Place = { row?: number; column?: number }

const placeFr = ({ row, column }: Place): string => (row === undefined ? `Colonne ${column}` : `Ligne ${row}`)
const placeEn = ({ row, column }: Place): string => (row === undefined ? `Column ${column}` : `Row ${row}`)
