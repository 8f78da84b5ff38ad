import { type Message, type Wording, worded } from '../words.ts'
import type { GradedRequest } from './graded-request.ts'
import { checkWording, type ReceiverCheck } from './receiver-check.ts'
import type { RequestResult } from './send-event.ts'

/** WARN: it works, and could go wrong. UNKNOWN: something else must be mended before it can be seen. */
export type Verdict = 'PASS' | 'WARN' | 'FAIL' | 'UNKNOWN'

/** The result of a check: what was seen and how to fix it, unless it passed, and which events it sent. */
export type Grade = {
  id: string
  title: Wording
  verdict: Verdict
  seen?: Wording
  fix?: Wording
  eventIds: string[]
}

/** A request and what became of it. */
export type Exchange = { request: GradedRequest; result: RequestResult }

/** How a receiver responded: with 2xx, a redirect, another status, too late, or not at all. */
export type Response = 'ACCEPTED' | 'REDIRECTED' | 'REFUSED' | 'LATE' | 'NONE'

/** What kind of response a result is. */
export function responseOf({ isSuccess, failure }: Pick<RequestResult, 'isSuccess' | 'failure'>): Response {
  if (isSuccess) return 'ACCEPTED'
  if (failure === null) return 'REFUSED'
  if (failure === 'REDIRECT') return 'REDIRECTED'
  return failure === 'TIMEOUT' ? 'LATE' : 'NONE'
}

/** Why a check shows nothing. */
export type Obstacle = 'NEEDS' | 'STOPPED' | 'OUT_OF_TIME' | 'LATE'

const obstacles: Record<Obstacle, Message> = {
  NEEDS: 'This cannot be seen yet: fix first what stands above.',
  STOPPED: 'This cannot be seen any more: your receiver accepts no connections now.',
  OUT_OF_TIME: 'There was no time left: your receiver responds too slowly.',
  LATE: 'This cannot be seen: no response came in time.',
}

/** The grade of a check that shows nothing. */
export const unknownGrade = (
  { id, title }: ReceiverCheck,
  obstacle: Obstacle,
  sent: Exchange[] = [],
): Grade => ({
  id,
  title: checkWording(title),
  verdict: 'UNKNOWN',
  seen: worded(obstacles[obstacle]),
  eventIds: eventIdsOf(sent),
})

/**
 * The grade of a check by its exchanges. `baseline` is how a plain signed event was responded to: a receiver
 * that redirects what it accepts refuses nothing by a redirect, and of one that accepts nothing a refusal
 * shows nothing.
 */
export function gradeOf(check: ReceiverCheck, exchanges: Exchange[], baseline: Response): Grade {
  const graded = exchanges
    .filter(({ request }) => request.pace !== 'CUT')
    .map((exchange) => ({ exchange, response: responseOf(exchange.result) }))
  const isAccepted = (response: Response) => response === 'ACCEPTED' || response === acceptedBy(baseline)
  const isWrong = (response: Response) => isAccepted(response) !== (check.expects === 'ACCEPTED')
  const wrong = graded.filter(({ response }) => response !== 'LATE' && isWrong(response))
  if (wrong.length > 0)
    return failedGrade(
      check,
      wrong.map(({ exchange }) => exchange),
    )
  if (graded.some(({ response }) => response === 'LATE')) return unknownGrade(check, 'LATE', exchanges)
  if (!isAccepted(baseline)) return unknownGrade(check, 'NEEDS', exchanges)
  return { id: check.id, title: checkWording(check.title), verdict: 'PASS', eventIds: eventIdsOf(exchanges) }
}

const acceptedBy = (baseline: Response): Response => (baseline === 'REDIRECTED' ? 'REDIRECTED' : 'ACCEPTED')

/** The grade of a check whose requests were responded to as they must not be. */
export function failedGrade(check: ReceiverCheck, wrong: Exchange[]): Grade {
  const { id, title, sent } = check
  const [first] = wrong
  const status = first?.result.httpStatus ?? null
  const types = [...new Set(wrong.map(({ request }) => request.message.type))].join(', ')
  const hint = check.expects === 'ACCEPTED' ? hintFor(status, id === 'signed') : undefined
  const isUnsafe = first?.result.failure === 'TLS'
  const seen = isUnsafe
    ? worded('The https connection could not be made.')
    : seenOf(status, checkWording(sent, types))
  const fix = isUnsafe ? tlsFix : (hint ?? check.fix)
  return {
    id,
    title: checkWording(title),
    verdict: 'FAIL',
    seen,
    fix: checkWording(fix),
    eventIds: eventIdsOf(wrong),
  }
}

const seenOf = (status: number | null, sent: Wording): Wording =>
  worded((t, language) =>
    status === null
      ? t('Your receiver closed the connection without a response to {sent}.', { sent: sent[language] })
      : t('Your receiver responded with {status} to {sent}.', { status, sent: sent[language] }),
  )

const tlsFix =
  'Install a certificate that is valid for this name, with its whole chain: Colis accepts no other.'

/** What a status suggests where 2xx was due; most of them only when even a plain signed event meets them. */
function hintFor(status: number | null, isPlain: boolean): Message | undefined {
  if (status === null) return undefined
  if (status >= 300 && status < 400) return redirectHint
  if (status === 429) return limitHint
  if (!isPlain) return undefined
  if ([401, 403, 419].includes(status)) return guardHint
  if ([404, 405].includes(status)) return pathHint
  return status >= 500 ? errorHint : undefined
}

const redirectHint =
  'Colis follows no redirects: give the final address (https, with its final slash), or respond with 2xx at this one.'
const limitHint =
  'A rate limit refuses events: exempt this address, since several events may come within a second.'
const guardHint =
  'A guard before your code (session, CSRF token, password) probably refuses the request: exempt this address, or check that the secret is the same.'
const pathHint =
  'Check the path, and that POST is allowed there; respond with 2xx for a delivery that you do not know, too.'
const errorHint = 'Your code fails with an error, which its log names; perhaps it has no WEBHOOK_SECRET.'

/** The grade of the check at which a receiver ceased to accept connections. */
export const stoppedGrade = (check: ReceiverCheck, exchanges: Exchange[]): Grade => ({
  ...failedGrade(check, exchanges),
  seen: worded((t, language) =>
    t('Your receiver accepts no more connections after {sent}.', { sent: afterWording(check)[language] }),
  ),
  fix: checkWording(check.id === brokenConnectionId ? check.fix : stoppedFix),
})

/** The check whose own advice fits a receiver that has stopped. */
const brokenConnectionId = 'broken-connection'

const stoppedFix = 'Handle the error of each request where it happens: no request may end the process.'

const afterWording = ({ id, sent }: ReceiverCheck): Wording => {
  if (id === brokenConnectionId) return worded('a connection that broke within an event')
  const { fr, en } = checkWording(sent)
  return { fr: withoutGap(fr), en: withoutGap(en) }
}

/** A sentence in which no types are named. */
const withoutGap = (text: string) => text.replace(/ {2}| $/, (gap) => gap.slice(1))

const eventIdsOf = (exchanges: Exchange[]) => [...new Set(exchanges.map(({ request }) => request.message.id))]
