import { html } from 'ghtml'
import { partnerPath } from '../../../base/contract/vocabulary.ts'
import { copyField } from '../../../base/pages/form-parts.ts'
import { copyWording } from '../../../web/keeping/copy-wording.ts'
import { type DeveloperFacts, docsHref } from '../../../web/keeping/developer-facts-page.ts'
import type { ConsoleContent } from '../console-deps.ts'
import { developerPage, tabHref, tabsFor } from './developer-frame-page.ts'
import { developersWording } from './developers-wording.ts'

/** Pages of the developers' site that one looks for first. */
const docs = ['guide', 'reference', 'webhooks', 'sdks', 'errors', 'go-live'] as const

/** What there is for developers, and where to begin. */
export function overviewPage(facts: DeveloperFacts): ConsoleContent {
  const words = developersWording[facts.language]
  const { environment, address } = words.overview
  const pages = tabsFor(facts).flatMap((tab) => {
    if (tab === 'overview') return []
    return html`<li><a href="${tabHref(facts, tab)}"><span><strong>${words.tabs[tab]}</strong><br><span class="soft">${words.overview.pages[tab]}</span></span><span aria-hidden="true">›</span></a></li>`
  })
  const links = docs.map(
    (page) =>
      html`<li><a href="${docsHref(facts, page)}"><span>${words.overview.docs[page]}</span><span aria-hidden="true">›</span></a></li>`,
  )
  return developerPage(facts, 'overview', {
    title: words.title,
    main: html`<p>${words.overview.lead}</p>
<section class="card"><h2>${environment.heading}</h2><p>${facts.isSandbox ? environment.sandbox : environment.production}</p>
<p class="hint">${address}</p>!${copyField(`${facts.publicUrl}${partnerPath}`, address, copyWording[facts.language])}</section>
<ul class="rows">!${pages}</ul>
<h2>${words.overview.docsHeading}</h2><ul class="rows">!${links}</ul>`,
  })
}
