import { limits } from '../../../base/contract/limits.ts'
import type { EventType } from '../../../base/contract/vocabulary.ts'
import type { Language } from '../../../base/kernel/language.ts'

/** How an endpoint is doing, as its shop reads it. */
export type ShownState = 'ACTIVE' | 'FAILING' | 'PAUSED' | 'DISABLED' | 'SECRET_SEALED'

/** A state as a word, and as sentences that say what to do: since when it failed, and when it is disabled. */
type StateWords = { name: string; lead: (since: string, disables: string) => string }

/** What the pages of webhook endpoints say. */
const fr = {
  title: 'Webhooks',
  lead: 'Un webhook est une adresse de votre serveur : à chaque étape d’une livraison, nous lui envoyons un événement signé.',
  docs: 'Comment les recevoir',
  none: 'Aucun webhook pour le moment.',
  failingSince: (since: string) => `en échec depuis le ${since}`,
  events: 'Événements',
  created: 'Ajouté le',
  previousSecret: 'L’ancien secret signe aussi jusqu’au',
  log: 'Journal des envois',
  states: {
    ACTIVE: { name: 'Actif', lead: () => 'Tout va bien : votre serveur est appelé à chaque événement.' },
    FAILING: {
      name: 'En échec',
      lead: (since, disables) =>
        `Depuis le ${since}, votre serveur n’a accepté aucun envoi. Lisez dans le journal ce qu’il répond, corrigez-le, puis envoyez un ping pour vérifier. Nous réessayons ; s’il n’accepte rien d’ici le ${disables}, ce webhook sera désactivé.`,
    },
    PAUSED: {
      name: 'En pause',
      lead: () =>
        'Rien n’est envoyé. Ce qui arrive est gardé 30 jours, et partira quand vous reprendrez les envois.',
    },
    DISABLED: {
      name: 'Désactivé',
      lead: (since) =>
        `Votre serveur n’a accepté aucun envoi depuis le ${since} : nous avons cessé de l’appeler. Ce qui arrive est gardé 30 jours. Corrigez votre serveur, vérifiez par un ping, puis reprenez les envois.`,
    },
    SECRET_SEALED: {
      name: 'Secret illisible',
      lead: () =>
        'Le service ne peut plus lire le secret de ce webhook, et ne l’appelle donc plus. Créez un nouveau secret, sans transition, et mettez-le sur votre serveur.',
    },
  } as Record<ShownState, StateWords>,
  form: {
    url: 'Adresse',
    urlHint: 'Une adresse https d’un serveur public. Pour votre propre machine, il y a colis listen.',
    description: 'À quoi sert-il ?',
    descriptionHint: 'Par exemple : caisse de Ganhi. Facultatif.',
    which: 'Quels événements ?',
    all: 'Tous les événements habituels',
    some: 'Seulement ceux que je coche',
    optIn: 'envoyé seulement à qui le coche',
    noEvents: 'Cochez au moins un événement, ou choisissez de les recevoir tous.',
    eventDocs: 'Ce que contient chaque événement',
    events: {
      'delivery.created': 'Livraison commandée',
      'delivery.location_confirmed': 'Position donnée par le client',
      'delivery.courier_assigned': 'Livreur trouvé',
      'delivery.courier_arrived': 'Livreur arrivé à la boutique',
      'delivery.picked_up': 'Colis parti',
      'delivery.delivered': 'Colis remis',
      'delivery.failed': 'Colis non remis',
      'delivery.returned': 'Colis revenu à la boutique',
      'delivery.cancelled': 'Livraison annulée',
      'delivery.expired': 'Livraison expirée',
      'payment.confirmed': 'Paiement confirmé',
    } as Record<EventType, string>,
  },
  add: {
    summary: 'Ajouter un webhook',
    submit: 'Ajouter le webhook',
    done: 'Webhook ajouté',
    owner: 'Seul le propriétaire de la boutique ajoute ou modifie un webhook.',
    full: `Une boutique a au plus ${limits.webhookEndpoints} webhooks. Retirez-en un pour en ajouter un autre.`,
  },
  change: { summary: 'Modifier', submit: 'Enregistrer' },
  ping: { submit: 'Envoyer un ping' },
  pause: { submit: 'Mettre en pause' },
  enable: { submit: 'Reprendre les envois' },
  backlog: {
    waiting: (count: string) => `Événements en attente d’envoi : ${count}.`,
    heading: 'Envois abandonnés',
    givenUp: (count: string, since: string) =>
      `Événements que votre serveur n’a pas acceptés malgré tous nos essais, depuis le ${since} : ${count}. Ils ne partent plus d’eux-mêmes.`,
    resend: 'Les renvoyer',
    see: 'Les voir',
    moreThan: (count: string) => `plus de ${count}`,
  },
  secret: {
    summary: 'Changer le secret de signature',
    lead: 'Un nouveau secret sera montré une fois. Pendant la transition, nous signons avec l’ancien et le nouveau : votre serveur ne manque rien pendant que vous le changez.',
    overlap: 'L’ancien secret signe encore',
    overlapHint: 'Si l’ancien secret a été vu par quelqu’un d’autre, choisissez de l’arrêter tout de suite.',
    hours: (hours: number) => (hours === 0 ? 'Non, il cesse tout de suite' : `pendant ${hours} h`),
    submit: 'Créer un nouveau secret',
    done: 'Nouveau secret',
    heading: 'Le secret de signature',
    once: 'Copiez-le maintenant : il ne sera plus jamais montré.',
    use: 'Mettez-le sur votre serveur, tout entier, avec whsec_. C’est par lui que votre serveur reconnaît nos envois.',
    next: 'Quand votre serveur a son secret, envoyez-lui un ping : vous verrez ce qu’il répond.',
    kept: 'Je l’ai gardé',
    back: 'Le webhook',
    docs: 'Vérifier une signature',
  },
  remove: {
    summary: 'Retirer ce webhook',
    stops:
      'Votre serveur ne sera plus appelé, et ce qui attend encore ne partira pas. Son journal disparaît d’ici.',
    submit: 'Oui, le retirer',
  },
  resend: { momentWrong: 'Choisissez un jour et une heure.' },
  done: {
    changed: 'C’est enregistré.',
    paused: 'Les envois sont en pause. Ce qui arrive est gardé 30 jours.',
    enabled: 'Les envois reprennent : ce qui attendait part maintenant.',
    removed: 'Le webhook est retiré.',
  } as Record<string, string>,
}

const en: typeof fr = {
  title: 'Webhooks',
  lead: 'A webhook is an address of your server: at each step of a delivery we send it a signed event.',
  docs: 'How to receive them',
  none: 'No webhook yet.',
  failingSince: (since) => `failing since ${since}`,
  events: 'Events',
  created: 'Added on',
  previousSecret: 'The old secret signs too until',
  log: 'Log of requests',
  states: {
    ACTIVE: { name: 'Active', lead: () => 'All is well: your server is called at each event.' },
    FAILING: {
      name: 'Failing',
      lead: (since, disables) =>
        `Since ${since} your server has accepted nothing. Read in the log what it answers, mend it, then send a ping to check. We keep trying; if it accepts nothing until ${disables}, this webhook is disabled.`,
    },
    PAUSED: {
      name: 'Paused',
      lead: () => 'Nothing is sent. What happens is kept for 30 days, and sent when you resume.',
    },
    DISABLED: {
      name: 'Disabled',
      lead: (since) =>
        `Your server has accepted nothing since ${since}: we stopped calling it. What happens is kept for 30 days. Mend your server, check with a ping, then resume.`,
    },
    SECRET_SEALED: {
      name: 'Secret unreadable',
      lead: () =>
        'The service can no longer read the secret of this webhook, so it is not called. Make a new secret without an overlap, and put it on your server.',
    },
  },
  form: {
    url: 'Address',
    urlHint: 'An https address of a public server. For your own machine there is colis listen.',
    description: 'What is it for?',
    descriptionHint: 'For example: till in Ganhi. Optional.',
    which: 'Which events?',
    all: 'All usual events',
    some: 'Only those that I tick',
    optIn: 'sent only to those who tick it',
    noEvents: 'Tick at least one event, or choose to receive all.',
    eventDocs: 'What each event contains',
    events: {
      'delivery.created': 'Delivery ordered',
      'delivery.location_confirmed': 'Position given by the customer',
      'delivery.courier_assigned': 'Courier found',
      'delivery.courier_arrived': 'Courier at the shop',
      'delivery.picked_up': 'Parcel on its way',
      'delivery.delivered': 'Parcel handed over',
      'delivery.failed': 'Parcel not handed over',
      'delivery.returned': 'Parcel back at the shop',
      'delivery.cancelled': 'Delivery cancelled',
      'delivery.expired': 'Delivery expired',
      'payment.confirmed': 'Payment confirmed',
    },
  },
  add: {
    summary: 'Add a webhook',
    submit: 'Add the webhook',
    done: 'Webhook added',
    owner: 'Only the owner of the shop adds or changes a webhook.',
    full: `A shop has at most ${limits.webhookEndpoints} webhooks. Remove one to add another.`,
  },
  change: { summary: 'Change', submit: 'Save' },
  ping: { submit: 'Send a ping' },
  pause: { submit: 'Pause' },
  enable: { submit: 'Resume' },
  backlog: {
    waiting: (count) => `Events waiting to be sent: ${count}.`,
    heading: 'Given up',
    givenUp: (count, since) =>
      `Events that your server did not accept in all our attempts, since ${since}: ${count}. They are no longer sent by themselves.`,
    resend: 'Send them again',
    see: 'See them',
    moreThan: (count) => `more than ${count}`,
  },
  secret: {
    summary: 'Change the signing secret',
    lead: 'A new secret is shown once. During the overlap we sign with the old one and the new one: your server misses nothing while you change it.',
    overlap: 'The old secret still signs',
    overlapHint: 'If somebody else has seen the old secret, choose to end it at once.',
    hours: (hours) => (hours === 0 ? 'No, it ends at once' : `for ${hours} h`),
    submit: 'Make a new secret',
    done: 'New secret',
    heading: 'The signing secret',
    once: 'Copy it now: it is never shown again.',
    use: 'Put it on your server, the whole of it, with whsec_. By it your server recognises our requests.',
    next: 'Once your server has its secret, send it a ping: you will see what it answers.',
    kept: 'I have kept it',
    back: 'The webhook',
    docs: 'Verify a signature',
  },
  remove: {
    summary: 'Remove this webhook',
    stops: 'Your server is not called any more, and what still waits is not sent. Its log is gone from here.',
    submit: 'Yes, remove it',
  },
  resend: { momentWrong: 'Choose a day and a time.' },
  done: {
    changed: 'It is saved.',
    paused: 'Nothing is sent for now. What happens is kept for 30 days.',
    enabled: 'Requests are sent again: what was waiting leaves now.',
    removed: 'The webhook is removed.',
  },
}

export const endpointWording: Record<Language, typeof fr> = { fr, en }
