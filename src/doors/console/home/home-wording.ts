import type { Language } from '../../../base/kernel/language.ts'

/** What the home page of a shop says. */
const fr = {
  title: 'Accueil',
  order: 'Nouvelle livraison',
  matters: {
    heading: 'À faire',
    none: 'Rien à faire pour le moment.',
    TRIP_TO_PAY: 'Course à payer avant le retrait',
    PAYMENT_TO_CONFIRM: 'Paiement à confirmer',
    PARCEL_COMING_BACK: 'Colis qui revient',
    POSITION_MISSING: 'Position attendue depuis plus d’une heure',
    more: 'Voir les autres',
    payout: 'Versement refusé',
    payoutWaits: (amount: string) => `${amount} attendent : voyez votre numéro`,
    endpoint: 'Webhook en échec',
    since: (when: string) => `depuis le ${when}`,
  },
  first: {
    heading: 'Votre première livraison',
    address: 'Ajoutez l’adresse où le livreur vient prendre vos colis',
    order: 'Commandez : collez le message d’un client, les cases se remplissent',
    key: 'Vous avez un développeur ? Créez une clé API',
  },
  today: {
    heading: 'Aujourd’hui',
    none: 'Aucune livraison commandée aujourd’hui.',
    earlier: (count: number) => `${count} d’avant, encore en cours`,
    all: 'Toutes les livraisons',
  },
  reload: 'Actualiser',
}

const en: typeof fr = {
  title: 'Home',
  order: 'New delivery',
  matters: {
    heading: 'To do',
    none: 'Nothing to do at the moment.',
    TRIP_TO_PAY: 'Trip to pay before pick-up',
    PAYMENT_TO_CONFIRM: 'Payment to confirm',
    PARCEL_COMING_BACK: 'Parcel coming back',
    POSITION_MISSING: 'Position missing for more than an hour',
    more: 'See the others',
    payout: 'Payout refused',
    payoutWaits: (amount) => `${amount} wait: see to your number`,
    endpoint: 'Webhook failing',
    since: (when) => `since ${when}`,
  },
  first: {
    heading: 'Your first delivery',
    address: 'Add the address where the courier fetches your parcels',
    order: 'Order: paste a customer’s message, and the fields fill in',
    key: 'You have a developer? Create an API key',
  },
  today: {
    heading: 'Today',
    none: 'No delivery was ordered today.',
    earlier: (count) => `${count} from before, still under way`,
    all: 'All deliveries',
  },
  reload: 'Refresh',
}

export const homeWording: Record<Language, typeof fr> = { fr, en }
