import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { html } from 'ghtml'
import { momentText } from '../../../../base/kernel/figure-text.ts'
import type { MonitoringDeps } from '../../../../domain/monitoring/monitoring-deps.ts'
import { retryParkedEvent } from '../../../../domain/monitoring/retry-parked-event.ts'
import { listParkedEvents } from '../../../../events/event-log-store.ts'
import { languageOf } from '../../../../http/response-language.ts'
import { fieldsOf } from '../../../../pages/form-fields.ts'
import { buttonForm } from '../../../../pages/form-parts.ts'
import { rowsOr } from '../../../../pages/list-parts.ts'
import type { WorkspaceNotice } from '../../../../pages/workspace.ts'
import { doneNotice, redirectAfter } from '../../../../web/signed-in-request.ts'
import type { OperationsDeps } from '../../operations-deps.ts'
import { actorOf } from '../../operations-request.ts'
import { speak } from '../../operations-words.ts'
import { serviceHref, servicePage } from '../service-page.ts'

const path = serviceHref('events')
/** Whoever has more than that mends the cause first. */
const maxRows = 100

/** `/operations/service/events`: the events that were set aside, each with a button to retry it. */
export async function parkedEventsPage(
  app: FastifyInstance,
  deps: OperationsDeps & Pick<MonitoringDeps, 'watched'>,
): Promise<void> {
  const { db, clock, timeZone } = deps
  const config = { operates: 'MANAGE' } as const

  app.get(path, { config }, (request, reply) => {
    const done = { retried: speak(languageOf(request))('The event is done.') }
    return show(request, reply, 200, doneNotice(request, done))
  })

  app.post(`${path}/retry`, { config, bodyLimit: 4_096 }, async (request, reply) => {
    const { consumer = '', position = '' } = fieldsOf(request.body)
    const t = speak(languageOf(request))
    const consumers = deps.watched.flatMap((module) => module.consumer ?? [])
    const acting = { ...deps, actor: actorOf(request), consumers }
    const outcome = /^\d{1,15}$/.test(position)
      ? await retryParkedEvent(acting, { consumer, position: Number(position) })
      : 'UNKNOWN'
    if (outcome === 'CONSUMED') return redirectAfter(reply, path, 'retried')
    const text =
      outcome === 'UNKNOWN'
        ? t('This event is no longer set aside.')
        : t('It failed again: {error}', { error: outcome.error })
    return show(request, reply, 409, { kind: 'refused', text })
  })

  async function show(
    request: FastifyRequest,
    reply: FastifyReply,
    status: number,
    notice: WorkspaceNotice | undefined,
  ) {
    const events = await listParkedEvents(db, { limit: maxRows })
    const language = languageOf(request)
    const t = speak(language)
    const rows = events.map(({ consumer, position, type, failures, error, parkedAt }) => {
      const parked = momentText(parkedAt, { timeZone, now: clock.now() }, language)
      const about = `${parked} · ${t('{count} failures', { count: failures })} · ${error}`
      const retry = { consumer, position: `${position}` }
      return html`<li><div class="line"><span>
<strong>${consumer}</strong> · ${type} · <span class="code">${position}</span><br>
<span class="soft">${about}</span></span>
!${buttonForm(`${path}/retry`, t('Retry'), 'plain', retry)}</div></li>`
    })
    const lead = t(
      'A reader failed ten times on each of these events and set them aside. Mend the cause, then retry them.',
    )
    const main = html`<p>${lead}</p>!${rowsOr(rows, t('No event is set aside.'), 'ol')}`
    return deps.sendPage(request, reply, status, servicePage(language, 'events', { notice, main }))
  }
}
