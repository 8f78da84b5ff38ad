import { html } from 'ghtml'
import { partnerPath } from '../../../base/contract/vocabulary.ts'
import { copyField } from '../../../base/pages/form-parts.ts'
import { type DeveloperFacts, docsHref } from '../../../web/keeping/developer-facts-page.ts'
import type { ConsoleContent } from '../console-deps.ts'
import { speak } from '../console-words.ts'
import { developerPage, tabHref, tabsFor } from './developer-frame-page.ts'
import { developersOverviewPages, developersTabs } from './developers-wording.ts'

/** Pages of the developers' site that one looks for first. */
const docs = {
  guide: 'Guide: from the key to the first webhook',
  reference: 'All operations',
  webhooks: 'Receiving webhooks',
  sdks: 'Clients for TypeScript, PHP and Python',
  errors: 'Error codes',
  'go-live': 'Before you go live',
} as const

/** What there is for developers, and where to begin. */
export function overviewPage(facts: DeveloperFacts): ConsoleContent {
  const t = speak(facts.language)
  const pages = tabsFor(facts).flatMap((tab) => {
    if (tab === 'overview') return []
    return html`<li><a href="${tabHref(facts, tab)}"><span><strong>${t(developersTabs[tab])}</strong><br><span class="soft">${t(developersOverviewPages[tab])}</span></span><span aria-hidden="true">›</span></a></li>`
  })
  const links = Object.entries(docs).map(
    ([page, title]) =>
      html`<li><a href="${docsHref(facts, page)}"><span>${t(title)}</span><span aria-hidden="true">›</span></a></li>`,
  )
  return developerPage(facts, 'overview', {
    title: t('For your developer'),
    main: html`<p>${t('Do you have a site or a program? It can order your deliveries and follow them by itself, through our API.')}</p>
<section class="card"><h2>${t('Where you are')}</h2><p>${facts.isSandbox ? t('You are in the sandbox: no courier sets out, no money moves.') : t('You are in production: orders are real.')}</p>
<p class="hint">${t('Address of the API')}</p>!${copyField(`${facts.publicUrl}${partnerPath}`, t('Address of the API'), { copy: t('Copy'), done: t('Copied') })}</section>
<ul class="rows">!${pages}</ul>
<h2>${t('Documentation')}</h2><ul class="rows">!${links}</ul>`,
  })
}
