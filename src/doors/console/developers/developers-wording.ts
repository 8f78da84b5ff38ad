import type { Language } from '../../../base/kernel/language.ts'

/** What all pages for developers say. */
const fr = {
  title: 'Pour votre développeur',
  tabs: {
    overview: 'Aperçu',
    keys: 'Clés',
    endpoints: 'Webhooks',
    requests: 'Requêtes',
    signature: 'Signature',
    sandbox: 'Bac à sable',
  },
  overview: {
    lead: 'Vous avez un site ou un logiciel ? Il peut commander vos livraisons et les suivre tout seul, par notre API.',
    environment: {
      heading: 'Où vous êtes',
      sandbox: 'Vous êtes dans le bac à sable : aucun livreur ne se déplace, aucun franc ne bouge.',
      production: 'Vous êtes en production : les commandes sont réelles.',
    },
    address: 'Adresse de l’API',
    pages: {
      keys: 'Ce qui ouvre l’API à vos programmes',
      endpoints: 'Votre serveur est prévenu de chaque étape d’une livraison',
      requests: 'Ce que vos programmes ont demandé ces 7 derniers jours',
      signature: 'Pourquoi votre serveur refuse-t-il un webhook ?',
      sandbox: 'Faites avancer une livraison d’essai jusqu’à la fin de votre choix',
    },
    docsHeading: 'Documentation',
    docs: {
      guide: 'Guide : de la clé au premier webhook',
      reference: 'Toutes les opérations',
      webhooks: 'Recevoir des webhooks',
      sdks: 'Clients pour TypeScript, PHP et Python',
      errors: 'Codes d’erreur',
      'go-live': 'Avant la mise en production',
    },
  },
  older: 'Plus anciens',
  newest: 'Revenir aux plus récents',
}

const en: typeof fr = {
  title: 'For your developer',
  tabs: {
    overview: 'Overview',
    keys: 'Keys',
    endpoints: 'Webhooks',
    requests: 'Requests',
    signature: 'Signature',
    sandbox: 'Sandbox',
  },
  overview: {
    lead: 'Do you have a site or a program? It can order your deliveries and follow them by itself, through our API.',
    environment: {
      heading: 'Where you are',
      sandbox: 'You are in the sandbox: no courier sets out, no money moves.',
      production: 'You are in production: orders are real.',
    },
    address: 'Address of the API',
    pages: {
      keys: 'What opens the API to your programs',
      endpoints: 'Your server is told of each step of a delivery',
      requests: 'What your programs asked for in the last 7 days',
      signature: 'Why does your server refuse a webhook?',
      sandbox: 'Move a test delivery to the ending of your choice',
    },
    docsHeading: 'Documentation',
    docs: {
      guide: 'Guide: from the key to the first webhook',
      reference: 'All operations',
      webhooks: 'Receiving webhooks',
      sdks: 'Clients for TypeScript, PHP and Python',
      errors: 'Error codes',
      'go-live': 'Before you go live',
    },
  },
  older: 'Older',
  newest: 'Back to the newest',
}

export const developersWording: Record<Language, typeof fr> = { fr, en }
