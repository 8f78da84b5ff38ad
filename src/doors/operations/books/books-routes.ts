import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sumBalances } from '../../../domain/money/ledger/ledger-store.ts'
import { checkLedger, type LedgerCheck } from '../../../domain/money/settlement/check-ledger.ts'
import { closeMonth } from '../../../domain/money/settlement/close-month.ts'
import { monthsOver } from '../../../domain/money/statements/shop/statement-period.ts'
import { outsideDeadline } from '../../../http/response-deadline.ts'
import { languageOf } from '../../../http/response-language.ts'
import { fieldsOf } from '../../../pages/form-fields.ts'
import { doneOf, redirectAfter, refusalOf } from '../../../web/signed-in-request.ts'
import type { OperationsDeps } from '../operations-deps.ts'
import { actorOf } from '../operations-request.ts'
import { speak } from '../operations-words.ts'
import { serviceHref } from '../service/service-page.ts'
import { type BooksFacts, booksPage } from './books-page.ts'

/** `/operations/service/books`: the totals of the books, their proof, and the closing of a month. */
export async function booksRoutes(app: FastifyInstance, deps: OperationsDeps): Promise<void> {
  const path = serviceHref('books')
  const config = { operates: 'MANAGE' } as const
  const options = { config, bodyLimit: 4_096 }
  let running: Promise<LedgerCheck> | undefined

  app.get(path, { config }, async (request, reply) => {
    return send(
      request,
      reply,
      200,
      doneOf(request) === 'closed'
        ? { notice: { kind: 'done', text: speak(languageOf(request))('The month is closed.') } }
        : {},
    )
  })

  app.post(`${path}/check`, options, async (request, reply) =>
    send(request, reply, 200, { checked: await outsideDeadline(request, check), isFormPage: true }),
  )

  app.post(`${path}/close`, options, async (request, reply) => {
    const { month = '' } = fieldsOf(request.body)
    try {
      const acting = { ...deps, actor: actorOf(request) }
      await outsideDeadline(request, () => closeMonth(acting, month.slice(0, 7)))
      return redirectAfter(reply, path, 'closed')
    } catch (error) {
      const { status, notice } = refusalOf(error, request)
      return send(request, reply, status, { notice, isFormPage: true })
    }
  })

  /** Whoever asks while it is being proven waits for that proof: it reads all that is booked. */
  function check(): Promise<LedgerCheck> {
    running ??= checkLedger(deps).finally(() => {
      running = undefined
    })
    return running
  }

  async function send(
    request: FastifyRequest,
    reply: FastifyReply,
    status: number,
    facts: Partial<BooksFacts>,
  ) {
    const months = monthsOver(deps.clock.now(), deps.timeZone)
    const totals = await sumBalances(deps.db)
    return deps.sendPage(
      request,
      reply,
      status,
      booksPage({ language: languageOf(request), totals, months, ...facts }),
    )
  }
}
