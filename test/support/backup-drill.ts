import assert from 'node:assert/strict'
import { execFile, execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Cluster, freePort, postgresPrograms } from './postgres-cluster.ts'

/** The blocks of docs/operating/backup.md: a copy, the archive, the base, and the way back to a moment. */
export function drillBlocks(): { copy: string; archive: string; base: string; restore: string } {
  const guide = readFileSync('docs/operating/backup.md', 'utf8')
  const blocks = [...guide.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, code = '']) => code)
  assert.equal(blocks.length, 4)
  const [copy = '', archive = '', base = '', restore = ''] = blocks
  return { copy, archive, base, restore }
}

/**
 * Types blocks of the guide in a folder, as the user of the server does; what it prints is returned, and what fails is
 * thrown with it.
 */
export function openBackupDrill(cluster: Cluster, folder: string) {
  if (process.getuid?.() === 0) execFileSync('chown', ['postgres', folder])
  return async (code: string, env: Record<string, string> = {}): Promise<string> => {
    const script = `set -euo pipefail
      npm() { shift 3; (cd '${process.cwd()}' && '${process.execPath}' --import ./src/node-version.js src/cli/colis.ts "$@"); }
      ${code}`
    const [program = '', ...args] =
      process.getuid?.() === 0
        ? ['setpriv', '--reuid=postgres', '--regid=postgres', '--init-groups', 'bash', '-c', script]
        : ['bash', '-c', script]
    const { stdout } = await promisify(execFile)(program, args, {
      cwd: folder,
      env: {
        PATH: `${postgresPrograms()}:${process.env.PATH}`,
        LC_ALL: 'C.UTF-8',
        DATABASE_URL: cluster.url('postgres'),
        DATA_FOLDER: join(folder, 'data'),
        BACKUP: join(folder, 'backup'),
        ...env,
      },
    }).catch((error: { stdout: string; stderr: string }) => assert.fail(`${error.stdout}\n${error.stderr}`))
    return stdout
  }
}

/** The block that goes back to a moment, with the restored server on a port of its own in `folder`, and its address. */
export async function restoredBeside(cluster: Cluster, folder: string, block: string) {
  const port = await freePort()
  return {
    code: block.replace('-p 5433', `-p ${port} -c unix_socket_directories=${folder} -c max_connections=200`),
    url: cluster.url('postgres').replace(/:\d+\//, `:${port}/`),
  }
}
