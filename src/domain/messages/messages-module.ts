import type { Module } from '../../events/start-modules.ts'
import { couriersDue, notifyCouriers } from './couriers/notify-couriers.ts'
import { enqueueMessages } from './enqueue-messages.ts'
import type { MessageDeps } from './message-deps.ts'
import { messagesDue } from './message-store.ts'
import { purgeMessages } from './purge-messages.ts'
import { startMessages } from './start-messages.ts'

/** Messages: enqueued for events and, to couriers, by the clock; sent by the channel that reaches each person. */
export const messagesModule = ({
  messages,
  onError,
}: {
  messages: MessageDeps
  onError: (message: string, error: unknown) => void
}): Module => ({
  name: 'messages',
  consumer: enqueueMessages(messages),
  start: () => [startMessages({ ...messages, onError }), notifyCouriers({ ...messages, onError })],
  due: {
    'send messages': messagesDue(messages.routes.flatMap(({ kinds }) => kinds)),
    'notify couriers': couriersDue,
  },
  purges: { 'purge messages': () => purgeMessages(messages) },
})
