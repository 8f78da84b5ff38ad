import { proofRow, proofTable } from './proof-document.ts'
import type { Outcome, Pace, Trial } from './trial.ts'

/** How a trial ended. One that could not be made here has not passed. */
export type Result = {
  trial: Trial
  pace: Pace
  verdict: 'held' | 'failed' | 'not tried'
  /** Why it failed, or was not tried. */
  reasons: string[]
  outcome?: Outcome
}

type Deps = {
  print: (line: string) => void
  /** Keeps a result that was seen. */
  keep: (result: Result) => void
}

/** The trials of these names, or of names that begin so; all when there are none. Throws RangeError for an unknown one. */
export function chosenTrials(trials: readonly Trial[], names: readonly string[]): Trial[] {
  const isOf = ({ name }: Trial, word: string) => name === word || name.startsWith(`${word}-`)
  const unknown = names.filter((word) => !trials.some((trial) => isOf(trial, word)))
  if (unknown.length > 0)
    throw new RangeError(
      `No trial is called ${unknown.join(', ')}; there are ${trials.map(({ name }) => name).join(', ')}.`,
    )
  return trials.filter((trial) => names.length === 0 || names.some((word) => isOf(trial, word)))
}

/** Makes trials one after the other, prints each as it ends and all as a table; returns whether everything held. */
export async function runTrials(
  trials: readonly Trial[],
  pace: Pace,
  { print, keep }: Deps,
): Promise<boolean> {
  const results: Result[] = []
  for (const trial of trials) {
    print(`${trial.name} (${trial.database}): ${trial.what(trial.times[pace])}`)
    const result = await runTrial(trial, pace)
    print([`  ${summary(result)}`, ...result.reasons].join('\n    '))
    if (result.outcome) keep(result)
    results.push(result)
  }
  const made = results.filter((result) => result.outcome)
  if (made.length > 0) print(proofTable(made.map((result) => proofRow(result))).join('\n'))
  const count = (verdict: Result['verdict']) => results.filter((each) => each.verdict === verdict).length
  print(`${count('held')} held, ${count('failed')} failed, ${count('not tried')} not tried`)
  return count('failed') === 0 && count('held') > 0
}

function summary({ verdict, outcome }: Result): string {
  if (!outcome) return verdict
  const { tried, acknowledged, lost, doubled, failedRequests, seen } = outcome
  const counts = `${acknowledged} of ${tried} acknowledged, ${lost.length} lost, ${doubled.length} doubled`
  return `${verdict}: ${[counts, `${failedRequests} failed requests`, ...seen].join('; ')}`
}

async function runTrial(trial: Trial, pace: Pace): Promise<Result> {
  if (trial.skip) return { trial, pace, verdict: 'not tried', reasons: [trial.skip] }
  const [times, least] = [trial.times[pace], trial.least(trial.times[pace])]
  try {
    const outcome = await trial.run(times)
    const reasons = reasonsOf(outcome, trial)
    if (outcome.acknowledged < least)
      reasons.push(`proves nothing: ${outcome.acknowledged} acknowledged, ${least} at least are needed`)
    return { trial, pace, verdict: reasons.length === 0 ? 'held' : 'failed', reasons, outcome }
  } catch (error) {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
    return { trial, pace, verdict: 'failed', reasons: [`broke off: ${text}`] }
  }
}

const reasonsOf = ({ lost, doubled, broken, failedRequests }: Outcome, { isFelt }: Trial): string[] => [
  ...lost.map((what) => `lost: ${what}`),
  ...doubled.map((what) => `doubled: ${what}`),
  ...broken.map((what) => `not as promised: ${what}`),
  ...(isFelt && failedRequests === 0 ? ['proves nothing: no request failed, so nothing was felt of it'] : []),
]
