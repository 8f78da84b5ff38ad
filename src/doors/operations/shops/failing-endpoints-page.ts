import { html } from 'ghtml'
import { momentText } from '../../../base/kernel/figure-text.ts'
import type { Language } from '../../../base/kernel/language.ts'
import { buttonForm } from '../../../base/pages/form-parts.ts'
import type { WorkspaceNotice } from '../../../base/pages/workspace.ts'
import type { EndpointRow } from '../../../domain/webhooks/endpoints/endpoint-store.ts'
import type { OperationsContent } from '../operations-deps.ts'
import { shopsWording } from './shops-wording.ts'

/** What the page of failing endpoints shows. */
export type FailingFacts = {
  language: Language
  timeZone: string
  now: Date
  endpoints: readonly (EndpointRow & { shopName: string; exhausted: number })[]
  /** The most that are counted for one endpoint. */
  maxCounted: number
  notice: WorkspaceNotice | undefined
}

/** The endpoints of all shops that fail, the longest failing first. */
export function failingEndpointsPage(facts: FailingFacts): OperationsContent {
  const { language, endpoints, notice } = facts
  const { failing: words, one } = shopsWording[language]
  return {
    section: 'shops',
    title: words.title,
    back: { href: '/operations/shops', label: one.back },
    notice,
    main: html`<p>${words.lead}</p>!${endpoints.length > 0 ? endpoints.map((each) => card(each, facts)) : html`<p class="empty">${words.none}</p>`}`,
  }
}

function card(
  { id, shop_id, shopName, url, failing_since, disabled_at, exhausted }: FailingFacts['endpoints'][number],
  { language, timeZone, now, maxCounted }: FailingFacts,
): string {
  const words = shopsWording[language].failing
  const when = (at: Date) => momentText(at, { timeZone, now }, language)
  const path = `/operations/shops/${shop_id}/endpoints/${id}`
  const count = exhausted >= maxCounted ? `${maxCounted}+` : String(exhausted)
  return html`<section class="card"><h2><a href="/operations/shops/${shop_id}">${shopName}</a></h2>
<p class="code">${url.replace(/\?.*/s, '?…')}</p>
<p>${disabled_at ? words.disabled(when(disabled_at)) : words.since(failing_since ? when(failing_since) : '')}</p>
!${exhausted > 0 ? html`<p>${words.failed(count)}</p>` : ''}
<div class="acts">!${exhausted > 0 ? buttonForm(`${path}/resend`, words.resend) : ''}!${disabled_at ? buttonForm(`${path}/enable`, words.enable) : ''}</div></section>`
}
