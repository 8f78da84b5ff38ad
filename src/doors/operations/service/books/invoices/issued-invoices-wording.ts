import type { Language } from '../../../../../base/kernel/language.ts'

const fr = {
  title: 'Factures aux boutiques',
  lead: 'Les factures de toutes les boutiques, numérotées sans trou. Une facture établie ne change plus.',
  month: 'Mois',
  issue: 'Établir les factures d’un mois',
  issueLead: 'Le mois doit être clos dans les comptes. Une boutique qui a déjà sa facture du mois la garde.',
  done: {
    issued: 'Les factures du mois sont établies.',
    nothing: 'Il n’y avait rien de plus à facturer pour ce mois.',
  } as Readonly<Record<string, string>>,
}

const en: typeof fr = {
  title: 'Invoices to shops',
  lead: 'The invoices of all shops, numbered without gaps. One that was issued never changes.',
  month: 'Month',
  issue: 'Issue the invoices of a month',
  issueLead: 'The month must be closed in the books. A shop that has its invoice of the month keeps it.',
  done: {
    issued: 'The invoices of the month are issued.',
    nothing: 'There was nothing more to invoice for this month.',
  },
}

export const issuedInvoicesWording: Record<Language, typeof fr> = { fr, en }
