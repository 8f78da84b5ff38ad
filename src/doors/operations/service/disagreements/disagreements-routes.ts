import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../../../../base/contract/errors.ts'
import { languageOf } from '../../../../base/http/response-language.ts'
import { isUuid } from '../../../../base/kernel/uuid.ts'
import { fieldsOf } from '../../../../base/pages/form-fields.ts'
import type { WorkspaceNotice } from '../../../../base/pages/workspace.ts'
import {
  orderSettlements,
  rowSettlements,
} from '../../../../domain/mobile-money/disagreements/disagreement.ts'
import { listDisagreements } from '../../../../domain/mobile-money/disagreements/disagreement-store.ts'
import { settleRetoldRow } from '../../../../domain/statements/reconciling/settle-retold-row.ts'
import { settleDisagreement } from '../../../../domain/transfers/settle-disagreement.ts'
import { doneNotice, redirectAfter, refusalOf } from '../../../../web/signed-in-request.ts'
import type { OperationsDeps } from '../../operations-deps.ts'
import { actorOf } from '../../operations-request.ts'
import { type OperationsText, speak, speakEach } from '../../operations-words.ts'
import { serviceHref } from '../service-page.ts'
import { type DisagreementsFacts, disagreementsPage } from './disagreements-page.ts'

const doneNotices: Record<string, OperationsText> = {
  settled: 'It is settled.',
}

/** Whoever has more open than that mends the cause first; and the last that were settled. */
const [maxOpen, maxSettled] = [100, 30]

/** `/operations/service/disagreements`: money that disagrees, and what a person says of it. */
export async function disagreementsRoutes(app: FastifyInstance, deps: OperationsDeps): Promise<void> {
  const { db, clock, timeZone } = deps
  const path = serviceHref('disagreements')
  const config = { operates: 'MANAGE' } as const

  app.get(path, { config }, (request, reply) =>
    send(request, reply, 200, doneNotice(request, speakEach(languageOf(request), doneNotices))),
  )

  app.post<{ Params: { id: string } }>(
    `${path}/:id`,
    { config, bodyLimit: 4_096 },
    async (request, reply) => {
      const { id } = request.params
      const { how = '', reason = '', words = '' } = fieldsOf(request.body)
      const typed = { id, how, reason: reason.slice(0, 200) }
      const asOrder = orderSettlements.find((each) => each === how)
      const asRow = rowSettlements.find((each) => each === how)
      if (!asOrder && !asRow) {
        const fault = speak(languageOf(request))('Say what is true.')
        return send(request, reply, 400, { kind: 'refused', text: fault }, { ...typed, fault })
      }
      const acting = { ...deps, actor: actorOf(request) }
      try {
        if (!isUuid(id)) throw new ApiError('DISAGREEMENT_NOT_OPEN')
        const seen = { id, words: /^\d{1,6}$/.test(words) ? Number(words) : -1, reason }
        if (asOrder) await settleDisagreement(acting, { ...seen, how: asOrder })
        if (asRow) await settleRetoldRow(acting, { ...seen, how: asRow })
      } catch (error) {
        const { status, notice } = refusalOf(error, request)
        return send(request, reply, status, notice, { ...typed, fault: notice.text })
      }
      return redirectAfter(reply, path, 'settled')
    },
  )

  async function send(
    request: FastifyRequest,
    reply: FastifyReply,
    status: number,
    notice?: WorkspaceNotice,
    typed?: DisagreementsFacts['typed'],
  ) {
    const page = disagreementsPage({
      language: languageOf(request),
      timeZone,
      now: clock.now(),
      open: await listDisagreements(db, 'OPEN', maxOpen),
      settled: await listDisagreements(db, 'SETTLED', maxSettled),
      notice,
      ...(typed && { typed }),
    })
    return deps.sendPage(request, reply, status, page)
  }
}
