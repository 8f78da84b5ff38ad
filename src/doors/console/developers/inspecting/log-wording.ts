import type { Language } from '../../../../base/kernel/language.ts'
import type { DispatchState } from '../../../../domain/webhooks/inspecting/endpoint-log-store.ts'
import type { FailureForShop } from '../../../../domain/webhooks/sending/attempt-outcome.ts'

type Advice = Record<Exclude<FailureForShop, 'HTTP_ERROR'>, string> & {
  HTTP_ERROR: (status: number) => string
}

/** What the log of an endpoint says. */
const fr = {
  title: 'Journal des envois',
  lead: 'Les 30 derniers jours, événement par événement.',
  none: 'Rien n’a encore été envoyé à ce webhook.',
  nothingFound: 'Aucun événement ne correspond.',
  eventId: 'Identifiant de l’événement',
  search: 'Chercher',
  filters: {
    ALL: 'Tous',
    FAILED: 'En échec',
    PENDING: 'En attente',
    EXHAUSTED: 'Abandonnés',
    DELIVERED: 'Acceptés',
  },
  states: { PENDING: 'En attente', DELIVERED: 'Accepté', EXHAUSTED: 'Abandonné' } as Record<
    DispatchState,
    string
  >,
  ping: 'Ping',
  attempt: (number: number) => `Essai ${number}`,
  ms: (ms: number) => `${ms} ms`,
  due: (when: string) => `Prochain essai : ${when}`,
  olderAttempts: (count: number) => `Et ${count} essai(s) plus ancien(s).`,
  resendOne: 'Renvoyer',
  status: 'Statut HTTP',
  duration: 'Durée',
  startedAt: 'Envoyé le',
  next: 'Prochain essai',
  accepted: 'Accepté',
  failed: 'Échec',
  pinged: {
    accepted: (status: number, ms: number) => `Votre serveur a répondu ${status} en ${ms} ms. Tout va bien.`,
    failed: 'Votre serveur n’a pas accepté le ping. Voici ce qui s’est passé.',
  },
  failures: {
    DNS: 'nom introuvable',
    TLS: 'certificat refusé',
    CONNECTION: 'pas de connexion',
    TIMEOUT: 'trop lent',
    REDIRECT: 'redirection',
    HTTP_ERROR: 'erreur',
  } as Record<FailureForShop, string>,
  advice: {
    DNS: 'Le nom de cette adresse ne mène à aucun serveur public. Vérifiez l’orthographe, et le DNS de votre domaine.',
    TLS: 'Le certificat https de votre serveur n’a pas été accepté. Il a peut-être expiré, ou il manque un certificat intermédiaire.',
    CONNECTION:
      'La connexion n’a pas abouti ou s’est coupée. Votre serveur est peut-être arrêté, ou un pare-feu nous bloque.',
    TIMEOUT: 'Votre serveur n’a pas répondu en 10 secondes. Répondez 2xx d’abord, et travaillez ensuite.',
    REDIRECT:
      'Votre serveur a répondu par une redirection, et nous n’en suivons aucune. Donnez l’adresse finale au webhook.',
    HTTP_ERROR: (status: number) =>
      status === 401 || status === 403
        ? `Votre serveur a refusé l’envoi (${status}). S’il ne reconnaît pas la signature, collez l’envoi reçu dans l’onglet Signature.`
        : `Votre serveur a répondu ${status}. Seule une réponse 2xx veut dire : bien reçu.`,
  } as Advice,
  response: {
    heading: 'Ce que votre serveur a répondu',
    none: 'Aucune réponse.',
    empty: 'Une réponse sans contenu.',
    excerpt: 'Les 2 premiers kilo-octets.',
  },
  request: {
    heading: 'Ce que nous avons envoyé',
    headersHint: 'En-têtes. La signature n’est pas montrée : elle vaut un mot de passe pour cet envoi.',
    bodyHint: 'Contenu, mis en forme pour la lecture. Ce qui est signé tient sur une seule ligne.',
    notKept: 'Le contenu n’est plus gardé.',
  },
  resendAll: {
    summary: 'Renvoyer ce qui a été abandonné',
    lead: 'Les événements abandonnés depuis ce moment repartent, chacun une fois, sous le même identifiant. Votre serveur doit reconnaître ceux qu’il a déjà.',
    since: 'Depuis le',
    hint: 'Au plus 30 jours en arrière.',
  },
  resent: {
    none: 'Rien ne repart : il n’y a rien d’abandonné depuis ce moment, ou l’événement est en train de partir.',
    one: 'Un événement repart. Rechargez la page pour voir la réponse.',
    many: (count: number) => `${count} événements repartent. Rechargez la page pour voir les réponses.`,
    more: (count: number) => `${count} événements repartent. Il en reste peut-être : recommencez.`,
  },
}

const en: typeof fr = {
  title: 'Log of requests',
  lead: 'The last 30 days, event by event.',
  none: 'Nothing was sent to this webhook yet.',
  nothingFound: 'No event matches.',
  eventId: 'Identifier of the event',
  search: 'Search',
  filters: {
    ALL: 'All',
    FAILED: 'Failing',
    PENDING: 'Waiting',
    EXHAUSTED: 'Given up',
    DELIVERED: 'Accepted',
  },
  states: { PENDING: 'Waiting', DELIVERED: 'Accepted', EXHAUSTED: 'Given up' },
  ping: 'Ping',
  attempt: (number) => `Attempt ${number}`,
  ms: (ms) => `${ms} ms`,
  due: (when) => `Next attempt: ${when}`,
  olderAttempts: (count) => `And ${count} earlier attempt(s).`,
  resendOne: 'Send again',
  status: 'HTTP status',
  duration: 'Duration',
  startedAt: 'Sent on',
  next: 'Next attempt',
  accepted: 'Accepted',
  failed: 'Failed',
  pinged: {
    accepted: (status, ms) => `Your server answered ${status} in ${ms} ms. All is well.`,
    failed: 'Your server did not accept the ping. This is what happened.',
  },
  failures: {
    DNS: 'name not found',
    TLS: 'certificate refused',
    CONNECTION: 'no connection',
    TIMEOUT: 'too slow',
    REDIRECT: 'redirect',
    HTTP_ERROR: 'error',
  },
  advice: {
    DNS: 'The name in this address leads to no public server. Check its spelling, and the DNS of your domain.',
    TLS: 'The https certificate of your server was not accepted. It may have expired, or an intermediate certificate is missing.',
    CONNECTION: 'There was no connection, or it broke. Your server may be down, or a firewall keeps us out.',
    TIMEOUT: 'Your server did not answer within 10 seconds. Answer 2xx first, and work afterwards.',
    REDIRECT: 'Your server answered with a redirect, and we follow none. Give the webhook the final address.',
    HTTP_ERROR: (status) =>
      status === 401 || status === 403
        ? `Your server refused the request (${status}). If it does not recognise the signature, paste what it received into the Signature tab.`
        : `Your server answered ${status}. Only an answer of 2xx means: received.`,
  },
  response: {
    heading: 'What your server answered',
    none: 'No answer.',
    empty: 'An answer without content.',
    excerpt: 'The first 2 kilobytes.',
  },
  request: {
    heading: 'What we sent',
    headersHint: 'Headers. The signature is not shown: for this request it is as good as a password.',
    bodyHint: 'Body, laid out to be read. What is signed stands on a single line.',
    notKept: 'The body is no longer kept.',
  },
  resendAll: {
    summary: 'Send again what was given up',
    lead: 'Events that were given up since this moment are sent again, once each, under the same id. Your server must recognise those that it has already.',
    since: 'Since',
    hint: 'At most 30 days back.',
  },
  resent: {
    none: 'Nothing is sent again: nothing was given up since this moment, or the event is being sent right now.',
    one: 'One event is sent again. Load the page again to see the answer.',
    many: (count) => `${count} events are sent again. Load the page again to see the answers.`,
    more: (count) => `${count} events are sent again. There may be more: do it once more.`,
  },
}

export const logWording: Record<Language, typeof fr> = { fr, en }
