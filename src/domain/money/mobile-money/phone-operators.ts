import { type FrancCountry, francCountries, isFrancCountry } from '../../zones/franc-countries.ts'

/**
 * Which operator gave out the numbers that begin so, in the fourteen countries of the CFA franc, after the
 * country's calling code; the longest beginning wins (decision 254). Where numbers can be taken along, a
 * customer may be with another one since. A test compares the table with the carriers of libphonenumber.
 */
const phoneOperators: Record<FrancCountry, { callingCode: string; operators: Record<string, string> }> = {
  BJ: {
    callingCode: '229',
    operators: {
      CELTIIS: '0128 014 0192 0193',
      MOOV: '0145 0155 0158 0160 0163 0164 0165 0168 0194 0195 0198 0199',
      MTN: '0142 0146 015 0161 0162 0166 0167 0169 0190 0191 0196 0197',
    },
  },
  BF: {
    callingCode: '226',
    operators: {
      MOOV: '01 02 03 50 51 52 53 60 61 62 63 70 71 72 73',
      ORANGE: '04 05 06 07 4 54 55 56 57 64 65 66 67 74 75 76 77',
      TELECEL: '58 68 69 78 79',
    },
  },
  CI: {
    callingCode: '225',
    operators: {
      MOOV: '01',
      MTN: '05',
      ORANGE: '07',
    },
  },
  GW: {
    callingCode: '245',
    operators: {
      GUINETEL: '97',
      MTN: '96',
      ORANGE: '95',
    },
  },
  ML: {
    callingCode: '223',
    operators: {
      ATEL: '5',
      ORANGE: '200 7 82 83 84 85 90 91 92 93 94',
      SOTELMA: '2079 217 6 89 95 96 97 98 99',
    },
  },
  NE: {
    callingCode: '227',
    operators: {
      AIRTEL: '77 86 87 88 89 96 97 98 99',
      MOOV: '74 84 85 94 95',
      NIGER_TELECOMS: '83 93',
      ORANGE: '23 70 80 81 82 90 91 92',
    },
  },
  SN: {
    callingCode: '221',
    operators: {
      ADIE: '79',
      EXPRESSO: '70',
      HAYO: '72',
      ORANGE: '71 77 78',
      PROMOBILE: '75',
      YAS: '76',
    },
  },
  TG: {
    callingCode: '228',
    operators: {
      MOOV: '78 79 96 97 98 99',
      YAS: '70 71 72 73 90 91 92 93',
    },
  },
  CM: {
    callingCode: '237',
    operators: {
      CAMTEL: '24 62',
      MTN: '650 651 652 653 654 67 680 681 682 683',
      NEXTTEL: '66 684 685',
      ORANGE: '64 655 656 657 658 659 686 687 688 689 69',
    },
  },
  CF: {
    callingCode: '236',
    operators: {
      A_CELL: '70',
      NATIONLINK: '77',
      ORANGE: '72 73 74',
      TELECEL: '75 76',
    },
  },
  CG: {
    callingCode: '242',
    operators: {
      AIRTEL: '05',
      CONGO_TELECOM: '02',
      EQUATEUR_TELECOM: '01',
      MTN: '06',
      WARID: '04',
    },
  },
  GA: {
    callingCode: '241',
    operators: {
      AIRTEL: '04 07 4 7',
      LIBERTIS: '06 20 21 22 23 24 25 26 27 3 6',
      MOOV: '05 5 65',
    },
  },
  GQ: {
    callingCode: '240',
    operators: {
      GETESA: '2',
      MUNI: '5',
    },
  },
  TD: {
    callingCode: '235',
    operators: {
      AIRTEL: '6 8',
      MOOV: '3 9',
      SOTEL: '7',
    },
  },
}

/** Every beginning of a number, in international form, with whose it is. */
export const operatorBeginnings = (Object.keys(francCountries) as FrancCountry[]).flatMap((country) => {
  const { callingCode, operators } = phoneOperators[country]
  return Object.entries(operators).flatMap(([operator, beginnings]) =>
    beginnings.split(' ').map((beginning) => ({ prefix: `+${callingCode}${beginning}`, country, operator })),
  )
})

/** The operator that gave a number out, and its country; undefined for any other number. */
export function operatorOf(phone: string): { country: FrancCountry; operator: string } | undefined {
  const [longest] = operatorBeginnings
    .filter(({ prefix }) => phone.startsWith(prefix))
    .sort((one, other) => other.prefix.length - one.prefix.length)
  return longest && { country: longest.country, operator: longest.operator }
}

/** How the numbers of a country begin: `+229`. */
export const callingCodeOf = (country: string): string =>
  isFrancCountry(country) ? `+${phoneOperators[country].callingCode}` : `+${country}`
