import { type Language, type Wording, worded } from '../words.ts'
import { type Exchange, type Grade, responseOf } from './receiver-grade.ts'

/** By when a response must come, and from when on it is so slow that it may come too late one day, in ms. */
export type ResponseTimes = { deadlineMs: number; slowMs: number }

/**
 * What the responses of all checks show together: how long they took, and how much was in them (spec 6.5).
 */
export const responseGrades = (exchanges: Exchange[], times: ResponseTimes): Grade[] => [
  timeGrade(
    exchanges.filter(({ request }) => request.pace === undefined),
    times,
  ),
  lengthGrade(exchanges),
]

const answerFirst = worded(
  'Store the event, respond, then work: whatever takes time (mail, invoice, a call to another service) comes after the response.',
)

function timeGrade(exchanges: Exchange[], { deadlineMs, slowMs }: ResponseTimes): Grade {
  const slowest = exchanges.reduce<Exchange | undefined>(
    (slowest, each) => (each.result.durationMs > (slowest?.result.durationMs ?? -1) ? each : slowest),
    undefined,
  )
  const tookMs = slowest?.result.durationMs ?? 0
  const grade = {
    id: 'in-time',
    title: worded((t, language) =>
      t('Every response comes within {time}', { time: inSeconds(deadlineMs, language) }),
    ),
    eventIds: slowest ? [slowest.request.message.id] : [],
  }
  if (slowest === undefined || tookMs <= slowMs) return { ...grade, verdict: 'PASS', eventIds: [] }
  const verdict = tookMs > deadlineMs ? ('FAIL' as const) : ('WARN' as const)
  return { ...grade, verdict, seen: timeSeen(slowest), fix: answerFirst }
}

function timeSeen({ request, result }: Exchange): Wording {
  const { type } = request.message
  const message =
    responseOf(result) === 'LATE'
      ? 'Your receiver had not responded to an event {type} after {time}.'
      : 'Your receiver took {time} to respond to an event {type}.'
  return worded((t, language) => t(message, { type, time: inSeconds(result.durationMs, language) }))
}

/** How much of a response is stored, in bytes (decision 40). */
const keptBytes = 2 * 1024

function lengthGrade(exchanges: Exchange[]): Grade {
  const long = exchanges.find(({ result }) => Buffer.byteLength(result.excerpt ?? '') >= keptBytes)
  const grade = { id: 'brief', title: worded('Responses are brief') }
  if (!long) return { ...grade, verdict: 'PASS', eventIds: [] }
  return {
    ...grade,
    verdict: 'WARN',
    seen: worded('Your receiver responded with more than 2 KB.'),
    fix: worded('Respond with 204 and no body: Colis keeps only 2 KB of a response and reads only 16.'),
    eventIds: [long.request.message.id],
  }
}

function inSeconds(ms: number, language: Language): string {
  const seconds = String(Math.round(ms / 100) / 10)
  return `${language === 'fr' ? seconds.replace('.', ',') : seconds} s`
}
