import type { Loop } from '../../base/background/loop.ts'
import { type Lease, sendHeld } from '../../base/background/send-held.ts'
import { observe } from '../../base/kernel/observed.ts'
import { MessageRefused, type Sent } from './channels/message-channel.ts'
import { composedMessage, type Skip, skipReason } from './message-composition.ts'
import type { MessageDeps, Route } from './message-deps.ts'
import { listMessageFacts, type MessageFacts } from './message-facts-store.ts'
import { goesOnBySms } from './message-fallback.ts'
import { isBySms } from './message-kinds.ts'
import { nextTryAt } from './message-schedule.ts'
import { type MessageOutcome, settleMessage, takeDueMessages } from './message-store.ts'

type SenderDeps = MessageDeps & { onError: (message: string, error: unknown) => void }

/** Messages of one channel under way at once in this process. */
const maxInFlight = 16
/** How long a worker holds a message: longer than any channel takes, after which another takes it over. */
const leaseMs = 30_000

/**
 * Sends the due messages of one channel until it is stopped: claims them under a lease, sends them
 * independently and saves each outcome. No transaction is open while waiting for a provider, and a channel
 * that is unavailable does not delay the others.
 */
export const sendDueMessages = (deps: SenderDeps, route: Route): Loop =>
  sendHeld<MessageFacts>({
    name: `send messages by ${route.name}`,
    clock: deps.clock,
    maxInFlight,
    leaseMs,
    take: async (claim) => {
      const ids = await takeDueMessages(deps.db, { ...route, ...claim })
      return ids.length === 0 ? [] : listMessageFacts(deps.db, ids)
    },
    send: (facts, lease) => sendOne(deps, route, lease, facts),
    onError: deps.onError,
    failed: 'A message could not be sent or its outcome not saved; it is retried when its lease ends.',
  })

async function sendOne(deps: SenderDeps, route: Route, { owner }: Lease, facts: MessageFacts): Promise<void> {
  const outcome = await outcomeOf(deps, route, facts)
  const keepsCodes = route.passesOn?.includes(facts.kind) ?? false
  const held = { id: facts.id, attempts: facts.attempts, owner, keepsCodes }
  await settleMessage(deps.db, held, { ...outcome, channel: route.name })
  observe('message', { channel: route.name, outcome: outcome.state })
  if (outcome.passedTo)
    deps.log.info(
      { kind: facts.kind, messageId: facts.id, failure: outcome.failure },
      'WhatsApp did not take a message: it goes by SMS',
    )
  if (outcome.state === 'FAILED')
    deps.log.warn(
      { kind: facts.kind, messageId: facts.id, failure: outcome.failure },
      'a message failed for good and is not retried',
    )
}

async function outcomeOf(
  { clock, context, onError }: SenderDeps,
  route: Route,
  facts: MessageFacts,
): Promise<Omit<MessageOutcome, 'channel'>> {
  const skip = skipReason(facts, clock.now()) ?? skipBy(route, facts)
  if (skip) return { state: 'SKIPPED', failure: skip, dueAt: clock.now(), sent: null }
  try {
    const message = composedMessage(facts, context)
    const sent: Sent = await route.channel.send(message)
    const at = clock.now()
    return { state: 'SENT', failure: null, dueAt: at, sent: { ...sent, address: message.address, at } }
  } catch (error) {
    if (!(error instanceof MessageRefused)) onError('A message could not be composed or sent.', error)
    const refused = error instanceof MessageRefused ? error : undefined
    return afterRefusal(refused, route, facts, clock.now())
  }
}

/** What cannot go by SMS is skipped where there is no other channel to phones. */
const skipBy = ({ name }: Route, { kind }: MessageFacts): Skip | undefined =>
  name === 'SMS' && !isBySms(kind) ? 'NOT_BY_SMS' : undefined

function afterRefusal(
  refused: MessageRefused | undefined,
  { passesOn = [] }: Route,
  { kind, attempts }: MessageFacts,
  now: Date,
): Omit<MessageOutcome, 'channel'> {
  const failure = refused?.failure ?? 'INTERNAL'
  if (passesOn.includes(kind) && goesOnBySms(kind, refused, attempts + 1))
    return { state: 'PENDING', failure, dueAt: now, sent: null, passedTo: 'SMS' }
  const next = refused?.isPermanent ? undefined : nextTryAt(attempts + 1, now)
  return { state: next ? 'PENDING' : 'FAILED', failure, dueAt: next ?? now, sent: null }
}
