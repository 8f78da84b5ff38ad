import type { Language, Wording } from '../../base/kernel/language.ts'

/** One page of the developers' site, in both languages under one name. */
export type DocsEntry = {
  /** The address after `/docs/fr/`. */
  slug: string
  title: Wording
  /** What one finds there. */
  summary: Wording
  /** Its text in Markdown, in the folder of the installation; a page without one is made from tables alone. */
  source?: Record<Language, string>
}

type Group = { name: Wording; entries: readonly DocsEntry[] }

/** The site in the order of its menu. */
export const docsGroups: readonly Group[] = [
  {
    name: { fr: 'Commencer', en: 'Get started' },
    entries: [
      {
        slug: 'guide',
        title: { fr: 'Guide', en: 'Guide' },
        summary: {
          fr: 'De la clé d’API au webhook vérifié en trois minutes, puis chaque étape.',
          en: 'From the API key to a verified webhook in three minutes, then each step.',
        },
        source: { fr: 'docs/fr/partner-guide.md', en: 'docs/partner-guide.md' },
      },
      {
        slug: 'webhooks',
        title: { fr: 'Webhooks', en: 'Webhooks' },
        summary: {
          fr: 'Un récepteur complet en TypeScript, PHP et Python, et l’outil qui le note.',
          en: 'A whole receiver in TypeScript, PHP and Python, and the tool that grades it.',
        },
        source: { fr: 'docs/fr/webhooks.md', en: 'docs/webhooks.md' },
      },
      {
        slug: 'sdks',
        title: { fr: 'Clients', en: 'Clients' },
        summary: {
          fr: 'TypeScript, PHP et Python : installer, commander, vérifier.',
          en: 'TypeScript, PHP and Python: install, order, verify.',
        },
        source: { fr: 'docs/fr/sdks.md', en: 'docs/sdks.md' },
      },
      {
        slug: 'go-live',
        title: { fr: 'Avant la mise en production', en: 'Before you go live' },
        summary: {
          fr: 'La liste à parcourir avant le premier client.',
          en: 'The list before the first customer.',
        },
        source: { fr: 'docs/fr/go-live.md', en: 'docs/go-live.md' },
      },
    ],
  },
  {
    name: { fr: 'Référence', en: 'Reference' },
    entries: [
      {
        slug: 'reference',
        title: { fr: 'Opérations', en: 'Operations' },
        summary: {
          fr: 'Chaque opération : droits, paramètres, contenus, réponses, erreurs.',
          en: 'Each operation: rights, parameters, bodies, answers, errors.',
        },
      },
      {
        slug: 'events',
        title: { fr: 'Événements', en: 'Events' },
        summary: { fr: 'Chaque type, avec son contenu entier.', en: 'Each type, with its whole body.' },
        source: { fr: 'docs/fr/events.md', en: 'docs/events.md' },
      },
      {
        slug: 'statuses',
        title: { fr: 'Statuts', en: 'Statuses' },
        summary: {
          fr: 'Ceux d’une livraison et d’un paiement, et ce qui mène de l’un à l’autre.',
          en: 'Those of a delivery and of a payment, and what leads from one to the next.',
        },
      },
      {
        slug: 'errors',
        title: { fr: 'Erreurs', en: 'Errors' },
        summary: {
          fr: 'Chaque code : ce qu’il veut dire, et quoi faire.',
          en: 'Each code: what it means, and what to do.',
        },
      },
    ],
  },
  {
    name: { fr: 'La vie de l’API', en: 'The life of the API' },
    entries: [
      {
        slug: 'versioning',
        title: { fr: 'Versions', en: 'Versions' },
        summary: {
          fr: 'Ce qui peut changer dans la v1, et combien de temps elle vit.',
          en: 'What may change within v1, and how long it lives.',
        },
        source: { fr: 'docs/fr/versioning.md', en: 'docs/versioning.md' },
      },
      {
        slug: 'changelog',
        title: { fr: 'Journal des changements', en: 'Changelog' },
        summary: { fr: 'Ce qui est nouveau pour les partenaires.', en: 'What is new for partners.' },
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

/** The address of a page; the site's first page has no slug. */
export const docsPath = (language: Language, slug = ''): string =>
  slug === '' ? `/docs/${language}` : `/docs/${language}/${slug}`
