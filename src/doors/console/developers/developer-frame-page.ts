import { html } from 'ghtml'
import { type AccountRight, hasRight } from '../../../domain/accounts/account-right.ts'
import { tabs } from '../../../pages/list-parts.ts'
import type { DeveloperFacts } from '../../../web/keeping/developer-facts-page.ts'
import type { ConsoleContent } from '../console-deps.ts'
import { speak } from '../console-words.ts'

/** The pages for developers, in the order of their tabs, and the right that each needs. */
export const developerTabs = {
  overview: { name: 'Overview', path: '', needs: 'SELL' },
  keys: { name: 'Keys', path: '/keys', needs: 'MANAGE_KEYS' },
  endpoints: { name: 'Webhooks', path: '/endpoints', needs: 'SELL' },
  requests: { name: 'Requests', path: '/requests', needs: 'SELL' },
  signature: { name: 'Signature', path: '/signature', needs: 'SELL' },
  sandbox: { name: 'Sandbox', path: '/sandbox', needs: 'SELL' },
} as const satisfies Record<string, { name: string; path: string; needs: AccountRight }>
type DeveloperTab = keyof typeof developerTabs

/** The tabs that somebody of this role sees: no link leads to what they may not do, or what is not there. */
export const tabsFor = ({ role, isSandbox }: DeveloperFacts): DeveloperTab[] =>
  (Object.keys(developerTabs) as DeveloperTab[]).filter(
    (tab) => hasRight(role, developerTabs[tab].needs) && (tab !== 'sandbox' || isSandbox),
  )

/** The address of a page for developers. */
export const tabHref = ({ href }: DeveloperFacts, tab: DeveloperTab): string =>
  `${href}${developerTabs[tab].path}`

/** A page for developers, below the tabs; a page further down has a way back instead. */
export function developerPage(
  facts: DeveloperFacts,
  tab: DeveloperTab,
  content: Omit<ConsoleContent, 'section'>,
): ConsoleContent {
  const t = speak(facts.language)
  const ways = tabsFor(facts).map((each) => ({
    href: tabHref(facts, each),
    label: t(developerTabs[each].name),
    isCurrent: each === tab,
  }))
  return {
    ...content,
    section: 'developers',
    main: content.back ? content.main : html`!${tabs(ways, t('For your developer'))}!${content.main}`,
  }
}
