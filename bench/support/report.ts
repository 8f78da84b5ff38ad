import { availableParallelism } from 'node:os'
import { isWriting, writeSection } from './benchmarks-document.ts'
import type { Figure } from './compare-sides.ts'
import { type Finding, goalText, isReached, shown, verdict } from './finding.ts'

/**
 * The table for people, and the line of JSON for machines; with `--write` the section of this bench in
 * docs/benchmarks.md too. Returns whether every goal was reached.
 */
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
  if (isWriting()) writeSection(findings, hardware)
  return findings.every((finding) => isReached(finding) !== false)
}

const line = (name: string, cells: string[], last = '') =>
  `${name.padEnd(50)}${cells.map((cell) => cell.padStart(14)).join('')}  ${last}`.trimEnd()

const figureLine = ({ name, requestsPerSecond, p50Ms, p99Ms, cpuMicrosPerRequest }: Figure) =>
  line(`  ${name}`, [
    requestsPerSecond.toFixed(0),
    p50Ms.toFixed(1),
    p99Ms.toFixed(1),
    cpuMicrosPerRequest?.toFixed(0) ?? '',
  ])

const forMachines = (finding: Finding) => ({ ...finding, isReached: isReached(finding) })
