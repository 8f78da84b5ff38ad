import type { AlertRecipient } from '../../messages/send-alerts.ts'
import type { AlertChannel } from '../monitoring-tables.ts'
import type { AlertKind } from './alert-rules.ts'
import type { AlertReader } from './alert-store.ts'

/**
 * Who hears of an alert of this kind: the operators who want to, each by the way that they chose and in their
 * language, and the addresses of the settings, each address once.
 */
export function alertRecipients(
  kind: AlertKind,
  readers: readonly AlertReader[],
  addresses: readonly string[],
): AlertRecipient[] {
  const recipients = [
    ...readers.flatMap((reader) => recipientOf(kind, reader) ?? []),
    ...addresses.map((address) => ({ channel: 'EMAIL' as const, address, language: null })),
  ]
  const byAddress = new Map(recipients.toReversed().map((each) => [each.address.toLowerCase(), each]))
  return [...byAddress.values()].toReversed()
}

/**
 * The way in which somebody hears of alerts: by mail unless they said otherwise; the other way where there is
 * only that.
 */
export function alertChannelOf({ channel, email, phone }: AlertReader): AlertChannel {
  if (channel === 'NONE') return 'NONE'
  if (channel === 'WHATSAPP' && phone !== null) return 'WHATSAPP'
  if (email !== null) return 'EMAIL'
  return phone === null ? 'NONE' : 'WHATSAPP'
}

function recipientOf(kind: AlertKind, reader: AlertReader): AlertRecipient | undefined {
  const channel = alertChannelOf(reader)
  if (channel === 'NONE' || reader.kinds?.includes(kind) === false) return undefined
  const address = channel === 'EMAIL' ? reader.email : reader.phone
  return address === null ? undefined : { channel, address, language: reader.language }
}
