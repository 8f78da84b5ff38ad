import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../../../base/contract/errors.ts'
import { languageOf } from '../../../base/http/response-language.ts'
import { isUuid } from '../../../base/kernel/uuid.ts'
import { fieldsOf } from '../../../base/pages/form-fields.ts'
import type { WorkspaceNotice } from '../../../base/pages/workspace.ts'
import { closeProblem } from '../../../domain/feedback/close-problem.ts'
import { listProblems } from '../../../domain/feedback/problem-report-store.ts'
import { takeProblem } from '../../../domain/feedback/take-problem.ts'
import { nameActors } from '../../../domain/shops/name-actors.ts'
import { doneNotice, redirectAfter, refusalOf } from '../../../web/signed-in-request.ts'
import type { OperationsDeps } from '../operations-deps.ts'
import { actorOf } from '../operations-request.ts'
import { type OperationsText, speakEach } from '../operations-words.ts'
import { type ProblemScreen, problemListPage, problemsPath } from './problem-list-page.ts'

const doneNotices: Record<string, OperationsText> = {
  taken: 'The problem is yours.',
  closed: 'The problem is closed.',
}

/** The most problems on one page: of those that wait the oldest, of the closed ones the latest. */
const maxShown = 100

type OneOf = { Params: { problemId: string } }

/** `/operations/problems`: what customers reported, and what those who run the service did about it. */
export async function problemRoutes(app: FastifyInstance, deps: OperationsDeps): Promise<void> {
  const { db, clock, timeZone } = deps
  const config = { operates: 'DISPATCH' } as const
  const options = { config, bodyLimit: 4_096 }

  app.get(problemsPath, { config }, (request, reply) => {
    const { closed } = (request.query ?? {}) as { closed?: unknown }
    const notice = doneNotice(request, speakEach(languageOf(request), doneNotices))
    return sendProblems(request, reply, 200, { isClosed: closed === '1', notice })
  })

  app.post<OneOf>(`${problemsPath}/:problemId/take`, options, (request, reply) =>
    act(request, reply, 'taken', (key) => takeProblem({ ...deps, actor: actorOf(request) }, key)),
  )

  app.post<OneOf>(`${problemsPath}/:problemId/close`, options, (request, reply) =>
    act(request, reply, 'closed', (key, note) =>
      closeProblem({ ...deps, actor: actorOf(request) }, key, note),
    ),
  )

  async function act(
    request: FastifyRequest<OneOf>,
    reply: FastifyReply,
    done: string,
    run: (key: { shopId: string; id: string }, note: string) => Promise<void>,
  ) {
    const { shopId = '', note = '' } = fieldsOf(request.body)
    const { problemId: id } = request.params
    try {
      if (!isUuid(id) || !isUuid(shopId)) throw new ApiError('PROBLEM_NOT_FOUND')
      await run({ shopId, id }, note)
    } catch (error) {
      const { code, status, notice } = refusalOf(error, request)
      if (code === 'ROLE_REQUIRED') throw error
      const fault = code === 'REASON_REQUIRED' ? notice.text : undefined
      const typed = { id, note: note.slice(0, 200), fault }
      return sendProblems(request, reply, status, { isClosed: false, notice, typed })
    }
    return redirectAfter(reply, problemsPath, done)
  }

  async function sendProblems(
    request: FastifyRequest,
    reply: FastifyReply,
    status: number,
    shown: Pick<ProblemScreen, 'isClosed' | 'typed'> & { notice: WorkspaceNotice | undefined },
  ) {
    const problems = await listProblems(db, { isClosed: shown.isClosed, limit: maxShown })
    const actors = problems.flatMap(({ taken_by, closed_by }) => [taken_by, closed_by])
    const nameOf = await nameActors(db, null, actors, { namesOperators: true })
    const reader = { language: languageOf(request), now: clock.now(), timeZone }
    return deps.sendPage(request, reply, status, problemListPage({ ...shown, ...reader, problems, nameOf }))
  }
}
