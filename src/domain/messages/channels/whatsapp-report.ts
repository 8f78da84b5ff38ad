import { isPassingAtWhatsApp } from './whatsapp-request.ts'

/** The status a provider reports of a message that it accepted. */
export type ProviderReport = {
  providerMessageId: string
  /** Our name for it, sent along with it; null where it came back without. */
  messageId: string | null
  status: ReportedStatus
  waId: string | null
  /** The code of what went wrong. */
  failure: string | null
  /** Whether that passes by itself, so that the same channel may be tried again. */
  isPassing: boolean
}

/** The statuses from the least advanced to the most. */
const reportedStatuses = ['sent', 'failed', 'delivered', 'read'] as const
export type ReportedStatus = (typeof reportedStatuses)[number]

/**
 * The reports in a webhook of the WhatsApp Business Platform (object `whatsapp_business_account`, field
 * `messages`), one for each message: the most advanced. Anything else, or of another shape, is ignored: the
 * platform adds to its webhooks without notice.
 */
export function reportsIn(body: unknown): ProviderReport[] {
  const furthest = new Map<string, ProviderReport>()
  for (const entry of listOf(body, 'entry')) {
    for (const change of listOf(entry, 'changes')) {
      for (const status of listOf(memberOf(change, 'value'), 'statuses')) {
        const report = reportOf(status)
        if (report && isFurther(report, furthest.get(report.providerMessageId)))
          furthest.set(report.providerMessageId, report)
      }
    }
  }
  return [...furthest.values()]
}

function reportOf(status: unknown): ProviderReport | undefined {
  const providerMessageId = textOf(status, 'id', /^[\x21-\x7e]{1,300}$/)
  const reported = reportedStatuses.find((known) => known === memberOf(status, 'status'))
  if (providerMessageId === null || reported === undefined) return undefined
  const code = memberOf(listOf(status, 'errors')[0], 'code')
  return {
    providerMessageId,
    messageId: textOf(status, 'biz_opaque_callback_data', /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/),
    status: reported,
    waId: textOf(status, 'recipient_id', /^\d{1,20}$/),
    failure: reported === 'failed' ? `WHATSAPP_${Number.isSafeInteger(code) ? code : 'UNKNOWN'}` : null,
    isPassing: reported === 'failed' && isPassingAtWhatsApp(Number(code)),
  }
}

const isFurther = (report: ProviderReport, than: ProviderReport | undefined): boolean =>
  than === undefined || reportedStatuses.indexOf(report.status) > reportedStatuses.indexOf(than.status)

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined
}

function listOf(value: unknown, name: string): unknown[] {
  const member = memberOf(value, name)
  return Array.isArray(member) ? member : []
}

function textOf(value: unknown, name: string, form: RegExp): string | null {
  const member = memberOf(value, name)
  return typeof member === 'string' && form.test(member) ? member : null
}
