import type { FastifyInstance } from 'fastify'
import { ApiError } from '../../../../base/contract/errors.ts'
import { languageOf } from '../../../../base/http/response-language.ts'
import { fieldsOf } from '../../../../base/pages/form-fields.ts'
import { alertKinds } from '../../../../domain/monitoring/alerts/alert-rules.ts'
import {
  listAlertReaders,
  listClosedAlerts,
  listOpenAlerts,
} from '../../../../domain/monitoring/alerts/alert-store.ts'
import { changeAlertPreference } from '../../../../domain/monitoring/alerts/change-alert-preference.ts'
import { doneNotice, redirectAfter } from '../../../../web/signed-in-request.ts'
import type { OperationsDeps } from '../../operations-deps.ts'
import { actorOf, operatorOf } from '../../operations-request.ts'
import { type OperationsText, speakEach } from '../../operations-words.ts'
import { serviceHref } from '../service-page.ts'
import { alertPage } from './alert-page.ts'

const doneNotices: Record<string, OperationsText> = {
  saved: 'Saved.#done',
}

/** The most alerts that are over on one page. */
const maxClosed = 100

/** The alerts that are open and over, and how the reader wants to receive them. */
export async function alertRoutes(app: FastifyInstance, deps: OperationsDeps): Promise<void> {
  const { db, clock, timeZone } = deps
  const config = { operates: 'MANAGE' } as const

  app.get(serviceHref('alerts'), { config }, async (request, reply) => {
    const language = languageOf(request)
    const [reader] = await listAlertReaders(db, operatorOf(request).accountId)
    const page = alertPage({
      language,
      timeZone,
      now: clock.now(),
      open: await listOpenAlerts(db),
      closed: await listClosedAlerts(db, maxClosed),
      reader,
      notice: doneNotice(request, speakEach(language, doneNotices)),
    })
    return deps.sendPage(request, reply, 200, page)
  })

  app.post(serviceHref('alerts'), { config, bodyLimit: 4_096 }, async (request, reply) => {
    const sent = fieldsOf(request.body)
    const channel = (['EMAIL', 'WHATSAPP', 'NONE'] as const).find((each) => each === sent.channel)
    if (!channel) throw new ApiError('REQUEST_MALFORMED')
    const chosen = alertKinds.filter((kind) => sent[kind] === 'on')
    const kinds = chosen.length === alertKinds.length ? null : chosen
    const actor = actorOf(request)
    await changeAlertPreference({ ...deps, actor }, operatorOf(request).accountId, { channel, kinds })
    return redirectAfter(reply, serviceHref('alerts'), 'saved')
  })
}
