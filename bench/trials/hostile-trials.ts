import { setTimeout as pause } from 'node:timers/promises'
import type { ApiDescription } from '../../src/http/openapi-document.ts'
import { holdSlowConnections } from '../support/held-connections.ts'
import { type HostileAnswer, hostileRequests, sendHostile } from '../support/hostile-requests.ts'
import { secondsText } from '../support/judge-scene.ts'
import { percentile } from '../support/percentile.ts'
import type { Trial } from '../support/trial.ts'
import { trialClients } from '../support/trial-clients.ts'
import { type Ground, sceneTrial, type TrialScene } from '../support/trial-scene.ts'
import { embedded, plainServer } from '../support/trial-servers.ts'

/** How many hostile requests are under way at once. */
const atOnce = 4

const hostile = (name: string, database: Trial['database'], open: () => Promise<Ground>): Trial =>
  sceneTrial({
    name,
    database,
    times: { short: 1_000, long: 10_000 },
    what: (count) =>
      `${count.toLocaleString('en')} hostile requests of another shop, made from the OpenAPI description that is served; none of the others may fail`,
    least: () => 30,
    isSeamless: true,
    open,
    make: async (scene, _, count) => {
      // No name is asked for: nothing answers there.
      const serving = await scene.startServing({ DNS_SERVERS: '127.0.0.1:9' })
      if (database === 'PostgreSQL') await scene.startWorking()
      scene.orderAt(serving)
      noteAnswers(scene, await attack(scene, serving.url, count))
      await pause(3_000)
    },
  })

/** What others may do to it over the network. */
export const hostileTrials: Trial[] = [
  hostile('hostile', 'PostgreSQL', plainServer),
  hostile('hostile-embedded', 'embedded', embedded),
  sceneTrial({
    name: 'slow',
    database: 'PostgreSQL',
    times: { short: 300, long: 1_000 },
    what: (count) =>
      `${count.toLocaleString('en')} connections that send nothing, or their heads and bodies a byte every two seconds, for as long as the service lets them, 40 s at most; no request of others may fail`,
    least: () => 100,
    isSeamless: true,
    open: plainServer,
    make: async (scene, _, count) => {
      const serving = await scene.startServing()
      await scene.startWorking()
      scene.orderAt(serving)
      await pause(10_000)
      const heldAt = performance.now()
      const held = await holdSlowConnections(
        serving.url,
        scene.stranger?.key ?? scene.key,
        Math.ceil(count / 3),
      )
      await pause(40_000)
      scene.note(`${held.count} connections, of which the service closed ${held.closed()}`)
      held.close()
      const { seen } = scene.clients
      const p99 = (isMeanwhile: boolean) => {
        const all = seen.filter(({ at }) => at >= heldAt === isMeanwhile).map(({ tookMs }) => tookMs)
        return secondsText(percentile(Float64Array.from(all).sort(), 0.99))
      }
      scene.note(`p99 ${p99(false)} before, ${p99(true)} meanwhile`)
    },
  }),
]

/** Sends hostile requests of a shop of their own, some at once. */
async function attack(scene: TrialScene, url: string, count: number): Promise<HostileAnswer[]> {
  if (!scene.stranger) throw new Error('There is no other shop.')
  const { key } = scene.stranger
  const answer = await fetch(`${url}/openapi.json`)
  const description = (await answer.json()) as ApiDescription
  const clients = trialClients(key)
  clients.moveTo(url)
  const ordered = await clients.orderOnce()
  const seed = Math.floor(Math.random() * 2 ** 31)
  const requests = hostileRequests(description, { deliveries: ordered }, seed)
  const answers: HostileAnswer[] = []
  let next = 0
  const attackOnAndOn = async () => {
    while (next < count) answers.push(await sendHostile(url, key, requests.make(next++)))
  }
  await Promise.all(Array.from({ length: atOnce }, attackOnAndOn))
  scene.note(`seed ${seed}, ${requests.operations} operations`)
  return answers
}

function noteAnswers(scene: TrialScene, answers: readonly HostileAnswer[]): void {
  for (const { fault } of answers) if (fault !== undefined) scene.fault(fault)
  const statuses = Map.groupBy(answers, ({ status }) => status)
  const counts = [...statuses].sort(([one], [other]) => one - other)
  scene.note(`hostile: ${counts.map(([status, all]) => `${all.length} × ${status}`).join(', ')}`)
  scene.note(`the slowest of these after ${secondsText(Math.max(...answers.map(({ tookMs }) => tookMs)))}`)
}
