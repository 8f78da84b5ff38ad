import { readFileSync, writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Figure } from './compare-sides.ts'
import { type Finding, goalText, shown, verdict } from './finding.ts'

const root = new URL('../../', import.meta.url)
const document = new URL('docs/benchmarks.md', root)

/** Whether the figures go into docs/benchmarks.md as well. */
export const isWriting = (): boolean => process.argv.includes('--write')

/** The command of the bench that runs, such as `bench:ledger`. Throws where package.json has none for it. */
export function commandOfBench(): string {
  const { scripts } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8')) as {
    scripts: Record<string, string>
  }
  const program = `node ${relative(fileURLToPath(root), process.argv[1] ?? '')}`
  const command = Object.keys(scripts).find((name) => scripts[name] === program)
  if (command === undefined) throw new Error(`package.json has no command for ${program}.`)
  return command
}

/** Puts what the running bench found into its section, in place of what it found the last time. */
export function writeSection(findings: Finding[], about: Record<string, unknown>): void {
  const text = readFileSync(document, 'utf8')
  writeFileSync(document, withSection(text, commandOfBench(), [aboutLine(about), '', ...table(findings)]))
}

/** `text` with `lines` after the line that names `command`, up to the end of the table that follows it. */
export function withSection(text: string, command: string, lines: string[]): string {
  const before = text.split('\n')
  const at = before.findIndex((line) => line.startsWith(`\`npm run ${command}\``))
  if (at === -1) throw new Error(`docs/benchmarks.md has no section of npm run ${command}.`)
  const heading = before.findIndex((line, index) => index > at && line.startsWith('#'))
  const end = heading === -1 ? before.length : heading
  const last = before.findLastIndex((line, index) => index < end && index > at && line.startsWith('|'))
  const [first = '', ...rest] = lines
  const after = before.slice(Math.max(at, last) + 1)
  return [...before.slice(0, at), `\`npm run ${command}\`, ${first}`, ...rest, ...after].join('\n')
}

/** When, and on what: `2026-11-27, 2 cores, Node 24.21.0, PostgreSQL 15.14`, and how much was done. */
function aboutLine({ cores, node, postgresql, ...pace }: Record<string, unknown>): string {
  const [day] = new Date().toISOString().split('T')
  const machine = [day, `${cores} cores`, `Node ${String(node).slice(1)}`]
  if (postgresql !== undefined) machine.push(`PostgreSQL ${postgresql}`)
  return [
    ...machine,
    ...Object.entries(pace).map(([name, value]) => `${words(name)} ${grouped(value)}`),
  ].join(', ')
}

const words = (name: string) => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)

const grouped = (value: unknown) => (typeof value === 'number' ? value.toLocaleString('en') : String(value))

function table(findings: Finding[]): string[] {
  return ['| | measured | goal |', '|---|---|---|', ...worstOfEachKind(findings).flatMap(rows)]
}

/** Of findings of one kind the one that is furthest from what one wishes, which says of how many it is. */
function worstOfEachKind(findings: Finding[]): Finding[] {
  const kinds = Map.groupBy(findings, ({ name, kind }) => kind ?? name)
  return [...kinds].map(([kind, [first, ...others]]) => {
    const worst = others.reduce((one, other) => (isWorse(other, one) ? other : one), first as Finding)
    if (worst.kind === undefined) return worst
    return { ...worst, name: `${kind}: the worst of ${others.length + 1}, ${worst.name}` }
  })
}

function isWorse(one: Finding, other: Finding): boolean {
  const isMoreBetter = one.goal != null && 'atLeast' in one.goal
  return isMoreBetter ? (one.value ?? 0) < (other.value ?? 0) : (one.value ?? 0) > (other.value ?? 0)
}

/** The rows of a finding; one that is nothing but its only figure is that figure's row. */
function rows(finding: Finding): string[] {
  const figures = (finding.figures ?? []).map(figureRow)
  if (!finding.goal && finding.figures?.some(({ name }) => name === finding.name)) return figures
  const goal = [goalText(finding), verdict(finding)].filter(Boolean).join(', ')
  return [...figures, `| ${finding.name} | ${shown(finding)} | ${goal} |`]
}

const figureRow = ({ name, requestsPerSecond, p50Ms, p99Ms }: Figure) =>
  `| ${name} | ${grouped(Math.round(requestsPerSecond))} /s, p50 ${p50Ms.toFixed(1)} ms, p99 ${p99Ms.toFixed(1)} ms | |`
