import type { Language } from '../../../base/kernel/language.ts'
import type { Demand } from '../../../domain/zones/city-demand.ts'

type DemandWords = {
  title: (city: string) => string
  lead: string
  names: Record<Demand, string>
  off: string
  until: (moment: string) => string
  endless: string
  free: string
  start: string
  startFor: string
  extend: string
  extendBy: string
  end: string
  minutes: (minutes: number) => string
  line: (demand: string, city: string, until: string | undefined) => string
  done: Record<string, string>
}

export const demandWording: Record<Language, DemandWords> = {
  fr: {
    title: (city) => `Pluie et forte demande à ${city}`,
    lead: 'Le supplément prévu par le tarif s’ajoute aux courses qui commencent tout de suite. Il s’arrête de lui-même.',
    names: { RAIN: 'Pluie', HIGH_DEMAND: 'Forte demande' },
    off: 'Pas en ce moment.',
    until: (moment) => `En cours, jusqu’au ${moment}.`,
    endless: 'En cours, sans heure de fin : c’est à vous de l’arrêter.',
    free: 'Le tarif en vigueur n’a pas de supplément pour cela : les prix ne changent pas.',
    start: 'Activer',
    startFor: 'Pour combien de temps',
    extend: 'Prolonger',
    extendBy: 'De combien',
    end: 'Arrêter maintenant',
    minutes: (minutes) => (minutes < 60 ? `${minutes} minutes` : `${minutes / 60} h`),
    line: (demand, city, until) => `${demand} à ${city}${until ? ` jusqu’au ${until}` : ', sans fin'}`,
    done: {
      started: 'C’est activé. Les nouveaux prix en tiennent compte.',
      extended: 'C’est prolongé.',
      ended: 'C’est arrêté.',
    },
  },
  en: {
    title: (city) => `Rain and high demand, ${city}`,
    lead: 'The surcharge of the tariff applies to trips that begin at once, and ends by itself.',
    names: { RAIN: 'Rain', HIGH_DEMAND: 'High demand' },
    off: 'Not on.',
    until: (moment) => `On, until ${moment}.`,
    endless: 'On, without an end: it has to be ended.',
    free: 'The tariff in force has no surcharge for this, so prices do not change.',
    start: 'Begin',
    startFor: 'For how long',
    extend: 'Extend',
    extendBy: 'By how much',
    end: 'End now',
    minutes: (minutes) => (minutes < 60 ? `${minutes} minutes` : `${minutes / 60} h`),
    line: (demand, city, until) => `${demand} in ${city}${until ? ` until ${until}` : ', without an end'}`,
    done: {
      started: 'It is on. New prices include it.',
      extended: 'It is extended.',
      ended: 'It is ended.',
    },
  },
}
