import { execFileSync } from 'node:child_process'
import { availableParallelism } from 'node:os'
import type { Result } from './run-trials.ts'

/** The head of the table in docs/proof.md; the line above it says what the last run was made on. */
const head = [
  '| Trial | What was done | On | Tried | Acknowledged | Lost | Doubled | Failed requests | Also seen | When |',
  '|---|---|---|---|---|---|---|---|---|---|',
]

/** The table of these rows. */
export const proofTable = (rows: readonly string[]): string[] => [...head, ...rows]

/** A result that was seen, as a row; `when` is its day and commit. */
export function proofRow({ trial, pace, verdict, outcome }: Result, when = ''): string {
  if (!outcome) throw new Error(`${trial.name} was not tried.`)
  const { tried, acknowledged, lost, doubled, broken, failedRequests, seen } = outcome
  const also = [...(verdict === 'failed' ? ['**failed**'] : []), ...broken.slice(0, 3), ...seen].join('; ')
  const cells = [
    `${trial.name}, ${pace}`,
    trial.what(trial.times[pace]),
    trial.database,
    ...[tried, acknowledged, lost.length, doubled.length, failedRequests].map((count) =>
      count.toLocaleString('en'),
    ),
    also,
    when,
  ]
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`
}

/**
 * The text with a row in its table, in place of the one of the same trial and pace, in the order of `names`, without
 * those of trials that are no more, and with the line above the table that says what the last run
 * was made on.
 */
export function withProofRow(text: string, row: string, about: string, names: readonly string[]): string {
  const lines = text.split('\n')
  const at = lines.indexOf(head[0] ?? '')
  if (at < 2 || !lines[at - 2]?.startsWith('Last run: '))
    throw new Error(
      'docs/proof.md has no table of trials, or no line above it that begins with “Last run: ”.',
    )
  let end = at + head.length
  while (lines[end]?.startsWith('|')) end += 1
  const rows = new Map([...lines.slice(at + head.length, end), row].map((each) => [nameOf(each), each]))
  const place = (each: string) => names.indexOf(nameOf(each).split(',')[0] ?? '')
  const inOrder = [...rows.values()]
    .filter((each) => place(each) >= 0)
    .sort((one, other) => place(one) - place(other))
  return [...lines.slice(0, at - 2), about, '', ...head, ...inOrder, ...lines.slice(end)].join('\n')
}

const nameOf = (row: string): string => row.split('|')[1]?.trim() ?? ''

/** The day and the commit; a `+` says that something was changed since it. */
export function whenItIs(): string {
  const [day = ''] = new Date().toISOString().split('T')
  const git = (...args: string[]) =>
    execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  try {
    const isChanged = git('status', '--porcelain', '--', '.', ':!docs/proof.md').trim() !== ''
    return `${day}, ${git('rev-parse', '--short', 'HEAD').trim()}${isChanged ? '+' : ''}`
  } catch {
    return day
  }
}

/** The line above the table. */
export const aboutRun = (when: string, postgresql: string): string =>
  `Last run: ${when}, on ${availableParallelism()} cores, Node ${process.version.slice(1)}, ${postgresql}.`
