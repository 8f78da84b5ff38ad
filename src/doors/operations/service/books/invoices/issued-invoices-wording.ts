import type { Language } from '../../../../../base/kernel/language.ts'

const fr = {}

const en: typeof fr = {}

export const issuedInvoicesWording: Record<Language, typeof fr> = { fr, en }

export const issuedInvoicesDone = {
  credited: 'The credit note is issued.',
  issued: 'The invoices of the month are issued.',
  nothing: 'There was nothing more to invoice for this month.',
} as const
