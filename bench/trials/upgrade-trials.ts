import { execFileSync } from 'node:child_process'
import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { runColis, startAsShipped } from '../../test/support/colis-process.ts'
import { leaveToTidyUp, startPostgres, temporaryFolder } from '../support/processes.ts'
import type { Trial } from '../support/trial.ts'
import type { OrderingShop } from '../support/trial-books.ts'
import { commandLineIn, sceneTrial } from '../support/trial-scene.ts'

/** The first commit with the baseline of migrations: versions before it may not stand beside later ones. */
const oldest = firstCommitWith('migrations/0100_baseline')

/**
 * A rolling upgrade from the oldest version that may stand beside this one: it serves and works, a process of this version
 * migrates the database under it and joins, both serve, and the old one stops.
 */
export const upgradeTrials: Trial[] = [
  sceneTrial({
    name: 'upgrade',
    database: 'PostgreSQL',
    times: { short: 10, long: 60 },
    what: (seconds) =>
      `the oldest version that may stand beside this one (${oldest}) is upgraded: this one migrates under it, both serve and work for ${seconds} s, and the old one stops`,
    least: (seconds) => 4 * seconds,
    skip:
      oldest === undefined &&
      'the history of the project is not here, from which the earlier version is taken',
    open: async () => {
      const folder = folderOf(oldest ?? '')
      const cluster = await startPostgres()
      const url = cluster.url('postgres')
      return { url, folder, close: cluster.remove, openShop: openShopIn(folder) }
    },
    make: async (scene, { folder }, seconds) => {
      const [serving, working] = [await scene.startServing({}, folder), await scene.startWorking({}, folder)]
      scene.orderAt(serving)
      await pause(5_000)
      const { code, stderr } = await runColis({ DATABASE_URL: scene.url }, [commandLineIn(), 'migrate'])
      if (code !== 0) throw new Error(stderr)
      const migratedAt = performance.now()
      await pause(3_000)
      const next = await scene.startServing()
      await scene.startWorking()
      scene.orderAt(scene.balance([serving, next]).next)
      await pause(seconds * 1_000)
      // It is taken out of the load balancer first, as the guide says.
      scene.orderAt(next)
      await pause(1_000)
      for (const { child, ended } of [serving, working]) {
        child.kill('SIGTERM')
        await ended
      }
      await pause(5_000)
      const failed = scene.clients.seen.filter(({ at, outcome }) => at > migratedAt && !/^2/.test(outcome))
      scene.note(`${failed.length} failed once this version had migrated`)
    },
  }),
]

/** The files of a commit, with the packages of this version. */
function folderOf(commit: string): string {
  const folder = temporaryFolder()
  const archive = execFileSync('git', ['archive', commit], { maxBuffer: 1024 ** 3 })
  execFileSync('tar', ['-x', '-C', folder], { input: archive })
  symlinkSync(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'))
  return folder
}

/** Opens the shop with the command line of an earlier version: this version's verbs know another schema. */
const openShopIn =
  (folder: string) =>
  async (settings: Record<string, string>, hook: string): Promise<OrderingShop> => {
    const first = await startAsShipped(
      { ...settings, SEED_DEMO: 'true' },
      [commandLineIn(folder), 'serve'],
      folder,
    )
    leaveToTidyUp(async () => first.child.kill('SIGKILL'))
    await first.ready
    const key = /colis_live_\w+/.exec(first.stdout())?.[0] ?? ''
    const answerOf = async (...args: string[]) => {
      const { code, stdout, stderr } = await runColis(
        settings,
        [commandLineIn(folder), ...args, '--json'],
        folder,
      )
      if (code !== 0) throw new Error(stderr)
      return JSON.parse(stdout)
    }
    const [{ shopId }] = (await answerOf('shops', 'list')).shops
    const { secret } = await answerOf('webhooks', 'add', '--shop', shopId, '--url', hook)
    first.child.kill('SIGTERM')
    await first.ended
    return { shopId, key, secret }
  }

function firstCommitWith(path: string): string | undefined {
  try {
    // There the oldest commit that is left has all files.
    const shallow = execFileSync('git', ['rev-parse', '--is-shallow-repository'], { encoding: 'utf8' })
    if (shallow.trim() !== 'false') return undefined
    const args = ['log', '--diff-filter=A', '--reverse', '--format=%h', '--', path]
    return (
      execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).split('\n')[0] ||
      undefined
    )
  } catch {
    return undefined
  }
}
