import type { RulesDeps } from '../../rules.ts'
import { outboxChannel } from './channels/outbox-channel.ts'
import { type Mailbox, sendByMail } from './channels/send-by-mail.ts'
import { type SmsAccount, sendBySms } from './channels/send-by-sms.ts'
import { sendByWhatsApp, type WhatsAppAccount } from './channels/send-by-whatsapp.ts'
import type { MessageLog, Route } from './message-deps.ts'
import { kindNames, kindsByMail, kindsByPhone, kindsBySms } from './message-kinds.ts'

/** The channels that are set up; with `outbox`, messages are kept on this machine instead. */
type ChannelSettings = {
  outbox: boolean
  whatsApp?: WhatsAppAccount | undefined
  sms?: SmsAccount | undefined
  mailbox?: Mailbox | undefined
}

/**
 * The channel of each kind of message; kinds without one are held (decision 86). SMS takes over what WhatsApp
 * cannot bring, and everything to phones where there is no WhatsApp (decision 240).
 */
export function chooseChannels(
  { outbox, whatsApp, sms, mailbox }: ChannelSettings,
  { log, rules }: { log: MessageLog } & RulesDeps,
): Route[] {
  if (outbox) return [{ name: 'OUTBOX', kinds: kindNames, channel: outboxChannel(log) }]
  const routes: Route[] = []
  if (whatsApp)
    routes.push({
      name: 'WHATSAPP',
      kinds: kindsByPhone,
      channel: sendByWhatsApp(whatsApp),
      ...(sms && { takes: 'NOT_PASSED_ON', passesOn: kindsBySms }),
    })
  if (sms)
    routes.push(
      whatsApp
        ? { name: 'SMS', kinds: kindsBySms, channel: sendBySms(sms), takes: 'PASSED_ON' }
        : { name: 'SMS', kinds: kindsByPhone, channel: sendBySms(sms) },
    )
  if (mailbox) routes.push({ name: 'EMAIL', kinds: kindsByMail, channel: sendByMail(mailbox, { rules }) })
  return routes
}
