import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../../../../base/contract/errors.ts'
import { listParkedEvents } from '../../../../base/events/event-log-store.ts'
import { languageOf } from '../../../../base/http/response-language.ts'
import { isUuid } from '../../../../base/kernel/uuid.ts'
import { fieldsOf } from '../../../../base/pages/form-fields.ts'
import type { WorkspaceNotice } from '../../../../base/pages/workspace.ts'
import { listUnsentMessages } from '../../../../domain/messages/message-store.ts'
import { resendMessage } from '../../../../domain/messages/resend-message.ts'
import { recordRefund } from '../../../../domain/mobile-money/record-refund.ts'
import { listDueRefunds } from '../../../../domain/mobile-money/refund-store.ts'
import type { MonitoringDeps } from '../../../../domain/monitoring/monitoring-deps.ts'
import { retryParkedEvent } from '../../../../domain/monitoring/retry-parked-event.ts'
import { doneNotice, redirectAfter, refusalOf } from '../../../../web/signed-in-request.ts'
import type { OperationsDeps } from '../../operations-deps.ts'
import { actorOf } from '../../operations-request.ts'
import { type OperationsText, speak, speakEach } from '../../operations-words.ts'
import { serviceHref } from '../service-page.ts'
import { parkedEventsPage, refundsPage, unsentMessagesPage } from './upkeep-page.ts'

const doneNotices: Record<string, OperationsText> = {
  resent: 'The message goes out again.',
  retried: 'The event is done.',
  refunded: 'The refund is noted.',
}

/** The most rows on one page: whoever has more than that mends the cause first. */
const maxRows = 100

type OneOf = { Params: { id: string } }

/** What waits for a person: messages that did not go out, events set aside, money to give back. */
export async function upkeepRoutes(
  app: FastifyInstance,
  deps: OperationsDeps & Pick<MonitoringDeps, 'watched'>,
): Promise<void> {
  const { db, clock, timeZone } = deps
  const config = { operates: 'MANAGE' } as const
  const options = { config, bodyLimit: 4_096 }
  const acting = (request: FastifyRequest) => ({ ...deps, actor: actorOf(request) })
  const readerOf = (request: FastifyRequest, notice?: WorkspaceNotice) => {
    const language = languageOf(request)
    const said = notice ?? doneNotice(request, speakEach(language, doneNotices))
    return { language, timeZone, now: clock.now(), notice: said }
  }

  app.get(serviceHref('messages'), { config }, (request, reply) => sendMessages(request, reply, 200))

  app.post<OneOf>(`${serviceHref('messages')}/:id/resend`, options, async (request, reply) => {
    const { id } = request.params
    try {
      if (!isUuid(id)) throw new ApiError('MESSAGE_NOT_FOUND', { messageId: id })
      await resendMessage(acting(request), id)
    } catch (error) {
      const { status, notice } = refusalOf(error, request)
      return sendMessages(request, reply, status, notice)
    }
    return redirectAfter(reply, serviceHref('messages'), 'resent')
  })

  app.get(serviceHref('events'), { config }, (request, reply) => sendEvents(request, reply, 200))

  app.post(`${serviceHref('events')}/retry`, options, async (request, reply) => {
    const { consumer = '', position = '' } = fieldsOf(request.body)
    const t = speak(languageOf(request))
    const consumers = deps.watched.flatMap((module) => module.consumer ?? [])
    const isPosition = /^\d{1,15}$/.test(position)
    const outcome = isPosition
      ? await retryParkedEvent({ ...acting(request), consumers }, { consumer, position: Number(position) })
      : 'UNKNOWN'
    if (outcome === 'CONSUMED') return redirectAfter(reply, serviceHref('events'), 'retried')
    const text =
      outcome === 'UNKNOWN'
        ? t('This event is no longer set aside.')
        : t('It failed again: {error}', { error: outcome.error })
    return sendEvents(request, reply, 409, { kind: 'refused', text })
  })

  app.get(serviceHref('refunds'), { config }, async (request, reply) =>
    deps.sendPage(request, reply, 200, refundsPage(readerOf(request), await listDueRefunds(db, maxRows))),
  )

  app.post<OneOf>(`${serviceHref('refunds')}/:id`, options, async (request, reply) => {
    const { shopId = '', note = '' } = fieldsOf(request.body)
    const { id: requestId } = request.params
    try {
      if (!isUuid(requestId) || !isUuid(shopId)) throw new ApiError('REFUND_NOT_FOUND')
      await recordRefund(acting(request), { shopId, requestId, note })
    } catch (error) {
      const { status, notice } = refusalOf(error, request)
      const typed = { requestId, note: note.slice(0, 200), fault: notice.text }
      const page = refundsPage({ ...readerOf(request, notice), typed }, await listDueRefunds(db, maxRows))
      return deps.sendPage(request, reply, status, page)
    }
    return redirectAfter(reply, serviceHref('refunds'), 'refunded')
  })

  async function sendMessages(
    request: FastifyRequest,
    reply: FastifyReply,
    status: number,
    notice?: WorkspaceNotice,
  ) {
    const now = clock.now()
    const held = await listUnsentMessages(db, { state: 'PENDING', now, limit: maxRows })
    const failed = await listUnsentMessages(db, { state: 'FAILED', now, limit: maxRows })
    return deps.sendPage(
      request,
      reply,
      status,
      unsentMessagesPage(readerOf(request, notice), { held, failed }),
    )
  }

  async function sendEvents(
    request: FastifyRequest,
    reply: FastifyReply,
    status: number,
    notice?: WorkspaceNotice,
  ) {
    const page = parkedEventsPage(readerOf(request, notice), await listParkedEvents(db, { limit: maxRows }))
    return deps.sendPage(request, reply, status, page)
  }
}
