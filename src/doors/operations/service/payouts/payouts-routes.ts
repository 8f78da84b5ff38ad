import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { newId } from '../../../../base/kernel/clock.ts'
import { isUuid } from '../../../../base/kernel/uuid.ts'
import { readFcfa } from '../../../../base/kernel/written-number.ts'
import { ApiError } from '../../../../contract/errors.ts'
import type { Currency } from '../../../../contract/vocabulary.ts'
import { settleSurplus } from '../../../../domain/money/mobile-money/settle-surplus.ts'
import { recordPayout } from '../../../../domain/money/transfers/record-payout.ts'
import { retryTransfer } from '../../../../domain/money/transfers/retry-transfer.ts'
import type { Payee } from '../../../../domain/money/transfers/transfer-row.ts'
import {
  findTransfer,
  listMostOwed,
  listOverpaid,
  listTransfers,
} from '../../../../domain/money/transfers/transfer-store.ts'
import { languageOf } from '../../../../http/response-language.ts'
import { chosenOf, fieldsOf } from '../../../../pages/form-fields.ts'
import type { WorkspaceNotice } from '../../../../pages/workspace.ts'
import { doneNotice, redirectAfter, refusalOf } from '../../../../web/signed-in-request.ts'
import type { OperationsDeps } from '../../operations-deps.ts'
import { actorOf } from '../../operations-request.ts'
import { type OperationsText, speakEach } from '../../operations-words.ts'
import { serviceHref } from '../service-page.ts'
import { type PayoutsFacts, payoutLists, payoutsPage } from './payouts-page.ts'

const doneNotices: Record<string, OperationsText> = {
  retried: 'It is sent again.',
  recorded: 'The payment is noted.',
  settled: 'It is noted: what was received too much is settled.',
}

const pageSize = 50

/** `/operations/service/payouts`: what the service sends, what is refused, and what people paid by hand. */
export async function payoutsRoutes(app: FastifyInstance, deps: OperationsDeps): Promise<void> {
  const path = serviceHref('payouts')
  const config = { operates: 'MANAGE' } as const
  const options = { config, bodyLimit: 4_096 }
  const acting = (request: FastifyRequest) => ({ ...deps, actor: actorOf(request) })

  app.get(path, { config }, (request, reply) =>
    send(request, reply, 200, doneNotice(request, speakEach(languageOf(request), doneNotices))),
  )

  app.post<{ Params: { id: string } }>(`${path}/:id/retry`, options, async (request, reply) => {
    const { id } = request.params
    try {
      if (!isUuid(id)) throw new ApiError('TRANSFER_NOT_HELD')
      await retryTransfer(acting(request), { id, shopId: null })
    } catch (error) {
      const { status, notice } = refusalOf(error, request)
      return send(request, reply, status, notice)
    }
    return redirectAfter(reply, path, 'retried')
  })

  app.post(`${path}/by-hand`, options, async (request, reply) => {
    const { kind = '', id = '', currency = '', amount = '', note = '', form = '' } = fieldsOf(request.body)
    try {
      await recordPayout(acting(request), {
        id: isUuid(form) ? form : undefined,
        payee: readPayee(kind, id, currency),
        amountFcfa: readFcfa(amount) ?? 0,
        note,
      })
    } catch (error) {
      const { status, notice } = refusalOf(error, request)
      const typed = {
        id,
        currency,
        amount: amount.slice(0, 20),
        note: note.slice(0, 200),
        fault: notice.text,
      }
      return send(request, reply, status, notice, typed)
    }
    return redirectAfter(reply, path, 'recorded')
  })

  app.post(`${path}/surplus`, options, async (request, reply) => {
    const { shop = '', payment = '', note = '' } = fieldsOf(request.body)
    try {
      if (!isUuid(shop) || !isUuid(payment)) throw new ApiError('REFUND_NOT_FOUND')
      await settleSurplus(acting(request), { shopId: shop, requestId: payment, note })
    } catch (error) {
      const { status, notice } = refusalOf(error, request)
      return send(request, reply, status, notice)
    }
    return redirectAfter(reply, path, 'settled')
  })

  async function send(
    request: FastifyRequest,
    reply: FastifyReply,
    status: number,
    notice?: WorkspaceNotice,
    typed?: PayoutsFacts['typed'],
  ) {
    const { db, clock, timeZone } = deps
    const query = (request.query ?? {}) as Record<string, unknown>
    const asked = chosenOf(
      'list',
      query.list,
      payoutLists.map((each) => each.toLowerCase()),
    )
    const list = payoutLists.find((each) => each.toLowerCase() === asked) ?? 'HELD'
    const from = typeof query.before === 'string' && isUuid(query.before) ? query.before : undefined
    const oldest = from === undefined ? undefined : await findTransfer(db, from)
    const before = oldest && { createdAt: oldest.created_at, id: oldest.id }
    const found = await listTransfers(db, list, { now: clock.now(), before, limit: pageSize + 1 })
    const owed = list === 'HELD' ? await listMostOwed(db, pageSize) : []
    const page = payoutsPage({
      language: languageOf(request),
      timeZone,
      now: clock.now(),
      list,
      transfers: found.slice(0, pageSize),
      hasMore: found.length > pageSize,
      isOlder: before !== undefined,
      overpaid: list === 'HELD' ? await listOverpaid(db, pageSize) : [],
      owed: owed.map((each) => ({ ...each, formId: newId(clock.now()) })),
      notice,
      ...(typed && { typed }),
    })
    return deps.sendPage(request, reply, status, page)
  }
}

/** Throws PAYEE_NOT_FOUND for what names no shop or courier. */
function readPayee(kind: string, id: string, currency: string): Payee {
  const isKnown = kind === 'SHOP_PAYOUT' || kind === 'COURIER_PAYOUT'
  if (!isKnown || !isUuid(id) || (currency !== 'XOF' && currency !== 'XAF'))
    throw new ApiError('PAYEE_NOT_FOUND')
  return { kind, id, currency: currency satisfies Currency }
}
