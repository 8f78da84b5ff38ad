import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startCluster } from '../../test/support/postgres-cluster.ts'

/** Everything this run started: ended by `tidyUp`, whatever happens, the last first. */
const leftovers: (() => Promise<unknown>)[] = []

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
  /** Most memory it has held so far; null where the system does not say. */
  peakRssMib(): number | null
  stop(): Promise<void>
}

/** Colis as a user starts it, on a free port; rate limits stay on but are never reached. */
export function startColis(env: Record<string, string>): Promise<Server> {
  return startServer(['src/main.ts'], {
    PORT: '0',
    RATE_LIMIT_PER_SECOND: '1000000',
    LOG_LEVEL: 'info',
    ...env,
  })
}

/** The bare baseline; `options` are told in `bare-server.ts`. */
export function startBareServer(options: object): Promise<Server> {
  return startServer(['bench/bare-server.ts', JSON.stringify(options)], {})
}

/** A throw-away PostgreSQL server with the settings PostgreSQL comes with. */
export async function startPostgres() {
  const starting = startCluster()
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
    peakRssMib: () => peakRssMib(child.pid),
    stop,
  }
}

/** Reads on until the line that says where the server listens; what follows is thrown away. */
function greetingOf(child: ChildProcess): Promise<{ greeting: string; url: string }> {
  return new Promise((resolve, reject) => {
    let greeting = ''
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      greeting += text
      const url = / ready on (http:\S+)/.exec(greeting)?.[1]
      if (!url) return
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

function peakRssMib(pid: number | undefined): number | null {
  try {
    const kib = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return kib === undefined ? null : Math.round(Number(kib) / 1024)
  } catch {
    return null
  }
}
