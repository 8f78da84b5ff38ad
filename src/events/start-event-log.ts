import { type Loop, startLoop, type TimedLoop, untilWoken } from '../base/background/loop.ts'
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
}

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

/**
 * Gives positions to events and passes them to every consumer until it is stopped. Commits of this process
 * and notices of others wake it, and looking finds what came without a notice. Any number of processes may
 * do so at once: each step is done by one of them, and by another when that one dies.
 */
export async function startEventLog(deps: EventLogDeps): Promise<Loop> {
  const { db, clock, consumers, subscribe, onError } = deps
  for (const { name } of consumers) await insertConsumer(db, name)
  /** How many events the sequencer found when it last looked. */
  let found = 0
  const restMs = ({ perEventMs, maxMs }: typeof rests.sequencer) => Math.min(maxMs, perEventMs * found)

  const reading = new Map(consumers.map((consumer) => [consumer, startConsumer(consumer)]))

  function startConsumer(consumer: EventConsumer): Loop {
    const loop: TimedLoop = startLoop({
      name: `consume events: ${consumer.name}`,
      everyMs: untilWoken,
      minIntervalMs: () =>
        consumer.isUrgent ? restMs(rests.urgentConsumer) : (consumer.restMs ?? unhurriedMs),
      round: async () => {
        const outcome = await consumeEvents(deps, consumer)
        if (outcome === 'BUSY') loop.wakeIn(whileBusyMs)
        else if (typeof outcome === 'object') loop.wakeIn(outcome.retryAt.getTime() - clock.now().getTime())
        return outcome === 'MORE'
      },
      onError,
    })
    return loop
  }

  const sequencer: TimedLoop = startLoop({
    name: 'sequence events',
    everyMs: untilWoken,
    minIntervalMs: () => restMs(rests.sequencer),
    round: async () => {
      const events = await sequenceEvents(db)
      if (events === 'BUSY') sequencer.wakeIn(whileBusyMs)
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
    everyMs: untilWoken,
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
    look: lookout.wake,
    stop: async () => {
      unsubscribe()
      await Promise.all([lookout, sequencer, ...reading.values()].map((loop) => loop.stop()))
    },
  }
}
