import type { FastifyInstance } from 'fastify'
import { languageOf } from '../../../../base/http/response-language.ts'
import type { OperationsDeps } from '../../operations-deps.ts'
import { serviceHref } from '../service-page.ts'
import { shownSettings } from './service-settings.ts'
import { serviceSettingsPage } from './service-settings-page.ts'

/** The settings as they stand: read only, since a process takes them when it starts. */
export async function serviceSettingsRoutes(app: FastifyInstance, deps: OperationsDeps): Promise<void> {
  const shown = shownSettings(deps.config)
  app.get(serviceHref('settings'), { config: { operates: 'MANAGE' } }, async (request, reply) =>
    deps.sendPage(request, reply, 200, serviceSettingsPage(languageOf(request), shown)),
  )
}
