import type { DeliveryStatus } from '../../../base/contract/vocabulary.ts'
import type { Language } from '../../../base/kernel/language.ts'
import type { LateReason, Wait } from '../../../domain/board/lateness.ts'
import type { PickupReason } from '../../../domain/deliveries/pickup-problems/pickup-problem.ts'

/** The words of the board, as its page and its script both say them: `{name}` is filled in. */
export type BoardWords = {
  title: string
  lead: string
  total: string
  couriers: string
  none: string
  nothingShown: string
  more: string
  tooMany: string
  reload: string
  live: string
  lost: string
  old: string
  sound: { on: string; off: string }
  news: string
  list: string
  map: string
  mapLegend: { free: string; carrying: string; old: string; parcel: string; late: string }
  seen: string
  unseen: string
  position: string
  open: string
  filter: {
    city: string
    everyCity: string
    status: string
    everyStatus: string
    shop: string
    everyShop: string
    late: string
    submit: string
    clear: string
  }
  since: string
  courier: string
  payment: string
  lateBy: string
  lockedSince: string
  age: { now: string; minutes: string; hours: string; days: string }
  all: string
  status: Partial<Record<DeliveryStatus, string>>
  wait: Record<Wait, string>
  reason: Record<LateReason, string>
  /** What a courier said at the shop, who waits or has left the parcel to another. */
  problem: { waits: string; left: string; reason: Record<PickupReason, string> }
}

export const boardWording: Record<Language, BoardWords> = {
  fr: {
    title: 'En cours',
    lead: 'Toutes les courses en cours, de toutes les boutiques. Celles qui ont besoin de vous viennent en premier.',
    total: '{count} en cours, {late} en retard',
    couriers: 'Livreurs libres : {free} · en course : {carrying} · sans position récente : {old}',
    none: 'Rien n’est en cours.',
    nothingShown: 'Aucune course ne correspond à ce filtre.',
    more: 'Et {count} de plus : filtrez pour les voir.',
    tooMany: 'Il y a plus de {count} courses ou livreurs : le tableau n’en montre que les premiers.',
    reload: 'Actualiser',
    live: 'En direct',
    lost: 'Connexion perdue, nouvel essai…',
    old: 'Ce tableau ne suit plus. Actualisez la page.',
    sound: { on: 'Son activé', off: 'Activer le son' },
    news: '{reference}, {shop} : {reason}',
    list: 'Courses',
    map: 'Carte des livreurs et des colis',
    mapLegend: {
      free: 'Livreur libre',
      carrying: 'Livreur en course',
      old: 'Position ancienne',
      parcel: 'Colis',
      late: 'Colis en retard',
    },
    seen: 'Position d’il y a {age}',
    unseen: 'Position inconnue',
    position: 'Position attendue',
    open: 'Ouvrir la course',
    filter: {
      city: 'Ville',
      everyCity: 'Toutes les villes',
      status: 'Statut',
      everyStatus: 'Tous les statuts',
      shop: 'Boutique',
      everyShop: 'Toutes les boutiques',
      late: 'En retard seulement',
      submit: 'Filtrer',
      clear: 'Tout montrer',
    },
    since: 'depuis {age}',
    courier: 'livreur : {name}',
    payment: 'paiement attendu',
    lateBy: '{reason}, retard de {age}',
    lockedSince: '{reason} depuis {age}',
    age: {
      now: 'moins d’une minute',
      minutes: '{minutes} min',
      hours: '{hours} h {minutes}',
      days: '{days} j',
    },
    all: 'Ensemble',
    status: {
      AWAITING_LOCATION: 'Position attendue',
      SEARCHING_COURIER: 'Cherche un livreur',
      ASSIGNED: 'Livreur trouvé',
      IN_TRANSIT: 'En livraison',
      FAILED: 'Échec, colis en retour',
      CANCELLED: 'Annulée, colis à rendre',
    },
    wait: {
      POSITION: 'Attend la position du client',
      COURIER: 'Cherche un livreur',
      ARRIVAL: 'Livreur en route vers la boutique',
      PICKUP: 'Livreur à la boutique',
      HANDOVER: 'En route vers le client',
      RETURN: 'Colis à rendre à la boutique',
    },
    reason: {
      CODE_LOCKED: 'Code bloqué',
      PAYMENT_UNANSWERED: 'Paiement à décider, la boutique ne répond pas',
      NO_COURIER: 'Aucun livreur',
      LONG_AT_SHOP: 'Trop long à la boutique',
      LONG_TO_SHOP: 'Pas encore à la boutique',
      PAYMENT_WAITING: 'Paiement attendu',
      LONG_ON_THE_WAY: 'Trop long en route',
      NOT_BROUGHT_BACK: 'Colis pas rendu',
    },
    problem: {
      waits: 'Le livreur attend : {reason}',
      left: 'Laissé par un livreur : {reason}',
      reason: {
        SHOP_CLOSED: 'boutique fermée',
        PARCEL_NOT_READY: 'colis pas prêt',
        BREAKDOWN: 'panne',
        PARCEL_TOO_LARGE: 'colis trop grand',
      },
    },
  },
  en: {
    title: 'Under way',
    lead: 'Every delivery under way, of all shops. What needs a person comes first.',
    total: '{count} under way, {late} late',
    couriers: 'Couriers: {free} free, {carrying} carrying, {old} without a recent position',
    none: 'Nothing is under way.',
    nothingShown: 'No delivery matches this filter.',
    more: 'And {count} others: filter to see them.',
    tooMany: 'There are more than {count} deliveries or couriers: the board shows only the first of them.',
    reload: 'Refresh',
    live: 'Live',
    lost: 'Connection lost, trying again…',
    old: 'This board no longer follows. Refresh the page.',
    sound: { on: 'Sound is on', off: 'Switch the sound on' },
    news: '{reference}, {shop}: {reason}',
    list: 'Deliveries',
    map: 'Map of couriers and parcels',
    mapLegend: {
      free: 'Courier, free',
      carrying: 'Courier, carrying',
      old: 'Old position',
      parcel: 'Parcel',
      late: 'Late parcel',
    },
    seen: 'Position of {age} ago',
    unseen: 'Position unknown',
    position: 'Waiting for the position',
    open: 'Open the delivery',
    filter: {
      city: 'City',
      everyCity: 'All cities',
      status: 'Status',
      everyStatus: 'All statuses',
      shop: 'Shop',
      everyShop: 'All shops',
      late: 'Late only',
      submit: 'Filter',
      clear: 'Show everything',
    },
    since: 'for {age}',
    courier: 'courier: {name}',
    payment: 'waiting for the payment',
    lateBy: '{reason}, late by {age}',
    lockedSince: '{reason} for {age}',
    age: {
      now: 'less than a minute',
      minutes: '{minutes} min',
      hours: '{hours} h {minutes}',
      days: '{days} d',
    },
    all: 'In all',
    status: {
      AWAITING_LOCATION: 'Waiting for the position',
      SEARCHING_COURIER: 'Looking for a courier',
      ASSIGNED: 'Courier found',
      IN_TRANSIT: 'On the way',
      FAILED: 'Failed, parcel coming back',
      CANCELLED: 'Cancelled, parcel to return',
    },
    wait: {
      POSITION: 'Waiting for the customer’s position',
      COURIER: 'Looking for a courier',
      ARRIVAL: 'Courier on the way to the shop',
      PICKUP: 'Courier at the shop',
      HANDOVER: 'On the way to the customer',
      RETURN: 'Parcel to bring back',
    },
    reason: {
      CODE_LOCKED: 'Code locked',
      PAYMENT_UNANSWERED: 'Payment to decide, the shop does not answer',
      NO_COURIER: 'No courier',
      LONG_AT_SHOP: 'Too long at the shop',
      LONG_TO_SHOP: 'Not at the shop yet',
      PAYMENT_WAITING: 'Payment waiting',
      LONG_ON_THE_WAY: 'Too long on the way',
      NOT_BROUGHT_BACK: 'Parcel not back',
    },
    problem: {
      waits: 'Courier waits: {reason}',
      left: 'Left by a courier: {reason}',
      reason: {
        SHOP_CLOSED: 'shop closed',
        PARCEL_NOT_READY: 'parcel not ready',
        BREAKDOWN: 'breakdown',
        PARCEL_TOO_LARGE: 'parcel too large',
      },
    },
  },
}

/** Words with what stands for each `{name}`. */
export const filled = (words: string, values: Record<string, string | number>): string =>
  words.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''))

/** How long something has lasted, in ms, as people say it: `25 min`, `3 h 05`, `4 j`. */
export function ageText(ms: number, { age }: Pick<BoardWords, 'age'>): string {
  const minutes = Math.floor(ms / 60_000)
  if (minutes < 1) return age.now
  if (minutes < 60) return filled(age.minutes, { minutes })
  const hours = Math.floor(minutes / 60)
  if (hours < 48) return filled(age.hours, { hours, minutes: String(minutes % 60).padStart(2, '0') })
  return filled(age.days, { days: Math.floor(hours / 24) })
}
