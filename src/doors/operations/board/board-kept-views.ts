import type { FastifyInstance } from 'fastify'
import { forgetView, keepView } from '../../../domain/board/views/keep-view-of-board.ts'
import { fieldsOf } from '../../../pages/form-fields.ts'
import { redirectAfter } from '../../../web/signed-in-request.ts'
import type { OperationsDeps } from '../operations-deps.ts'
import { operatorOf } from '../operations-request.ts'
import { boardHref, filteredHref, filterOf, filterQuery } from './board-filter.ts'
import { forgetViewHref, keepViewHref } from './board-views-page.ts'

/** `POST /operations/board/views…`: a selection of the board is kept by who looks at it, or no more. */
export async function keptViewRoutes(app: FastifyInstance, deps: OperationsDeps): Promise<void> {
  const options = { config: { operates: 'DISPATCH' }, bodyLimit: 8 * 1024 } as const

  app.post(keepViewHref, options, async (request, reply) => {
    const { name = '', back = '' } = fieldsOf(request.body)
    const filter = filterOf(back)
    const { accountId } = operatorOf(request)
    const isKept = await keepView(deps, accountId, { name, query: filterQuery(filter) })
    return redirectAfter(reply, filteredHref(filter), isKept ? undefined : 'not-kept')
  })

  app.post(forgetViewHref, options, async (request, reply) => {
    const { name = '' } = fieldsOf(request.body)
    await forgetView(deps, operatorOf(request).accountId, name)
    return redirectAfter(reply, boardHref)
  })
}
