import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import type { TestContext } from 'node:test'
import { freePort } from './postgres-cluster.ts'
import { until } from './until.ts'

/** A receiver of webhooks in a process of its own. */
type ReceiverProcess = {
  port: number
  url: string
  ended(): boolean
  stdout(): string
  stderr(): string
  /** Ends it as a crash does; resolves once it is gone. */
  crash(): Promise<void>
}

/** Starts a receiver on a free port, in a folder; resolves once it can be reached, or has ended. */
export async function startReceiver(
  t: TestContext,
  command: (port: number) => string[],
  { folder, env = {} }: { folder: string; env?: Record<string, string> },
): Promise<ReceiverProcess> {
  const port = await freePort()
  const [program = '', ...args] = command(port)
  const child = spawn(program, args, {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  t.after(() => child.kill('SIGKILL'))
  let [stdout, stderr] = ['', '']
  child.stdout.on('data', (chunk: Buffer) => {
    stdout += chunk
  })
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk
  })
  const ended = () => child.exitCode !== null
  await until(async () => ended() || (await isReached(port)), 'the receiver')
  return {
    port,
    url: `http://127.0.0.1:${port}/hook`,
    ended,
    stdout: () => stdout,
    stderr: () => stderr,
    crash: async () => {
      const exit = once(child, 'exit')
      child.kill('SIGKILL')
      await exit
    },
  }
}

async function isReached(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  const reached = await once(socket, 'connect').catch(() => undefined)
  socket.destroy()
  return reached !== undefined
}
