import { type ChildProcess, spawn } from 'node:child_process'
import { freePort } from './postgres-cluster.ts'
import { watchLogOf } from './watched-logs.ts'

/** The service as a user starts it, in a process of its own. */
export type ColisProcess = {
  url: string
  child: ChildProcess
  /** Everything it printed so far. */
  stdout(): string
  stderr(): string
  /** The exit code, once it has ended. */
  ended: Promise<number | null>
  /** Resolves once the ready line is printed; throws when the process ends before. */
  ready: Promise<void>
}

/** What every process of a test is given; compiling the service again would cost each of them a second. */
export const inheritedEnv = (): Record<string, string | undefined> => {
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env
  return { PATH, HOME, ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }) }
}

/**
 * The embedded database is compiled by the quick compiler alone, which a test that lives for seconds gains by: a start takes
 * 2.4 s of the processor instead of 3.3.
 */
export const quickWasm = '--liftoff-only'

/** Starts the service for a test: quickly, and with patience for a database on a busy machine. */
export const startColis = (
  env: Record<string, string>,
  args: string[] = ['src/main.ts'],
  folder?: string,
): Promise<ColisProcess> =>
  startAsShipped({ DATABASE_TIMEOUT_MS: '30000', ...env }, [quickWasm, ...args], folder)

/** Starts the service as its users do, with these settings on a free port, of the version in `folder`. */
export async function startAsShipped(
  env: Record<string, string>,
  args: string[] = ['src/main.ts'],
  folder = process.cwd(),
): Promise<ColisProcess> {
  const port = env.PORT ?? String(await freePort())
  const child = spawn(process.execPath, ['--import', './src/node-version.js', ...args], {
    // One process, unless a test asks for more: what it does to the child it does to all of the service.
    env: { ...inheritedEnv(), PROCESSES: '1', ...env, PORT: port },
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let [stdout, stderr] = ['', '']
  const watchLog = watchLogOf()
  const ready = Promise.withResolvers<void>()
  child.stdout?.on('data', (chunk: Buffer) => {
    stdout += chunk
    watchLog(String(chunk))
    if (/^Colis .* (ready on .*|works)$/m.test(stdout)) ready.resolve()
  })
  child.stderr?.on('data', (chunk: Buffer) => {
    stderr += chunk
  })
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  void ended.then((code) => ready.reject(new Error(`It ended with ${code}: ${stderr}`)))
  ready.promise.catch(() => {})
  return {
    url: `http://127.0.0.1:${port}`,
    child,
    stdout: () => stdout,
    stderr: () => stderr,
    ended,
    ready: ready.promise,
  }
}

/** Runs a command to its end and returns what it printed. */
export async function runColis(env: Record<string, string>, args: string[], folder?: string) {
  const run = await startColis(env, args, folder)
  const code = await run.ended
  return { code, stdout: run.stdout(), stderr: run.stderr() }
}
