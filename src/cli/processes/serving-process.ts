import { CommandRefused } from '../commands/command-context.ts'
import { serveHere } from '../serve-command.ts'
import { explainStart } from '../start-failure.ts'
import { connectPeer } from './connect-peer.ts'
import { countAtParent } from './count-for-all.ts'
import type { ParentCalls, ServingCalls } from './serving-calls.ts'

/**
 * One of several processes that serve one port (decision 393), as `serveByProcesses` starts it. It ends with
 * the process that started it: the port is that one's.
 */
const call = connectPeer<ParentCalls>(process, {
  isAlive: () => true,
  metrics: () => readMetrics(),
  stop: () => stop(),
} satisfies ServingCalls)

let readMetrics: () => Promise<string> | undefined = () => undefined
let stopServing = () => process.exit(0)
let isStopping = false

/** A terminal and some supervisors signal every process, and each is told by its parent too: once is enough. */
function stop(): void {
  if (isStopping) return
  isStopping = true
  stopServing()
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
process.stdout.on('error', () => {})

try {
  const begin = await call('begin', null)
  if (!begin) throw new CommandRefused('The process that started this one is gone.')
  const { config, works, number, poolSize, prepares, greets } = begin
  await serveHere(config, {
    works,
    among: {
      number,
      poolSize,
      prepares,
      greets,
      counts: countAtParent(call),
      prepared: () => void call('prepared', null),
      whenPrepared: async () => void (await call('whenPrepared', null)),
      ready: (address) => void call('ready', address),
      metrics: {
        process: String(number),
        ofAll: async () => (await call('metrics', null)) ?? [],
        onAsked: (read) => {
          readMetrics = read
        },
      },
      onStop: (listener) => {
        stopServing = listener as () => never
      },
    },
  })
} catch (error) {
  console.error(explainStart(error))
  process.exit(1)
}
