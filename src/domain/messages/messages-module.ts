import type { Module } from '../../base/events/start-modules.ts'
import type { MessageDeps } from './message-deps.ts'
import { oweMessages } from './owe-messages.ts'
import { purgeMessages } from './purge-messages.ts'
import { startMessages } from './start-messages.ts'

/** Messages: what people are told of an event, sent by the channel that reaches them. */
export const messagesModule = ({
  messages,
  onError,
}: {
  messages: MessageDeps
  onError: (message: string, error: unknown) => void
}): Module => ({
  name: 'messages',
  consumer: oweMessages(messages),
  start: () => [startMessages({ ...messages, onError })],
  purges: { 'purge messages': () => purgeMessages(messages) },
})
