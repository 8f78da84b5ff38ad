import { setTimeout as pause } from 'node:timers/promises'
import { east } from '../../test/support/open-service.ts'
import type { TrialScene } from './trial-scene.ts'

const quote = { dropoff: east, parcelSize: 'SMALL', paymentMode: 'PREPAID' }

/** Asks for quotes and health until `fault` is over, and notes it. One that is not answered 200 is a fault. */
export async function askMeanwhile(scene: TrialScene, url: string, fault: Promise<unknown>): Promise<void> {
  const asks: Record<string, () => Promise<Response | string>> = {
    quotes: () => scene.clients.post('/quotes', quote),
    '/health/live': () => fetch(`${url}/health/live`),
    '/health/ready': () => fetch(`${url}/health/ready`),
  }
  let isOver = false
  const over = fault.finally(() => {
    isOver = true
  })
  // One that fails at once is told of below.
  over.catch(() => {})
  const answers = new Map(Object.keys(asks).map((name) => [name, [] as string[]]))
  while (!isOver) {
    for (const [name, ask] of Object.entries(asks)) answers.get(name)?.push(await statusOf(ask()))
    await pause(500)
  }
  await over
  for (const [name, all] of answers) {
    for (const status of all.filter((each) => each !== '200')) scene.fault(`${name} meanwhile: ${status}`)
    scene.note(`${name} meanwhile ${all.filter((each) => each === '200').length} × 200`)
  }
}

async function statusOf(asked: Promise<Response | string>): Promise<string> {
  const answer = await asked
  if (typeof answer === 'string') return answer
  await answer.arrayBuffer()
  return String(answer.status)
}
