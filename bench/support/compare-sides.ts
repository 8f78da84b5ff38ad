import { once } from 'node:events'
import type { Load, PlannedRequest, Seen } from './load-generator.ts'
import { percentile } from './percentile.ts'
import { type Server, startWorker } from './processes.ts'

/** One side of a comparison: requests, and the server that answers them. */
type Side = { name: string; server: Server; requests: PlannedRequest[] }

/** What one side did, over all its rounds. */
export type Figure = {
  name: string
  requestsPerSecond: number
  p50Ms: number
  p99Ms: number
  /** Processor time of the server alone; null where the system does not say. */
  cpuMicrosPerRequest: number | null
}

type Pace = { rounds: number; seconds: number; warmUpSeconds: number; connections: number }

type Round = Seen & { cpuMicrosPerRequest: number | null }

/** Puts loads on servers from a process of its own. */
export type LoadGenerator = (load: Load) => Promise<Seen>

export function startLoadGenerator(): LoadGenerator {
  const worker = startWorker('bench/support/load-generator.ts')
  const gone = once(worker, 'exit').then(() => {
    throw new Error('The load generator ended.')
  })
  gone.catch(() => {})
  return async (load) => {
    worker.send(load)
    const [seen] = (await Promise.race([once(worker, 'message'), gone])) as [Seen]
    if (seen.refused + seen.broken === 0) return seen
    const { method, path } = load.requests[0] ?? {}
    throw new Error(`${method} ${path}: ${seen.refused} refused, ${seen.broken} broken. That is no figure.`)
  }
}

/**
 * Measures sides in short alternating rounds, since machines have moods: A B, B A, A B, … Returns for each
 * the median of its rounds, and percentiles of all its answers together.
 */
export async function compareSides(
  generate: LoadGenerator,
  sides: readonly Side[],
  pace: Pace,
): Promise<Figure[]> {
  const rounds = new Map<Side, Round[]>(sides.map((side) => [side, []]))
  for (const side of sides) await round(generate, side, pace.warmUpSeconds, pace)
  for (let number = 0; number < pace.rounds; number += 1) {
    for (const side of number % 2 === 0 ? sides : sides.toReversed()) {
      rounds.get(side)?.push(await round(generate, side, pace.seconds, pace))
    }
  }
  return sides.map((side) => figureOf(side.name, rounds.get(side) ?? []))
}

async function round(
  generate: LoadGenerator,
  { server, requests }: Side,
  seconds: number,
  { connections }: Pace,
): Promise<Round> {
  const before = server.cpuMs()
  const seen = await generate({ url: server.url, requests, connections, seconds })
  const after = server.cpuMs()
  const answers = seen.latenciesMs.length
  const isKnown = before !== null && after !== null && answers > 0
  const cpuMicrosPerRequest = isKnown ? ((after - before) * 1000) / answers : null
  return { ...seen, cpuMicrosPerRequest }
}

function figureOf(name: string, rounds: Round[]): Figure {
  const latencies = Float64Array.from(rounds.flatMap(({ latenciesMs }) => [...latenciesMs])).sort()
  const cpu = rounds.flatMap(({ cpuMicrosPerRequest }) => cpuMicrosPerRequest ?? [])
  return {
    name,
    requestsPerSecond: median(rounds.map(({ requestsPerSecond }) => requestsPerSecond)),
    p50Ms: percentile(latencies, 0.5),
    p99Ms: percentile(latencies, 0.99),
    cpuMicrosPerRequest: cpu.length === 0 ? null : median(cpu),
  }
}

function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = (sorted.length - 1) / 2
  return ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle)] ?? 0)) / 2
}
