import { outboxChannel } from './channels/outbox-channel.ts'
import { type Mailbox, sendByMail } from './channels/send-by-mail.ts'
import { sendByWhatsApp, type WhatsAppAccount } from './channels/send-by-whatsapp.ts'
import type { MessageLog, Route } from './message-deps.ts'
import { kindNames, kindsByMail, kindsByPhone } from './message-kinds.ts'

/** The channels that are set up; with `outbox`, messages are kept on this machine instead. */
export type ChannelSettings = {
  outbox: boolean
  whatsApp?: WhatsAppAccount | undefined
  mailbox?: Mailbox | undefined
}

/** The channel of each kind of message; kinds without one are held (decision 86). */
export function chooseChannels({ outbox, whatsApp, mailbox }: ChannelSettings, log: MessageLog): Route[] {
  if (outbox) return [{ name: 'OUTBOX', kinds: kindNames, channel: outboxChannel(log) }]
  const routes: Route[] = []
  if (whatsApp) routes.push({ name: 'WHATSAPP', kinds: kindsByPhone, channel: sendByWhatsApp(whatsApp) })
  if (mailbox) routes.push({ name: 'EMAIL', kinds: kindsByMail, channel: sendByMail(mailbox) })
  return routes
}
