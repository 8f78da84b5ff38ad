import type { Language } from '../../../../../base/kernel/language.ts'

const fr = {
  revenue: {
    title: 'Revenu',
    lead: 'Ce que les livraisons terminées ont rapporté, par jour et par ville, sans la TVA : courses avant remises, encaissement, frais d’annulation et de retour, moins les remises et la paie des livreurs.',
    none: 'Rien n’a été gagné pendant ces jours.',
    sum: 'Total',
    columns: {
      day: 'Jour',
      city: 'Ville',
      currency: 'Monnaie',
      deliveries: 'Livrées',
      trip: 'Courses',
      discount: 'Remises',
      collection: 'Encaissement',
      fees: 'Autres frais',
      pay: 'Livreurs',
      net: 'Reste',
    },
  },
  owed: {
    title: 'Ce qui est dû',
    tabs: { SHOPS: 'Aux boutiques', COURIERS: 'Aux livreurs' },
    none: 'Rien n’est dû.',
    columns: {
      name: 'Nom',
      currency: 'Monnaie',
      sales: 'Ventes ou gains',
      fees: 'Courses et frais dus',
      owed: 'À verser',
    },
    earlier: 'Page précédente',
    later: 'Page suivante',
  },
  csv: 'Fichier CSV',
  show: 'Afficher',
  from: 'Du',
  to: 'Au',
}

const en: typeof fr = {
  revenue: {
    title: 'Revenue',
    lead: 'What deliveries that ended earned, by day and city, without VAT: trips before discounts, collection, cancellation and return fees, less discounts and the pay of couriers.',
    none: 'Nothing was earned on these days.',
    sum: 'Total',
    columns: {
      day: 'Day',
      city: 'City',
      currency: 'Currency',
      deliveries: 'Delivered',
      trip: 'Trips',
      discount: 'Discounts',
      collection: 'Collection',
      fees: 'Other fees',
      pay: 'Couriers',
      net: 'Left',
    },
  },
  owed: {
    title: 'What is owed',
    tabs: { SHOPS: 'To shops', COURIERS: 'To couriers' },
    none: 'Nothing is owed.',
    columns: {
      name: 'Name',
      currency: 'Currency',
      sales: 'Sales or earnings',
      fees: 'Trips and fees owed',
      owed: 'To pay',
    },
    earlier: 'Previous page',
    later: 'Next page',
  },
  csv: 'CSV file',
  show: 'Show',
  from: 'From',
  to: 'To',
}

export const figuresWording: Record<Language, typeof fr> = { fr, en }
