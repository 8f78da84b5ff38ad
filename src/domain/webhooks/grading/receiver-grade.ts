import type { Wording } from '../../../base/kernel/language.ts'
import type { RequestResult } from '../sending/send-request.ts'
import type { GradedRequest } from './graded-request.ts'
import type { ReceiverCheck } from './receiver-check.ts'

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

const obstacles: Record<Obstacle, Wording> = {
  NEEDS: {
    fr: 'On ne le voit pas encore : corrigez d’abord ce qui précède.',
    en: 'This cannot be seen yet: fix first what stands above.',
  },
  STOPPED: {
    fr: 'On ne le voit plus : votre récepteur n’accepte plus de connexion.',
    en: 'This cannot be seen any more: your receiver accepts no connections now.',
  },
  OUT_OF_TIME: {
    fr: 'Le temps a manqué : votre récepteur répond trop lentement.',
    en: 'There was no time left: your receiver responds too slowly.',
  },
  LATE: {
    fr: 'On ne le voit pas : aucune réponse n’est venue à temps.',
    en: 'This cannot be seen: no response came in time.',
  },
}

/** The grade of a check that shows nothing. */
export const unknownGrade = (
  { id, title }: ReceiverCheck,
  obstacle: Obstacle,
  sent: Exchange[] = [],
): Grade => ({
  id,
  title,
  verdict: 'UNKNOWN',
  seen: obstacles[obstacle],
  eventIds: eventIdsOf(sent),
})

/**
 * The grade of a check by its exchanges. `baseline` is how a plain signed event was responded to: a receiver that
 * redirects what it accepts refuses nothing by a redirect, and of one that accepts nothing a refusal shows nothing.
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
  return { id: check.id, title: check.title, verdict: 'PASS', eventIds: eventIdsOf(exchanges) }
}

const acceptedBy = (baseline: Response): Response => (baseline === 'REDIRECTED' ? 'REDIRECTED' : 'ACCEPTED')

/** The grade of a check whose requests were responded to as they must not be. */
export function failedGrade(check: ReceiverCheck, wrong: Exchange[]): Grade {
  const { id, title, sent } = check
  const [first] = wrong
  const status = first?.result.httpStatus ?? null
  const types = [...new Set(wrong.map(({ request }) => request.message.type))].join(', ')
  const hint = check.expects === 'ACCEPTED' ? hintFor(status, id === 'signed') : undefined
  const [fr, en] = [sent.fr.replace('{types}', types), sent.en.replace('{types}', types)]
  const seen = first?.result.failure === 'TLS' ? tlsSeen : seenOf(status, { fr, en })
  const fix = first?.result.failure === 'TLS' ? tlsFix : (hint ?? check.fix)
  return { id, title, verdict: 'FAIL', seen, fix, eventIds: eventIdsOf(wrong) }
}

const seenOf = (status: number | null, { fr, en }: Wording): Wording =>
  status === null
    ? {
        fr: `Votre récepteur a coupé la connexion sans répondre à ${fr}.`,
        en: `Your receiver closed the connection without a response to ${en}.`,
      }
    : {
        fr: `Votre récepteur a répondu ${status} à ${fr}.`,
        en: `Your receiver responded with ${status} to ${en}.`,
      }

const tlsSeen = {
  fr: 'La connexion https n’a pas pu être établie.',
  en: 'The https connection could not be made.',
}
const tlsFix = {
  fr: 'Installez un certificat valable pour ce nom, avec toute sa chaîne : Colis n’en accepte pas d’autre.',
  en: 'Install a certificate that is valid for this name, with its whole chain: Colis accepts no other.',
}

/** What a status suggests where 2xx was due; most of them only when even a plain signed event meets them. */
function hintFor(status: number | null, isPlain: boolean): Wording | undefined {
  if (status === null) return undefined
  if (status >= 300 && status < 400) return redirectHint
  if (status === 429) return limitHint
  if (!isPlain) return undefined
  if ([401, 403, 419].includes(status)) return guardHint
  if ([404, 405].includes(status)) return pathHint
  return status >= 500 ? errorHint : undefined
}

const redirectHint = {
  fr: 'Colis ne suit pas les redirections : donnez l’adresse finale (https, barre oblique finale comprise), ou répondez 2xx à celle-ci.',
  en: 'Colis follows no redirects: give the final address (https, with its final slash), or respond with 2xx at this one.',
}
const limitHint = {
  fr: 'Une limite de débit refuse des événements : exemptez-en cette adresse, plusieurs événements peuvent arriver dans la même seconde.',
  en: 'A rate limit refuses events: exempt this address, since several events may come within a second.',
}
const guardHint = {
  fr: 'Un contrôle placé avant votre code (session, jeton CSRF, mot de passe) refuse sans doute la requête : exemptez-en cette adresse, ou vérifiez que le secret est bien le même.',
  en: 'A guard before your code (session, CSRF token, password) probably refuses the request: exempt this address, or check that the secret is the same.',
}
const pathHint = {
  fr: 'Vérifiez le chemin, et que POST y est permis ; répondez 2xx aussi pour une livraison que vous ne connaissez pas.',
  en: 'Check the path, and that POST is allowed there; respond with 2xx for a delivery that you do not know, too.',
}
const errorHint = {
  fr: 'Votre code s’arrête sur une erreur, que son journal nomme ; WEBHOOK_SECRET lui manque peut-être.',
  en: 'Your code fails with an error, which its log names; perhaps it has no WEBHOOK_SECRET.',
}

/** The grade of the check at which a receiver ceased to accept connections. */
export const stoppedGrade = (check: ReceiverCheck, exchanges: Exchange[]): Grade => ({
  ...failedGrade(check, exchanges),
  seen: {
    fr: `Votre récepteur n’accepte plus de connexion après ${afterWording(check).fr}.`,
    en: `Your receiver accepts no more connections after ${afterWording(check).en}.`,
  },
  fix: check.id === brokenConnectionId ? check.fix : stoppedFix,
})

/** The check whose own advice fits a receiver that has stopped. */
const brokenConnectionId = 'broken-connection'

const stoppedFix = {
  fr: 'Traitez l’erreur de chaque requête là où elle survient : aucune requête ne doit arrêter le processus.',
  en: 'Handle the error of each request where it happens: no request may end the process.',
}

const afterWording = ({ id, sent }: ReceiverCheck): Wording =>
  id === brokenConnectionId
    ? { fr: 'une connexion coupée au milieu d’un événement', en: 'a connection that broke within an event' }
    : { fr: sent.fr.replace(' {types}', ''), en: sent.en.replace(' {types}', '') }

const eventIdsOf = (exchanges: Exchange[]) => [...new Set(exchanges.map(({ request }) => request.message.id))]
