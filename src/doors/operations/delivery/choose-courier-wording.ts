import type { Language } from '../../../base/kernel/language.ts'

const fr = {
  title: { assign: 'Choisir un livreur', reassign: 'Choisir un autre livreur' },
  map: 'Carte : la boutique et les livreurs',
  search: 'Nom ou téléphone',
  find: 'Chercher',
  searchHint: 'Trouve aussi ceux qui ne sont pas en service, à qui vous avez téléphoné.',
  list: 'Livreurs, le plus proche d’abord',
  none: 'Aucun livreur de cette ville ne prend ce colis en ce moment.',
  noneNamed: 'Aucun livreur de ce nom ne prend ce colis dans cette ville.',
  current: 'a cette course',
  free: 'libre',
  carrying: (reference: string) => `porte ${reference}`,
  callingBack: 'doit rapporter un colis',
  offDuty: 'pas en service',
  nowhere: 'position inconnue',
  seen: (age: string) => `vu il y a ${age}`,
  age: (seconds: number) =>
    seconds < 60 ? `${seconds} s` : seconds < 3_600 ? `${Math.round(seconds / 60)} min` : 'plus d’une heure',
  offers: { OPEN: 'sollicité', DECLINED: 'a refusé cette course', EXPIRED: 'n’a pas répondu' },
  reason: 'Raison',
  reasonHint: 'De 3 à 200 caractères. Elle reste dans l’historique, que la boutique lit.',
  submit: { assign: 'Donner la course', reassign: 'Remplacer le livreur' },
}

const en: typeof fr = {
  title: { assign: 'Choose a courier', reassign: 'Choose another courier' },
  map: 'Map: the shop and the couriers',
  search: 'Name or phone',
  find: 'Search',
  searchHint: 'Finds those off duty as well, whom you have called.',
  list: 'Couriers, the nearest first',
  none: 'No courier of this city takes this parcel at the moment.',
  noneNamed: 'No courier of that name takes this parcel in this city.',
  current: 'has this trip',
  free: 'free',
  carrying: (reference) => `carries ${reference}`,
  callingBack: 'has a parcel to bring back',
  offDuty: 'off duty',
  nowhere: 'position unknown',
  seen: (age) => `seen ${age} ago`,
  age: (seconds) =>
    seconds < 60 ? `${seconds} s` : seconds < 3_600 ? `${Math.round(seconds / 60)} min` : 'more than an hour',
  offers: { OPEN: 'asked', DECLINED: 'declined this trip', EXPIRED: 'did not answer' },
  reason: 'Reason',
  reasonHint: '3 to 200 characters. It stays in the history, which the shop reads.',
  submit: { assign: 'Give them the trip', reassign: 'Replace the courier' },
}

export const chooseCourierWording: Record<Language, typeof fr> = { fr, en }
