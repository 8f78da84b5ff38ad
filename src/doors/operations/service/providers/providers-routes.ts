import type { FastifyInstance } from 'fastify'
import { outsideDeadline } from '../../../../base/http/response-deadline.ts'
import { languageOf } from '../../../../base/http/response-language.ts'
import {
  type ProviderProbe,
  probeProviders,
} from '../../../../domain/mobile-money/providers/probe-providers.ts'
import type { OperationsDeps } from '../../operations-deps.ts'
import { serviceHref } from '../service-page.ts'
import { providersPage } from './providers-page.ts'

/** `/operations/service/providers`: the providers of mobile money, and whether they accept our credentials. */
export async function providersRoutes(app: FastifyInstance, deps: OperationsDeps): Promise<void> {
  const path = serviceHref('providers')
  const config = { operates: 'MANAGE' } as const
  const names = deps.moneyAccounts.map(({ name }) => name)
  let running: Promise<ProviderProbe[]> | undefined

  app.get(path, { config }, async (request, reply) =>
    deps.sendPage(request, reply, 200, providersPage({ language: languageOf(request), names })),
  )

  app.post(`${path}/probe`, { config, bodyLimit: 4_096 }, async (request, reply) => {
    const probed = await outsideDeadline(request, probe)
    return deps.sendPage(request, reply, 200, providersPage({ language: languageOf(request), names, probed }))
  })

  /** Whoever asks while they are being asked waits for those answers. */
  function probe(): Promise<ProviderProbe[]> {
    running ??= probeProviders({ clock: deps.clock, accounts: deps.moneyAccounts }).finally(() => {
      running = undefined
    })
    return running
  }
}
