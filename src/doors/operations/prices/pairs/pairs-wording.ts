import type { Language } from '../../../../base/kernel/language.ts'
import type { PairTableFault } from '../../../../domain/pricing/pairs/pair-matrix.ts'
import type { BulkTextFault } from '../../../../web/bulk-text.ts'
import type { OperationsText } from '../../operations-words.ts'

type PairsWords = {
  own: (count: number) => string
  file: {
    fault: (fault: PairTableFault) => string
  }
}

export const pairsWording: Record<Language, PairsWords> = {
  fr: {
    own: (count) => (count === 0 ? 'selon le tarif' : count === 1 ? '1 prix' : `${count} prix`),
    file: {
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
  },
  en: {
    own: (count) => (count === 0 ? 'by the tariff' : count === 1 ? '1 price' : `${count} prices`),
    file: {
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
  },
}

type Place = { row?: number; column?: number }

const placeFr = ({ row, column }: Place): string => (row === undefined ? `Colonne ${column}` : `Ligne ${row}`)
const placeEn = ({ row, column }: Place): string => (row === undefined ? `Column ${column}` : `Row ${row}`)

export const pairsDone: Record<string, OperationsText> = {
  saved: 'The prices are saved.',
  same: 'No price was changed.',
}

export const pairsFileFaults: Record<BulkTextFault, OperationsText> = {
  EMPTY: 'The file is empty.',
  TOO_LARGE: 'The file has more than 1 MB.',
  NOT_TEXT: 'This file is no CSV table.',
  QUOTES_UNCLOSED: 'A quotation mark is not closed.',
}
