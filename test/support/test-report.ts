import type { TestEvent } from 'node:test/reporters'
import { inspect } from 'node:util'

type Failure = { path: string; error: unknown }

/** The last lines of a run are often all that is kept of it, so that they say what failed and not only where. */
const maxShortLines = 12
const shortly = (error: unknown): string =>
  inspect(error, { depth: 4 })
    .split('\n')
    .slice(0, maxShortLines)
    .map((line) => `    ${line.slice(0, 300)}`)
    .join('\n')

/** What a run of the suite prints: a line for each file with its failures, and at the end their names and the counts. */
export class TestReport {
  readonly #names: string[] = []
  readonly #failures: Failure[] = []
  readonly #skips = new Map<string, number>()
  readonly #secondsOf: Record<string, number> = {}
  #printed = 0
  #file = { passed: 0, failed: 0, skipped: 0 }
  #passed = 0
  #failed = 0
  #skipped = 0
  readonly #startedAt = performance.now()

  /** Takes an event of the runner. Those of one process come in the order of its tests, and not between another's. */
  add(event: TestEvent): void {
    if (event.type === 'test:start') {
      this.#names.length = event.data.nesting
      this.#names.push(event.data.name)
    }
    if (event.type === 'test:stderr') process.stderr.write(event.data.message)
    if (event.type === 'test:diagnostic' && event.data.nesting > 0) console.log(`  ${event.data.message}`)
    if (event.type !== 'test:pass' && event.type !== 'test:fail') return
    const { name, nesting, details } = event.data
    this.#names.length = nesting
    this.#names.push(name)
    if (event.type === 'test:fail') this.#fail(event.data.details.error, details.type)
    else if (details.type !== 'suite') this.#pass(event.data.skip)
    if (nesting === 0) this.#endFile(name, details.duration_ms)
  }

  get hasFailed(): boolean {
    return this.#failures.length > 0 || this.#passed === 0
  }

  /** Seconds that each file took, sorted by name. */
  times(): Record<string, number> {
    const entries = Object.entries(this.#secondsOf).sort(([a], [b]) => a.localeCompare(b))
    return Object.fromEntries(entries)
  }

  end(): void {
    for (const [reason, count] of this.#skips) console.log(`\n${count} skipped: ${reason}`)
    for (const { path, error } of this.#failures) console.log(`✖ ${path}\n${shortly(error)}`)
    const minutes = (performance.now() - this.#startedAt) / 60_000
    console.log(`\nThe suite took ${minutes.toFixed(1)} minutes.`)
    console.log(`${this.#passed} passed, ${this.#failed} failed, ${this.#skipped} skipped`)
  }

  #pass(skip: string | boolean | undefined): void {
    if (skip === undefined || skip === false) {
      this.#passed += 1
      this.#file.passed += 1
      return
    }
    this.#skipped += 1
    this.#file.skipped += 1
    const reason = skip === true || skip === '' ? this.#names.join(' > ') : skip
    this.#skips.set(reason, (this.#skips.get(reason) ?? 0) + 1)
  }

  /** A suite fails with its tests, which are reported by themselves; by its own hooks it fails alone. */
  #fail(error: Error & { failureType?: string }, type: string | undefined): void {
    if (type === 'suite' && error.failureType === 'subtestsFailed') return
    this.#failed += 1
    this.#file.failed += 1
    this.#failures.push({ path: this.#names.join(' > '), error: error.cause ?? error })
  }

  #endFile(name: string, durationMs: number): void {
    const { passed, failed, skipped } = this.#file
    this.#file = { passed: 0, failed: 0, skipped: 0 }
    const seconds = Math.round(durationMs / 100) / 10
    this.#secondsOf[name] = seconds
    const counts = [`${passed} passed`, failed && `${failed} failed`, skipped && `${skipped} skipped`].filter(
      Boolean,
    )
    console.log(`${failed ? '✖' : '✔'} ${name}: ${counts.join(', ')}, ${seconds} s`)
    for (const { path, error } of this.#failures.slice(this.#printed))
      console.log(`\n✖ ${path}\n${inspect(error, { depth: 8 })}\n`)
    this.#printed = this.#failures.length
  }
}
