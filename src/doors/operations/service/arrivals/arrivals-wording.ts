import type { Language } from '../../../../base/kernel/language.ts'

/** What the page of arrivals says. */
const fr = {
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
}

const en: typeof fr = {
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
}

export const arrivalsWording: Record<Language, typeof fr> = { fr, en }
