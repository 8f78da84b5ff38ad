import assert from 'node:assert/strict'
import type { Loop } from '../../src/base/background/loop.ts'
import type { DeliveryKey } from '../../src/domain/deliveries/delivery-store.ts'
import { enqueueMessages } from '../../src/domain/messages/enqueue-messages.ts'
import type { MessageDeps } from '../../src/domain/messages/message-deps.ts'
import { listMessages, messagesDue } from '../../src/domain/messages/message-store.ts'
import { startMessages } from '../../src/domain/messages/start-messages.ts'
import { startLookout } from '../../src/events/start-lookout.ts'
import { consumeAll } from './event-work.ts'
import { lookedOutFor } from './looked-out-for.ts'
import type { TestService } from './open-service.ts'
import { accepts, type WhatsAppServer } from './whatsapp-server.ts'

/** Messages of a service under test. */
export type MessageWork = {
  /** What went wrong in the background; a test that expects something takes it out. */
  reportedErrors: string[]
  /** Passes on every event, so that messages are enqueued. */
  relay(): Promise<void>
  /** Hands on every event, then claims and sends once; everything is written when it answers. */
  once(): Promise<void>
  /** Sends in the background until it is stopped. */
  start(): Loop
}

export function messageWork(
  { services }: Pick<TestService, 'services'>,
  other: Partial<MessageDeps> = {},
): MessageWork {
  const reportedErrors: string[] = []
  const relay = () => consumeAll(services, enqueueMessages(services))
  const onError = (message: string, error: unknown) =>
    void reportedErrors.push(`${message} ${(error as Error).message}`)
  const start = () => {
    const deps = { ...services.messages, ...other, onError }
    const due = messagesDue(deps.routes.flatMap(({ kinds }) => kinds))
    const sending = startMessages(deps)
    return lookedOutFor(sending, startLookout({ ...services, onError }, [{ due, loops: [sending] }]))
  }
  return {
    reportedErrors,
    relay,
    start,
    once: async () => {
      await relay()
      await start().stop()
    },
  }
}

/** Messages anew before a test: what earlier tests left is sent and not looked at, and WhatsApp accepts everything. */
export async function freshMessageWork(
  service: Pick<TestService, 'services'>,
  whatsApp: WhatsAppServer,
): Promise<MessageWork> {
  await messageWork(service).once()
  whatsApp.asked.length = 0
  whatsApp.answering = accepts
  return messageWork(service)
}

/** The outcomes of the messages about a delivery, in the order in which they were enqueued. */
export async function messagesOf({ services }: Pick<TestService, 'services'>, { id }: DeliveryKey) {
  const rows = await listMessages(services.db, { deliveryId: id, limit: 100 })
  return rows.sort((a, b) => a.created_at.getTime() - b.created_at.getTime() || a.kind.localeCompare(b.kind))
}

/** The message of one kind about a delivery. */
export async function messageOf(service: Pick<TestService, 'services'>, key: DeliveryKey, kind: string) {
  const message = (await messagesOf(service, key)).find((row) => row.kind === kind)
  assert.ok(message, `There is no message ${kind}.`)
  return message
}
