import type { Wording } from '../../../base/kernel/language.ts'
import { type Exchange, type Grade, responseOf } from './receiver-grade.ts'

/** By when a response must come, and from when on it is so slow that it may come too late one day, in ms. */
export type ResponseTimes = { deadlineMs: number; slowMs: number }

/** What the responses of all checks show together: how long they took, and how much was in them (spec 6.5). */
export const responseGrades = (exchanges: Exchange[], times: ResponseTimes): Grade[] => [
  timeGrade(
    exchanges.filter(({ request }) => request.pace === undefined),
    times,
  ),
  lengthGrade(exchanges),
]

const answerFirst = {
  fr: 'Enregistrez l’événement, répondez, puis travaillez : ce qui prend du temps (e-mail, facture, appel d’un autre service) vient après la réponse.',
  en: 'Store the event, respond, then work: whatever takes time (mail, invoice, a call to another service) comes after the response.',
}

function timeGrade(exchanges: Exchange[], { deadlineMs, slowMs }: ResponseTimes): Grade {
  const slowest = exchanges.reduce<Exchange | undefined>(
    (slowest, each) => (each.result.durationMs > (slowest?.result.durationMs ?? -1) ? each : slowest),
    undefined,
  )
  const tookMs = slowest?.result.durationMs ?? 0
  const grade = {
    id: 'in-time',
    title: {
      fr: `Chaque réponse vient en moins de ${inSeconds(deadlineMs).fr}`,
      en: `Every response comes within ${inSeconds(deadlineMs).en}`,
    },
    eventIds: slowest ? [slowest.request.message.id] : [],
  }
  if (slowest === undefined || tookMs <= slowMs) return { ...grade, verdict: 'PASS', eventIds: [] }
  const verdict = tookMs > deadlineMs ? ('FAIL' as const) : ('WARN' as const)
  return { ...grade, verdict, seen: timeSeen(slowest), fix: answerFirst }
}

function timeSeen({ request, result }: Exchange): Wording {
  const { type } = request.message
  const took = inSeconds(result.durationMs)
  return responseOf(result) === 'LATE'
    ? {
        fr: `Votre récepteur n’avait toujours pas répondu à un événement ${type} après ${took.fr}.`,
        en: `Your receiver had not responded to an event ${type} after ${took.en}.`,
      }
    : {
        fr: `Votre récepteur a mis ${took.fr} à répondre à un événement ${type}.`,
        en: `Your receiver took ${took.en} to respond to an event ${type}.`,
      }
}

/** How much of a response is stored, in bytes (decision 40). */
const keptBytes = 2 * 1024

function lengthGrade(exchanges: Exchange[]): Grade {
  const long = exchanges.find(({ result }) => Buffer.byteLength(result.excerpt ?? '') >= keptBytes)
  const grade = { id: 'brief', title: { fr: 'Les réponses sont brèves', en: 'Responses are brief' } }
  if (!long) return { ...grade, verdict: 'PASS', eventIds: [] }
  return {
    ...grade,
    verdict: 'WARN',
    seen: {
      fr: 'Votre récepteur a répondu par plus de 2 Ko.',
      en: 'Your receiver responded with more than 2 KB.',
    },
    fix: {
      fr: 'Répondez 204 sans corps : Colis ne garde que 2 Ko d’une réponse et n’en lit que 16.',
      en: 'Respond with 204 and no body: Colis keeps only 2 KB of a response and reads only 16.',
    },
    eventIds: [long.request.message.id],
  }
}

function inSeconds(ms: number): Wording {
  const seconds = Math.round(ms / 100) / 10
  return { fr: `${String(seconds).replace('.', ',')} s`, en: `${seconds} s` }
}
