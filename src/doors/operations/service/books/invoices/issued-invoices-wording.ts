import type { Language } from '../../../../../base/kernel/language.ts'

const fr = {
  title: 'Factures aux boutiques',
  lead: 'Les factures de toutes les boutiques, numérotées sans trou. Une facture établie ne change plus.',
  month: 'Mois',
  issue: 'Établir les factures d’un mois',
  issueLead: 'Le mois doit être clos dans les comptes. Une boutique qui a déjà sa facture du mois la garde.',
  one: {
    credit: 'Établir un avoir',
    lead: 'Ce que vous retirez n’est plus dû par la boutique ; si elle l’a déjà payé, cela lui est versé avec ses ventes. Un avoir établi ne change plus.',
    upTo: (amount: string) => `Au plus ${amount}, TVA comprise`,
    reason: 'Pourquoi (la boutique le lira)',
    submit: 'Établir l’avoir',
    nothingLeft: 'Tout a déjà été retiré de cette facture.',
  },
  done: {
    credited: 'L’avoir est établi.',
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
  one: {
    credit: 'Issue a credit note',
    lead: 'The shop owes that much less; what it has paid already is paid out to it with its sales. A credit note never changes.',
    upTo: (amount) => `${amount} at most, tax included`,
    reason: 'Why (the shop reads it)',
    submit: 'Issue the credit note',
    nothingLeft: 'Everything was taken off this invoice already.',
  },
  done: {
    credited: 'The credit note is issued.',
    issued: 'The invoices of the month are issued.',
    nothing: 'There was nothing more to invoice for this month.',
  },
}

export const issuedInvoicesWording: Record<Language, typeof fr> = { fr, en }
