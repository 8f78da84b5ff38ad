import type { FastifyInstance } from 'fastify'
import { keptDeveloperPages } from '../../../web/keeping/kept-pages.ts'
import type { ConsoleDeps } from '../console-deps.ts'
import { consoleKeeping } from '../console-keeping.ts'
import { memberOf, shopPath } from '../console-request.ts'
import { endpointLogRoutes } from './inspecting/endpoint-log-routes.ts'
import { requestRoutes } from './inspecting/request-routes.ts'
import { signatureRoutes } from './inspecting/signature-routes.ts'
import { overviewPage } from './overview-page.ts'
import { readDeveloperFacts } from './read-developer-facts.ts'
import { sandboxPanelRoutes } from './sandbox/sandbox-panel-routes.ts'

/**
 * `/developers`: keys, webhook endpoints and their log, requests, the signature tester and the sandbox, for those who
 * write against the API. What they send is counted with what their programs change, since both take the same work.
 */
export async function developerRoutes(app: FastifyInstance, deps: ConsoleDeps): Promise<void> {
  app.addHook('preHandler', async (request, reply) => {
    if (request.method === 'POST') await deps.rateLimits.countChange(memberOf(request).shop.id, reply)
  })

  app.get(`${shopPath}/developers`, { config: { needs: 'SELL' } }, async (request, reply) =>
    deps.sendPage(request, reply, 200, overviewPage(await readDeveloperFacts(deps, request))),
  )

  for (const page of keptDeveloperPages) await app.register(page, consoleKeeping(deps))
  for (const area of [endpointLogRoutes, requestRoutes]) await app.register(area, deps)
  await app.register(signatureRoutes, deps)
  if (deps.environment === 'sandbox') await app.register(sandboxPanelRoutes, deps)
}
