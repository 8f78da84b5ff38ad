import { ApiError, errorBody } from '../base/contract/errors.ts'
import { systemClock } from '../base/kernel/clock.ts'
import type { Language, Wording } from '../base/kernel/language.ts'
import { newSigningSecret } from '../domain/webhooks/endpoints/signing-secret.ts'
import { type FoundReceiver, findReceiver } from '../domain/webhooks/grading/find-receiver.ts'
import { type GradingTimes, gradeReceiver } from '../domain/webhooks/grading/grade-receiver.ts'
import type { Grade, Verdict } from '../domain/webhooks/grading/receiver-grade.ts'
import { CommandRefused } from './commands/command-context.ts'

type GradeReceiverOptions = {
  /** The address of the receiver. */
  url: string
  language: Language
  /** Print one JSON object instead of lines. */
  json?: boolean
  times?: Partial<GradingTimes>
}

export type GradeReceiverDeps = {
  print(line: string): void
  /** The signing secret of the environment, if it has one. */
  secret: string | undefined
  /** Asks at the terminal without showing what is typed; undefined when there is no input. */
  ask(question: string): Promise<string | undefined>
  /** Whether somebody can start a receiver while this waits. */
  isTerminal: boolean
}

/**
 * Grades a partner's receiver and prints what it does wrong and how to fix it. Returns whether every check passed.
 * Throws CommandRefused when there is no secret, or no receiver at the address.
 */
export async function gradeReceiverAt(
  { url, language, json = false, times = {} }: GradeReceiverOptions,
  deps: GradeReceiverDeps,
): Promise<boolean> {
  const secret = await secretFor(language, deps)
  const receiver = await receiverAt(url, language)
  if (!json) deps.print(`${wording.receiver[language]} ${receiver.url}\n`)
  const onGrade = (grade: Grade) => {
    if (!json) deps.print(gradeLines(grade, language).join('\n'))
  }
  const grades = await gradeReceiver({ receiver, secret, clock: systemClock, times, onGrade })
  const isPassed = grades.every(({ verdict }) => verdict === 'PASS' || verdict === 'WARN')
  const own = ownCheck(grades)[language]
  if (json) deps.print(JSON.stringify(reportOf(receiver, isPassed, grades, own, language)))
  else deps.print(`\n${summaryOf(grades, language)}\n${own}`)
  return isPassed
}

/** The receiver's secret: of the environment, typed when asked, or a new one to start the receiver with. */
async function secretFor(language: Language, { print, secret, ask, isTerminal }: GradeReceiverDeps) {
  const given = secret ?? (await ask(wording.askSecret[language]))
  if (given) {
    if (!/^whsec_\S+$/.test(given)) throw new CommandRefused(wording.notASecret[language])
    return given
  }
  const made = newSigningSecret()
  const how = wording.startWith[language].replace('{secret}', made)
  if (given === undefined || !isTerminal) throw new CommandRefused(`${wording.noSecret[language]}\n${how}`)
  print(how)
  if ((await ask(wording.askStarted[language])) === undefined)
    throw new CommandRefused(wording.stopped[language])
  return made
}

async function receiverAt(url: string, language: Language): Promise<FoundReceiver> {
  const found = await findReceiver(url).catch((error: unknown) => {
    if (error instanceof ApiError) throw new CommandRefused(errorBody(error, language).message)
    throw error
  })
  if (!found) throw new CommandRefused(wording.nobody[language].replace('{origin}', new URL(url).origin))
  return found
}

function gradeLines({ title, verdict, seen, fix }: Grade, language: Language): string[] {
  const more = [seen?.[language], fix && `→ ${fix[language]}`].filter((line) => line !== undefined)
  return [`${verdicts[verdict][language].padEnd(10)}${title[language]}`, ...more.map((line) => indent + line)]
}

const indent = ' '.repeat(10)

const verdicts: Record<Verdict, Wording> = {
  PASS: { fr: 'bon', en: 'good' },
  WARN: { fr: 'à revoir', en: 'doubtful' },
  FAIL: { fr: 'DÉFAUT', en: 'FAULT' },
  UNKNOWN: { fr: 'inconnu', en: 'unknown' },
}

function summaryOf(grades: Grade[], language: Language): string {
  const counted = (['PASS', 'WARN', 'FAIL', 'UNKNOWN'] as const)
    .map((verdict) => ({ verdict, count: grades.filter((grade) => grade.verdict === verdict).length }))
    .filter(({ count }) => count > 0)
    .map(({ verdict, count }) => `${count} ${counts[verdict][count > 1 ? 'many' : 'one'][language]}`)
  return `${wording.checks[language].replace('{count}', String(grades.length))} ${counted.join(', ')}.`
}

const counts: Record<Verdict, { one: Wording; many: Wording }> = {
  PASS: { one: { fr: 'bon', en: 'good' }, many: { fr: 'bons', en: 'good' } },
  WARN: { one: { fr: 'à revoir', en: 'doubtful' }, many: { fr: 'à revoir', en: 'doubtful' } },
  FAIL: { one: { fr: 'défaut', en: 'fault' }, many: { fr: 'défauts', en: 'faults' } },
  UNKNOWN: { one: { fr: 'inconnu', en: 'unknown' }, many: { fr: 'inconnus', en: 'unknown' } },
}

/** What only the developer can see: whether what came twice was processed once. */
function ownCheck(grades: Grade[]): Wording {
  const ids = grades
    .filter(({ id }) => id === 'repeated' || id === 'at-once')
    .flatMap(({ eventIds }) => eventIds)
    .join(', ')
  return ids === ''
    ? wording.processedOnce
    : {
        fr: `${wording.processedOnce.fr} Cherchez-y ${ids}.`,
        en: `${wording.processedOnce.en} Look there for ${ids}.`,
      }
}

const reportOf = (
  receiver: FoundReceiver,
  isPassed: boolean,
  grades: Grade[],
  own: string,
  language: Language,
) => ({
  url: receiver.url,
  passed: isPassed,
  checks: grades.map(({ id, title, verdict, seen, fix, eventIds }) => ({
    id,
    title: title[language],
    verdict,
    seen: seen?.[language] ?? null,
    fix: fix?.[language] ?? null,
    eventIds,
  })),
  checkYourself: own,
})

/** What the command says around the grades. */
const wording = {
  receiver: { fr: 'Récepteur :', en: 'Receiver:' },
  askSecret: {
    fr: 'Secret de signature (whsec_…), ou Entrée pour en créer un : ',
    en: 'Signing secret (whsec_…), or Enter to make one: ',
  },
  askStarted: {
    fr: 'Appuyez sur Entrée quand le récepteur tourne avec ce secret. ',
    en: 'Press Enter when the receiver runs with this secret. ',
  },
  startWith: {
    fr: 'Démarrez votre récepteur avec ce nouveau secret, par exemple :\nWEBHOOK_SECRET={secret} node receiver.ts',
    en: 'Start your receiver with this new secret, for example:\nWEBHOOK_SECRET={secret} node receiver.ts',
  },
  noSecret: {
    fr: 'Il manque le secret de signature : mettez dans WEBHOOK_SECRET celui de votre récepteur.',
    en: 'There is no signing secret: put that of your receiver in WEBHOOK_SECRET.',
  },
  notASecret: {
    fr: 'Un secret de signature commence par whsec_.',
    en: 'A signing secret begins with whsec_.',
  },
  stopped: { fr: 'Rien n’a été envoyé.', en: 'Nothing was sent.' },
  nobody: {
    fr: 'Rien ne répond sur {origin} : vérifiez l’adresse, et démarrez d’abord votre récepteur.',
    en: 'Nothing answers on {origin}: check the address, and start your receiver first.',
  },
  checks: { fr: '{count} contrôles :', en: '{count} checks:' },
  processedOnce: {
    fr: 'À vérifier vous-même, car cela ne se voit pas d’ici : un événement reçu deux fois n’est traité qu’une fois dans vos données.',
    en: 'Check yourself, since it cannot be seen from here: an event that came twice is processed once in your data.',
  },
} satisfies Record<string, Wording>
