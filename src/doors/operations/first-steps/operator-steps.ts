import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isPutAway } from '../../../domain/accounts/first-steps/put-away-store.ts'
import { putStepsAway } from '../../../domain/accounts/first-steps/put-steps-away.ts'
import { languageOf } from '../../../http/response-language.ts'
import { fieldsOf } from '../../../pages/form-fields.ts'
import type { WorkspaceNotice } from '../../../pages/workspace.ts'
import { areDone, firstStepsLine, firstStepsPart } from '../../../web/first-steps/first-steps-page.ts'
import { doneNotice, redirectAfter } from '../../../web/signed-in-request.ts'
import { addCityHref } from '../cities/known-city-list.ts'
import type { OperationsDeps } from '../operations-deps.ts'
import { operatorOf } from '../operations-request.ts'
import { speak } from '../operations-words.ts'
import { readServiceState } from './read-service-state.ts'
import { serviceSteps } from './service-steps.ts'

export const firstStepsHref = '/operations/first-steps'

const keyOf = (request: FastifyRequest) => ({ accountId: operatorOf(request).accountId, stepsOf: 'SERVICE' })

/** `/operations/first-steps`: what an operator does before the first order, ticked as it really stands. */
export async function serviceStepsPage(app: FastifyInstance, deps: OperationsDeps): Promise<void> {
  const config = { operates: 'MANAGE' } as const

  app.get(firstStepsHref, { config }, async (request, reply) =>
    deps.sendPage(request, reply, 200, {
      section: 'board',
      title: speak(languageOf(request))('First steps'),
      back: { href: '/operations', label: speak(languageOf(request))('Under way') },
      main: stepsPart(request, await stepsOf(deps, request), await isPutAway(deps.db, keyOf(request))),
    }),
  )

  app.post(firstStepsHref, { config, bodyLimit: 1_024 }, async (request, reply) => {
    const isAway = fieldsOf(request.body).away === 'on'
    await putStepsAway(deps, keyOf(request), isAway)
    return redirectAfter(reply, isAway ? '/operations?done=away' : '/operations')
  })
}

/**
 * The first steps on the board, until all are done or they were put away; in one line once deliveries are
 * under way.
 */
export async function stepsOnBoard(
  deps: OperationsDeps,
  request: FastifyRequest,
  { isUnderWay }: { isUnderWay: boolean },
): Promise<string> {
  if (operatorOf(request).role !== 'OPERATOR' || (await isPutAway(deps.db, keyOf(request)))) return ''
  const steps = await stepsOf(deps, request)
  if (areDone(steps)) return ''
  return isUnderWay ? firstStepsLine(shownSteps(request, steps)) : stepsPart(request, steps, false)
}

/** Says where the steps are after they were put away. */
export function stepsAwayNotice(request: FastifyRequest): WorkspaceNotice | undefined {
  const t = speak(languageOf(request))
  const notice = doneNotice(request, { away: t('The first steps are put away.') })
  return notice && { ...notice, link: { href: firstStepsHref, label: t('See them') } }
}

const stepsOf = async (deps: OperationsDeps, request: FastifyRequest) => {
  const { cities } = deps.pricing.map.current()
  return serviceSteps(await readServiceState(deps), addCityHref(cities), languageOf(request))
}

const stepsPart = (
  request: FastifyRequest,
  steps: ReturnType<typeof serviceSteps>,
  isAway: boolean,
): string => firstStepsPart({ ...shownSteps(request, steps), isAway })

const shownSteps = (request: FastifyRequest, steps: ReturnType<typeof serviceSteps>) => ({
  title: speak(languageOf(request))('Open the service'),
  steps,
  href: firstStepsHref,
  language: languageOf(request),
})
