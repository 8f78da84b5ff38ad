import type { FastifyInstance } from 'fastify'
import { html } from 'ghtml'
import { momentText } from '../../../../base/kernel/figure-text.ts'
import type { Language } from '../../../../base/kernel/language.ts'
import { ApiError } from '../../../../contract/errors.ts'
import { alertChannelOf } from '../../../../domain/monitoring/alerts/alert-recipients.ts'
import { type AlertKind, alertKinds } from '../../../../domain/monitoring/alerts/alert-rules.ts'
import {
  type AlertReader,
  listAlertReaders,
  listClosedAlerts,
  listOpenAlerts,
} from '../../../../domain/monitoring/alerts/alert-store.ts'
import { alertWords } from '../../../../domain/monitoring/alerts/alert-wording.ts'
import { changeAlertPreference } from '../../../../domain/monitoring/alerts/change-alert-preference.ts'
import { languageOf } from '../../../../http/response-language.ts'
import { fieldsOf } from '../../../../pages/form-fields.ts'
import { checkField, choiceField, postForm, submitButton } from '../../../../pages/form-parts.ts'
import { rowsOr } from '../../../../pages/list-parts.ts'
import { doneNotice, redirectAfter } from '../../../../web/signed-in-request.ts'
import type { OperationsDeps } from '../../operations-deps.ts'
import { actorOf, operatorOf } from '../../operations-request.ts'
import { type OperationsText, speak } from '../../operations-words.ts'
import { serviceHref, servicePage } from '../service-page.ts'
import { alertList, sentence } from './alert-list-page.ts'

const path = serviceHref('alerts')
/** The most alerts that are over on one page. */
const maxClosed = 100

const alertNames: Record<AlertKind, OperationsText> = {
  NO_COURIER: 'no courier accepts in a city',
  CODE_LOCKED: 'a code is locked',
  PROBLEM_REPORTED: 'a customer reports a problem',
  SHOPS_WAITING: 'shops wait for approval',
  APPLICATIONS_WAITING: 'couriers apply',
  REFUND_DUE: 'money is to be given back',
  TRANSFERS_STUCK: 'payouts do not get through',
  PAID_TWICE: 'money went out twice',
  MONEY_DISAGREES: 'a provider disagrees about money',
  PAYMENTS_FAILING: 'payments fail',
  MESSAGES_HELD: 'messages do not go out',
  MESSAGES_PASSED_ON: 'WhatsApp refuses messages',
  STRANGER_MESSAGES: 'many codes for new people',
  WEBHOOKS_WAITING: 'webhooks wait',
  EVENTS_PARKED: 'events are set aside',
  CONSUMER_BEHIND: 'a reader of events is behind',
  LOOP_LATE: 'a task is late',
  CLOCK_OFF: 'a clock is wrong',
  DISK_LOW: 'a disk is nearly full',
  DATABASE_AWAY: 'the database takes nothing any more',
}
const channelNames = { EMAIL: 'mail', WHATSAPP: 'WhatsApp', NONE: 'do not tell me' } as const

/** `/operations/service/alerts`: the alerts that are open and over, and how the reader receives them. */
export async function serviceAlertsPage(app: FastifyInstance, deps: OperationsDeps): Promise<void> {
  const { db, clock, timeZone } = deps
  const config = { operates: 'MANAGE' } as const

  app.get(path, { config }, async (request, reply) => {
    // Undefined for somebody whom no alert reaches.
    const [reader] = await listAlertReaders(db, operatorOf(request).accountId)
    const open = await listOpenAlerts(db)
    const closed = await listClosedAlerts(db, maxClosed)

    const language = languageOf(request)
    const t = speak(language)
    const times = { language, timeZone, now: clock.now() }
    const moment = (at: Date) => momentText(at, times, language)
    const rows = closed.map(({ kind, facts, openedAt, closedAt }) => {
      const span = t('from {from} to {to}#night', { from: moment(openedAt), to: moment(closedAt) })
      return html`<li><div class="line"><span>${sentence(alertWords(kind, facts).what[language])}<br>
<span class="soft">${span}</span></span></div></li>`
    })
    const none = html`<p class="empty">${t('No alert is open.')}</p>`
    const page = servicePage(language, 'alerts', {
      notice: doneNotice(request, { saved: t('Saved.#done') }),
      main: html`<h2>${t('Open')}</h2>!${alertList(open, times) || none}
!${reader ? preferenceForm(reader, language) : ''}
<h2>${t('Over')}</h2>!${rowsOr(rows, t('No alert has ended within the last 90 days.'), 'ol')}`,
    })
    return deps.sendPage(request, reply, 200, page)
  })

  app.post(path, { config, bodyLimit: 4_096 }, async (request, reply) => {
    const sent = fieldsOf(request.body)
    const channel = (['EMAIL', 'WHATSAPP', 'NONE'] as const).find((each) => each === sent.channel)
    if (!channel) throw new ApiError('REQUEST_MALFORMED')
    const chosen = alertKinds.filter((kind) => sent[kind] === 'on')
    const kinds = chosen.length === alertKinds.length ? null : chosen
    const actor = actorOf(request)
    await changeAlertPreference({ ...deps, actor }, operatorOf(request).accountId, { channel, kinds })
    return redirectAfter(reply, path, 'saved')
  })
}

function preferenceForm(reader: AlertReader, language: Language): string {
  const t = speak(language)
  const channels = [
    ...(reader.email === null ? [] : (['EMAIL'] as const)),
    ...(reader.phone === null ? [] : (['WHATSAPP'] as const)),
    'NONE' as const,
  ]
  const lead =
    channels.length === 1
      ? t('Your account has neither mail nor phone.')
      : t('Each alert is sent once when it opens, again while it lasts, and once when it is settled.')
  const channel = choiceField({
    name: 'channel',
    label: t('By'),
    value: alertChannelOf(reader),
    options: channels.map((value) => ({ value, label: t(channelNames[value]) })),
  })
  const boxes = alertKinds.map((kind) =>
    checkField({
      name: kind,
      label: t(alertNames[kind]),
      isChecked: reader.kinds?.includes(kind) ?? true,
    }),
  )
  const fields = html`<p>${lead}</p>!${channel}
<fieldset class="field"><legend>${t('Which alerts')}</legend>!${boxes}</fieldset>!${submitButton(t('Save'))}`
  return html`<section class="card"><h2>${t('How to reach me')}</h2>!${postForm(path, fields)}</section>`
}
