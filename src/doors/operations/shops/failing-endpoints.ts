import type { FastifyInstance, FastifyRequest } from 'fastify'
import { html } from 'ghtml'
import { momentText } from '../../../base/kernel/figure-text.ts'
import type { Language } from '../../../base/kernel/language.ts'
import { isUuid } from '../../../base/kernel/uuid.ts'
import { ApiError } from '../../../contract/errors.ts'
import { getShop } from '../../../domain/shops/get-shop.ts'
import { enableEndpoint } from '../../../domain/webhooks/endpoints/change-endpoint.ts'
import { type EndpointRow, listFailingOfAllShops } from '../../../domain/webhooks/endpoints/endpoint-store.ts'
import { countBacklog } from '../../../domain/webhooks/sending/dispatch-store.ts'
import { resendDispatches } from '../../../domain/webhooks/sending/resend-dispatches.ts'
import { languageOf } from '../../../http/response-language.ts'
import { buttonForm } from '../../../pages/form-parts.ts'
import { doneNotice, redirectAfter } from '../../../web/signed-in-request.ts'
import type { OperationsDeps } from '../operations-deps.ts'
import { actorOf } from '../operations-request.ts'
import { speak } from '../operations-words.ts'

export const failingHref = '/operations/shops/failing-endpoints'
/** The most failing endpoints that one page shows. */
export const maxFailing = 100
/** The most failed events that are counted, and sent again at once, for one endpoint. */
const maxResent = 10_000
const reachMs = 30 * 24 * 60 * 60_000

type OneEndpoint = { Params: { shopId: string; endpointId: string } }
type Failing = EndpointRow & { shopName: string; exhausted: number }
type Times = { language: Language; timeZone: string; now: Date }

/** The endpoints of all shops that fail, the longest failing first, and what the operator does about them. */
export async function failingEndpointsPage(app: FastifyInstance, deps: OperationsDeps): Promise<void> {
  const { db, clock, timeZone, webhooks } = deps
  const config = { operates: 'MANAGE' } as const
  const endpointPath = '/operations/shops/:shopId/endpoints/:endpointId'
  const acting = (request: FastifyRequest) => ({ ...webhooks, actor: actorOf(request) })
  const since = () => new Date(clock.now().getTime() - reachMs)

  app.get(failingHref, { config }, async (request, reply) => {
    const endpoints = await Promise.all((await listFailingOfAllShops(db, maxFailing)).map(described))
    const times = { language: languageOf(request), timeZone, now: clock.now() }
    const t = speak(times.language)
    const done = {
      resent: t('What had failed is sent again.'),
      enabled: t('The address is enabled again.'),
    }
    const lead = t(
      'These addresses did not accept their last call. The service retries by itself; send again what failed for good once the shop has repaired it.',
    )
    const none = html`<p class="empty">${t('Every address responds.')}</p>`
    return deps.sendPage(request, reply, 200, {
      section: 'shops',
      title: t('Failing webhooks'),
      back: { href: '/operations/shops', label: t('Shops') },
      notice: doneNotice(request, done),
      main: html`<p>${lead}</p>!${endpoints.length > 0 ? endpoints.map((each) => card(each, times)) : none}`,
    })
  })

  app.post<OneEndpoint>(`${endpointPath}/resend`, { config }, async (request, reply) => {
    await resendDispatches(acting(request), keyOf(request), { failedSince: since(), max: maxResent })
    return redirectAfter(reply, failingHref, 'resent')
  })

  app.post<OneEndpoint>(`${endpointPath}/enable`, { config }, async (request, reply) => {
    await enableEndpoint(acting(request), keyOf(request))
    return redirectAfter(reply, failingHref, 'enabled')
  })

  async function described(endpoint: EndpointRow): Promise<Failing> {
    const { shop_id: shopId, id } = endpoint
    const [{ name: shopName }, { givenUp }] = await Promise.all([
      getShop(db, shopId),
      countBacklog(db, { shopId, id }, { since: since(), max: maxResent }),
    ])
    return { ...endpoint, shopName, exhausted: givenUp }
  }
}

function card(endpoint: Failing, { language, ...times }: Times): string {
  const { id, shop_id, shopName, url, failing_since, disabled_at, exhausted } = endpoint
  const t = speak(language)
  const when = (at: Date) => momentText(at, times, language)
  const path = `/operations/shops/${shop_id}/endpoints/${id}`
  const count = exhausted >= maxResent ? `${maxResent}+` : String(exhausted)
  const state = disabled_at
    ? t('Disabled since {at}: nothing is sent any more', { at: when(disabled_at) })
    : t('Failing since {at}', { at: failing_since ? when(failing_since) : '' })
  const resend = buttonForm(`${path}/resend`, t('Send again what failed'))
  const enable = buttonForm(`${path}/enable`, t('Enable again'))
  return html`<section class="card"><h2><a href="/operations/shops/${shop_id}">${shopName}</a></h2>
<p class="code">${url.replace(/\?.*/s, '?…')}</p>
<p>${state}</p>
!${exhausted > 0 ? html`<p>${t('{count} events failed for good', { count })}</p>` : ''}
<div class="acts">!${exhausted > 0 ? resend : ''}!${disabled_at ? enable : ''}</div></section>`
}

function keyOf({ params: { shopId, endpointId } }: FastifyRequest<OneEndpoint>) {
  if (!isUuid(shopId) || !isUuid(endpointId)) throw new ApiError('WEBHOOK_ENDPOINT_NOT_FOUND')
  return { shopId, id: endpointId }
}
