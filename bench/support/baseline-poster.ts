import type { LookupFunction } from 'node:net'
import { Agent, request } from 'undici'

/**
 * What the sender is measured against: a bare loop of undici that posts bodies over so many connections, in a
 * process of its own. Nothing is signed, nothing is written, nothing is checked.
 */
export type Posting = {
  urls: string[]
  bodies: string[]
  connections: number
  ca: string
  warmUpSeconds: number
  seconds: number
}

process.on('disconnect', () => process.exit())
process.on('message', async (posting: Posting) => process.send?.(await post(posting)))

/** Every name leads to this machine. */
const lookup: LookupFunction = (_host, _options, answer) =>
  answer(null, [{ address: '127.0.0.1', family: 4 }])

async function post({ urls, bodies, connections, ca, warmUpSeconds, seconds }: Posting): Promise<number> {
  const agent = new Agent({ connections, pipelining: 1, keepAliveTimeout: 30_000, connect: { ca, lookup } })
  const headers = { 'content-type': 'application/json' }
  const start = performance.now() + warmUpSeconds * 1_000
  const end = start + seconds * 1_000
  let posted = 0
  const loop = async (first: number): Promise<void> => {
    for (let next = first; performance.now() < end; next += connections) {
      const url = urls[next % urls.length] ?? ''
      const { body } = await request(url, {
        method: 'POST',
        headers,
        body: bodies[next % bodies.length] ?? '',
        dispatcher: agent,
      })
      await body.text()
      if (performance.now() >= start) posted += 1
    }
  }
  await Promise.all(Array.from({ length: connections }, (_, i) => loop(i)))
  const perSecond = (posted * 1_000) / (performance.now() - start)
  await agent.close()
  return perSecond
}
