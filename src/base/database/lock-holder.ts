import { readFileSync } from 'node:fs'

/** A process is identified by its id and its start time, because ids are reused. */
export const holderLine = (holder: number): string => `${holder} ${statOf(holder).start}`

/** Whether a process that is seen from here and has not ended wrote this line. */
export function isAlive(line: string): boolean {
  const holder = Number(line.split(' ')[0])
  if (!Number.isInteger(holder) || holder <= 0) return false
  try {
    process.kill(holder, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false
  }
  const { state, start } = statOf(holder)
  return state !== 'Z' && line === `${holder} ${start}`
}

/**
 * The state of a process, and its start in clock ticks since boot, where the system provides them (Linux);
 * else empty.
 */
function statOf(holder: number): { state: string; start: string } {
  try {
    const stat = readFileSync(`/proc/${holder}/stat`, 'utf8')
    const [state = '', ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return { state, start: rest[18] ?? '' }
  } catch {
    return { state: '', start: '' }
  }
}
