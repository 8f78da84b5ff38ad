import { companyName, type Rules, type RulesDeps } from '../rules.ts'
import { colourOf } from './design-tokens.ts'

/** The name of who runs the service, and their colour; null and undefined where they have not said. */
export type PageBrand = { name: string | null; colour: string | undefined }

/** Both as the rules have them at the moment. */
export const pageBrand = (rules: Rules): PageBrand => ({
  name: companyName(rules),
  colour: rules.COMPANY_COLOUR,
})

/** What pages are kept as for a name and a colour, and made anew once either is another. */
export function keptForBrand<Kept>({ rules }: RulesDeps, make: (brand: PageBrand) => Kept): () => Kept {
  const made = () => {
    const brand = pageBrand(rules.current())
    return { ...brand, kept: make(brand) }
  }
  let last: ReturnType<typeof made> | undefined
  return () => {
    const { name, colour } = pageBrand(rules.current())
    if (!last || last.name !== name || last.colour !== colour) last = made()
    return last.kept
  }
}

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
