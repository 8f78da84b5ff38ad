import type { Figure } from './compare-sides.ts'

/** One thing that was measured, perhaps against a goal. */
export type Finding = {
  name: string
  /** Findings of one kind are one line of docs/benchmarks.md, which shows the worst of them. */
  kind?: string
  value: number | null
  unit:
    | 'ratio'
    | 'ms'
    | 'KiB'
    | 'MiB'
    | 'requests/s'
    | '%'
    | '/s'
    | 'bytes'
    | 'couriers'
    | 'km'
    | 'min'
    | 'µs'
    | 'statements'
  /** Without one it is for information. */
  goal?: { atLeast: number } | { atMost: number }
  /** What was compared. */
  figures?: Figure[]
}

/** What was measured, with its unit. */
export function shown({ value, unit }: Finding): string {
  if (value === null) return 'unknown'
  if (unit === 'ratio') return value.toFixed(2)
  const isSmall = unit !== 'requests/s' && value < 10
  return `${isSmall ? value.toFixed(1) : Math.round(value).toLocaleString('en')} ${unit === 'requests/s' ? '/s' : unit}`
}

/** The goal, such as `at most 50`; empty without one. */
export function goalText({ goal }: Finding): string {
  if (!goal) return ''
  return 'atLeast' in goal ? `at least ${goal.atLeast}` : `at most ${goal.atMost}`
}

/** Whether the goal was reached, or by how much it was missed; empty without one. */
export function verdict(finding: Finding): string {
  const { goal, value } = finding
  if (!goal || value === null) return ''
  if (isReached(finding)) return 'reached'
  const wanted = 'atLeast' in goal ? goal.atLeast : goal.atMost
  return `missed by ${((Math.abs(value - wanted) / wanted) * 100).toFixed(0)} %`
}

/** Null without a goal or a value. */
export function isReached({ goal, value }: Finding): boolean | null {
  if (!goal || value === null) return null
  return 'atLeast' in goal ? value >= goal.atLeast : value <= goal.atMost
}
