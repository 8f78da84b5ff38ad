import { once } from 'node:events'
import type { Load, Seen } from './load-generator.ts'
import { startWorker } from './processes.ts'

/** Puts loads on servers from a process of its own. */
export type LoadGenerator = { put(load: Load): Promise<Seen> }

/** One side of a comparison, over all its rounds. */
export type Figure = { requestsPerSecond: number; p50Ms: number; p99Ms: number }

export function startLoadGenerator(): LoadGenerator {
  const worker = startWorker('bench/support/load-generator.ts')
  return {
    put: async (load) => {
      worker.send(load)
      const [seen] = (await once(worker, 'message')) as [Seen]
      if (seen.refused + seen.broken > 0) {
        const { method, path } = load.requests[0] ?? {}
        throw new Error(`${method} ${path}: ${seen.refused} refused, ${seen.broken} broken; not a figure.`)
      }
      return seen
    },
  }
}

export type Pace = { rounds: number; seconds: number; warmUpSeconds: number }

/**
 * Measures two loads in short alternating rounds, since machines have moods: A B, B A, A B, … Answers the
 * median of the rounds' requests a second, and percentiles of all answers together.
 */
export async function duel(
  generator: LoadGenerator,
  loads: readonly [Omit<Load, 'seconds'>, Omit<Load, 'seconds'>],
  { rounds, seconds, warmUpSeconds }: Pace,
): Promise<[Figure, Figure]> {
  const seen: [Seen[], Seen[]] = [[], []]
  for (const load of loads) await generator.put({ ...load, seconds: warmUpSeconds })
  for (let round = 0; round < rounds; round += 1) {
    for (const side of round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
      seen[side].push(await generator.put({ ...loads[side], seconds }))
    }
  }
  return [figureOf(seen[0]), figureOf(seen[1])]
}

function figureOf(rounds: Seen[]): Figure {
  const latencies = Float64Array.from(rounds.flatMap(({ latenciesMs }) => [...latenciesMs])).sort()
  return {
    requestsPerSecond: median(rounds.map(({ requestsPerSecond }) => requestsPerSecond)),
    p50Ms: percentile(latencies, 0.5),
    p99Ms: percentile(latencies, 0.99),
  }
}

const percentile = (sorted: Float64Array, part: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0

function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = (sorted.length - 1) / 2
  return ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle)] ?? 0)) / 2
}
