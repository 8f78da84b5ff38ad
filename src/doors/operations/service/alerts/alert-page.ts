import { html } from 'ghtml'
import { momentText } from '../../../../base/kernel/figure-text.ts'
import type { Language } from '../../../../base/kernel/language.ts'
import { checkField, choiceField, postForm, submitButton } from '../../../../base/pages/form-parts.ts'
import type { WorkspaceNotice } from '../../../../base/pages/workspace.ts'
import type { OpenAlert } from '../../../../domain/monitoring/alerts/alert-course.ts'
import { alertChannelOf } from '../../../../domain/monitoring/alerts/alert-recipients.ts'
import { type AlertKind, alertKinds } from '../../../../domain/monitoring/alerts/alert-rules.ts'
import type { AlertReader } from '../../../../domain/monitoring/alerts/alert-store.ts'
import { alertWords } from '../../../../domain/monitoring/alerts/alert-wording.ts'
import type { AlertChannel } from '../../../../domain/monitoring/monitoring-tables.ts'
import type { OperationsContent } from '../../operations-deps.ts'
import { type OperationsText, speak } from '../../operations-words.ts'
import { serviceHref, servicePage } from '../service-page.ts'
import { alertList, sentence } from './alert-list-page.ts'

type AlertScreen = {
  language: Language
  timeZone: string
  now: Date
  open: readonly OpenAlert[]
  closed: readonly (OpenAlert & { closedAt: Date })[]
  /** Whoever looks at it; undefined for somebody whom no alert reaches. */
  reader: AlertReader | undefined
  notice: WorkspaceNotice | undefined
}

const alertNames: Record<AlertKind, OperationsText> = {
  NO_COURIER: 'no courier accepts in a city',
  CODE_LOCKED: 'a code is locked',
  PROBLEM_REPORTED: 'a customer reports a problem',
  REFUND_DUE: 'money is to be given back',
  TRANSFERS_STUCK: 'payouts do not get through',
  PAID_TWICE: 'money went out twice',
  MONEY_DISAGREES: 'a provider disagrees about money',
  PAYMENTS_FAILING: 'payments fail',
  MESSAGES_HELD: 'messages do not go out',
  STRANGER_MESSAGES: 'many codes for new people',
  WEBHOOKS_WAITING: 'webhooks wait',
  EVENTS_PARKED: 'events are set aside',
  CONSUMER_BEHIND: 'a reader of events is behind',
  LOOP_LATE: 'a task is late',
  CLOCK_OFF: 'a clock is wrong',
  DISK_LOW: 'a disk is nearly full',
  DATABASE_AWAY: 'the database takes nothing any more',
}

const channelNames = {
  EMAIL: 'mail',
  WHATSAPP: 'WhatsApp',
  NONE: 'do not tell me',
} as const

/** The alerts, and how the reader receives them. */
export function alertPage(screen: AlertScreen): OperationsContent {
  const { language, open, closed, reader, notice } = screen
  const t = speak(language)
  return servicePage(language, 'alerts', {
    notice,
    main: html`<h2>${t('Open')}</h2>!${alertList(open, screen) || html`<p class="empty">${t('No alert is open.')}</p>`}
!${reader ? preferenceForm(reader, language) : ''}
<h2>${t('Over')}</h2>!${
      closed.length === 0
        ? html`<p class="empty">${t('No alert has ended within the last 90 days.')}</p>`
        : html`<ol class="rows">!${closed.map((alert) => closedRow(alert, screen))}</ol>`
    }`,
  })
}

function closedRow(alert: OpenAlert & { closedAt: Date }, { language, timeZone, now }: AlertScreen): string {
  const { what } = alertWords(alert.kind, alert.facts)
  const moment = (at: Date) => momentText(at, { timeZone, now }, language)
  const span = speak(language)('from {from} to {to}#night', {
    from: moment(alert.openedAt),
    to: moment(alert.closedAt),
  })
  return html`<li><div class="line"><span>${sentence(what[language])}<br><span class="soft">${span}</span></span></div></li>`
}

function preferenceForm(reader: AlertReader, language: Language): string {
  const t = speak(language)
  const channels: AlertChannel[] = [
    ...(reader.email === null ? [] : (['EMAIL'] as const)),
    ...(reader.phone === null ? [] : (['WHATSAPP'] as const)),
    'NONE',
  ]
  const fields = html`<p>${channels.length === 1 ? t('Your account has neither mail nor phone.') : t('Each alert is sent once when it opens, again while it lasts, and once when it is settled.')}</p>!${choiceField(
    {
      name: 'channel',
      label: t('By'),
      value: alertChannelOf(reader),
      options: channels.map((value) => ({ value, label: t(channelNames[value]) })),
    },
  )}<fieldset class="field"><legend>${t('Which alerts')}</legend>!${alertKinds.map((kind) =>
    checkField({
      name: kind,
      label: t(alertNames[kind]),
      isChecked: reader.kinds?.includes(kind) ?? true,
    }),
  )}</fieldset>!${submitButton(t('Save'))}`
  return html`<section class="card"><h2>${t('How to reach me')}</h2>!${postForm(serviceHref('alerts'), fields)}</section>`
}
