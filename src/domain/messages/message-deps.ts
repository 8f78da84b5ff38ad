import type { Database } from '../../base/database/open-database.ts'
import type { Clock } from '../../base/kernel/clock.ts'
import type { Channel } from './channels/message-channel.ts'
import type { MessageContext } from './message-composition.ts'
import type { MessageKind } from './messages-tables.ts'

/** A channel, and the kinds of message that take it. */
export type Route = {
  name: 'WHATSAPP' | 'SMS' | 'EMAIL' | 'OUTBOX'
  kinds: readonly MessageKind[]
  channel: Channel
  /**
   * Which messages of these kinds: those that another channel passed on, or all but those; every one unless
   * given.
   */
  takes?: 'PASSED_ON' | 'NOT_PASSED_ON'
  /** The kinds that go by SMS where this channel does not bring them. */
  passesOn?: readonly MessageKind[]
}

/** Whether anybody is written to on their phone. */
export const writesToPhones = (routes: readonly Route[]): boolean =>
  routes.some(({ name }) => name === 'WHATSAPP' || name === 'SMS')

/** The kinds that a channel passes on to SMS. */
export const passedOnBy = (routes: readonly Route[], name: Route['name']): readonly MessageKind[] =>
  routes.find((route) => route.name === name)?.passesOn ?? []

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

/** What couriers are told by the clock is enqueued with. */
export type NotifyDeps = Pick<MessageDeps, 'db' | 'clock' | 'context'>
