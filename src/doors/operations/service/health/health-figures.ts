import { amountText, momentText, namedFigure } from '../../../../base/kernel/figure-text.ts'
import type { Language } from '../../../../base/kernel/language.ts'
import { durationText, taskName } from '../../../../domain/monitoring/alerts/alert-wording.ts'
import type { HealthFigure } from '../../../../domain/monitoring/health/health-judgement.ts'
import type { MoneyWaiting, ServiceHealth } from '../../../../domain/monitoring/health/service-health.ts'
import { healthWording } from './health-wording.ts'

/** A value of a figure, with what it is called. */
export type FigureLine = { label: string; value: string }

export type FigureReader = { language: Language; timeZone: string }

/** The values of each figure, in words. */
export function figureLines(health: ServiceHealth, reader: FigureReader): Record<HealthFigure, FigureLine[]> {
  const { language } = reader
  const { labels: say, payments, states, channels } = healthWording[language]
  const count = (value: number) => new Intl.NumberFormat(language).format(value)
  const moment = (at: Date | null) =>
    at === null ? '—' : momentText(at, { timeZone: reader.timeZone, now: health.takenAt }, language)
  const line = (label: string, value: string): FigureLine => ({ label, value })
  const waiting = (money: MoneyWaiting) => [
    line(say.count, count(money.count)),
    line(say.amount, amountText(money.amountFcfa, language)),
    line(say.oldest, moment(money.oldestAt)),
  ]
  const { database, migrations, eventLog, webhooks, messages } = health
  return {
    searches: health.searches.map(({ city, waiting, oldestSince, lastAcceptedAt }) =>
      line(
        city,
        [
          namedFigure(say.waiting, count(waiting), language),
          namedFigure(say.oldest, moment(oldestSince), language),
          namedFigure(say.lastAccepted, moment(lastAcceptedAt), language),
        ].join(' · '),
      ),
    ),
    codes: health.lockedCodes.map(({ reference, code }) => line(reference, code)),
    payments: [
      line(say.open, count(health.payments.open)),
      line(
        say.dayOutcomes,
        health.payments.outcomes
          .map((each) => namedFigure(payments[each.state], count(each.count), language))
          .join(' · ') || say.nothing,
      ),
    ],
    refunds: waiting(health.refunds),
    transfers: waiting(health.transfers),
    paidTwice: waiting(health.paidTwice),
    disagreements: waiting(health.disagreements),
    messages: [
      line(say.held, count(messages.held)),
      line(say.oldest, moment(messages.oldestHeldAt)),
      line(say.failedDay, count(messages.failed)),
      line(
        say.dayOutcomes,
        messages.outcomes
          .map((each) =>
            namedFigure(
              `${states[each.state] ?? each.state}${each.channel ? ` (${channels[each.channel] ?? each.channel})` : ''}`,
              count(each.count),
              language,
            ),
          )
          .join(' · ') || say.nothing,
      ),
      ...(messages.hasChannel ? [] : [line('', say.noChannel)]),
    ],
    webhooks: [
      line(say.notArrived, count(webhooks.waiting)),
      line(say.oldest, moment(webhooks.oldestAt)),
      line(say.failing, count(webhooks.failingEndpoints)),
      line(say.disabled, count(webhooks.disabledEndpoints)),
    ],
    parked: [
      line(say.count, count(eventLog.parked.count)),
      line(say.oldest, moment(eventLog.parked.oldestAt)),
    ],
    relay: [
      line(say.unsequenced, count(eventLog.unsequenced)),
      line(say.oldest, moment(eventLog.oldestUnsequencedAt)),
    ],
    consumers: eventLog.consumers.map(({ name, behind, oldestAt }) =>
      line(
        taskName(name, language),
        behind === 0 ? say.upToDate : `${say.behind(count(behind))} · ${moment(oldestAt)}`,
      ),
    ),
    loops: health.loops.map(({ name, oldestDueAt }) =>
      line(taskName(name, language), oldestDueAt === null ? say.notDue : `${say.due} ${moment(oldestDueAt)}`),
    ),
    database: [
      line(say.kind, `PostgreSQL ${database.version} (${say.kinds[database.kind]})`),
      line(say.answers, `${count(database.answerMs)} ms`),
      line(say.writes, database.unwritable ? say.refusesWrites[database.unwritable] : say.takesWrites),
      line(say.size, bytesText(database.sizeBytes, language)),
      line(say.connections, `${count(database.connections)} / ${count(database.maxConnections)}`),
    ],
    clocks:
      health.clocks.length === 0
        ? [line('', say.ownClock)]
        : health.clocks.map(({ host, skewMs }) => {
            const seconds = count(Math.round(Math.abs(skewMs) / 100) / 10)
            return line(host, skewMs < 0 ? say.behindBy(seconds) : say.ahead(seconds))
          }),
    migrations: [
      line(say.last, migrations.last.replace(/\.sql$/, '')),
      line(say.pending, count(migrations.pending)),
      line(say.unknown, count(migrations.unknown)),
    ],
    settings:
      health.settings.length === 0
        ? [line('', say.allSet)]
        : health.settings.map(({ name, lacks }) => line(name, say.lacks[lacks])),
    disks: health.disks.map(({ holds, freeBytes, totalBytes }) =>
      line(
        say.disks[holds],
        freeBytes === null
          ? say.unmeasured
          : say.free(bytesText(freeBytes, language), count(Math.floor((freeBytes / totalBytes) * 100))),
      ),
    ),
    process: [
      line('Colis', health.process.colis),
      line('Node.js', health.process.node),
      line(say.uptime, durationText(Math.floor(health.process.uptimeSeconds / 60), language)),
      line(say.memory, bytesText(health.process.memoryBytes, language)),
    ],
  }
}

/** A size as people read it: `12 Mo`, `3.4 GB`. */
function bytesText(bytes: number, language: Language): string {
  const [mega, giga] = language === 'fr' ? ['Mo', 'Go'] : ['MB', 'GB']
  const megabytes = bytes / 1024 / 1024
  const form = new Intl.NumberFormat(language, { maximumFractionDigits: megabytes < 1024 ? 0 : 1 })
  return megabytes < 1024
    ? `${form.format(megabytes)}\u00a0${mega}`
    : `${form.format(megabytes / 1024)}\u00a0${giga}`
}
