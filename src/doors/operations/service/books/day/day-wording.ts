import type { Language } from '../../../../../base/kernel/language.ts'
import type { PostingKind } from '../../../../../domain/ledger/ledger-posting.ts'
import type { OwnPlace } from '../../../../../domain/settlement/money-move.ts'

const fr = {
  title: 'Fin de journée',
  lead: 'Ce qu’il y avait le matin, ce qui a bougé et ce qu’il y a le soir, compte par compte, à l’heure de la société.',
  day: 'Jour',
  show: 'Afficher',
  before: 'Veille',
  after: 'Lendemain',
  wrongDay: (days: number) => `Choisissez un jour passé, pas plus vieux que ${days} jours.`,
  none: 'Aucun argent n’est encore passé dans les comptes.',
  columns: { account: 'Compte', opening: 'Le matin', in: 'Entré', out: 'Sorti', closing: 'Le soir' },
  own: {
    CASH: 'Caisse',
    BANK: 'Banque',
    COMPANY_FUNDS: 'Apport ou retrait de la société',
    SUSPENSE: 'En attente d’explication',
  } satisfies Record<OwnPlace, string> as Record<OwnPlace, string>,
  sent: (provider: string) => `En cours d’envoi, ${provider}`,
  kinds: {
    PAYMENT_RECEIVED: 'Paiements de clients',
    REFUND_RECORDED: 'Remboursements notés',
    TRANSFER_BEGUN: 'Envois commencés',
    TRANSFER_PAID: 'Envois arrivés',
    TRANSFER_REFUSED: 'Envois refusés',
    PAYOUT_RECORDED: 'Reversements notés',
    SHOP_PAYMENT_RECORDED: 'Paiements de boutiques notés',
    DIFFERENCE_SETTLED: 'Écarts réglés',
    MONEY_MOVED: 'Argent déplacé',
    MONEY_COUNTED: 'Caisse comptée',
  } as Partial<Record<PostingKind, string>>,
  other: 'Autres',
  gaps: {
    heading: 'Ce qui manque',
    none: 'Rien : tout est compté, confirmé et expliqué.',
    BELOW_ZERO: (account: string) =>
      `${account} : le solde est négatif, il manque une entrée d’argent à noter`,
    UNEXPLAINED: 'En attente d’explication',
    BEING_SENT: 'Encore en cours d’envoi',
    NOT_CONFIRMED: (account: string, until: string | null) =>
      until === null
        ? `${account} : aucun relevé de l’opérateur ne l’a encore confirmé`
        : `${account} : confirmé par un relevé jusqu’au ${until} seulement`,
    NOT_COUNTED: 'La caisse n’a pas été comptée ce jour-là',
    COUNTED_LESS: 'À la caisse, il manquait au comptage',
    COUNTED_MORE: 'À la caisse, il y avait en trop au comptage',
    statements: 'Relevés des opérateurs',
  },
  moves: {
    heading: 'Argent déplacé ce jour-là',
    line: (from: string, to: string) => `De « ${from} » à « ${to} »`,
    fee: (fee: string) => `frais ${fee}`,
  },
  move: {
    heading: 'Noter un déplacement d’argent',
    lead: 'Alimentation, retrait, passage d’un compte à l’autre, versement en banque. Rien ne part d’ici : notez ce qui a été fait.',
    from: 'De',
    to: 'À',
    amount: 'Montant',
    fee: 'Frais de l’opérateur',
    feeHint: '0 s’il n’y en a pas.',
    currency: 'Monnaie',
    reference: 'Numéro chez l’opérateur',
    referenceHint: 'Celui du SMS ou du relevé. À laisser vide si aucun opérateur n’est concerné.',
    movedAt: 'Quand',
    note: 'Pourquoi, et par qui',
    submit: 'Noter',
    wrongMoment: 'Ce moment ne se lit pas.',
  },
  count: {
    heading: 'Compter la caisse',
    lead: 'Un écart avec les comptes va en attente d’explication.',
    counted: 'Compté',
    note: 'Compté par',
    submit: 'Noter le comptage',
  },
  done: { moved: 'C’est noté.', counted: 'Le comptage est noté.' },
}

const en: typeof fr = {
  title: 'End of the day',
  lead: 'What lay there in the morning, what moved, and what lies there in the evening, account by account, by the company’s clocks.',
  day: 'Day',
  show: 'Show',
  before: 'Day before',
  after: 'Day after',
  wrongDay: (days) => `Choose a day that has begun, no more than ${days} days ago.`,
  none: 'No money is booked yet.',
  columns: { account: 'Account', opening: 'Morning', in: 'In', out: 'Out', closing: 'Evening' },
  own: {
    CASH: 'Till',
    BANK: 'Bank',
    COMPANY_FUNDS: 'Put in or taken out by the company',
    SUSPENSE: 'Waiting for an explanation',
  },
  sent: (provider) => `Being sent, ${provider}`,
  kinds: {
    PAYMENT_RECEIVED: 'Payments by customers',
    REFUND_RECORDED: 'Refunds noted',
    TRANSFER_BEGUN: 'Transfers begun',
    TRANSFER_PAID: 'Transfers that arrived',
    TRANSFER_REFUSED: 'Transfers refused',
    PAYOUT_RECORDED: 'Payouts noted',
    SHOP_PAYMENT_RECORDED: 'Payments by shops noted',
    DIFFERENCE_SETTLED: 'Differences settled',
    MONEY_MOVED: 'Money moved',
    MONEY_COUNTED: 'Till counted',
  },
  other: 'Other',
  gaps: {
    heading: 'What is missing',
    none: 'Nothing: everything is counted, confirmed and explained.',
    BELOW_ZERO: (account) => `${account}: below zero, so money that came there was not noted`,
    UNEXPLAINED: 'Waiting for an explanation',
    BEING_SENT: 'Still being sent',
    NOT_CONFIRMED: (account, until) =>
      until === null
        ? `${account}: no statement of the provider has confirmed it yet`
        : `${account}: confirmed by a statement until ${until} only`,
    NOT_COUNTED: 'The till was not counted on this day',
    COUNTED_LESS: 'Missing in the till when it was counted',
    COUNTED_MORE: 'Too much in the till when it was counted',
    statements: 'Statements of providers',
  },
  moves: {
    heading: 'Money moved on this day',
    line: (from, to) => `From “${from}” to “${to}”`,
    fee: (fee) => `fee ${fee}`,
  },
  move: {
    heading: 'Note money that was moved',
    lead: 'A top-up, a withdrawal, a move from one account to another, what was banked. Nothing leaves from here: note what was done.',
    from: 'From',
    to: 'To',
    amount: 'Amount',
    fee: 'Fee of the provider',
    feeHint: '0 where there is none.',
    currency: 'Currency',
    reference: 'Number with the provider',
    referenceHint:
      'As its message or its statement has it. Leave it empty where no provider has a part in it.',
    movedAt: 'When',
    note: 'Why, and by whom',
    submit: 'Note it',
    wrongMoment: 'This moment cannot be read.',
  },
  count: {
    heading: 'Count the till',
    lead: 'A difference from the books waits for its explanation.',
    counted: 'Counted',
    note: 'Counted by',
    submit: 'Note the count',
  },
  done: { moved: 'It is noted.', counted: 'The count is noted.' },
}

export const dayWording: Record<Language, typeof fr> = { fr, en }
