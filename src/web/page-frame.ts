import type { FastifyRequest } from 'fastify'
import { languageOf } from '../http/response-language.ts'
import { companySheets } from '../pages/company-colour.ts'
import {
  type WorkspaceContent,
  type WorkspaceLink,
  type WorkspaceNotice,
  workspacePage,
} from '../pages/workspace.ts'

/** A page of a door: `section` is the entry of its navigation, null for a page that belongs to none. */
export type FramedContent<Section, Script> = WorkspaceContent & {
  section: Section | null
  /** Whether a form made this page: then it has no address of its own, and no language switch. */
  isFormPage?: boolean
  /** Further scripts, by their names among the assets. */
  scripts?: readonly Script[]
  /** Further style sheets, likewise. */
  sheets?: readonly 'figures.css'[]
}

type Frame<Script extends string> = {
  /** The addresses of what pages load. */
  assets: Record<Script | 'workspace.css' | 'workspace.js' | 'figures.css', string>
  /** Further style sheets, by the script that needs them. */
  stylesFor?: Partial<Record<Script, string>>
  brand: { name: string; href: string; logo?: string | null }
  company?: string | null
  /** The company's own colour, where it has set one. */
  colour: string | undefined
  manifest?: string
  links: readonly WorkspaceLink[]
  /** Said on every page that has nothing else to say. */
  standing?: WorkspaceNotice | undefined
}

/** A page in the frame of whoever asks: their name, their language. */
export function framedPage<Section, Script extends string>(
  request: FastifyRequest,
  { section: _, isFormPage, scripts = [], sheets = [], live, ...shown }: FramedContent<Section, Script>,
  { assets, stylesFor = {}, brand, company, colour, manifest, links, standing }: Frame<Script>,
): string {
  const { person } = request
  const styles: Partial<Record<Script, string>> = stylesFor
  return workspacePage(
    {
      language: languageOf(request),
      styles: [
        assets['workspace.css'],
        ...scripts.flatMap((name) => styles[name] ?? []),
        ...sheets.map((name) => assets[name]),
        ...companySheets(colour),
      ],
      scripts: [assets['workspace.js'], ...scripts.map((name) => assets[name])],
      brand,
      company,
      manifest,
      links,
      person: person && { name: person.name, href: '/console/account' },
      path: isFormPage || request.method !== 'GET' ? null : pathOf(request),
    },
    {
      ...shown,
      // Fetching the page of a refused form again would lose what was typed.
      live: isFormPage ? undefined : live,
      notice: shown.notice ?? standing,
    },
  )
}

/** The page's own address without the language that was asked for, and without what a redirect said. */
function pathOf(request: FastifyRequest): string {
  const url = new URL(request.url, 'http://colis')
  url.searchParams.delete('lang')
  url.searchParams.delete('done')
  return `${url.pathname}${url.search}`
}
