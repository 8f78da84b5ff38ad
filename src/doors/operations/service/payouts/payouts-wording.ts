import type { RefusalReason, TransferKind, TransferState } from '../../../../base/contract/vocabulary.ts'
import type { Language } from '../../../../base/kernel/language.ts'
import type { TransferList } from '../../../../domain/transfers/transfer-store.ts'

const fr = {
  lead: 'Ce que le service envoie : les ventes aux boutiques, leurs gains aux livreurs, les remboursements aux clients. Il suit chaque envoi jusqu’à la réponse de l’opérateur de mobile money, et n’envoie jamais deux fois.',
  lists: {
    HELD: 'À voir',
    UNDER_WAY: 'En cours',
    ENDED: 'Terminés',
  } satisfies Record<TransferList, string>,
  heldLead:
    'L’opérateur a refusé ces envois, et l’argent reste dû. Un numéro refusé attend que la personne règle la chose avec lui ou change de numéro ; le reste repart de lui-même à l’heure dite, ou tout de suite si vous le renvoyez.',
  none: {
    HELD: 'Rien n’attend personne.',
    UNDER_WAY: 'Rien n’est en route.',
    ENDED: 'Rien n’est encore parti.',
  } satisfies Record<TransferList, string>,
  kinds: {
    SHOP_PAYOUT: 'Ventes d’une boutique',
    COURIER_PAYOUT: 'Gains d’un livreur',
    CUSTOMER_REFUND: 'Remboursement d’un client',
  } satisfies Record<TransferKind, string>,
  states: {
    DUE: 'à envoyer',
    SENT: 'envoyé, réponse attendue',
    PAID: 'arrivé',
    REFUSED: 'refusé',
  } satisfies Record<TransferState, string>,
  reasons: {
    PAYER_REFUSED: 'le client a refusé',
    FUNDS_TOO_LOW: 'solde insuffisant',
    EXPIRED: 'sans réponse à temps',
    NUMBER_REFUSED: 'numéro refusé',
    LIMIT_REACHED: 'plafond de la personne atteint',
    FLOAT_TOO_LOW: 'trop peu d’argent chez l’opérateur',
    PROVIDER_FAILED: 'panne chez l’opérateur',
  } satisfies Record<RefusalReason, string>,
  byHand: 'à la main',
  retryAt: (when: string) => `nouvel essai le ${when}`,
  netted: (amount: string) => `${amount} de frais retenus`,
  retry: 'Renvoyer',
  older: 'Plus anciens',
  newest: 'Les plus récents',
  overpaid: {
    heading: 'Reçu en trop',
    lead: 'L’opérateur a fini par payer un envoi qu’il avait refusé, alors que l’argent était déjà reparti. Plus rien ne part vers cette boutique ou ce livreur tant que ses prochaines ventes ou courses n’ont pas compensé. Si c’est un client, appelez-le, puis notez ce qui est convenu.',
    note: 'Noter ce qui est convenu',
    how: 'Comment (rendu au bureau, laissé au client…)',
    submit: 'C’est réglé',
  },
  owed: {
    heading: 'Ce qui est dû',
    lead: 'Aux boutiques et aux livreurs à qui l’on doit le plus. Si quelqu’un est payé autrement, notez-le ici pour ne pas le payer deux fois.',
    none: 'Rien n’est dû.',
    note: 'Noter un paiement fait à la main',
    amount: 'Montant (FCFA)',
    how: 'Comment (espèces au bureau, numéro du transfert…)',
    submit: 'C’est payé',
  },
  done: {
    retried: 'L’envoi repart.',
    recorded: 'Le paiement est noté.',
    settled: 'C’est noté, le trop-perçu est réglé.',
  } as Record<string, string>,
}

const en: typeof fr = {
  lead: 'What the service sends: sales to shops, what they earned to couriers, refunds to customers. It follows each until the mobile money operator has answered, and never sends twice.',
  lists: { HELD: 'To see to', UNDER_WAY: 'Under way', ENDED: 'Ended' },
  heldLead:
    'The operator refused these, and the money is still owed. A refused number waits until the person has settled it with them or changed it; the rest goes out again at the time that is given, or at once if you send it again.',
  none: {
    HELD: 'Nothing waits for anybody.',
    UNDER_WAY: 'Nothing is on its way.',
    ENDED: 'Nothing has been sent yet.',
  },
  kinds: {
    SHOP_PAYOUT: 'Sales of a shop',
    COURIER_PAYOUT: 'Earnings of a courier',
    CUSTOMER_REFUND: 'Refund to a customer',
  },
  states: { DUE: 'to be sent', SENT: 'sent, answer awaited', PAID: 'arrived', REFUSED: 'refused' },
  reasons: {
    PAYER_REFUSED: 'the customer refused',
    FUNDS_TOO_LOW: 'too little money',
    EXPIRED: 'not answered in time',
    NUMBER_REFUSED: 'number refused',
    LIMIT_REACHED: 'limit of the person reached',
    FLOAT_TOO_LOW: 'too little lies with the operator',
    PROVIDER_FAILED: 'failure at the operator',
  },
  byHand: 'by hand',
  retryAt: (when) => `tried again on ${when}`,
  netted: (amount) => `${amount} of fees taken off`,
  retry: 'Send again',
  older: 'Older ones',
  newest: 'The newest',
  overpaid: {
    heading: 'Received too much',
    lead: 'The provider paid what it had refused, after the money had been sent anew. Nothing more is sent to such a shop or courier until their next sales or earnings have made up for it. A customer you have to call; then note what you agreed on.',
    note: 'Note what was agreed',
    how: 'How (brought back to the office, left to the customer…)',
    submit: 'It is settled',
  },
  owed: {
    heading: 'What is owed',
    lead: 'To the shops and couriers to whom the most is owed. Where somebody is paid in another way, note it here, so that they are not paid twice.',
    none: 'Nothing is owed.',
    note: 'Note a payment made by hand',
    amount: 'Amount (FCFA)',
    how: 'How (cash at the office, number of the transfer…)',
    submit: 'It is paid',
  },
  done: {
    retried: 'It is sent again.',
    recorded: 'The payment is noted.',
    settled: 'It is noted: what was received too much is settled.',
  },
}

export const payoutsWording: Record<Language, typeof fr> = { fr, en }
