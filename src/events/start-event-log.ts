import { type Loop, startLoop } from '../base/background/loop.ts'
import type { ChangedTopic } from '../base/database/open-database.ts'
import { type ConsumeDeps, consumeEvents, type EventConsumer } from './consume-events.ts'
import { maxBatch } from './consumer-retries.ts'
import { findWaiting, insertConsumer } from './event-log-store.ts'
import { sequenceEvents } from './sequence-events.ts'

/** Calls the listener at every change until the returned function is called. */
export type Subscribe = (listener: (topic: ChangedTopic) => void) => () => void

type EventLogDeps = ConsumeDeps & {
  consumers: readonly EventConsumer[]
  subscribe: Subscribe
  /** How often events without a notice are polled for; `defaultPollMs` when left out. */
  pollMs?: number
}

/** How often events without a notice are polled for, in ms: the longest delay after another process died. */
const defaultPollMs = 1_000

/** How soon to try again while another process is at work, in ms: it has committed by then. */
const whileBusyMs = 20

/**
 * The time until the next round, in ms: a stream of events is read in batches, since a round costs about six
 * statements whether it reads one event or 500. The more events arrive, the longer they are collected; a
 * single event, or one after a pause, is read almost at once.
 */
const rests = {
  sequencer: { perEventMs: 2, maxMs: 40 },
  urgentConsumer: { perEventMs: 5, maxMs: 50 },
}

/** The same for consumers that are not urgent: nobody notices how soon a message or a search is written. */
const unhurriedMs = 100

/** The interval of loops that run only when they are woken. */
const hourMs = 3_600_000

/**
 * Gives positions to events and passes them to every consumer until it is stopped. Commits of this process
 * and notices of others wake it; polling is only the fallback. Any number of processes may do so at once:
 * each step is done by one of them, and by another when that one dies.
 */
export async function startEventLog(deps: EventLogDeps): Promise<Loop> {
  const { db, clock, consumers, subscribe, onError } = deps
  for (const { name } of consumers) await insertConsumer(db, name)
  const timers = new Map<Loop, NodeJS.Timeout>()
  /** How many events the sequencer found when it last looked. */
  let found = 0
  const restMs = ({ perEventMs, maxMs }: typeof rests.sequencer) => Math.min(maxMs, perEventMs * found)

  function wakeIn(loop: Loop, ms: number): void {
    clearTimeout(timers.get(loop))
    timers.set(loop, setTimeout(loop.wake, Math.max(0, ms)))
  }

  const reading = new Map(consumers.map((consumer) => [consumer, startConsumer(consumer)]))

  function startConsumer(consumer: EventConsumer): Loop {
    const loop: Loop = startLoop({
      name: `consume events: ${consumer.name}`,
      everyMs: hourMs,
      minIntervalMs: () =>
        consumer.isUrgent ? restMs(rests.urgentConsumer) : (consumer.restMs ?? unhurriedMs),
      round: async () => {
        const outcome = await consumeEvents(deps, consumer)
        if (outcome === 'BUSY') wakeIn(loop, whileBusyMs)
        else if (typeof outcome === 'object') wakeIn(loop, outcome.retryAt.getTime() - clock.now().getTime())
        return outcome === 'MORE'
      },
      onError,
    })
    return loop
  }

  const sequencer: Loop = startLoop({
    name: 'sequence events',
    everyMs: hourMs,
    minIntervalMs: () => restMs(rests.sequencer),
    round: async () => {
      const events = await sequenceEvents(db)
      if (events === 'BUSY') wakeIn(sequencer, whileBusyMs)
      found = events === 'BUSY' ? 0 : events.length
      if (events === 'BUSY' || events.length === 0) return false
      const types = new Set(events.map(({ type }) => type))
      for (const [consumer, loop] of reading) if (consumer.types.some((type) => types.has(type))) loop.wake()
      return events.length === maxBatch
    },
    onError,
  })

  const lookout = startLoop({
    name: 'look for events that wait',
    everyMs: deps.pollMs ?? defaultPollMs,
    round: async () => {
      const names = consumers.map(({ name }) => name)
      const { isUnsequenced, behind } = await findWaiting(db, names, clock.now())
      if (isUnsequenced) sequencer.wake()
      for (const [{ name }, loop] of reading) if (behind.includes(name)) loop.wake()
      return false
    },
    onError,
  })

  const unsubscribe = subscribe((topic) => {
    if (topic === 'events' || topic === 'all') sequencer.wake()
  })
  return {
    wake: sequencer.wake,
    stop: async () => {
      unsubscribe()
      await Promise.all([lookout, sequencer, ...reading.values()].map((loop) => loop.stop()))
      for (const timer of timers.values()) clearTimeout(timer)
    },
  }
}
