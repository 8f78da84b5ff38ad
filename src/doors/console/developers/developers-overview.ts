import type { FastifyInstance } from 'fastify'
import { html } from 'ghtml'
import { partnerPath } from '../../../contract/vocabulary.ts'
import { copyField } from '../../../pages/form-parts.ts'
import { docsHref } from '../../../web/keeping/developer-facts-page.ts'
import { keptDeveloperPages } from '../../../web/keeping/kept-pages.ts'
import type { ConsoleDeps } from '../console-deps.ts'
import { consoleKeeping } from '../console-keeping.ts'
import { memberOf, shopPath } from '../console-request.ts'
import { speak } from '../console-words.ts'
import { developerPage, developerTabs, tabHref, tabsFor } from './developer-frame-page.ts'
import { endpointLogPage } from './inspecting/endpoint-log.ts'
import { shopRequestsPage } from './inspecting/shop-requests.ts'
import { signatureTesterPage } from './inspecting/signature-tester.ts'
import { webhookAttemptPage } from './inspecting/webhook-attempt.ts'
import { readDeveloperFacts } from './read-developer-facts.ts'
import { sandboxPanelPage } from './sandbox/sandbox-panel.ts'

/** What each page is for. */
const purposes = {
  keys: 'What opens the API to your programs',
  endpoints: 'Your server is told of each step of a delivery',
  requests: 'What your programs asked for in the last 7 days',
  signature: 'Why does your server refuse a webhook?',
  sandbox: 'Move a test delivery to the ending of your choice',
} as const

/** Pages of the developers' site that one looks for first. */
const docs = {
  guide: 'Guide: from the key to the first webhook',
  reference: 'All operations',
  webhooks: 'Receiving webhooks',
  sdks: 'Clients for TypeScript, PHP and Python',
  errors: 'Error codes',
  'go-live': 'Before you go live',
} as const

/**
 * `/developers`: where to begin, then keys, webhook endpoints and their log, requests, the signature tester
 * and the sandbox, for those who write against the API. What they send is counted with what their programs
 * change, since both take the same work.
 */
export async function developerPages(app: FastifyInstance, deps: ConsoleDeps): Promise<void> {
  app.addHook('preHandler', async (request, reply) => {
    if (request.method === 'POST') await deps.rateLimits.countChange(memberOf(request).shop.id, reply)
  })

  app.get(`${shopPath}/developers`, { config: { needs: 'SELL' } }, async (request, reply) => {
    const facts = await readDeveloperFacts(deps, request)
    const t = speak(facts.language)
    const pages = tabsFor(facts).flatMap((tab) =>
      tab === 'overview'
        ? []
        : html`<li><a href="${tabHref(facts, tab)}">
<span><strong>${t(developerTabs[tab].name)}</strong><br><span class="soft">${t(purposes[tab])}</span></span>
<span aria-hidden="true">›</span></a></li>`,
    )
    const links = Object.entries(docs).map(
      ([page, title]) => html`<li><a href="${docsHref(facts, page)}">
<span>${t(title)}</span><span aria-hidden="true">›</span></a></li>`,
    )
    const lead = t(
      'Do you have a site or a program? It can order your deliveries and follow them by itself, through our API.',
    )
    const where = facts.isSandbox
      ? t('You are in the sandbox: no courier sets out, no money moves.')
      : t('You are in production: orders are real.')
    const address = `${facts.publicUrl}${partnerPath}`
    const content = developerPage(facts, 'overview', {
      title: t('For your developer'),
      main: html`<p>${lead}</p>
<section class="card"><h2>${t('Where you are')}</h2><p>${where}</p>
<p class="hint">${t('Address of the API')}</p>
!${copyField(address, t('Address of the API'), { copy: t('Copy'), done: t('Copied') })}</section>
<ul class="rows">!${pages}</ul>
<h2>${t('Documentation')}</h2><ul class="rows">!${links}</ul>`,
    })
    return deps.sendPage(request, reply, 200, content)
  })

  for (const page of keptDeveloperPages) await app.register(page, consoleKeeping(deps))
  for (const page of [endpointLogPage, webhookAttemptPage, shopRequestsPage, signatureTesterPage])
    await app.register(page, deps)
  if (deps.environment === 'sandbox') await app.register(sandboxPanelPage, deps)
}
