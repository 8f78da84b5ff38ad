import type { Language } from '../../base/kernel/language.ts'
import type { DocsText } from './docs-words.ts'

/** One page of the developers' site, in both languages under one name. */
export type DocsEntry = {
  /** The address after `/docs/fr/`. */
  slug: string
  title: DocsText
  /** What one finds there. */
  summary: DocsText
  /**
   * Its text in Markdown, in the folder of the installation; a page without one is made from tables alone.
   */
  source?: Record<Language, string>
}

type Group = { name: DocsText; entries: readonly DocsEntry[] }

/** The site in the order of its menu. */
export const docsGroups: readonly Group[] = [
  {
    name: 'Get started',
    entries: [
      {
        slug: 'guide',
        title: 'Guide',
        summary: 'From the API key to a verified webhook in three minutes, then each step.',
        source: { fr: 'docs/fr/partner-guide.md', en: 'docs/partner-guide.md' },
      },
      {
        slug: 'webhooks',
        title: 'Webhooks',
        summary: 'A whole receiver in TypeScript, PHP and Python, and the tool that grades it.',
        source: { fr: 'docs/fr/webhooks.md', en: 'docs/webhooks.md' },
      },
      {
        slug: 'sdks',
        title: 'Clients',
        summary: 'TypeScript, PHP and Python: install, order, verify.',
        source: { fr: 'docs/fr/sdks.md', en: 'docs/sdks.md' },
      },
      {
        slug: 'go-live',
        title: 'Before you go live',
        summary: 'The list before the first customer.',
        source: { fr: 'docs/fr/go-live.md', en: 'docs/go-live.md' },
      },
    ],
  },
  {
    name: 'How to',
    entries: [
      {
        slug: 'rotate-secrets',
        title: 'Change a secret',
        summary: 'A signing secret or an API key, while the shop goes on.',
        source: { fr: 'docs/fr/rotate-secrets.md', en: 'docs/rotate-secrets.md' },
      },
      {
        slug: 'reconcile-money',
        title: 'Check the money',
        summary: 'Orders, statement and payouts, franc by franc.',
        source: { fr: 'docs/fr/reconcile-money.md', en: 'docs/reconcile-money.md' },
      },
    ],
  },
  {
    name: 'Reference',
    entries: [
      {
        slug: 'reference',
        title: 'Operations',
        summary: 'Each operation: rights, parameters, bodies, answers, errors.',
      },
      {
        slug: 'events',
        title: 'Events',
        summary: 'Each type, with its whole body.',
        source: { fr: 'docs/fr/events.md', en: 'docs/events.md' },
      },
      {
        slug: 'statuses',
        title: 'Statuses',
        summary: 'Those of a delivery and of a payment, and what leads from one to the next.',
      },
      {
        slug: 'errors',
        title: 'Errors',
        summary: 'Each code: what it means, and what to do.',
      },
    ],
  },
  {
    name: 'The life of the API',
    entries: [
      {
        slug: 'versioning',
        title: 'Versions',
        summary: 'What may change within v1, and how long it lives.',
        source: { fr: 'docs/fr/versioning.md', en: 'docs/versioning.md' },
      },
      {
        slug: 'changelog',
        title: 'Changelog',
        summary: 'What is new for partners.',
        source: { fr: 'docs/fr/changelog.md', en: 'CHANGELOG.md' },
      },
    ],
  },
]

/** Every page in the order in which one reads them. */
export const docsEntries: readonly DocsEntry[] = docsGroups.flatMap(({ entries }) => entries)

/** Files of the installation that are pages of the site, besides the sources: links to them lead there. */
const generatedFiles: Record<string, string> = {
  'docs/reference/errors.md': 'errors',
  'docs/reference/statuses.md': 'statuses',
  'docs/reference/openapi.json': 'reference',
}

const slugsByFile = new Map([
  ...Object.entries(generatedFiles),
  ...docsEntries.flatMap(({ slug, source }) =>
    source ? Object.values(source).map((file) => [file, slug] as const) : [],
  ),
])

/** The page that shows a file of the installation; undefined for a file that is not on the site. */
export const slugOfFile = (file: string): string | undefined => slugsByFile.get(file)

/** Where the collection for Postman is fetched. */
export const collectionPath = '/docs/colis.postman_collection.json'

/** The page that searches the others. */
export const searchSlug = 'search'

/** The changelog as a feed. */
export const changesPath = (language: Language): string => `/docs/changes.${language}.atom`

/** The Markdown of a page, for programs that read. */
export const markdownPath = (language: Language, slug: string): string => `/docs/${slug}.${language}.md`

/** The file whose Markdown says what a page says. */
export const markdownFile = ({ slug, source }: DocsEntry, language: Language): string | undefined =>
  source?.[language] ?? Object.keys(generatedFiles).find((file) => file === `docs/reference/${slug}.md`)

/** The address of a page; the site's first page has no slug. */
export const docsPath = (language: Language, slug = ''): string =>
  slug === '' ? `/docs/${language}` : `/docs/${language}/${slug}`
