import type { Database } from '../../base/database/open-database.ts'
import type { MessageKind } from '../../base/database/tables.ts'
import type { Clock } from '../../base/kernel/clock.ts'
import type { Channel } from './channels/message-channel.ts'
import type { MessageContext } from './message-composition.ts'

/** A channel, and the kinds of message that take it. */
export type Route = {
  name: 'WHATSAPP' | 'EMAIL' | 'OUTBOX'
  kinds: readonly MessageKind[]
  channel: Channel
}

/** The log of outcomes of messages: their kinds and identifiers, never their text or recipient. */
export type MessageLog = Record<'info' | 'warn', (about: object, message: string) => void>

export type MessageDeps = {
  db: Database
  clock: Clock
  log: MessageLog
  context: MessageContext
  /** Kinds that no route names are held until a later start has a channel for them. */
  routes: readonly Route[]
}
