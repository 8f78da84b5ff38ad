import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from './postgres-cluster.ts'

const program = (process.env.PATH ?? '')
  .split(':')
  .map((folder) => join(folder, 'redis-server'))
  .find((path) => existsSync(path))

if (!program && process.env.CI)
  throw new Error('CI runs the suite on Redis too: apt-get install redis-server')

/** Why tests on a Redis server are skipped here; false where they run. */
export const skipRedis: string | false = program
  ? false
  : 'Redis is not installed here (apt-get install redis-server); CI always runs these'

/** A Redis server of our own, in a temporary folder and on a free port of this machine. */
export type RedisServer = {
  url: string
  /** Ends it as a power cut would. */
  kill(): Promise<void>
  /** Makes it stand still, connections open, and go on. */
  freeze(): void
  thaw(): void
}

/** Starts a throw-away server that keeps nothing; on `port`, or on a free one. */
export async function startRedis(port?: number): Promise<RedisServer> {
  const folder = mkdtempSync(join(tmpdir(), 'colis-redis-'))
  const listensOn = port ?? (await freePort())
  const options = { port: listensOn, bind: '127.0.0.1', dir: folder, save: '', appendonly: 'no' }
  const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)])
  const server = spawn(program ?? 'redis-server', args, { stdio: ['ignore', 'pipe', 'inherit'] })
  for await (const line of server.stdout) if (String(line).includes('Ready to accept connections')) break
  return {
    url: `redis://127.0.0.1:${listensOn}`,
    kill: async () => {
      if (server.exitCode === null && server.signalCode === null) {
        server.kill('SIGKILL')
        await once(server, 'exit')
      }
      rmSync(folder, { recursive: true, force: true })
    },
    freeze: () => void server.kill('SIGSTOP'),
    thaw: () => void server.kill('SIGCONT'),
  }
}
