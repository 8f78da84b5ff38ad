import type { Language } from '../../../../base/kernel/language.ts'
import type {
  OrderSettlement,
  ProviderWord,
  RowSettlement,
} from '../../../../domain/mobile-money/disagreements/disagreement.ts'

type SubjectKind = 'payment' | 'transfer' | 'row'

const fr = {
  lead: 'Ce qu’un opérateur de mobile money a dit autrement que nous : un autre montant, une autre monnaie, une autre référence, ou la même référence dans un autre relevé avec d’autres chiffres. Rien n’en compte tant que vous ne l’avez pas réglé. L’argent qui a bougé attend au compte « En attente d’explication ».',
  none: 'Aucun désaccord n’attend.',
  settledHeading: 'Réglés',
  kinds: {
    payment: 'Paiement d’un client',
    transfer: 'Argent envoyé',
    row: 'Ligne d’un relevé',
  } satisfies Record<SubjectKind, string>,
  asked: { order: 'Demandé :', row: 'Dit d’abord :' },
  told: 'Dit par l’opérateur :',
  states: {
    PAID: 'c’est payé',
    PENDING: 'c’est en cours',
    REFUSED: 'c’est refusé',
  } satisfies Record<ProviderWord['state'], string>,
  times: (times: number) => (times === 1 ? '' : `${times} fois`),
  noReference: 'sans référence',
  suspended: (amount: string) => `En attente d’explication : ${amount}`,
  notBooked: 'Rien n’est porté aux comptes.',
  how: 'Ce qui est vrai',
  settlements: {
    COUNTS: 'C’est payé comme demandé ; seule la différence reste en attente',
    STAYS: 'Ce n’est pas payé ; l’argent reste en attente',
    REVERSED: 'Ce n’est pas payé, et il n’y a plus rien chez l’opérateur (rendu, ou jamais venu)',
    LATER: 'La nouvelle ligne compte, l’ancienne non',
    EARLIER: 'L’ancienne ligne compte, la nouvelle non',
    BOTH: 'Ce sont deux mouvements : les deux comptent',
    AGREED: 'l’opérateur est revenu à ce qui était demandé',
  } satisfies Record<OrderSettlement | RowSettlement | 'AGREED', string>,
  resent: 'Si ce n’est pas payé, l’envoi repart de lui-même dans une heure.',
  reason: 'Pourquoi (numéro chez l’opérateur, qui l’a dit…)',
  choose: 'Dites ce qui est vrai.',
  submit: 'Régler',
  done: { settled: 'C’est réglé.' } as Record<string, string>,
}

const en: typeof fr = {
  lead: 'What a mobile money operator says otherwise than we do: another amount, another currency, another reference, or the same reference in another statement with other figures. None of it counts until you settle it. Money that moved is in the account “Waiting for an explanation”.',
  none: 'No disagreement waits.',
  settledHeading: 'Settled',
  kinds: { payment: 'Payment of a customer', transfer: 'Money that was sent', row: 'Row of a statement' },
  asked: { order: 'Asked:', row: 'Told first:' },
  told: 'Told by the operator:',
  states: { PAID: 'it is paid', PENDING: 'it is under way', REFUSED: 'it is refused' },
  times: (times) => (times === 1 ? '' : `${times} times`),
  noReference: 'no reference',
  suspended: (amount) => `Waiting for an explanation: ${amount}`,
  notBooked: 'Nothing of it is booked.',
  how: 'What is true',
  settlements: {
    COUNTS: 'It is paid as asked; only the difference waits for an explanation',
    STAYS: 'It is not paid; the money waits for an explanation',
    REVERSED: 'It is not paid, and nothing lies with the operator any more (given back, or never came)',
    LATER: 'The new row counts, the old one does not',
    EARLIER: 'The old row counts, the new one does not',
    BOTH: 'These are two movements: both count',
    AGREED: 'the operator came back to what was asked',
  },
  resent: 'Where it is not paid, it is sent again by itself within an hour.',
  reason: 'Why (number at the operator, who said so…)',
  choose: 'Say what is true.',
  submit: 'Settle',
  done: { settled: 'It is settled.' },
}

export const disagreementsWording: Record<Language, typeof fr> = { fr, en }
