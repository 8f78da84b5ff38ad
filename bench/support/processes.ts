import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startCluster } from '../../test/support/postgres-cluster.ts'
import type { BaselineOptions } from '../baseline-server.ts'

/** Everything this run started: ended by `tidyUp`, whatever happens, the last first. */
const leftovers: (() => Promise<unknown>)[] = []

/** Has something ended by `tidyUp`, such as a process that was started elsewhere. */
export const leaveToTidyUp = (end: () => Promise<unknown>): void => void leftovers.push(end)

/** Ends every process that this run started, each by its own id, and removes its folders. */
export async function tidyUp(): Promise<void> {
  for (let end = leftovers.pop(); end; end = leftovers.pop()) await end().catch(() => {})
}

/** A server in a process of its own. */
export type Server = {
  url: string
  /** What it printed until it was ready. */
  greeting: string
  readyMs: number
  /** Most memory it has held so far; null where the system does not say (it is Linux that does). */
  peakRssMib(): number | null
  /** Memory it holds now; null likewise. */
  rssMib(): number | null
  /** Processor time it and those it started have used so far; null likewise. */
  cpuMs(): number | null
  stop(): Promise<void>
}

/**
 * Colis as `npm start` starts it, on a free port, or another of its commands; rate limits stay on but are
 * never reached.
 */
export function startColis(env: Record<string, string>, command: readonly string[] = []): Promise<Server> {
  const { scripts } = JSON.parse(readFileSync(join(projectFolder, 'package.json'), 'utf8'))
  const [, ...started] = scripts.start.split(' ') as string[]
  const args = command.length === 0 ? started : [...started.slice(0, -1), 'src/cli/colis.ts', ...command]
  const plain = {
    HOST: '127.0.0.1',
    PORT: '0',
    PROCESSES: '1',
    LOG_LEVEL: 'info',
    RATE_LIMIT_PER_SECOND: '1000000',
    SHOP_CHANGES_PER_MINUTE: '1000000',
    VISITS_PER_SECOND: '1000000',
  }
  return startServer(args, { ...plain, ...env })
}

/** The bare baseline. */
export function startBaselineServer(options: BaselineOptions): Promise<Server> {
  return startServer(['bench/baseline-server.ts', JSON.stringify(options)], {})
}

/** A throw-away PostgreSQL server with the settings PostgreSQL comes with, but for those that are given. */
export async function startPostgres(...given: Parameters<typeof startCluster>) {
  const starting = startCluster(...given)
  leftovers.push(async () => (await starting).remove())
  return starting
}

/** A folder that goes with the run. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'colis-bench-'))
  leftovers.push(async () => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** A module in a process of its own that is spoken to by messages. */
export function startWorker(module: string): ChildProcess {
  const child = fork(join(projectFolder, module), { serialization: 'advanced' })
  leftovers.push(() => end(child))
  return child
}

const projectFolder = fileURLToPath(new URL('../../', import.meta.url))

async function startServer(args: string[], env: Record<string, string>): Promise<Server> {
  const startedAt = performance.now()
  const child = spawn(process.execPath, args, {
    cwd: projectFolder,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const stop = () => end(child)
  leftovers.push(stop)
  const { greeting, url } = await greetingOf(child)
  return {
    url,
    greeting,
    readyMs: performance.now() - startedAt,
    peakRssMib: () => memoryMib(child.pid, 'VmHWM'),
    rssMib: () => memoryMib(child.pid, 'VmRSS'),
    cpuMs: () => cpuMs(child.pid),
    stop,
  }
}

/** Reads on until the line that says where the server listens; what follows is thrown away. */
function greetingOf(child: ChildProcess): Promise<{ greeting: string; url: string }> {
  return new Promise((resolve, reject) => {
    let greeting = ''
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      greeting += text
      // A process that only works listens nowhere.
      const url = / ready on (http:\S+)/.exec(greeting)?.[1] ?? (/ works$/m.test(greeting) ? '' : undefined)
      if (url === undefined) return
      child.stdout?.removeAllListeners('data').resume()
      resolve({ greeting, url })
    })
    child.once('exit', (code) =>
      reject(new Error(`A server ended with ${code} before it listened:\n${greeting}`)),
    )
  })
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  const insist = setTimeout(() => child.kill('SIGKILL'), 15_000)
  child.kill('SIGTERM')
  await gone
  clearTimeout(insist)
}

function memoryMib(pid: number | undefined, line: 'VmHWM' | 'VmRSS'): number | null {
  const kib = new RegExp(`${line}:\\s+(\\d+) kB`).exec(readProcess(pid, 'status'))?.[1]
  return kib === undefined ? null : Math.round(Number(kib) / 1024)
}

/** User and system time: the 14th and 15th field, in hundredths of a second. */
function cpuMs(pid: number | undefined): number | null {
  const fields = readProcess(pid, 'stat').split(') ')[1]?.split(' ')
  if (!fields) return null
  const started = readProcess(pid, `task/${pid}/children`).trim().split(' ').filter(Boolean).map(Number)
  const ofStarted = started.reduce((sum, child) => sum + (cpuMs(child) ?? 0), 0)
  return (Number(fields[11]) + Number(fields[12])) * 10 + ofStarted
}

function readProcess(pid: number | undefined, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}
