import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from 'node:test'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { quickWasm } from './colis-process.ts'
import { globalSetup, globalTeardown } from './global-setup.ts'
import { TestReport } from './test-report.ts'

/**
 * Runs the suite: `npm test` each promise on the database where it can fail, `npm run test:all` everything on both.
 * Files share processes, since importing the service costs more than most of them take; the slowest begin first.
 * Arguments are files; `--write-times` keeps what each file took, by which the next run is ordered.
 */
const { values, positionals } = parseArgs({
  options: { all: { type: 'boolean' }, 'write-times': { type: 'boolean' } },
  allowPositionals: true,
})

const root = fileURLToPath(new URL('../../', import.meta.url))
const timesFile = fileURLToPath(new URL('test-times.json', import.meta.url))

/** Seconds that each file took when times were last written; a file that is not listed takes `unknownSeconds`. */
const times: Record<string, number> = JSON.parse(readFileSync(timesFile, 'utf8'))
const unknownSeconds = 20

/** Files that `npm test` leaves to the whole suite: they install and build what is published, from registries. */
const wholeOnly = new Set(['test/generated-clients.test.ts', 'test/sdk-installs.test.ts'])

/** Files that change what a whole process shares, measure it, or end it. */
const alone = new Set<string>([
  // So many statements are prepared in a process, and no more.
  'test/prepared-plans.test.ts',
])

/** Run last: they look at the statements that all others sent, and at what their services logged. */
const lastFiles = new Set(['test/statements-on-both.test.ts', 'test/logs-of-the-suite.test.ts'])

/** A process is started for about this much work; more processes than cores, since tests also wait. */
const secondsOfProcess = 90
const processes = 4
/** So that a test that hangs ends: many times what any file takes, since a machine may be busy. */
const maxMinutesOfFile = values.all ? 120 : 40

/** A process that has run its tests and does not end, as something in it was left running, fails and says what it was. */
const endWithWhatIsLeft = `after(() => void setTimeout(() => {
  console.error('Its tests are done, and these keep the process alive: ' + process.getActiveResourcesInfo().join(', '))
  process.exit(1)
}, 60_000).unref())`

const folder = mkdtempSync(join(tmpdir(), 'colis-run-'))
process.env.TEST_STATEMENTS = join(folder, 'statements')
process.env.TEST_LOGS = join(folder, 'logs')
process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules/.cache/colis')
if (values.all) process.env.TEST_ALL = 'true'

const patterns =
  positionals.length > 0 ? positionals : ['src/**/*.test.ts', 'test/**/*.test.ts', 'sdk/**/*.test.ts']
const files = globSync(patterns, { cwd: root, exclude: ['**/node_modules/**'] })
  .filter((file) => values.all || positionals.length > 0 || !wholeOnly.has(file))
  .sort()

const report = new TestReport()
await globalSetup()
try {
  const others = files.filter((file) => !lastFiles.has(file))
  await runProcesses(processesOf(others))
  // By themselves they have nothing to look at.
  if (others.length === 0) delete process.env.TEST_LOGS
  const last = files.filter((file) => lastFiles.has(file))
  if (last.length > 0) await runProcesses([last])
} finally {
  await globalTeardown()
  rmSync(folder, { recursive: true, force: true })
}
if (values['write-times']) writeFileSync(timesFile, `${JSON.stringify(report.times(), null, 2)}\n`)
report.end()
process.exitCode = report.hasFailed ? 1 : 0

/** The files of each process, the longest first: slow files alone, small ones together. */
function processesOf(files: readonly string[]): string[][] {
  const secondsOf = (file: string) => times[file] ?? unknownSeconds
  const bySeconds = files.toSorted((a, b) => secondsOf(b) - secondsOf(a))
  const groups: string[][] = []
  let shared: string[] = []
  let seconds = 0
  for (const file of bySeconds) {
    if (alone.has(file) || secondsOf(file) >= secondsOfProcess) groups.push([file])
    else {
      shared.push(file)
      seconds += secondsOf(file)
      if (seconds < secondsOfProcess) continue
      groups.push(shared)
      shared = []
      seconds = 0
    }
  }
  return shared.length > 0 ? [...groups, shared] : groups
}

async function runProcesses(groups: readonly string[][]): Promise<void> {
  const entries = groups.map((group, nth) => {
    const entry = join(mkdtempSync(join(folder, 'process-')), `process-${nth}.test.ts`)
    writeFileSync(entry, entryOf(group))
    return entry
  })
  const events = run({ files: entries, concurrency: processes, cwd: root, execArgv: [quickWasm] })
  for await (const event of events) report.add(event)
}

/** A test file that registers others, each as a suite of its name, so that their hooks stay their own. */
function entryOf(group: readonly string[]): string {
  const suites = group.map((file) => {
    const address = pathToFileURL(join(root, file)).href
    const options = `{ timeout: ${maxMinutesOfFile * 60_000} }`
    return `describe(${JSON.stringify(file)}, ${options}, async () => void (await import(${JSON.stringify(address)})))`
  })
  return [`import { after, describe } from 'node:test'`, endWithWhatIsLeft, ...suites].join('\n')
}
