import { amountText } from '../../../base/kernel/figure-text.ts'
import type { Language, Wording } from '../../../base/kernel/language.ts'
import type { ProblemReason } from '../../feedback/problem-report.ts'
import { problemWording } from '../../feedback/problem-wording.ts'
import type { AlertFacts, AlertKind } from './alert-rules.ts'

/** What an alert says: what is wrong and what to do about it, each without a point at the end. */
export type AlertWords = { what: Wording; advice: Wording }

/** An alert in words of at most a hundred characters, as messages hold them. */
export const alertWords = (kind: AlertKind, facts: AlertFacts): AlertWords => ({
  what: {
    fr: wordings[kind].what.fr(wordsOf(facts, 'fr')),
    en: wordings[kind].what.en(wordsOf(facts, 'en')),
  },
  advice: adviceOf(kind, facts),
})

function adviceOf(kind: AlertKind, facts: AlertFacts): Wording {
  const { advice, otherAdvice } = wordings[kind]
  return otherAdvice?.holdsFor(facts) ? otherAdvice.advice : advice
}

/** Facts as they stand in a sentence. */
type Said = (name: string) => string

function wordsOf(facts: AlertFacts, language: Language): Said {
  return (name) => {
    const value = facts[name] ?? ''
    if (name === 'minutes') return durationText(Number(value), language)
    if (name === 'amountFcfa') return amountText(Number(value), language)
    if (name === 'loop' || name === 'consumer') return taskName(String(value), language)
    if (name === 'code') return codeNames[String(value)]?.[language] ?? String(value)
    if (name === 'problem') return problemWording[String(value) as ProblemReason]?.[language] ?? String(value)
    if (name === 'scope') return scopeName(String(value), language)
    if (name === 'isAhead') return (value === 1 ? ahead : behind)[language]
    if (name === 'reason') return outageNames[String(value)]?.[language] ?? String(value)
    if (name === 'holds') return diskNames[String(value)]?.[language] ?? String(value)
    return typeof value === 'number' ? new Intl.NumberFormat(language).format(value) : value
  }
}

/** A span as people say it: `25 min`, `3 h`, `2 j`. */
export function durationText(minutes: number, language: Language): string {
  if (minutes < 120) return `${minutes}\u00a0min`
  if (minutes < 48 * 60) return `${Math.floor(minutes / 60)}\u00a0h`
  return language === 'fr' ? `${Math.floor(minutes / 1440)}\u00a0j` : `${Math.floor(minutes / 1440)} days`
}

/** What a loop or a reader of events does, in words; one that has none here keeps its own name. */
export const taskName = (name: string, language: Language): string =>
  (Object.hasOwn(taskNames, name) ? taskNames[name]?.[language] : undefined) ?? name

const taskNames: Record<string, Wording> = {
  'send webhooks': { fr: 'envoi des webhooks', en: 'sending webhooks' },
  'send messages': { fr: 'envoi des messages', en: 'sending messages' },
  'search couriers': { fr: 'recherche de livreurs', en: 'search for couriers' },
  'estimate arrivals': { fr: 'heures d’arrivée des livreurs', en: 'times of couriers’ arrivals' },
  'purge arrivals': { fr: 'effacement des vieilles arrivées', en: 'deleting old arrivals' },
  'follow transfers': { fr: 'suivi des versements', en: 'following transfers' },
  'sign fiscal documents': {
    fr: 'envoi des pièces à l’administration fiscale',
    en: 'sending documents to the tax office',
  },
  'follow payment requests': { fr: 'suivi des paiements', en: 'following payments' },
  'expire due deliveries': { fr: 'fin des courses en retard', en: 'ends of late deliveries' },
  'cancel unpaid trips': {
    fr: 'annulation des courses pas payées à temps',
    en: 'cancelling trips not paid in time',
  },
  'apply due payout changes': { fr: 'numéros de reversement', en: 'payout numbers' },
  'send pushes': { fr: 'appels aux téléphones des livreurs', en: 'calls to couriers’ phones' },
  'purge alerts': { fr: 'effacement des vieilles alertes', en: 'deleting old alerts' },
  'purge delivery files': {
    fr: 'effacement des photos et messages vocaux des livraisons',
    en: 'deleting photos and voice notes of deliveries',
  },
  'purge courier documents': { fr: 'effacement des pièces des livreurs', en: 'deleting papers of couriers' },
  'purge duty periods': { fr: 'effacement des vieux services', en: 'deleting old duty times' },
  'purge ended blocks': { fr: 'effacement des blocages finis', en: 'deleting blocks that ended' },
  'purge messages': { fr: 'effacement des vieux messages', en: 'deleting old messages' },
  'purge offers': { fr: 'effacement des vieilles propositions', en: 'deleting old offers' },
  'purge payout changes': {
    fr: 'effacement des changements de numéro',
    en: 'deleting changes of payout numbers',
  },
  'purge photos': { fr: 'effacement des photos', en: 'deleting photos' },
  'purge positions': { fr: 'effacement des positions', en: 'deleting positions' },
  'purge sessions': { fr: 'effacement des vieilles sessions', en: 'deleting old sessions' },
  'purge shop openings': { fr: 'effacement des demandes d’ouverture', en: 'deleting requests to open shops' },
  'purge simulated payments': { fr: 'effacement des paiements d’essai', en: 'deleting simulated payments' },
  'purge the event log': { fr: 'effacement du journal des événements', en: 'deleting from the event log' },
  'purge the log of requests': {
    fr: 'effacement du journal des requêtes',
    en: 'deleting from the log of requests',
  },
  'purge the webhook log': {
    fr: 'effacement du journal des webhooks',
    en: 'deleting from the log of webhooks',
  },
  webhooks: { fr: 'webhooks', en: 'webhooks' },
  messages: { fr: 'messages', en: 'messages' },
  arrivals: { fr: 'arrivées des livreurs', en: 'arrivals of couriers' },
  matching: { fr: 'recherche de livreurs', en: 'search for couriers' },
  'mobile-money': { fr: 'paiements', en: 'payments' },
  ledger: { fr: 'comptes', en: 'books' },
  'fiscal-receipts': { fr: 'reçus à normaliser', en: 'receipts for the tax office' },
  push: { fr: 'appels aux téléphones des livreurs', en: 'calls to couriers’ phones' },
  search: { fr: 'recherche de courses', en: 'search for deliveries' },
}

const codeNames: Record<string, Wording> = {
  pickup: { fr: 'de retrait', en: 'pickup' },
  confirmation: { fr: 'de remise', en: 'hand-over' },
  return: { fr: 'de retour', en: 'return' },
}

const outageNames: Record<string, Wording> = {
  FULL: { fr: 'son disque est plein', en: 'its disk is full' },
  READ_ONLY: { fr: 'elle ne fait que lire', en: 'it only reads' },
  NO_MEMORY: { fr: 'elle manque de mémoire', en: 'it is out of memory' },
  DAMAGED: { fr: 'ses fichiers ou son disque sont en panne', en: 'its files or its disk fail' },
  SLOW: { fr: 'elle est trop lente, ou une table est bloquée', en: 'it is too slow, or a table is locked' },
  AWAY: { fr: 'elle ne répond pas', en: 'it does not answer' },
}

const diskNames: Record<string, Wording> = {
  data: { fr: 'des données', en: 'of the data' },
  photos: { fr: 'des photos', en: 'of the photos' },
}

const scopeNames: Record<string, Wording> = {
  ALL: { fr: 'en tout', en: 'in all' },
  MAIL: { fr: 'par e-mail', en: 'by mail' },
}

/** Where messages went: a calling code stands for itself. */
const scopeName = (scope: string, language: Language): string =>
  scopeNames[scope]?.[language] ?? `${language === 'fr' ? 'vers' : 'to'} ${scope}`
const ahead: Wording = { fr: 'avance', en: 'ahead of' }
const behind: Wording = { fr: 'retarde', en: 'behind' }

type AlertWording = {
  what: Record<Language, (say: Said) => string>
  advice: Wording
  /** What to do instead where the facts are such. */
  otherAdvice?: { holdsFor: (facts: AlertFacts) => boolean; advice: Wording }
}

const wordings: Record<AlertKind, AlertWording> = {
  NO_COURIER: {
    what: {
      fr: (say) =>
        `aucun livreur n’accepte à ${say('city')} depuis ${say('minutes')} ; colis en attente : ${say('waiting')}`,
      en: (say) =>
        `no courier has accepted in ${say('city')} for ${say('minutes')}; parcels waiting: ${say('waiting')}`,
    },
    advice: {
      fr: 'appelez des livreurs, attribuez les courses depuis le tableau, ou prévenez les boutiques',
      en: 'call couriers, assign the trips from the board, or tell the shops',
    },
  },
  CODE_LOCKED: {
    what: {
      fr: (say) => `le code ${say('code')} du colis ${say('reference')} est bloqué après trop d’essais faux`,
      en: (say) =>
        `the ${say('code')} code of parcel ${say('reference')} is locked after too many wrong tries`,
    },
    advice: {
      fr: 'appelez le livreur ; le code se débloque seul en 15 min, ou par vous sur la page de la course',
      en: 'call the courier; the code unlocks by itself within 15 min, or by you on the delivery’s page',
    },
    otherAdvice: {
      holdsFor: ({ isClosed }) => isClosed === 1,
      advice: {
        fr: 'appelez le livreur et la boutique, puis débloquez le code sur la page de la course',
        en: 'call the courier and the shop, then unlock the code on the delivery’s page',
      },
    },
  },
  PROBLEM_REPORTED: {
    what: {
      fr: (say) => `le client du colis ${say('reference')} signale : ${say('problem')}`,
      en: (say) => `the customer of parcel ${say('reference')} reports: ${say('problem')}`,
    },
    advice: {
      fr: 'prenez-le sur la page des problèmes, appelez le client, puis notez ce que vous avez fait',
      en: 'take it on the page of problems, call the customer, then note what you did',
    },
  },
  REFUND_DUE: {
    what: {
      fr: (say) => `de l’argent reçu est à rembourser : ${say('amountFcfa')} ; paiements : ${say('count')}`,
      en: (say) =>
        `money that was received is to be given back: ${say('amountFcfa')}; payments: ${say('count')}`,
    },
    advice: {
      fr: 'remboursez chaque client, puis notez-le à la page des remboursements',
      en: 'give each customer their money back, then note it on the page of refunds',
    },
  },
  TRANSFERS_STUCK: {
    what: {
      fr: (say) => `des versements ne passent pas : ${say('amountFcfa')} ; versements : ${say('count')}`,
      en: (say) => `payouts do not get through: ${say('amountFcfa')}; payouts: ${say('count')}`,
    },
    advice: {
      fr: 'voyez pourquoi à la page des versements ; si votre compte chez l’opérateur est vide, remplissez-le',
      en: 'see why on the page of payouts; if your account with the operator is empty, fill it',
    },
  },
  PAID_TWICE: {
    what: {
      fr: (say) =>
        `de l’argent est parti deux fois : ${say('amountFcfa')} reçus en trop ; personnes : ${say('count')}`,
      en: (say) => `money went out twice: ${say('amountFcfa')} received too much; people: ${say('count')}`,
    },
    advice: {
      fr: 'voyez à qui, page des versements ; les ventes suivantes compensent, un client est à appeler',
      en: 'see to whom on the page of payouts; coming sales make up for it, a customer is to be called',
    },
  },
  MONEY_DISAGREES: {
    what: {
      fr: (say) =>
        `l’opérateur dit autre chose que nous : ${say('count')} fois ; en attente : ${say('amountFcfa')}`,
      en: (say) =>
        `a provider disagrees about money: ${say('count')} times; in suspense: ${say('amountFcfa')}`,
    },
    advice: {
      fr: 'comparez avec la liste de l’opérateur, puis réglez à la page des désaccords',
      en: 'compare with the provider’s own list, then settle it on the page of disagreements',
    },
  },
  PAYMENTS_FAILING: {
    what: {
      fr: (say) => `les paiements échouent : ${say('failed')} des ${say('ended')} derniers`,
      en: (say) => `payments fail: ${say('failed')} of the last ${say('ended')}`,
    },
    advice: {
      fr: 'voyez si l’opérateur de paiement est en panne, et demandez des espèces en attendant',
      en: 'see whether the payment provider is down, and ask for cash meanwhile',
    },
  },
  MESSAGES_HELD: {
    what: {
      fr: (say) => `des messages ne partent pas depuis ${say('minutes')} ; en attente : ${say('count')}`,
      en: (say) => `messages have not gone out for ${say('minutes')}; waiting: ${say('count')}`,
    },
    advice: {
      fr: 'voyez à la page des messages pourquoi : le réglage de WhatsApp, du SMS ou de l’e-mail, ou une panne',
      en: 'see on the page of messages why: the settings of WhatsApp, SMS or mail, or an outage',
    },
    otherAdvice: {
      holdsFor: ({ hasChannel }) => hasChannel === 0,
      advice: {
        fr: 'réglez WHATSAPP_TOKEN, SMS_PROVIDER ou SMTP_URL et ce qui va avec, puis redémarrez',
        en: 'set WHATSAPP_TOKEN, SMS_PROVIDER or SMTP_URL and what goes with them, then restart',
      },
    },
  },
  STRANGER_MESSAGES: {
    what: {
      fr: (say) =>
        `codes envoyés aujourd’hui à de nouvelles personnes ${say('scope')} : ${say('sent')} sur ${say('max')}`,
      en: (say) => `codes sent to new people today ${say('scope')}: ${say('sent')} of ${say('max')}`,
    },
    advice: {
      fr: 'voyez à la page des messages si ces inscriptions sont vraies ; au bout, elles s’arrêtent',
      en: 'see on the page of messages whether these sign-ups are real; at the end they stop',
    },
    otherAdvice: {
      holdsFor: ({ isUsedUp }) => isUsedUp === 1,
      advice: {
        fr: 'plus d’inscription avant demain : si elles sont vraies, augmentez STRANGER_MESSAGES_PER_…',
        en: 'nobody new signs up before tomorrow; if they are real, raise STRANGER_MESSAGES_PER_…',
      },
    },
  },
  WEBHOOKS_WAITING: {
    what: {
      fr: (say) =>
        `des webhooks attendent depuis ${say('minutes')} : ${say('count')} ; serveurs en panne : ${say('endpoints')}`,
      en: (say) =>
        `webhooks have waited for ${say('minutes')}: ${say('count')}; servers that fail: ${say('endpoints')}`,
    },
    advice: {
      fr: 'voyez quelles boutiques ont un serveur en panne, et prévenez-les',
      en: 'see which shops have a server that fails, and tell them',
    },
    otherAdvice: {
      holdsFor: ({ endpoints }) => endpoints === 0,
      advice: {
        fr: 'voyez si un processus « colis work » tourne, et ce que dit son journal technique',
        en: 'see whether a process “colis work” runs, and what its log says',
      },
    },
  },
  EVENTS_PARKED: {
    what: {
      fr: (say) => `des événements ont été mis de côté après dix échecs : ${say('count')}`,
      en: (say) => `events were set aside after ten failures: ${say('count')}`,
    },
    advice: {
      fr: 'réparez la cause, que nomme la page des événements mis de côté, puis relancez-les là',
      en: 'mend the cause, which the page of events set aside names, then retry them there',
    },
  },
  CONSUMER_BEHIND: {
    what: {
      fr: (say) =>
        `« ${say('consumer')} » a ${say('minutes')} de retard ; événements à lire : ${say('behind')}`,
      en: (say) => `“${say('consumer')}” is ${say('minutes')} behind; events to read: ${say('behind')}`,
    },
    advice: {
      fr: 'voyez le journal technique et la charge de la machine, puis redémarrez le processus',
      en: 'see the log and the load of the machine, then restart the process',
    },
  },
  LOOP_LATE: {
    what: {
      fr: (say) => `la tâche « ${say('loop')} » a ${say('minutes')} de retard`,
      en: (say) => `the task “${say('loop')}” is ${say('minutes')} late`,
    },
    advice: {
      fr: 'voyez si un processus « colis work » tourne, et ce que dit son journal technique',
      en: 'see whether a process “colis work” runs, and what its log says',
    },
  },
  CLOCK_OFF: {
    what: {
      fr: (say) => `l’horloge de « ${say('host')} » ${say('isAhead')} de ${say('seconds')} s sur la base`,
      en: (say) => `the clock of “${say('host')}” is ${say('seconds')} s ${say('isAhead')} the database’s`,
    },
    advice: {
      fr: 'l’une des deux se trompe : réglez l’heure (NTP) de cette machine et de celle de la base',
      en: 'one of the two is wrong: set the time (NTP) of this machine and of the database’s',
    },
  },
  DATABASE_AWAY: {
    what: {
      fr: (say) => `la base de données n’enregistre plus : ${say('reason')}`,
      en: (say) => `the database takes nothing any more: ${say('reason')}`,
    },
    advice: {
      fr: 'voyez son disque, son journal et quel serveur est le principal ; rien n’est perdu en attendant',
      en: 'see its disk, its log and which server is the primary; nothing is lost meanwhile',
    },
  },
  DISK_LOW: {
    what: {
      fr: (say) =>
        `le disque ${say('holds')} est presque plein : il reste ${say('percent')} % (${say('freeMegabytes')} Mo)`,
      en: (say) =>
        `the disk ${say('holds')} is nearly full: ${say('percent')}% left (${say('freeMegabytes')} MB)`,
    },
    advice: {
      fr: 'libérez de la place ou agrandissez le disque : plein, il arrête le service',
      en: 'free some space or enlarge the disk: once it is full the service stops',
    },
  },
}
