import type { Language } from '../../../../base/kernel/language.ts'
import type { AccountKind } from '../../../../domain/ledger/ledger-account.ts'
import type { LedgerRule } from '../../../../domain/ledger/ledger-check-store.ts'
import type { OperationsText } from '../../operations-words.ts'

const fr = {
  parts: {
    day: [
      'Fin de journée',
      'Caisse et comptes des opérateurs, ce qui a bougé, ce qui manque ; noter un déplacement d’argent',
    ],
    revenue: ['Revenu', 'Par jour et par ville'],
    owed: ['Ce qui est dû', 'À chaque boutique et à chaque livreur'],
    statements: ['Relevés des opérateurs', 'Comparer leurs relevés avec ces comptes'],
    invoices: ['Factures aux boutiques', 'Les établir et les relire'],
    fiscal: ['Facture normalisée', 'e-MECeF ou FNE : ce qui reste à normaliser'],
    journal: ['Journal comptable', 'Pour Sage ou Odoo, avec votre plan de comptes'],
  },
  check: {
    fine: (postings: number) =>
      postings < 2
        ? `Les comptes sont justes : ${postings} écriture vérifiée.`
        : `Les comptes sont justes : ${new Intl.NumberFormat('fr').format(postings)} écritures vérifiées.`,
  },
}

const en: typeof fr = {
  parts: {
    day: [
      'End of the day',
      'Till and accounts of providers, what moved, what is missing; note money that was moved',
    ],
    revenue: ['Revenue', 'By day and city'],
    owed: ['What is owed', 'To each shop and each courier'],
    statements: ['Statements of providers', 'Compare what they say with these books'],
    invoices: ['Invoices to shops', 'Issue and read them'],
    fiscal: ['Fiscal device', 'e-MECeF or FNE: what is not signed yet'],
    journal: ['Accounting journal', 'For Sage or Odoo, with your plan of accounts'],
  },
  check: {
    fine: (postings) =>
      postings === 1
        ? 'The books are without fault: 1 posting proven.'
        : `The books are without fault: ${new Intl.NumberFormat('en').format(postings)} postings proven.`,
  },
}

export const booksWording: Record<Language, typeof fr> = { fr, en }

export const booksKinds: Record<AccountKind, OperationsText> = {
  PROVIDER_FLOAT: 'With the mobile money provider',
  CASH: 'In the till',
  BANK: 'At the bank',
  COMPANY_FUNDS: 'Put in by the company, less what it took out',
  MONEY_SENT: 'Being sent',
  CUSTOMER_MONEY: 'To customers, until the parcel is handed over',
  SUSPENSE: 'Waiting for an explanation',
  SHOP_SALES: 'To shops, for their sales',
  SHOP_FEES: 'By shops, for trips and fees',
  COURIER_EARNINGS: 'To couriers',
  TRIP_REVENUE: 'Trips, before discounts',
  COLLECTION_REVENUE: 'Collection fees',
  CANCELLATION_REVENUE: 'Cancellation fees',
  RETURN_REVENUE: 'Return fees',
  WAITING_REVENUE: 'Waiting fees',
  DISCOUNTS: 'Discounts given',
  PROVIDER_FEES: 'Kept by mobile-money operators',
  COURIER_PAY: 'Pay of couriers',
  VAT_COLLECTED: 'To the state, VAT collected',
}

export const booksGroups = {
  held: 'What the service holds, and for whom',
  owed: 'What is owed',
  earned: 'What the company earned and gave',
} as const

export const booksRules: Record<LedgerRule, OperationsText> = {
  ONE_CURRENCY: 'One currency for each posting',
  SUMS_TO_ZERO: 'Each posting sums to 0',
  BALANCES: 'Each balance is the sum of its entries',
  SHOP_SETTLED: 'Each ended delivery is settled with its shop',
  COURIER_SETTLED: 'Each ended delivery is settled with its courier',
  COMPANY_SETTLED: 'Each ended delivery is earned by the company',
  TAX_BOOKED: 'The tax that earnings include stands on its own account',
  WAITS: 'Each wait that a courier is paid for is owed by its shop',
  CHARGES: 'A customer who was charged twice, or for nothing, is given the surplus back',
  PAID_TWICE: 'Nobody has received more than was due to them',
  TRANSFERS: 'Money that is sent is owed no more, and again when it is refused',
  OWNERS: 'What is booked is of the right shop, courier and operator',
  HOLDINGS: 'Customers’ money is held until it is settled or given back',
  MOVES: 'Money that was moved or counted is booked as it was noted',
  TRIPS_PREPAID: 'What a shop pays first is on its account',
  PROVIDER_STATEMENTS: 'Each provider holds what its last statement says, and what was booked since',
}
