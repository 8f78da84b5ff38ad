import type { KeepingDeps } from '../../web/keeping/shop-keeping.ts'
import type { ConsoleDeps } from './console-deps.ts'
import { actorOf, memberOf, shopHref, shopPath } from './console-request.ts'
import { speak } from './console-words.ts'
import { developerPage } from './developers/developer-frame-page.ts'
import { readDeveloperFacts } from './developers/read-developer-facts.ts'

/** The pages that keep a shop, as they stand on its console. */
export const consoleKeeping = (deps: ConsoleDeps): KeepingDeps => ({
  ...deps,
  shopPath,
  shopHref,
  configFor: (needs) => ({ needs }),
  shopOf: (request) => memberOf(request).shop,
  actorOf,
  readFacts: (request) => readDeveloperFacts(deps, request),
  sendKept: async (request, reply, status, area, content) => {
    const facts = await readDeveloperFacts(deps, request)
    if (area !== 'addresses' && area !== 'money')
      return deps.sendPage(request, reply, status, developerPage(facts, area, content))
    const back = { href: `${facts.shopHref}/settings`, label: speak(facts.language)('Settings') }
    return deps.sendPage(request, reply, status, { section: 'settings', back, ...content })
  },
})
