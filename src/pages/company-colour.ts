import type { Rules } from '../rules.ts'
import { colourOf } from './design-tokens.ts'

/** The colour of what a browser draws around a page: the company's own, else ours. */
export const themeColour = ({ COMPANY_COLOUR }: Pick<Rules, 'COMPANY_COLOUR'>): string =>
  COMPANY_COLOUR ?? colourOf('brand')

/** Where the colour of a company is said to a page: its own address for each, so a browser keeps it for ever. */
export const companySheetPath = '/assets/company/:sheet'

/** The style sheet of a colour, after those of the page; none where the company has set none. */
export const companySheets = (colour: string | undefined): string[] =>
  colour === undefined ? [] : [companySheetPath.replace(':sheet', `${colour.slice(1)}.css`)]

/** What such a sheet says; undefined where its name is none of ours. */
export function companySheet(name: string): string | undefined {
  const [, digits] = /^([0-9a-f]{6})\.css$/.exec(name) ?? []
  return digits === undefined ? undefined : `:root{--brand:#${digits}}`
}
