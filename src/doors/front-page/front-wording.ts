import type { Language } from '../../base/kernel/language.ts'

/** The words of the first page. */
export const frontWording = {
  fr: {
    title: 'Colis · la livraison des boutiques en ligne',
    heading: 'La livraison des boutiques en ligne',
    what: 'Une boutique commande la course. Le client montre sur la carte où livrer. Un livreur apporte le colis, et chacun suit chaque étape.',
    company: (name: string) => `Un service de ${name}.`,
    sandbox: 'Ici, c’est un bac à sable : aucun livreur ne se déplace.',
    customersHeading: 'Vous attendez un colis ?',
    customers:
      'Ouvrez le lien reçu par WhatsApp, par SMS ou de votre boutique : tout se fait là, sans compte.',
    choose: 'Entrer',
    other: { code: 'en', name: 'English' },
    links: [
      { href: '/console', title: 'Boutiques', text: 'Commander une course, suivre ses colis et ses ventes.' },
      {
        href: '/courier',
        title: 'Livreurs',
        text: 'Prendre son service, accepter des courses, voir ses gains.',
      },
      {
        href: '/docs/fr',
        title: 'Développeurs',
        text: 'Brancher une boutique par l’API : guide, webhooks, erreurs.',
      },
      { href: '/operations', title: 'Exploitation', text: 'Pour ceux qui font tourner le service.' },
    ],
    health: 'État du service',
  },
  en: {
    title: 'Colis · deliveries for online shops',
    heading: 'Deliveries for online shops',
    what: 'A shop orders a trip. The customer shows on the map where to deliver. A courier brings the parcel, and everybody follows each step.',
    company: (name: string) => `A service of ${name}.`,
    sandbox: 'This is a sandbox: no courier is sent.',
    customersHeading: 'Are you expecting a parcel?',
    customers:
      'Open the link that you got by WhatsApp, by SMS or from your shop: everything is done there, without an account.',
    choose: 'Sign in',
    other: { code: 'fr', name: 'Français' },
    links: [
      { href: '/console', title: 'Shops', text: 'Order a trip, follow your parcels and your sales.' },
      { href: '/courier', title: 'Couriers', text: 'Go on duty, accept trips, see your earnings.' },
      {
        href: '/docs/en',
        title: 'Developers',
        text: 'Connect a shop through the API: guide, webhooks, errors.',
      },
      { href: '/operations', title: 'Operations', text: 'For those who run the service.' },
    ],
    health: 'State of the service',
  },
} satisfies Record<Language, object>
