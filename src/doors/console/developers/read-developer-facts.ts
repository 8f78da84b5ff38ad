import type { FastifyRequest } from 'fastify'
import { publicUrlOf } from '../../../derived-settings.ts'
import { languageOf } from '../../../http/response-language.ts'
import type { DeveloperFacts } from '../../../web/keeping/developer-facts-page.ts'
import { shopTimeZone } from '../../../web/shop-time-zone.ts'
import type { ConsoleDeps } from '../console-deps.ts'
import { memberOf, shopHref } from '../console-request.ts'

/** Reads what every page for developers is drawn from. */
export async function readDeveloperFacts(
  deps: ConsoleDeps,
  request: FastifyRequest,
): Promise<DeveloperFacts> {
  const { shop, role } = memberOf(request)
  return {
    language: languageOf(request),
    shopHref: shopHref(shop.id),
    href: shopHref(shop.id, '/developers'),
    now: deps.clock.now(),
    timeZone: shopTimeZone(deps, await deps.shops.shop(shop.id)),
    role,
    isSandbox: deps.environment === 'sandbox',
    publicUrl: publicUrlOf(deps.config),
  }
}
