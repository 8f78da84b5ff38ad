import { setTimeout as wait } from 'node:timers/promises'
import { newSigningSecret } from '../sign-event.ts'
import { worded } from '../words.ts'
import { acceptedChecks, signedCheck } from './accepted-checks.ts'
import { type FoundReceiver, isReachable } from './find-receiver.ts'
import type { GradedRequest, Sample } from './graded-request.ts'
import { paceBody, paceBrokenBody } from './pace-body.ts'
import type { ReceiverCheck } from './receiver-check.ts'
import {
  type Exchange,
  failedGrade,
  type Grade,
  gradeOf,
  type Obstacle,
  type Response,
  responseOf,
  stoppedGrade,
  unknownGrade,
} from './receiver-grade.ts'
import { refusedChecks } from './refused-checks.ts'
import { type ResponseTimes, responseGrades } from './response-grades.ts'
import { partnerDeadlineMs, type RequestResult, sendRequestsTo } from './send-event.ts'
import { mistakenRequest, signatureMistakes } from './signature-mistakes.ts'

/** Times in ms. A response is waited for twice as long as allowed, to say how late it was. */
export type GradingTimes = ResponseTimes & {
  /** Between the pieces of a slow body. */
  pauseMs: number
  /** After a broken connection, for a receiver to fall over. */
  settleMs: number
  /** No check begins later than this. */
  maxDurationMs: number
}

const gradingTimes: GradingTimes = {
  deadlineMs: partnerDeadlineMs,
  slowMs: 3_000,
  pauseMs: 50,
  settleMs: 500,
  maxDurationMs: 180_000,
}

type Grading = {
  receiver: FoundReceiver
  /** The receiver's signing secret. */
  secret: string
  clock: { now(): Date }
  times?: Partial<GradingTimes>
  /** Called with each grade as soon as it is known. */
  onGrade?: (grade: Grade) => void
}

/**
 * Sends a receiver about fifty requests, most of them one after the other, and returns a grade for each
 * check.
 */
export async function gradeReceiver({ onGrade = () => {}, ...grading }: Grading): Promise<Grade[]> {
  const session = openSession(grading)
  const grades: Grade[] = []
  const add = (grade: Grade) => {
    grades.push(grade)
    onGrade(grade)
  }
  try {
    add(await gradeSigned(session))
    for (const check of [...refusedChecks, ...acceptedChecks]) add(await gradeNext(session, check, grades))
    for (const grade of responseGrades(session.exchanges, session.times)) add(grade)
    return grades
  } finally {
    session.close()
  }
}

type Session = ReturnType<typeof sendRequestsTo> & {
  receiver: FoundReceiver
  times: GradingTimes
  sample(): Sample
  endsAtMs: number
  exchanges: Exchange[]
  /** How a plain signed event was responded to. */
  baseline: Response
  hasStopped: boolean
}

function openSession({ receiver, secret, clock, times: given }: Omit<Grading, 'onGrade'>): Session {
  const times = { ...gradingTimes, ...given }
  const otherSecret = newSigningSecret()
  return {
    ...sendRequestsTo(receiver.address, 2 * times.deadlineMs),
    receiver,
    times,
    sample: () => ({ secret, otherSecret, now: clock.now() }),
    endsAtMs: performance.now() + times.maxDurationMs,
    exchanges: [],
    baseline: 'NONE',
    hasStopped: false,
  }
}

/**
 * A plain signed event, which decides what the others can show. When it is refused, the usual mistakes are
 * tried.
 */
async function gradeSigned(session: Session): Promise<Grade> {
  const exchanges = await exchangesOf(session, signedCheck)
  const [result] = exchanges.map((each) => each.result)
  session.baseline = result ? responseOf(result) : 'NONE'
  if (session.hasStopped) return stoppedGrade(signedCheck, exchanges)
  if (session.baseline === 'LATE') return unknownGrade(signedCheck, 'LATE', exchanges)
  if (session.baseline === 'ACCEPTED') return gradeOf(signedCheck, exchanges, session.baseline)
  const grade = failedGrade(signedCheck, exchanges)
  return session.baseline === 'REFUSED' ? { ...grade, ...(await findMistake(session)) } : grade
}

async function findMistake(session: Session): Promise<Pick<Grade, 'seen' | 'fix'> | undefined> {
  for (const mistake of signatureMistakes) {
    const result = await send(session, mistakenRequest(mistake, session.sample()))
    if (responseOf(result) === 'ACCEPTED') return { seen: worded(mistake.seen), fix: worded(mistake.fix) }
  }
  return undefined
}

async function gradeNext(session: Session, check: ReceiverCheck, before: Grade[]): Promise<Grade> {
  const obstacle = obstacleTo(session, check, before)
  if (obstacle) return unknownGrade(check, obstacle)
  const exchanges = await exchangesOf(session, check)
  if (session.hasStopped) return stoppedGrade(check, exchanges)
  // A redirect for what is forged too comes from before the receiver, and nothing shows what that would do.
  if (session.baseline === 'REDIRECTED' && check.id === 'forged' && isRedirected(exchanges))
    session.baseline = 'NONE'
  return gradeOf(check, exchanges, session.baseline)
}

function obstacleTo(session: Session, check: ReceiverCheck, before: Grade[]): Obstacle | undefined {
  if (session.hasStopped) return 'STOPPED'
  if (session.baseline === 'LATE') return 'NEEDS'
  if (performance.now() > session.endsAtMs) return 'OUT_OF_TIME'
  const accepts = session.baseline === 'ACCEPTED' || session.baseline === 'REDIRECTED'
  if (check.expects === 'ACCEPTED' && !accepts) return 'NEEDS'
  const isMissing = before.some(({ id, verdict }) => id === check.needs && verdict !== 'PASS')
  return isMissing ? 'NEEDS' : undefined
}

const isRedirected = (exchanges: Exchange[]) =>
  exchanges.some(({ result }) => responseOf(result) === 'REDIRECTED')

/** Makes the requests of a check, round by round, until the receiver stops. */
async function exchangesOf(session: Session, check: ReceiverCheck): Promise<Exchange[]> {
  const exchanges: Exchange[] = []
  for (const round of check.rounds(session.sample())) {
    const results = await Promise.all(round.map((request) => sendAgain(session, request)))
    round.forEach((request, nth) => {
      const result = results[nth]
      if (result) exchanges.push({ request, result })
    })
    if (session.hasStopped) break
  }
  session.exchanges.push(...exchanges)
  return exchanges
}

/**
 * Makes a request, and once more when its connection breaks: a kept connection may have been closed just
 * then. What breaks twice may have ended the receiver.
 */
async function sendAgain(session: Session, request: GradedRequest): Promise<RequestResult> {
  const first = await send(session, request)
  if (request.pace === 'CUT') await wait(session.times.settleMs)
  if (first.failure !== 'CONNECTION' || request.pace === 'CUT') return first
  const second = await send(session, request)
  if (second.failure === 'CONNECTION') session.hasStopped ||= !(await isReachable(session.receiver))
  return second
}

function send(session: Session, { headers, body, pace }: GradedRequest): Promise<RequestResult> {
  const { receiver, times } = session
  if (pace === undefined) return session.send(receiver.url, headers, body)
  const length = { 'content-length': String(Buffer.byteLength(body)) }
  const stream = pace === 'SLOW' ? paceBody(body, times.pauseMs) : paceBrokenBody(body, times.pauseMs)
  return session.send(receiver.url, { ...headers, ...length }, stream)
}
