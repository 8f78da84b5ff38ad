import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { actOnMany } from '../../../domain/board/many/act-on-many.ts'
import { type ManyAct, maxChosen } from '../../../domain/board/many/many-acts.ts'
import { fieldsOf } from '../../../pages/form-fields.ts'
import { attempt } from '../../../web/signed-in-request.ts'
import type { OperationsDeps } from '../operations-deps.ts'
import { actorOf } from '../operations-request.ts'
import { actHref } from './board-acts-page.ts'
import { filteredHref, filterOf } from './board-filter.ts'
import { boardSender } from './operations-board.ts'

/** `POST /operations/board/acts/…`: one act on each delivery that was chosen on the board. */
export async function boardActs(app: FastifyInstance, deps: OperationsDeps): Promise<void> {
  const config = { operates: 'DISPATCH' } as const
  const sendBoard = boardSender(deps)
  const acts: Record<ManyAct['kind'], (fields: Record<string, string>) => ManyAct> = {
    ASSIGN: ({ courier: courierId = '', reason = '' }) => ({ kind: 'ASSIGN', courierId, reason }),
    NOTIFY: () => ({ kind: 'NOTIFY' }),
    EXPIRE: ({ reason = '' }) => ({ kind: 'EXPIRE', reason }),
  }
  for (const [kind, read] of Object.entries(acts) as [ManyAct['kind'], (typeof acts)['ASSIGN']][])
    app.post(actHref(kind), { config, bodyLimit: 16 * 1024 }, (request, reply) => act(request, reply, read))

  async function act(
    request: FastifyRequest,
    reply: FastifyReply,
    read: (fields: Record<string, string>) => ManyAct,
  ) {
    const fields = fieldsOf(request.body)
    const chosen = chosenIn(request.body)
    const filter = filterOf(fields.back ?? '')
    const back = filteredHref(filter)
    if (chosen.length === 0) return reply.redirect(back, 303)
    return attempt(
      request,
      async () => {
        const actId = await actOnMany({ ...deps, actor: actorOf(request) }, chosen, read(fields))
        return reply.redirect(`${back}${back.includes('?') ? '&' : '?'}act=${actId}`, 303)
      },
      ({ code, status, notice }, error) => {
        if (code === 'ROLE_REQUIRED') throw error
        return sendBoard(request, reply, { status, filter, notice, chosen, typed: fields })
      },
    )
  }
}

/** The rows that are ticked: a form sends one as a text, and several as a list. */
const chosenIn = (body: unknown): string[] =>
  [((body ?? {}) as Record<string, unknown>).delivery]
    .flat()
    .filter((each): each is string => typeof each === 'string')
    .slice(0, maxChosen)
