import type { Trx } from '../../base/database/open-database.ts'
import type { Clock } from '../../base/kernel/clock.ts'
import type { Language, Wording } from '../../base/kernel/language.ts'
import { newMessage } from './enqueue-messages.ts'
import { insertMessages } from './message-store.ts'

/** What operators are told of: what is wrong, and what to do about it; or that it is over. */
export type AlertNotice = {
  /** At most a hundred characters each, without a point at the end. */
  what: Wording
  advice: Wording
  openedAt: Date
  /** Null while it is open. */
  closedAt: Date | null
}

/** Where an alert goes; `language` is theirs, and that of the service where it is null. */
export type AlertRecipient = { channel: 'EMAIL' | 'WHATSAPP'; address: string; language: Language | null }

/** Enqueues a message of each notice to each recipient, in the transaction that opens or closes the alert. */
export async function sendAlerts(
  { db, clock }: { db: Trx; clock: Clock },
  notices: readonly AlertNotice[],
  recipients: readonly AlertRecipient[],
): Promise<void> {
  const now = clock.now()
  const messages = notices.flatMap((notice) =>
    recipients.map(({ channel, address: recipient, language }) =>
      newMessage(alertKindOf(notice, channel), { recipient, language, content: alertContent(notice) }, now),
    ),
  )
  await insertMessages(db, messages)
}

/** The kind of message of a notice by this channel. */
export function alertKindOf({ closedAt }: AlertNotice, channel: AlertRecipient['channel']) {
  if (closedAt === null) return channel === 'EMAIL' ? 'OPERATOR_ALERT_MAIL' : 'OPERATOR_ALERT'
  return channel === 'EMAIL' ? 'OPERATOR_ALERT_OVER_MAIL' : 'OPERATOR_ALERT_OVER'
}

/** What a message keeps of a notice, as JSON. */
export const alertContent = ({ what, advice, openedAt, closedAt }: AlertNotice): string =>
  JSON.stringify({
    whatFr: what.fr,
    whatEn: what.en,
    adviceFr: advice.fr,
    adviceEn: advice.en,
    since: openedAt.toISOString(),
    until: closedAt?.toISOString() ?? null,
  })
