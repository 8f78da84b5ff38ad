import type { MessageLog } from '../message-deps.ts'
import type { Channel } from './message-channel.ts'

/** Keeps messages on this machine, to be read at `/dev/outbox`, and logs that each is there. */
export const outboxChannel = (log: MessageLog): Channel => ({
  send: ({ id, kind }) => {
    log.info({ kind, messageId: id }, 'a message is in /dev/outbox')
    return Promise.resolve({ providerMessageId: id })
  },
})
