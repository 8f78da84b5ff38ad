import { availableParallelism } from 'node:os'
import type { Figure } from './duel.ts'

/** One thing that was measured against a goal. */
export type Finding = {
  name: string
  value: number | null
  unit: 'ratio' | 'ms' | 'MiB' | 'requests/s'
  goal: { atLeast: number } | { atMost: number } | null
  /** Both sides of a comparison, with what they are called. */
  sides?: [string, Figure][]
}

/** The table for people, and the line of JSON for machines. */
export function printReport(findings: Finding[], about: Record<string, unknown>): void {
  const hardware = { cores: availableParallelism(), node: process.version, ...about }
  console.log(
    `\n${Object.entries(hardware)
      .map(([name, value]) => `${name} ${value}`)
      .join(', ')}\n`,
  )
  console.log(line('', 'requests/s', 'p50 ms', 'p99 ms', 'measured', 'goal', ''))
  for (const finding of findings) {
    console.log(line(finding.name, '', '', '', shown(finding), goalText(finding), verdict(finding)))
    for (const [name, { requestsPerSecond, p50Ms, p99Ms }] of finding.sides ?? []) {
      console.log(
        line(`  ${name}`, requestsPerSecond.toFixed(0), p50Ms.toFixed(1), p99Ms.toFixed(1), '', '', ''),
      )
    }
  }
  console.log(`\n${JSON.stringify({ ...hardware, findings: findings.map(forMachines) })}`)
}

const line = (name: string, ...cells: string[]) =>
  [name.padEnd(46), ...cells.map((cell, i) => (i < 5 ? cell.padStart(12) : `  ${cell}`))].join('').trimEnd()

function shown({ value, unit }: Finding): string {
  if (value === null) return 'unknown'
  return unit === 'ratio' ? value.toFixed(2) : `${Math.round(value)} ${unit === 'requests/s' ? '/s' : unit}`
}

function goalText({ goal }: Finding): string {
  if (!goal) return ''
  return 'atLeast' in goal ? `>= ${goal.atLeast}` : `<= ${goal.atMost}`
}

function verdict(finding: Finding): string {
  const { goal, value } = finding
  if (!goal || value === null) return 'for information'
  if (isReached(finding)) return 'reached'
  const wanted = 'atLeast' in goal ? goal.atLeast : goal.atMost
  return `missed by ${((Math.abs(value - wanted) / wanted) * 100).toFixed(0)} %`
}

function isReached({ goal, value }: Finding): boolean | null {
  if (!goal || value === null) return null
  return 'atLeast' in goal ? value >= goal.atLeast : value <= goal.atMost
}

function forMachines(finding: Finding) {
  const { sides, ...rest } = finding
  return { ...rest, isReached: isReached(finding), ...(sides && { sides: Object.fromEntries(sides) }) }
}
