import type { FaultScene } from './fault-scene.ts'

type Settled = Awaited<ReturnType<FaultScene['settle']>>

/** The line above the table in docs/proof.md, and its head. */
const head = [
  '| Fault | Tried | Lost | Doubled | What clients saw | Healed after |',
  '|---|---|---|---|---|---|',
]

/** What a run came to, as a row of the table. */
export function faultRow(name: string, run: Settled): string {
  const lost = [
    [run.lostOrders, 'orders'],
    [run.lostEvents, 'events'],
    [run.refusedSignatures, 'refused signatures'],
  ] as const
  const doubled = [
    [run.doubledOrders, 'orders'],
    [run.resentEvents, 'webhooks sent again'],
  ] as const
  const counts = (all: readonly (readonly [number, string])[]) =>
    all.flatMap(([count, what]) => (count === 0 ? [] : [`${count} ${what}`])).join(', ') || '0'
  const tried = `${run.orders} orders, ${run.events} events`
  const saw = [run.saw.join(', '), `the slowest after ${seconds(run.slowestMs)}`, ...run.notes].join('; ')
  return `| ${[name, tried, counts(lost), counts(doubled), saw, seconds(run.healedAfterMs)].join(' | ')} |`
}

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`

/** The text with these rows in its table: those of faults that it has are replaced, others are added at the end. */
export function withRows(text: string, rows: readonly string[]): string {
  const lines = text.split('\n')
  const at = lines.indexOf(head[0] ?? '')
  if (at < 0) throw new Error('docs/proof.md has no table of faults.')
  let end = at + head.length
  while (lines[end]?.startsWith('|')) end += 1
  const table = new Map([...lines.slice(at + head.length, end), ...rows].map((row) => [nameOf(row), row]))
  return [...lines.slice(0, at), ...head, ...table.values(), ...lines.slice(end)].join('\n')
}

const nameOf = (row: string): string => row.split('|')[1]?.trim() ?? ''
