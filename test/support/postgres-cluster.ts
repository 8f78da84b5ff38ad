import { execFile, execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** A PostgreSQL server of our own, in a temporary folder and on a free port of this machine. */
export type Cluster = {
  url(database: string): string
  /** Runs pg_ctl: `stop`, `start`, `restart` or `promote`, in a shutdown mode, and with more in its environment. */
  control(
    action: 'stop' | 'start' | 'restart' | 'promote',
    mode?: 'fast' | 'immediate',
    env?: Record<string, string>,
  ): Promise<void>
  /** The process of the server, for tests that make it stand still. */
  pid(): number
  remove(): Promise<void>
}

/** Where PostgreSQL's programs are; undefined when there are none. */
export function postgresPrograms(): string | undefined {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : []
  const folders = [
    ...versions.map((version) => join(debian, version, 'bin')),
    ...(process.env.PATH ?? '').split(':'),
  ]
  return folders.find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'pg_ctl')))
}

/**
 * Starts a throw-away cluster. PostgreSQL refuses to run as root, so root lends it to the user
 * `postgres`. `settings` are lines of postgresql.conf; with `primary`, its standby; `parent` is the folder in which it lies.
 */
export async function startCluster(
  settings: Record<string, string> = {},
  primary?: Cluster,
  parent = tmpdir(),
): Promise<Cluster> {
  const programs = postgresPrograms()
  if (!programs) throw new Error('PostgreSQL is not installed: apt-get install postgresql')
  const folder = mkdtempSync(join(parent, 'colis-postgres-'))
  const isRoot = process.getuid?.() === 0
  if (isRoot) execFileSync('chown', ['postgres', folder])
  chmodSync(folder, 0o700)
  const port = await freePort()
  const data = join(folder, 'data')
  const asOwner = async (program: string, args: string[], env: Record<string, string> = {}) => {
    // A forged clock keeps files under the user who first loads it: it is given to the program, not to setpriv.
    const assignments = Object.entries(env).map(([name, value]) => `${name}=${value}`)
    const command = ['env', ...assignments, join(programs, program), ...args]
    const owner = ['setpriv', '--reuid=postgres', '--regid=postgres', '--init-groups']
    const [file = '', ...all] = isRoot ? [...owner, ...command] : command
    await run(file, all, { cwd: folder, env: { ...process.env, LC_ALL: 'C.UTF-8' } })
  }
  if (primary)
    await asOwner('pg_basebackup', [
      '-d',
      primary.url('postgres'),
      '-D',
      data,
      '-R',
      '-c',
      'fast',
      '--no-sync',
    ])
  else await asOwner('initdb', ['-D', data, '-U', 'colis', '-A', 'trust', '-E', 'UTF8', '--no-sync'])
  const options = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: folder,
    max_connections: '200',
    ...settings,
  }
  const flags = Object.entries(options)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ')
  const control: Cluster['control'] = (action, mode = 'fast', env = {}) => {
    const args = ['-D', data, '-l', join(folder, 'log'), '-o', flags, '-w', '-t', '30', '-m', mode, action]
    return asOwner('pg_ctl', args, env)
  }
  await control('start')
  return {
    url: (database) => `postgres://colis@127.0.0.1:${port}/${database}`,
    control,
    pid: () => Number(execFileSync('head', ['-1', join(data, 'postmaster.pid')], { encoding: 'utf8' })),
    remove: async () => {
      await control('stop', 'immediate').catch(() => {})
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/**
 * Freezes a server and each of its processes until the returned function is called. The server goes on last: a child that
 * had ended is there until then, and signals to the others would be left out once it is gone.
 */
export function standStill(postmaster: number): () => void {
  process.kill(postmaster, 'SIGSTOP')
  const children = childrenOf(postmaster)
  for (const pid of children) process.kill(pid, 'SIGSTOP')
  return () => {
    for (const pid of [...children, postmaster]) process.kill(pid, 'SIGCONT')
  }
}

const childrenOf = (pid: number): number[] =>
  execFileSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map(Number)

/** Below the ports that the system gives to whoever connects or listens anywhere, with some for each process of a run. */
const [firstPort, ports, portsOfProcess] = [20_000, 12_000, 20]
let taken = 0

/** A port that is free, and that nobody is given before it is listened on, in this process or another of a run. */
export async function freePort(): Promise<number> {
  const port = firstPort + ((process.pid * portsOfProcess + taken++) % ports)
  return (await isFree(port)) ? port : freePort()
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer().once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
