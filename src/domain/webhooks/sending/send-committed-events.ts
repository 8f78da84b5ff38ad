import type { Database } from '../../../base/database/open-database.ts'
import type { NewEvent, PublishCommitted } from '../../../events/event-body.ts'
import { eventTraceText } from '../../../events/event-trace.ts'
import { type ActiveEndpoint, type ActiveEndpoints, isSubscribedTo } from '../endpoints/active-endpoints.ts'
import { type HeldDispatch, insertTakenDispatches, type Lease } from './dispatch-store.ts'

type SendCommittedDeps = {
  db: Database
  endpoints: () => ActiveEndpoints
  newLease: () => Lease
  /** Takes a slot of an endpoint, unless so much is under way that sending from the event log is cheaper. */
  takeSlot: (endpointId: string) => boolean
  releaseSlot: (endpointId: string) => void
  /** Sends a dispatch in the slot that was taken for it. */
  send: (dispatch: HeldDispatch, lease: Lease) => void
  onError: (message: string, error: unknown) => void
}

type CommittedEventSender = {
  /** Sends events that this process has just committed, without waiting for the event log. */
  publish: PublishCommitted
  /** Accepts nothing more; resolves when everything accepted is being sent. */
  stop: () => Promise<void>
}

/** Dispatches written with one statement, at most. */
const maxBatch = 32

/**
 * The short way of an event from its commit to its endpoints, while little is under way: one statement writes
 * its dispatches as claimed by this process, and they are sent at once. The consumer of the event log writes
 * the same rows a little later and finds them there, so the rows decide and nothing is sent twice. Whatever
 * is not sent this way (an endpoint that fails or has much under way, a process that dies in between) is sent
 * from the log.
 */
export function sendCommittedEvents(deps: SendCommittedDeps): CommittedEventSender {
  const shops = shopIndex(deps.endpoints)
  let waiting: HeldDispatch[] = []
  let writing: Promise<void> | undefined
  let isStopped = false

  function publish(events: readonly NewEvent[]): void {
    if (isStopped) return
    for (const event of events) {
      if (event.audience !== 'PARTNER') continue
      for (const { id, eventTypes } of shops(event.shopId)) {
        if (isSubscribedTo(eventTypes, event.type) && deps.takeSlot(id)) waiting.push(heldDispatch(id, event))
      }
    }
    if (waiting.length > 0) writing ??= writeAll()
  }

  /** What comes while a statement is under way waits for the next one: batches grow with the load. */
  async function writeAll(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, maxBatch)
      waiting = waiting.slice(maxBatch)
      await write(batch)
    }
    writing = undefined
  }

  async function write(batch: readonly HeldDispatch[]): Promise<void> {
    const lease = deps.newLease()
    const written = await insertTakenDispatches(deps.db, batch, lease).catch((error: unknown) => {
      deps.onError(
        'New events could not be sent to webhooks at once; they are sent from the event log.',
        error,
      )
      return []
    })
    const mine = new Set(written.map(({ endpointId, eventId }) => `${endpointId} ${eventId}`))
    for (const dispatch of batch) {
      if (mine.has(`${dispatch.endpointId} ${dispatch.eventId}`)) deps.send(dispatch, lease)
      else deps.releaseSlot(dispatch.endpointId)
    }
  }

  return {
    publish,
    stop: async () => {
      isStopped = true
      await writing
    },
  }
}

const heldDispatch = (endpointId: string, event: NewEvent): HeldDispatch => ({
  shopId: event.shopId,
  endpointId,
  eventId: event.id,
  eventType: event.type,
  body: event.body,
  trace: eventTraceText(event.trace),
  attempts: 0,
  trigger: 'SCHEDULED',
})

/** The active endpoints by shop; grouped again only when they were read again. */
function shopIndex(endpoints: () => ActiveEndpoints): (shopId: string) => readonly ActiveEndpoint[] {
  let indexed: ActiveEndpoints | undefined
  let byShop = new Map<string, ActiveEndpoint[]>()
  return (shopId) => {
    if (indexed !== endpoints()) {
      indexed = endpoints()
      byShop = Map.groupBy(indexed.values(), (endpoint) => endpoint.shopId)
    }
    return byShop.get(shopId) ?? []
  }
}
