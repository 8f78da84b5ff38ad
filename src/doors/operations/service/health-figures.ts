import type { OutageReason } from '../../../base/database/database-error.ts'
import { amountText, momentText, namedFigure } from '../../../base/kernel/figure-text.ts'
import type { Language } from '../../../base/kernel/language.ts'
import type { PaymentRequestState } from '../../../contract/vocabulary.ts'
import { durationText, taskName } from '../../../domain/monitoring/alerts/alert-wording.ts'
import type { HealthFigure } from '../../../domain/monitoring/health/health-judgement.ts'
import type { MoneyWaiting, ServiceHealth } from '../../../domain/monitoring/health/service-health.ts'
import { type OperationsText, speak } from '../operations-words.ts'

const channelNames = {
  WHATSAPP: 'WhatsApp',
  SMS: 'SMS',
  EMAIL: 'mail',
  OUTBOX: 'test outbox',
} as const

const stateNames: Record<string, OperationsText> = {
  PENDING: 'waiting',
  SENT: 'sent#states',
  FAILED: 'failed#many',
  SKIPPED: 'no longer needed',
}

const paymentNames: Record<PaymentRequestState, OperationsText> = {
  DUE: 'to be asked',
  ASKED: 'asked#payments',
  PAID: 'paid#payments',
  REFUSED: 'refused#payments',
  FAILED: 'failed#many',
  WITHDRAWN: 'withdrawn#payments',
}

const diskNames = {
  data: 'Data',
  photos: 'Photos',
} as const

const lackNames = {
  CODES: 'No code reaches a phone: nobody can sign in.',
  LINKS: 'Links of messages and pages open on no other machine.',
  MONEY: 'Nobody moves mobile money: SECURE is not offered.',
  MAIL: 'No mail goes out: neither links to sign in nor alerts.',
} as const

const refusedWrites: Record<OutageReason, OperationsText> = {
  FULL: 'refused: the disk is full',
  READ_ONLY: 'refused: this server only reads',
  NO_MEMORY: 'refused: memory is short',
  DAMAGED: 'refused: files or the disk fail',
  SLOW: 'too slow',
  AWAY: 'refused: the database does not answer',
}

const databaseNames = {
  embedded: 'embedded',
  server: 'server',
} as const

/** A value of a figure, with what it is called. */
export type FigureLine = { label: string; value: string }

type FigureReader = { language: Language; timeZone: string }

/** The values of each figure, in words. */
export function figureLines(health: ServiceHealth, reader: FigureReader): Record<HealthFigure, FigureLine[]> {
  const { language } = reader
  const t = speak(language)
  const named = (names: Record<string, OperationsText>, name: string) => (names[name] ? t(names[name]) : name)
  const count = (value: number) => new Intl.NumberFormat(language).format(value)
  const moment = (at: Date | null) =>
    at === null ? '—' : momentText(at, { timeZone: reader.timeZone, now: health.takenAt }, language)
  const line = (label: string, value: string): FigureLine => ({ label, value })
  const waiting = (money: MoneyWaiting) => [
    line(t('Count'), count(money.count)),
    line(t('Amount'), amountText(money.amountFcfa, language)),
    line(t('Oldest'), moment(money.oldestAt)),
  ]
  const { database, migrations, eventLog, webhooks, messages } = health
  return {
    searches: health.searches.map(({ city, waiting, oldestSince, lastAcceptedAt }) =>
      line(
        city,
        [
          namedFigure(t('Waiting'), count(waiting), language),
          namedFigure(t('Oldest'), moment(oldestSince), language),
          namedFigure(t('Last accepted'), moment(lastAcceptedAt), language),
        ].join(' · '),
      ),
    ),
    codes: health.lockedCodes.map(({ reference, code }) => line(reference, code)),
    payments: [
      line(t('Under way'), count(health.payments.open)),
      line(
        t('In 24 hours'),
        health.payments.outcomes
          .map((each) => namedFigure(t(paymentNames[each.state]), count(each.count), language))
          .join(' · ') || t('Nothing'),
      ),
    ],
    refunds: waiting(health.refunds),
    transfers: waiting(health.transfers),
    paidTwice: waiting(health.paidTwice),
    disagreements: waiting(health.disagreements),
    messages: [
      line(t('Held or being retried'), count(messages.held)),
      line(t('Oldest'), moment(messages.oldestHeldAt)),
      line(t('Failed in 24 hours'), count(messages.failed)),
      line(
        t('In 24 hours'),
        messages.outcomes
          .map(({ state, channel, count: sent }) => {
            const by = channel ? ` (${named(channelNames, channel)})` : ''
            return namedFigure(`${named(stateNames, state)}${by}`, count(sent), language)
          })
          .join(' · ') || t('Nothing'),
      ),
      ...(messages.hasChannel ? [] : [line('', t('No channel is set up: messages wait.'))]),
    ],
    webhooks: [
      line(t('Not arrived yet'), count(webhooks.waiting)),
      line(t('Oldest'), moment(webhooks.oldestAt)),
      line(t('Servers that fail'), count(webhooks.failingEndpoints)),
      line(t('Disabled servers'), count(webhooks.disabledEndpoints)),
    ],
    parked: [
      line(t('Count'), count(eventLog.parked.count)),
      line(t('Oldest'), moment(eventLog.parked.oldestAt)),
    ],
    relay: [
      line(t('Without a position'), count(eventLog.unsequenced)),
      line(t('Oldest'), moment(eventLog.oldestUnsequencedAt)),
    ],
    consumers: eventLog.consumers.map(({ name, behind, oldestAt }) =>
      line(
        taskName(name, language),
        behind === 0
          ? t('up to date')
          : `${t('{count} to read', { count: count(behind) })} · ${moment(oldestAt)}`,
      ),
    ),
    loops: health.loops.map(({ name, oldestDueAt }) =>
      line(
        taskName(name, language),
        oldestDueAt === null ? t('nothing late') : `${t('due since')} ${moment(oldestDueAt)}`,
      ),
    ),
    database: [
      line(t('Kind'), `PostgreSQL ${database.version} (${t(databaseNames[database.kind])})`),
      line(t('Answers in'), `${count(database.answerMs)} ms`),
      line(t('Writes'), database.unwritable ? t(refusedWrites[database.unwritable]) : t('taken')),
      line(t('Size'), bytesText(database.sizeBytes, language)),
      line(t('Connections'), `${count(database.connections)} / ${count(database.maxConnections)}`),
    ],
    clocks:
      health.clocks.length === 0
        ? [line('', t('That of this machine'))]
        : health.clocks.map(({ host, skewMs }) => {
            const seconds = count(Math.round(Math.abs(skewMs) / 100) / 10)
            return line(
              host,
              skewMs < 0
                ? t('{seconds} s behind the database', { seconds })
                : t('{seconds} s ahead of the database', { seconds }),
            )
          }),
    migrations: [
      line(t('Last'), migrations.last.replace(/\.sql$/, '')),
      line(t('Pending'), count(migrations.pending)),
      line(t('Unknown to this version'), count(migrations.unknown)),
    ],
    settings:
      health.settings.length === 0
        ? [line('', t('Nothing is missing.'))]
        : health.settings.map(({ name, lacks }) => line(name, t(lackNames[lacks]))),
    disks: health.disks.map(({ holds, freeBytes, totalBytes }) =>
      line(
        t(diskNames[holds]),
        freeBytes === null
          ? t('not measured')
          : t('{free} free ({percent}%)', {
              free: bytesText(freeBytes, language),
              percent: count(Math.floor((freeBytes / totalBytes) * 100)),
            }),
      ),
    ),
    process: [
      line('Colis', health.process.colis),
      ...(health.process.cell === '' ? [] : [line(t('Cell'), health.process.cell)]),
      line('Node.js', health.process.node),
      line(t('Running for'), durationText(Math.floor(health.process.uptimeSeconds / 60), language)),
      line(t('Memory'), bytesText(health.process.memoryBytes, language)),
    ],
  }
}

/** A size as people read it: `12 Mo`, `3.4 GB`. */
function bytesText(bytes: number, language: Language): string {
  const t = speak(language)
  const [mega, giga] = [t('MB'), t('GB')]
  const megabytes = bytes / 1024 / 1024
  const form = new Intl.NumberFormat(language, { maximumFractionDigits: megabytes < 1024 ? 0 : 1 })
  return megabytes < 1024
    ? `${form.format(megabytes)}\u00a0${mega}`
    : `${form.format(megabytes / 1024)}\u00a0${giga}`
}
