import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { html } from 'ghtml'
import { momentText } from '../../../../base/kernel/figure-text.ts'
import type { Language } from '../../../../base/kernel/language.ts'
import { isUuid } from '../../../../base/kernel/uuid.ts'
import { ApiError } from '../../../../contract/errors.ts'
import { maskedPhone } from '../../../../domain/audit/audited-act.ts'
import {
  listPassedOn,
  listUnsentMessages,
  type PassedOn,
  type UnsentMessage,
} from '../../../../domain/messages/message-store.ts'
import type { MessageKind } from '../../../../domain/messages/messages-tables.ts'
import { resendMessage } from '../../../../domain/messages/resend-message.ts'
import { languageOf } from '../../../../http/response-language.ts'
import { buttonForm } from '../../../../pages/form-parts.ts'
import { rowsOr } from '../../../../pages/list-parts.ts'
import type { WorkspaceNotice } from '../../../../pages/workspace.ts'
import { attempt, doneNotice, redirectAfter } from '../../../../web/signed-in-request.ts'
import { operatorValueWording } from '../../../../web/value-wording.ts'
import type { OperationsDeps } from '../../operations-deps.ts'
import { actorOf } from '../../operations-request.ts'
import { type OperationsText, speak } from '../../operations-words.ts'
import { serviceHref, servicePage } from '../service-page.ts'
import { meaningOf } from './message-failures.ts'

const path = serviceHref('messages')
/** Whoever has more than that mends the cause first. */
const maxRows = 100
/** Reasons for which SMS took messages over, of the last day. */
const maxReasons = 20
const dayMs = 24 * 60 * 60_000

const messageNames: Partial<Record<MessageKind, OperationsText>> = {
  COURIER_OFFER: 'Trip offered to a courier',
  SIGN_IN_CODE: 'Code to sign in',
  SIGN_IN_LINK: 'Link to sign in',
  SIGN_IN_CHANGED: 'New way into an account',
  SIGN_IN_CHANGED_MAIL: 'New way into an account',
  TEAM_INVITATION: 'Invitation to a team',
  TEAM_INVITATION_MAIL: 'Invitation to a team',
  ENDPOINT_FAILING: 'Webhook server that fails',
  ENDPOINT_DISABLED: 'Webhook server disabled',
  PAYOUT_CODE: 'Code for a payout number',
  PAYOUT_CHANGE_REQUESTED: 'Another payout number asked for',
  PAYOUT_CHANGED: 'Payout number changed',
  PAYOUT_HELD: 'Payout number refused',
  PAYOUT_HELD_PHONE: 'Payout number refused',
  COURIER_PAYOUT_HELD: 'Payout to a courier refused',
  COURIER_PAPER_ENDS: 'Paper of a courier that ends',
  COURIER_ANNOUNCEMENT: 'Message to all couriers of a city',
  COURIER_SHIFT_SOON: 'Shift that begins soon',
  COURIER_SHIFT_GIVEN: 'Shift given to a courier',
  COURIER_SHIFT_TAKEN: 'Shift taken from a courier',
  COURIER_SHIFT_CHANGED: 'Shift of a courier changed',
  SHOP_APPROVED: 'Shop approved',
  SHOP_APPROVED_PHONE: 'Shop approved',
  OPERATOR_ALERT: 'Alert to an operator',
  OPERATOR_ALERT_MAIL: 'Alert to an operator',
  OPERATOR_ALERT_OVER: 'End of an alert',
  OPERATOR_ALERT_OVER_MAIL: 'End of an alert',
}

/**
 * `/operations/service/messages`: the messages that wait and those that failed, each to be sent again, and
 * why SMS took messages over from WhatsApp.
 */
export async function unsentMessagesPage(app: FastifyInstance, deps: OperationsDeps): Promise<void> {
  const { db, clock, timeZone } = deps
  const config = { operates: 'MANAGE' } as const

  app.get(path, { config }, (request, reply) => {
    const done = { resent: speak(languageOf(request))('The message goes out again.') }
    return show(request, reply, 200, doneNotice(request, done))
  })

  app.post<{ Params: { id: string } }>(
    `${path}/:id/resend`,
    { config, bodyLimit: 4_096 },
    async (request, reply) =>
      attempt(
        request,
        async () => {
          const { id } = request.params
          if (!isUuid(id)) throw new ApiError('MESSAGE_NOT_FOUND', { messageId: id })
          await resendMessage({ ...deps, actor: actorOf(request) }, id)
          return redirectAfter(reply, path, 'resent')
        },
        ({ status, notice }) => show(request, reply, status, notice),
      ),
  )

  async function show(
    request: FastifyRequest,
    reply: FastifyReply,
    status: number,
    notice: WorkspaceNotice | undefined,
  ) {
    const now = clock.now()
    const held = await listUnsentMessages(db, { state: 'PENDING', now, limit: maxRows })
    const failed = await listUnsentMessages(db, { state: 'FAILED', now, limit: maxRows })
    const dayAgo = new Date(now.getTime() - dayMs)
    const passedOn = await listPassedOn(db, dayAgo, maxReasons)
    const language = languageOf(request)
    const t = speak(language)
    const list = (messages: readonly UnsentMessage[]) => {
      const rows = messages.map((each) => messageRow(each, { timeZone, now }, language))
      return rowsOr(rows, t('No message.'), 'ol')
    }
    const waits = t(
      'These messages are due and have not gone out: their channel is missing, or has refused them so far.',
    )
    const bySms = t(
      'WhatsApp did not bring these messages, so they go by SMS, which costs more. Once the cause is mended, they go by WhatsApp again.',
    )
    const main = html`<h2>${t('Failed')}</h2>
<p>${t('These messages are not tried any more. What they say is composed anew when they are resent.')}</p>
!${list(failed)}
<h2>${t('Waiting')}</h2>
<p>${waits}</p>
!${list(held)}
<h2 id="passed-on">${t('By SMS instead of WhatsApp, in the last 24 hours')}</h2>
<p>${bySms}</p>
!${rowsOr(
      passedOn.map((each) => passedOnRow(each, { timeZone, now }, language)),
      t('No message.'),
      'ol',
    )}`
    return deps.sendPage(request, reply, status, servicePage(language, 'messages', { notice, main }))
  }
}

function passedOnRow(
  { failure, count, sent, lastAt }: PassedOn,
  times: { timeZone: string; now: Date },
  language: Language,
): string {
  const t = speak(language)
  const about = [
    t('{count, plural, one {1 message} other {{count} messages}}, {sent} of them sent by SMS', {
      count,
      sent,
    }),
    t('the last: {when}', { when: momentText(lastAt, times, language) }),
  ]
  return html`<li><div class="line"><span><strong>${failureText(failure, language)}</strong><br>
<span class="soft">${about.join(' · ')}</span></span></div></li>`
}

/** A failure by its code, with what it means where that is known. */
function failureText(failure: string, language: Language): string {
  const meaning = meaningOf(failure)
  return meaning ? `${failure} (${speak(language)(meaning)})` : failure
}

function messageRow(
  { id, kind, recipient, created_at, attempts, last_failure, passed_for, delivery_id }: UnsentMessage,
  times: { timeZone: string; now: Date },
  language: Language,
): string {
  const t = speak(language)
  const own = messageNames[kind]
  const name = operatorValueWording[language].message[kind] ?? (own ? t(own) : kind)
  const to = recipient === null ? '' : ` ${t('to')} ${maskedAddress(recipient)}`
  const about = [
    momentText(created_at, times, language),
    t('{count, plural, =0 {never tried} one {1 try} other {{count} tries}}', { count: attempts }),
    passed_for && t('WhatsApp: {failure}, then by SMS', { failure: failureText(passed_for, language) }),
    last_failure !== null && last_failure !== passed_for && failureText(last_failure, language),
  ].filter(Boolean)
  const href = `/operations/deliveries/${delivery_id}`
  const see = html`<br><a class="inline" href="${href}">${t('See the delivery')}</a>`
  return html`<li><div class="line"><span><strong>${name}</strong>${to}<br>
<span class="soft">${about.join(' · ')}</span>!${delivery_id === null ? '' : see}</span>
!${buttonForm(`${path}/${id}/resend`, t('Resend'))}</div></li>`
}

/** An address by which a person is recognised, and nobody else written to. */
const maskedAddress = (address: string): string =>
  address.includes('@')
    ? `${address.slice(0, 1)}…${address.slice(address.indexOf('@'))}`
    : maskedPhone(address)
