import type { Language } from '../../../../base/kernel/language.ts'

/** What the page of arrivals says. */
const fr = {
  lead: (days: number) =>
    `La première heure d’arrivée annoncée aux clients, comparée à l’heure de la remise, sur les ${days} derniers jours et les 10 000 dernières remises au plus. Juste : la remise a eu lieu entre les deux heures annoncées.`,
  none: 'Aucune remise n’a encore été mesurée.',
  columns: {
    city: 'Ville',
    announced: 'Annoncées',
    within: 'Justes',
    early: 'Plus tôt',
    late: 'Plus tard',
    lateBy: 'Retard médian',
    silent: 'Sans annonce',
    pace: 'Vitesse médiane',
  },
  share: (percent: number, count: number) => `${percent} % (${count})`,
  minutes: (minutes: number) => `${minutes} min`,
  speed: (speed: string, trips: number) => `${speed} km/h (${trips} courses)`,
  unknownPace: 'pas encore 20 courses : 18 km/h supposés',
  nothing: '–',
}

const en: typeof fr = {
  lead: (days) =>
    `The first time of arrival that customers were given, compared with the time of the hand-over, over the last ${days} days and at most the last 10,000 hand-overs. Right: the hand-over took place between the two times.`,
  none: 'No hand-over has been measured yet.',
  columns: {
    city: 'City',
    announced: 'Announced',
    within: 'Right',
    early: 'Earlier',
    late: 'Later',
    lateBy: 'Median delay',
    silent: 'Not announced',
    pace: 'Median speed',
  },
  share: (percent, count) => `${percent}% (${count})`,
  minutes: (minutes) => `${minutes} min`,
  speed: (speed, trips) => `${speed} km/h (${trips} trips)`,
  unknownPace: 'not 20 trips yet: 18 km/h are assumed',
  nothing: '–',
}

export const arrivalsWording: Record<Language, typeof fr> = { fr, en }
