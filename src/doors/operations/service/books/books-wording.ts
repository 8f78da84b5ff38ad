import type { Language } from '../../../../base/kernel/language.ts'
import type { AccountKind } from '../../../../domain/ledger/ledger-account.ts'
import type { LedgerRule } from '../../../../domain/ledger/ledger-check-store.ts'

const fr = {
  lead: 'Chaque franc que les clients paient, que vous devez ou que vous gagnez est ici, depuis la mise en place de ces comptes.',
  none: 'Rien n’est encore passé dans les comptes.',
  parts: {
    day: [
      'Fin de journée',
      'Caisse et comptes des opérateurs, ce qui a bougé, ce qui manque ; noter un déplacement d’argent',
    ],
    revenue: ['Revenu', 'Par jour et par ville'],
    owed: ['Ce qui est dû', 'À chaque boutique et à chaque livreur'],
    statements: ['Relevés des opérateurs', 'Comparer leurs relevés avec ces comptes'],
    invoices: ['Factures aux boutiques', 'Les établir et les relire'],
    journal: ['Journal comptable', 'Pour Sage ou Odoo, avec votre plan de comptes'],
  },
  groups: {
    held: 'Ce que le service détient, et pour qui',
    owed: 'Ce qui est dû',
    earned: 'Ce que la société a gagné et donné',
  },
  kinds: {
    PROVIDER_FLOAT: 'Chez l’opérateur de mobile money',
    CASH: 'En caisse',
    BANK: 'En banque',
    COMPANY_FUNDS: 'Mis par la société, moins ce qu’elle a repris',
    MONEY_SENT: 'En cours d’envoi',
    CUSTOMER_MONEY: 'Aux clients, tant que le colis n’est pas remis',
    SUSPENSE: 'En attente d’explication',
    SHOP_SALES: 'Aux boutiques, pour leurs ventes',
    SHOP_FEES: 'Par les boutiques, pour courses et frais',
    COURIER_EARNINGS: 'Aux livreurs',
    TRIP_REVENUE: 'Courses, avant remises',
    COLLECTION_REVENUE: 'Frais d’encaissement',
    CANCELLATION_REVENUE: 'Frais d’annulation',
    RETURN_REVENUE: 'Frais de retour',
    WAITING_REVENUE: 'Frais d’attente',
    DISCOUNTS: 'Remises accordées',
    PROVIDER_FEES: 'Frais des opérateurs de mobile money',
    COURIER_PAY: 'Paie des livreurs',
    VAT_COLLECTED: 'À l’État, TVA encaissée',
  } as Record<AccountKind, string>,
  of: (count: number) => (count === 1 ? '1 compte' : `${count} comptes`),
  check: {
    heading: 'Vérifier',
    lead: 'Tout est recalculé à partir des livraisons, puis comparé à ce qui est passé dans les comptes. Cela peut prendre une minute.',
    submit: 'Vérifier les comptes',
    fine: (postings: number) =>
      postings < 2
        ? `Les comptes sont justes : ${postings} écriture vérifiée.`
        : `Les comptes sont justes : ${new Intl.NumberFormat('fr').format(postings)} écritures vérifiées.`,
    faulty: 'Il y a des écarts. Ne clôturez pas, et demandez à qui entretient le service de les regarder :',
    fault: (subject: string, expected: string, found: string) =>
      `${subject} : ${expected} attendus, ${found} trouvés`,
  },
  rules: {
    ONE_CURRENCY: 'Une seule monnaie par écriture',
    SUMS_TO_ZERO: 'Chaque écriture est équilibrée',
    BALANCES: 'Chaque solde est la somme de ses écritures',
    SHOP_SETTLED: 'Chaque livraison terminée est réglée avec sa boutique',
    COURIER_SETTLED: 'Chaque livraison terminée est réglée avec son livreur',
    COMPANY_SETTLED: 'Chaque livraison terminée est comptée pour la société',
    TAX_BOOKED: 'La TVA comprise dans les recettes est à part, au franc près',
    WAITS: 'Chaque attente payée au livreur est due par sa boutique',
    CHARGES: 'Un client débité deux fois, ou pour rien, récupère ce qu’il a payé en trop',
    PAID_TWICE: 'Personne n’a reçu plus que ce qui lui revenait',
    TRANSFERS: 'L’argent envoyé n’est plus dû, et l’est de nouveau s’il est refusé',
    OWNERS: 'Chaque montant revient à la bonne boutique, au bon livreur, au bon opérateur',
    HOLDINGS: 'L’argent des clients est gardé jusqu’à la remise ou au remboursement',
    MOVES: 'L’argent déplacé ou compté est passé comme il a été noté',
    TRIPS_PREPAID: 'Ce qu’une boutique paie d’avance est sur son compte',
    PROVIDER_STATEMENTS: 'Chaque opérateur détient ce que dit son dernier relevé, et ce qui est passé depuis',
  } as Record<LedgerRule, string>,
  close: {
    heading: 'Clore un mois',
    lead: 'Plus rien ne s’y écrit, ni dans les mois d’avant. Cela ne s’annule pas.',
    month: 'Mois',
    submit: 'Clore ce mois',
    done: 'Le mois est clos.',
  },
}

const en: typeof fr = {
  lead: 'Every franc that customers pay, that you owe or that you earn is here, since these books began.',
  none: 'Nothing is booked yet.',
  parts: {
    day: [
      'End of the day',
      'Till and accounts of providers, what moved, what is missing; note money that was moved',
    ],
    revenue: ['Revenue', 'By day and city'],
    owed: ['What is owed', 'To each shop and each courier'],
    statements: ['Statements of providers', 'Compare what they say with these books'],
    invoices: ['Invoices to shops', 'Issue and read them'],
    journal: ['Accounting journal', 'For Sage or Odoo, with your plan of accounts'],
  },
  groups: {
    held: 'What the service holds, and for whom',
    owed: 'What is owed',
    earned: 'What the company earned and gave',
  },
  kinds: {
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
  },
  of: (count) => (count === 1 ? '1 account' : `${count} accounts`),
  check: {
    heading: 'Prove',
    lead: 'Everything is computed again from the deliveries and compared with what is booked. It may take a minute.',
    submit: 'Prove the books',
    fine: (postings) =>
      postings === 1
        ? 'The books are without fault: 1 posting proven.'
        : `The books are without fault: ${new Intl.NumberFormat('en').format(postings)} postings proven.`,
    faulty: 'There are faults. Close no month, and have whoever maintains the service look at them:',
    fault: (subject, expected, found) => `${subject}: ${expected} expected, ${found} found`,
  },
  rules: {
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
  },
  close: {
    heading: 'Close a month',
    lead: 'Nothing is booked in it any more, nor in the months before. This cannot be undone.',
    month: 'Month',
    submit: 'Close this month',
    done: 'The month is closed.',
  },
}

export const booksWording: Record<Language, typeof fr> = { fr, en }
