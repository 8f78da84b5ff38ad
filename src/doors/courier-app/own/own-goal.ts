import type { FastifyInstance } from 'fastify'
import { readFcfa } from '../../../base/kernel/written-number.ts'
import { goalBounds } from '../../../domain/couriers/goals/goal-bounds.ts'
import { setGoal } from '../../../domain/couriers/goals/set-goal.ts'
import { spokenLanguageOf } from '../../../http/response-language.ts'
import { chosenOf, fieldsOf } from '../../../pages/form-fields.ts'
import { courierOf } from '../signed-in-courier.ts'
import { type OwnDeps, sendOwn } from './own-frame.ts'
import { goalFault, goalMain, goalPath } from './own-goal-page.ts'
import { readOwnGoal } from './read-own-goal.ts'

/** `/courier/goal`: what a courier wants to earn in a day or a week, which they alone set and see. */
export async function ownGoal(app: FastifyInstance, deps: OwnDeps): Promise<void> {
  const { clock } = deps

  app.get(goalPath, async (request, reply) => {
    const goal = await readOwnGoal(deps, courierOf(request).id, clock.now())
    const main = goalMain(spokenLanguageOf(request), goal)
    return sendOwn(deps, request, reply, { main, path: goalPath })
  })

  app.post(goalPath, async (request, reply) => {
    const { amount = '', period: typed = '' } = fieldsOf(request.body)
    const { id } = courierOf(request)
    const period = chosenOf('period', typed, ['DAY', 'WEEK'] as const) ?? 'DAY'
    const amountFcfa = readFcfa(amount, goalBounds)
    if (amountFcfa === undefined) {
      const language = spokenLanguageOf(request)
      const goal = await readOwnGoal(deps, id, clock.now())
      const main = goalMain(language, goal, { amount, period, fault: goalFault(language) })
      return sendOwn(deps, request, reply, { main, path: goalPath, status: 422 })
    }
    await setGoal(deps, id, { period, amountFcfa })
    return reply.redirect(goalPath, 303)
  })

  app.post(`${goalPath}/remove`, async (request, reply) => {
    await setGoal(deps, courierOf(request).id, null)
    return reply.redirect(goalPath, 303)
  })
}
