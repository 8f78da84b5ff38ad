import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from './postgres-cluster.ts'

const program = [...(process.env.PATH ?? '').split(':'), '/usr/sbin']
  .map((folder) => join(folder, 'pgbouncer'))
  .find((path) => existsSync(path))

if (!program && process.env.CI)
  throw new Error('CI runs the service behind PgBouncer too: apt-get install pgbouncer')

/** Why tests behind PgBouncer are skipped here; false where they run. */
export const skipPgbouncer: string | false = program
  ? false
  : 'PgBouncer is not installed here (apt-get install pgbouncer); CI always runs these'

/**
 * A PgBouncer of our own with its default settings, in front of the server of `url`, on the port `given` or a free one. It
 * refuses to run as root.
 */
export async function startPgbouncer(
  url: string,
  mode: 'session' | 'transaction',
  given?: number,
): Promise<{ url: string; stop(): Promise<void> }> {
  const target = new URL(url)
  const folder = mkdtempSync(join(tmpdir(), 'colis-pgbouncer-'))
  const port = given ?? (await freePort())
  writeFileSync(join(folder, 'users'), '"colis" ""\n')
  writeFileSync(
    join(folder, 'pgbouncer.ini'),
    `[databases]
* = host=${target.hostname} port=${target.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${folder}/users
pool_mode = ${mode}
default_pool_size = 20
`,
  )
  const isRoot = process.getuid?.() === 0
  if (isRoot) execFileSync('chown', ['-R', 'postgres', folder])
  const [file, args] = isRoot
    ? ['setpriv', ['--reuid=postgres', '--regid=postgres', '--init-groups', program ?? '']]
    : [program ?? '', []]
  const child = spawn(file as string, [...(args as string[]), join(folder, 'pgbouncer.ini')], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  for await (const line of child.stderr) if (String(line).includes('process up')) break
  target.port = String(port)
  return {
    url: target.href,
    stop: async () => {
      if (child.exitCode === null) {
        child.kill('SIGKILL')
        await once(child, 'exit')
      }
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
