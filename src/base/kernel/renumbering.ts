/** One change of a country's numbers, where an old number’s digits say what it is today. */
type Renumbering = {
  /** The day from which numbers are written as today. */
  since: string
  /** Who said so, and when. */
  source: string
  /** How a number of today begins: an old one that begins so may be one of today that was cut short. */
  beginsToday: RegExp
  /**
   * Whether an old number is known without its calling code. Elsewhere as many digits are a number of another
   * country, an order or a document, which would become a stranger's phone.
   */
  isKnownAlone: boolean
  /** Old numbers, and what each may be today. */
  changes: readonly { former: RegExp; today: readonly string[] }[]
}

/**
 * How the countries of the franc changed their numbers, by calling code (decision 301). Chad in 2010, Senegal
 * in 2007 and the others before went from fewer digits by the operator of each number, which its digits do
 * not say: those lengths are possible nowhere any more.
 */
const renumberings: Readonly<Record<string, Renumbering>> = {
  // Benin, from 8 digits to 10: all numbers, as the last table of libphonenumber before (8.13.45) has them.
  '229': {
    since: '2024-11-30',
    source: 'ARCEP Bénin, numbering plan in force on 30 November 2024',
    beginsToday: /^01/,
    isKnownAlone: true,
    changes: [
      {
        former: /^(?:2090\d{4}|2(?:02|1[037]|2[45]|3[68]|4\d)\d{5}|(?:4[0-8]|[56]\d|9[013-9])\d{6})$/,
        today: ['01$&'],
      },
    ],
  },
  // Côte d’Ivoire, from 8 to 10: two digits of the operator that the block of a number was given to.
  '225': {
    since: '2021-01-31',
    source:
      'ARTCI, 28 July 2020; the blocks as the list of codes of Côte d’Ivoire on French Wikipedia has them',
    beginsToday: /^(?:0[157]|2[157])/,
    isKnownAlone: false,
    changes: [
      { former: /^(?:0[1-3]|4[0-3]|5[0-3]|7[0-3])\d{6}$/, today: ['01$&'] },
      { former: /^[04-9][4-6]\d{6}$/, today: ['05$&'] },
      { former: /^[04-9][7-9]\d{6}$/, today: ['07$&'] },
      { former: /^2[0-3]8\d{5}$/, today: ['21$&'] },
      { former: /^(?:2[0-4]|3[0-6])0\d{5}$/, today: ['25$&'] },
      {
        former: /^(?:2(?:0[23]|1[2357]|[23][45]|4[3-5])|3(?:06|1[69]|[2-4]7|59|68))\d{5}$/,
        today: ['27$&'],
      },
    ],
  },
  // Gabon, from 0 and 7 digits to 0 and 8; the 0 is no longer dialled after the calling code.
  '241': {
    since: '2019-11-15',
    source: 'ARCEP Gabon, 3 June 2019; numbers of 8 digits were switched off on 6 April 2024 (ANINF)',
    beginsToday: /^0(?:11|6(?:0[0-4]|10|[256])|7[467])/,
    isKnownAlone: true,
    changes: [
      { former: /^0(1\d{6})$/, today: ['1$1'] },
      { former: /^0([256]\d{6})$/, today: ['6$1'] },
      { former: /^0([47]\d{6})$/, today: ['7$1'] },
    ],
  },
  // Cameroon, from 8 to 9: 6 before mobiles, 2 before landlines; Camtel’s wireless ones became 242 and 243.
  '237': {
    since: '2014-11-21',
    source: 'MINPOSTEL and ART, 25 September 2014; Camtel to its subscribers, 21 November 2014',
    beginsToday: /^(?:222|233|24[23]|6[25-9])/,
    isKnownAlone: false,
    changes: [
      { former: /^(?:66|[79]\d)\d{6}$/, today: ['6$&'] },
      { former: /^([23])(\1\d{6})$/, today: ['2$&', '24$2'] },
    ],
  },
  // Burkina Faso, landlines of the north and east; 50 became 25 as well, but mobiles begin with 50 today.
  '226': {
    since: '2014-12-15',
    source: 'ARCEP Burkina Faso, 27 August 2014; put off to 15 December on 29 November 2014',
    // All of 4 is for mobiles since.
    beginsToday: /^4/,
    isKnownAlone: false,
    changes: [{ former: /^40(\d{6})$/, today: ['24$1'] }],
  },
}

/** What an old number may be today: in international form, and whether it can be nothing else. */
export type Renumbered = { since: string; today: string[]; isCertain: boolean }

/**
 * What the number that follows a calling code, written or added, is today, where it is one of before a
 * change.
 */
export function renumbered(
  callingCode: string,
  national: string,
  hasCallingCode: boolean,
): Renumbered | undefined {
  const plan = renumberings[callingCode]
  const change = plan?.changes.find(({ former }) => former.test(national))
  if (!plan || !change) return undefined
  const today = change.today.map((form) => `+${callingCode}${national.replace(change.former, form)}`)
  const isOne = today.length === 1 && !plan.beginsToday.test(national)
  return { since: plan.since, today, isCertain: isOne && (hasCallingCode || plan.isKnownAlone) }
}
