import { loadOnce } from '../../../base/kernel/load-once.ts'
import type { Rules, RulesDeps } from '../../../rules.ts'
import { mailBody } from './mail-body.ts'
import {
  type Channel,
  MessageRefused,
  type OutgoingMessage,
  providerDeadlineMs,
  type Sent,
} from './message-channel.ts'

export type Mailbox = {
  /** `smtps://user:password@host:465`, or `smtp://…`, which goes on encrypted where the server can. */
  url: string
  from: string
  deadlineMs?: number
}

/** Sends mail by SMTP, in the name and the colour of the company as they are then. */
export function sendByMail(
  { url, from, deadlineMs = providerDeadlineMs }: Mailbox,
  { rules }: RulesDeps,
): Channel {
  const transport = loadOnce(async () => {
    const { createTransport } = await import('nodemailer')
    return createTransport({ url, disableFileAccess: true, disableUrlAccess: true })
  })
  return {
    send: (message) =>
      transport()
        .then((mail) =>
          mail.sendMail({
            ...mailOf(message, from, rules.current()),
            signal: AbortSignal.timeout(deadlineMs),
          } as object),
        )
        .then(({ messageId }): Sent => ({ providerMessageId: messageId }))
        .catch((error: unknown) => {
          throw refusalOf(error as SmtpError)
        }),
  }
}

/** One message has one Message-ID however often it is sent, so that a mailbox recognises duplicates. */
const mailOf = (message: OutgoingMessage, from: string, rules: Rules) => ({
  ...mailBody(message, rules),
  from,
  to: { name: '', address: message.address },
  messageId: `<${message.id}@${/@([^>\s]+)/.exec(from)?.[1] ?? 'localhost'}>`,
  headers: { 'Auto-Submitted': 'auto-generated' },
})

type SmtpError = Error & { code?: string; responseCode?: number; command?: string }

/**
 * A server that refuses this recipient or this text will refuse it later too; any other failure may be
 * temporary.
 */
function refusalOf({ name, code, responseCode, command }: SmtpError): MessageRefused {
  if (name === 'AbortError' || name === 'TimeoutError')
    return new MessageRefused('TIMEOUT', { isPassing: true })
  if (responseCode === undefined) return new MessageRefused(`SMTP_${code ?? 'UNKNOWN'}`, { isPassing: true })
  const isAboutIt = command === 'RCPT TO' || command === 'DATA'
  return new MessageRefused(`SMTP_${responseCode}`, { isPermanent: responseCode >= 500 && isAboutIt })
}
