import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { postgresPrograms } from '../test/support/postgres-cluster.ts'
import { aboutRun, proofRow, whenItIs, withProofRow } from './support/proof-document.ts'
import { runBench } from './support/run-bench.ts'
import { chosenTrials, type Result, runTrials } from './support/run-trials.ts'
import { backupTrials } from './trials/backup-trials.ts'
import { clockTrials } from './trials/clock-trials.ts'
import { databaseTrials } from './trials/database-trials.ts'
import { embeddedTrials } from './trials/embedded-trials.ts'
import { hostileTrials } from './trials/hostile-trials.ts'
import { killTrials } from './trials/kill-trials.ts'
import { moneyTrials } from './trials/money-trials.ts'
import { retentionTrials } from './trials/retention-trials.ts'
import { serverTrials } from './trials/server-trials.ts'
import { standingStillTrials } from './trials/standing-still-trials.ts'
import { upgradeTrials } from './trials/upgrade-trials.ts'

/**
 * Does to the service what may happen to it while clients order, prints what was tried and what was lost, and writes it into
 * docs/proof.md; `--long` is the whole proof, names choose trials (`npm run prove -- kills pitr`), `--list` lists them. Ends
 * with 1 when anything was lost, doubled or not as promised, or when nothing was proved. A new trial is an entry of one of the
 * lists in bench/trials/.
 */
const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { long: { type: 'boolean', default: false }, list: { type: 'boolean', default: false } },
})
const trials = [
  ...killTrials,
  ...databaseTrials,
  ...embeddedTrials,
  ...standingStillTrials,
  ...clockTrials,
  ...serverTrials,
  ...upgradeTrials,
  ...backupTrials,
  ...hostileTrials,
  ...retentionTrials,
  ...moneyTrials,
]
const pace = options.long ? 'long' : 'short'
/** Of the programs as they were read: a commit that is made meanwhile is not what runs. */
const when = whenItIs()

async function main(): Promise<boolean> {
  const chosen = chosenTrials(trials, positionals)
  if (!options.list) return runTrials(chosen, pace, { print: console.log, keep })
  for (const { name, database, times, what } of chosen)
    console.log(`${name} (${database}): ${what(times[pace])}`)
  return true
}

function keep(result: Result): void {
  const text = readFileSync('docs/proof.md', 'utf8')
  const names = trials.map(({ name }) => name)
  const about = aboutRun(when, postgresVersion())
  writeFileSync('docs/proof.md', withProofRow(text, proofRow(result, when), about, names))
}

/** Such as `PostgreSQL 15.14`. */
function postgresVersion(): string {
  const programs = postgresPrograms()
  if (!programs) return 'without a PostgreSQL server'
  const said = execFileSync(join(programs, 'postgres'), ['--version'], { encoding: 'utf8' })
  return `PostgreSQL ${/[\d.]+/.exec(said)?.[0]}`
}

await runBench(main, { maxMinutes: options.long ? 480 : 180 })
