import { availableParallelism } from 'node:os'
import type { Figure } from './compare-sides.ts'

/** One thing that was measured, perhaps against a goal. */
export type Finding = {
  name: string
  value: number | null
  unit: 'ratio' | 'ms' | 'KiB' | 'MiB' | 'requests/s' | '%' | '/s' | 'bytes'
  /** Without one it is for information. */
  goal?: { atLeast: number } | { atMost: number } | null
  /** What was compared. */
  figures?: Figure[]
}

/** The table for people, and the line of JSON for machines. Returns whether every goal was reached. */
export function printReport(findings: Finding[], about: Record<string, unknown>): boolean {
  const hardware = { cores: availableParallelism(), node: process.version, ...about }
  const facts = Object.entries(hardware).map(([name, value]) => `${name} ${value}`)
  console.log(`\n${facts.join(', ')}\n`)
  console.log(line('', ['requests/s', 'p50 ms', 'p99 ms', 'server µs', 'measured', 'goal']))
  for (const finding of findings) {
    for (const figure of finding.figures ?? []) console.log(figureLine(figure))
    console.log(line(finding.name, ['', '', '', '', shown(finding), goalText(finding)], verdict(finding)))
  }
  console.log(`\n${JSON.stringify({ ...hardware, findings: findings.map(forMachines) })}`)
  return findings.every((finding) => isReached(finding) !== false)
}

const line = (name: string, cells: string[], last = '') =>
  `${name.padEnd(50)}${cells.map((cell) => cell.padStart(12)).join('')}  ${last}`.trimEnd()

const figureLine = ({ name, requestsPerSecond, p50Ms, p99Ms, cpuMicrosPerRequest }: Figure) =>
  line(`  ${name}`, [
    requestsPerSecond.toFixed(0),
    p50Ms.toFixed(1),
    p99Ms.toFixed(1),
    cpuMicrosPerRequest?.toFixed(0) ?? '',
  ])

function shown({ value, unit }: Finding): string {
  if (value === null) return 'unknown'
  if (unit === 'ratio') return value.toFixed(2)
  const isSmall = unit !== 'requests/s' && value < 10
  return `${isSmall ? value.toFixed(1) : Math.round(value)} ${unit === 'requests/s' ? '/s' : unit}`
}

function goalText({ goal }: Finding): string {
  if (!goal) return ''
  return 'atLeast' in goal ? `>= ${goal.atLeast}` : `<= ${goal.atMost}`
}

function verdict(finding: Finding): string {
  const { goal, value } = finding
  if (!goal || value === null) return ''
  if (isReached(finding)) return 'reached'
  const wanted = 'atLeast' in goal ? goal.atLeast : goal.atMost
  return `missed by ${((Math.abs(value - wanted) / wanted) * 100).toFixed(0)} %`
}

function isReached({ goal, value }: Finding): boolean | null {
  if (!goal || value === null) return null
  return 'atLeast' in goal ? value >= goal.atLeast : value <= goal.atMost
}

const forMachines = (finding: Finding) => ({ ...finding, isReached: isReached(finding) })
