import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import type { ColisProcess } from '../../test/support/colis-process.ts'
import { holdConnections } from '../support/held-connections.ts'
import { often, type Trial } from '../support/trial.ts'
import { sceneTrial, type TrialScene } from '../support/trial-scene.ts'
import { embedded, plainServer } from '../support/trial-servers.ts'

/** A process, and how it is started again at the same address. */
type Member = { started: ColisProcess; again: () => Promise<ColisProcess> }

/** Processes that die or are stopped, and are started again. */
export const killTrials: Trial[] = [
  sceneTrial({
    name: 'kills',
    database: 'PostgreSQL',
    times: { short: 10, long: 200 },
    what: (kills) => `two processes that serve and two that work are killed (SIGKILL) ${often(kills)}`,
    least: (kills) => 5 * kills,
    open: plainServer,
    make: async (scene, _, kills) => {
      const [serving, working] = await startTwoAndTwo(scene)
      const balancer = scene.balance(serving.map(({ started }) => started))
      scene.orderAt(balancer.next)
      let inMidWork = 0
      for (let kill = 1; kill <= kills; kill += 1) {
        await pause(200 + Math.random() * 800)
        const members = kill % 2 === 0 ? serving : working
        const member = members[Math.floor(Math.random() * members.length)] as Member
        // Half of the workers die at any moment, half while webhooks are under way.
        if (members === working && kill % 4 === 1) await isSending(scene)
        if (scene.sending() > 0) inMidWork += 1
        member.started.child.kill('SIGKILL')
        await member.started.ended
        member.started = await member.again()
      }
      scene.over()
      scene.note(`${inMidWork} kills while webhooks were under way`)
      if (inMidWork === 0) scene.fault('no kill came while a webhook was under way')
      await pause(3_000)
    },
  }),
  sceneTrial({
    name: 'kills-embedded',
    database: 'embedded',
    times: { short: 10, long: 200 },
    what: (kills) => `the only process is killed (SIGKILL) ${often(kills)}`,
    least: (kills) => 5 * kills,
    isFelt: true,
    open: embedded,
    make: async (scene, _, kills) => {
      let serving = await scene.startServing()
      scene.orderAt(() => serving.url)
      for (let kill = 1; kill <= kills; kill += 1) {
        await pause(300 + Math.random() * 2_500)
        serving.child.kill('SIGKILL')
        await serving.ended
        serving = await scene.startServing()
      }
      scene.over()
      await pause(3_000)
    },
  }),
  sceneTrial({
    name: 'rolling-restart',
    database: 'PostgreSQL',
    times: { short: 1, long: 10 },
    what: (rounds) =>
      `two processes that serve and two that work are stopped (SIGTERM) one after the other and started again, draining for 2 s behind a load balancer, ${often(rounds)}: no request may fail`,
    least: (rounds) => 80 * rounds,
    isSeamless: true,
    open: plainServer,
    make: async (scene, _, rounds) => {
      const [serving, working] = await startTwoAndTwo(scene, { SHUTDOWN_DRAIN_SECONDS: '2' })
      const balancer = scene.balance(serving.map(({ started }) => started))
      scene.orderAt(balancer.next)
      for (let round = 0; round < rounds; round += 1)
        for (const member of [...serving, ...working]) {
          await pause(2_000)
          scene.step(`${serving.includes(member) ? 'one that serves' : 'a worker'} got SIGTERM`)
          member.started.child.kill('SIGTERM')
          const code = await member.started.ended
          if (code !== 0) scene.fault(`a process that was stopped ended with ${code}`)
          member.started = await member.again()
          while (serving.includes(member) && !balancer.isReady(member.started.url)) await pause(100)
        }
      await pause(2_000)
    },
  }),
  sceneTrial({
    name: 'stop-under-connections',
    database: 'PostgreSQL',
    times: { short: 30, long: 300 },
    what: (each) =>
      `the only process that serves is stopped (SIGTERM) under ${3 * each} silent, idle and half-sent connections`,
    least: () => 30,
    isFelt: true,
    open: plainServer,
    make: async (scene, _, each) => {
      const stopped = await scene.startServing()
      await scene.startWorking()
      scene.orderAt(stopped)
      await pause(5_000)
      const held = await holdConnections(stopped.url, scene.stranger?.key ?? scene.key, each)
      const stoppedAt = performance.now()
      stopped.child.kill('SIGTERM')
      assert.equal(await stopped.ended, 0)
      scene.note(`exit code 0 after ${((performance.now() - stoppedAt) / 1_000).toFixed(1)} s`)
      held.close()
      scene.clients.moveTo((await scene.startServing()).url)
      scene.over()
      await pause(5_000)
    },
  }),
]

/** Two processes that serve and two that work, each started again at its own address. */
async function startTwoAndTwo(scene: TrialScene, env: Record<string, string> = {}) {
  const serve = async (): Promise<Member> => {
    const started = await scene.startServing(env)
    const { port } = new URL(started.url)
    return { started, again: () => scene.startServing({ ...env, PORT: port }) }
  }
  const work = async (): Promise<Member> => ({
    started: await scene.startWorking(),
    again: () => scene.startWorking(),
  })
  return [
    [await serve(), await serve()],
    [await work(), await work()],
  ] as const
}

/** Waits until a webhook is under way, for ten seconds at most. */
async function isSending(scene: TrialScene): Promise<void> {
  for (const end = performance.now() + 10_000; scene.sending() === 0 && performance.now() < end; )
    await pause(5)
}
