import { html } from 'ghtml'
import { momentText } from '../../../base/kernel/figure-text.ts'
import type { Language } from '../../../base/kernel/language.ts'
import { buttonForm } from '../../../base/pages/form-parts.ts'
import type { WorkspaceNotice } from '../../../base/pages/workspace.ts'
import type { EndpointRow } from '../../../domain/webhooks/endpoints/endpoint-store.ts'
import type { OperationsContent } from '../operations-deps.ts'
import { speak } from '../operations-words.ts'

/** What the page of failing endpoints shows. */
type FailingFacts = {
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
  const t = speak(language)
  return {
    section: 'shops',
    title: t('Failing webhooks'),
    back: { href: '/operations/shops', label: t('Shops') },
    notice,
    main: html`<p>${t('These addresses did not accept their last call. The service retries by itself; send again what failed for good once the shop has repaired it.')}</p>!${endpoints.length > 0 ? endpoints.map((each) => card(each, facts)) : html`<p class="empty">${t('Every address responds.')}</p>`}`,
  }
}

function card(
  { id, shop_id, shopName, url, failing_since, disabled_at, exhausted }: FailingFacts['endpoints'][number],
  { language, timeZone, now, maxCounted }: FailingFacts,
): string {
  const t = speak(language)
  const when = (at: Date) => momentText(at, { timeZone, now }, language)
  const path = `/operations/shops/${shop_id}/endpoints/${id}`
  const count = exhausted >= maxCounted ? `${maxCounted}+` : String(exhausted)
  return html`<section class="card"><h2><a href="/operations/shops/${shop_id}">${shopName}</a></h2>
<p class="code">${url.replace(/\?.*/s, '?…')}</p>
<p>${disabled_at ? t('Disabled since {at}: nothing is sent any more', { at: when(disabled_at) }) : t('Failing since {at}', { at: failing_since ? when(failing_since) : '' })}</p>
!${exhausted > 0 ? html`<p>${t('{count} events failed for good', { count })}</p>` : ''}
<div class="acts">!${exhausted > 0 ? buttonForm(`${path}/resend`, t('Send again what failed')) : ''}!${disabled_at ? buttonForm(`${path}/enable`, t('Enable again')) : ''}</div></section>`
}
