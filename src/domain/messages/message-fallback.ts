import type { Refusal } from './channels/message-channel.ts'
import { kindsWithCode } from './message-kinds.ts'
import type { MessageKind } from './messages-tables.ts'

/**
 * Whether SMS takes a message over that WhatsApp did not take (decision 308). Only what is known to pass by
 * itself is tried once more by WhatsApp, so that an error of next year loses nothing; a code lives for
 * minutes and never waits.
 */
export const goesOnBySms = (kind: MessageKind, refusal: Refusal | undefined, attemptsMade: number): boolean =>
  attemptsMade > 1 || isNeverRetried(kind) || (refusal !== undefined && !refusal.isPassing)

/** Whether a message waits for no second try of a channel where there is another. */
const isNeverRetried = (kind: MessageKind): boolean => kindsWithCode.includes(kind)
