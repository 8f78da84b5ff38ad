import { readFile } from 'node:fs/promises'
import type { Language } from '../../base/kernel/language.ts'
import { loadOnce } from '../../base/kernel/load-once.ts'
import { partnerErrors } from '../../contract/partner-errors.ts'
import { eventTypes } from '../../contract/vocabulary.ts'
import type { ApiDescription } from '../../http/openapi-document.ts'
import { type ChangeDays, changesFeed, changesIn, fedChanges } from './changes-feed.ts'
import { type DocsEntry, docsEntries, docsPath, markdownFile, searchSlug } from './docs-list.ts'
import { docsHome } from './docs-page.ts'
import { foundPlaces, type SearchedPage, searchedPlaces } from './docs-search.ts'
import { speak } from './docs-words.ts'
import { type DocsContent, escaped } from './html-parts.ts'
import { type AddressOfCode, htmlOfMarkdown, withSiteLinks } from './markdown-html.ts'
import { packagesLink } from './packages/packages-page.ts'
import {
  objectSlug,
  objectsSlug,
  operationAddress,
  operationNamed,
  operationsOf,
  tagSlug,
  tagsOf,
} from './reference/api-description.ts'
import { errorCodesPage } from './reference/error-codes-page.ts'
import { eventBodies } from './reference/event-bodies-page.ts'
import { objectIndex, objectPage } from './reference/objects-page.ts'
import { operationIndex, operationsPage } from './reference/operations-page.ts'
import type { ReferenceContext } from './reference/schema-fields.ts'
import { statusesPage } from './reference/statuses-page.ts'
import { searchPage } from './search-page.ts'

type DocsSettings = {
  publicUrl: string
  /**
   * A sandbox names its own address in the commands of the guide; production must not be ordered from by
   * copying.
   */
  isSandbox: boolean
}

export type Docs = {
  /** Makes the page of an address after `/docs/fr/`; undefined when there is none. */
  makePage: (language: Language, slug: string) => Promise<DocsContent | undefined>
  /** Makes the page of what was found for a question. */
  search: (language: Language, question: string) => Promise<DocsContent>
}

/**
 * The developers' site of this installation: texts from `docs/` and pages made from the tables that the
 * service goes by. Files are read when a page is first asked for, and an address never names a file.
 */
export function openDocs(settings: DocsSettings): Docs {
  const load = loadOnce(readSources)
  const placesIn = { fr: loadOnce(() => readPlaces('fr')), en: loadOnce(() => readPlaces('en')) }
  return { makePage, search }

  async function makePage(language: Language, slug: string): Promise<DocsContent | undefined> {
    if (slug === '') return docsHome(language, settings)
    if (slug === searchSlug) return searchPage(language, '', [])
    const sources = await load()
    const entry = docsEntries.find((each) => each.slug === slug)
    return entry ? entryPage(entry, language, sources, settings) : referencePage(language, slug, sources)
  }

  async function search(language: Language, question: string): Promise<DocsContent> {
    const places = question === '' ? [] : await placesIn[language]()
    return searchPage(language, question, foundPlaces(places, question))
  }

  async function readPlaces(language: Language) {
    const pages: SearchedPage[] = []
    for (const slug of slugsOf(await load())) {
      const page = await makePage(language, slug)
      if (page) pages.push({ slug, title: page.title, html: page.html })
    }
    return searchedPlaces(pages)
  }
}

/** Every page of the site but the first and the one that searches. */
const slugsOf = ({ description }: Sources): string[] => [
  ...docsEntries.map(({ slug }) => slug),
  ...tagsOf(description).map(({ name }) => tagSlug(name)),
  ...Object.keys(description.components.schemas).map(objectSlug),
]

type Sources = { description: ApiDescription; french: Record<string, string> }

async function readSources(): Promise<Sources> {
  const [description, { default: french }] = await Promise.all([
    readInstalled('docs/reference/openapi.json'),
    import('../../words/reference.fr.json', { with: { type: 'json' } }),
  ])
  return { description: JSON.parse(description) as ApiDescription, french }
}

/** A file of the installation, by its path there. */
const readInstalled = (path: string): Promise<string> =>
  readFile(new URL(`../../../${path}`, import.meta.url), 'utf8')

const contextOf = (language: Language, { description, french }: Sources): ReferenceContext => ({
  language,
  description,
  translate: (text) => (language === 'fr' ? (french[text] ?? text) : text),
})

async function entryPage(
  entry: DocsEntry,
  language: Language,
  sources: Sources,
  settings: DocsSettings,
): Promise<DocsContent> {
  const context = contextOf(language, sources)
  const made = generatedPart(entry.slug, context)
  const written = entry.source && (await writtenPart(entry.source[language], language, sources, settings))
  return {
    slug: entry.slug,
    title: written?.title ?? escaped(speak(language)(entry.title)),
    sections: [...(written?.sections ?? []), ...(made?.sections ?? [])],
    html: `${written?.html ?? ''}${made?.html ?? ''}`,
    ...(entry.slug === 'reference' && { children: referenceChildren(context), sections: [] }),
  }
}

/** What a page shows of the tables, if it shows any. */
function generatedPart(slug: string, context: ReferenceContext) {
  if (slug === 'reference') return operationIndex(context)
  if (slug === 'events') return eventBodies(context)
  if (slug === 'statuses') return statusesPage(context.language)
  if (slug === 'sdks') return packagesLink(context.language)
  return slug === 'errors' ? errorCodesPage(context) : undefined
}

async function writtenPart(
  file: string,
  language: Language,
  { description }: Sources,
  settings: DocsSettings,
) {
  const text = await readInstalled(file)
  const own = file === 'CHANGELOG.md' ? partnersOf(text) : text
  return htmlOfMarkdown({
    text: withOwnAddress(own, settings),
    file,
    language,
    addressOfCode: addresses(description, language),
  })
}

/** The Markdown of a page, whose links lead to the site; undefined for a page that is made from tables alone. */
export async function readMarkdown(
  settings: DocsSettings,
  language: Language,
  slug: string,
): Promise<string | undefined> {
  const entry = docsEntries.find((each) => each.slug === slug)
  const file = entry && markdownFile(entry, language)
  if (file === undefined) return undefined
  const text = await readInstalled(file)
  const own = withOwnAddress(file === 'CHANGELOG.md' ? partnersOf(text) : text, settings)
  return withSiteLinks(own, { file, language, publicUrl: settings.publicUrl })
}

/** The latest changes as a feed. */
export async function readChangesFeed({ publicUrl }: DocsSettings, language: Language): Promise<string> {
  const file = changelogFiles[language]
  const text = await readInstalled(file)
  const days = JSON.parse(await readInstalled('docs/reference/changes.json')) as ChangeDays
  const changes = changesIn(file === 'CHANGELOG.md' ? partnersOf(text) : text, language)
  const render = (markdown: string) =>
    htmlOfMarkdown({ text: markdown, file, language, addressOfCode: () => undefined }).html
  return changesFeed({ language, publicUrl, changes, days, render })
}

/** The changes that are dated: those that the feed may have. */
export async function readDatedChanges(): Promise<string[]> {
  const [fr, en] = await Promise.all([
    readInstalled(changelogFiles.fr),
    readInstalled(changelogFiles.en).then(partnersOf),
  ])
  const changes = [changesIn(fr, 'fr'), changesIn(en, 'en')]
  return changes.flatMap((each) => each.slice(0, fedChanges).map(({ id }) => id))
}

const changelogFiles = { fr: 'docs/fr/changelog.md', en: 'CHANGELOG.md' } as const

/** The operations as a collection for Postman. */
export const readCollection = async (settings: DocsSettings): Promise<string> =>
  withOwnAddress(await readInstalled('docs/reference/colis.postman_collection.json'), settings)

/** Names a sandbox's own address where texts name that of one's own machine. */
const withOwnAddress = (text: string, { isSandbox, publicUrl }: DocsSettings): string =>
  isSandbox ? text.replaceAll('http://127.0.0.1:8080', publicUrl) : text

/** What the changelog says to partners; the rest is for operators. */
function partnersOf(changelog: string): string {
  const versions = changelog.split(/^(?=## )/m).slice(1)
  const ofPartners = versions.map((version) => {
    const [title = '', ...parts] = version.split(/^### /m)
    return `${title}${parts.find((part) => part.startsWith('Partners'))?.replace('Partners', '') ?? ''}`
  })
  return `# Changelog\n\n${ofPartners.join('\n')}`
}

/** Where an operation, an error code or an event that a text names is explained. */
function addresses(description: ApiDescription, language: Language): AddressOfCode {
  const operations = operationsOf(description)
  return (code) => {
    if (code in partnerErrors) return `${docsPath(language, 'errors')}#${code}`
    if ((eventTypes as readonly string[]).includes(code)) return `${docsPath(language, 'events')}#${code}`
    const operation = operationNamed(code, operations)
    return operation && operationAddress(operation, language)
  }
}

/** A page below the reference: a group of operations, the index of the objects, or one of them. */
function referencePage(language: Language, slug: string, sources: Sources): DocsContent | undefined {
  const context = contextOf(language, sources)
  const children = referenceChildren(context)
  const child = children.find((each) => each.slug === slug)
  if (!child) return objectContent(slug, children, context)
  const tag = sources.description.tags.find(({ name }) => tagSlug(name) === slug)
  const made = tag ? operationsPage(tag.name, context) : objectIndex(context)
  return {
    slug,
    title: escaped(child.title),
    children,
    sections: made.sections.map(escapedTitle),
    html: made.html,
  }
}

function objectContent(
  slug: string,
  children: { slug: string; title: string }[],
  context: ReferenceContext,
): DocsContent | undefined {
  const schemas = Object.entries(context.description.components.schemas ?? {})
  const [name, schema] = schemas.find(([each]) => objectSlug(each) === slug) ?? []
  if (name === undefined || schema === undefined) return undefined
  return { slug, title: escaped(name), children, sections: [], html: objectPage(name, schema, context) }
}

const escapedTitle = ({ id, title }: { id: string; title: string }) => ({ id, title: escaped(title) })

function referenceChildren({ language, description, translate }: ReferenceContext) {
  const tags = tagsOf(description).map(({ name }) => ({ slug: tagSlug(name), title: translate(name) }))
  return [...tags, { slug: objectsSlug, title: speak(language)('Objects') }]
}
