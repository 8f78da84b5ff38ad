import type { Language } from '../../../../base/kernel/language.ts'

/** What the page of the terms for shops says. */
const fr = {
  first: {
    heading: 'Courses payées d’avance',
    lead: 'Une boutique qui doit trop, ou qui est nouvelle, paie chaque course avant le retrait du colis. La demande arrive sur son numéro ; sans paiement, la livraison s’annule sans frais.',
  },
  maxOwed: {
    label: 'Une boutique peut devoir jusqu’à (FCFA)',
    hint: 'Vide : sans limite. 0 : toutes paient d’avance. Une boutique peut avoir sa propre limite, sur sa page.',
  },
  newShop: {
    label: 'Livraisons à réussir avant qu’une nouvelle boutique ne paie plus d’avance',
    hint: '0 : une nouvelle boutique ne paie pas d’avance.',
  },
  minutes: { label: 'Minutes pour payer une course', hint: 'De 5 à 1 440.' },
  payouts: { heading: 'Versements aux boutiques' },
  leastPayout: {
    label: 'Plus petit versement (FCFA)',
    hint: 'Une boutique peut choisir un montant plus grand, pas plus petit.',
  },
  fees: {
    label: 'Ce que l’opérateur prend pour un versement est payé par',
    hint: 'Vaut pour les versements qui partent après.',
    company: 'la société',
    shop: 'la boutique',
  },
  save: 'Enregistrer',
  done: { saved: 'Enregistré.' } as Record<string, string>,
}

const en: typeof fr = {
  first: {
    heading: 'Trips paid first',
    lead: 'A shop that owes too much, or is new, pays each trip before the parcel is picked up. Its number is asked; unpaid, the delivery is cancelled free of charge.',
  },
  maxOwed: {
    label: 'A shop may owe up to (FCFA)',
    hint: 'Empty: no limit. 0: all pay first. A shop can have a limit of its own, on its page.',
  },
  newShop: {
    label: 'Parcels handed over before a new shop no longer pays first',
    hint: '0: a new shop does not pay first.',
  },
  minutes: { label: 'Minutes to pay a trip', hint: '5 to 1,440.' },
  payouts: { heading: 'Payouts to shops' },
  leastPayout: {
    label: 'Least payout (FCFA)',
    hint: 'A shop can choose a larger amount, not a smaller one.',
  },
  fees: {
    label: 'What the provider takes for a payout is borne by',
    hint: 'For payouts that begin from now on.',
    company: 'the company',
    shop: 'the shop',
  },
  save: 'Save',
  done: { saved: 'Saved.' },
}

export const shopTermsWording: Record<Language, typeof fr> = { fr, en }
