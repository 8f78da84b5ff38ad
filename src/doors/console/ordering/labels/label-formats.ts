import { cookieIn, cookieLine } from '../../../../pages/page-cookies.ts'
import type { ConsoleText } from '../../console-words.ts'

/**
 * What labels are printed on: A6 has one a page, A4 four of that size with lines to cut along, rolls of
 * thermal paper one after the other, and label printers that speak ZPL have 203 or 300 dots to an inch.
 */
export const labelFormats = ['A6', 'A4', 'ROLL_58', 'ROLL_80', 'ZPL', 'ZPL_300'] as const
export type LabelFormat = (typeof labelFormats)[number]
export type PaperFormat = Exclude<LabelFormat, 'ZPL' | 'ZPL_300'>

export const labelFormatNames: Record<LabelFormat, ConsoleText> = {
  A6: 'A6 sheet',
  A4: 'A4 sheet, four a page',
  ROLL_58: 'Roll of 58 mm',
  ROLL_80: 'Roll of 80 mm',
  ZPL: 'Label printer (ZPL, 203 dpi)',
  ZPL_300: 'Label printer (ZPL, 300 dpi)',
}

export const pointsOfMm = 72 / 25.4

/** The widths of rolls, in points. */
export const rollWidths = { ROLL_58: 58 * pointsOfMm, ROLL_80: 80 * pointsOfMm } as const

/** The size of a label of a label printer, in points: 100 by 150 mm, the common one. */
export const zplSize = { width: 100 * pointsOfMm, height: 150 * pointsOfMm } as const

/** Dots to a millimetre. */
export const zplDots = { ZPL: 8, ZPL_300: 12 } as const

/** How many labels one document holds. */
export const maxLabels = 100

const cookieName = 'colis.labels'
const keptSeconds = 365 * 24 * 60 * 60

/** The format that was chosen last in this browser, which has its printer; undefined where none was. */
export const keptFormat = (cookie: string | undefined): LabelFormat | undefined => {
  const kept = cookieIn(cookie, cookieName)
  return labelFormats.find((format) => format === kept)
}

/** The `Set-Cookie` header that keeps a format for the console. */
export const formatCookie = (format: LabelFormat, isSecure: boolean): string =>
  cookieLine(cookieName, format, { path: '/console', seconds: keptSeconds, isSecure })
