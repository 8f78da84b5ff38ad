import type { Language } from '../../base/kernel/language.ts'
import type { HoursFault, HoursGroup } from './typed-hours.ts'

/** What the fields of opening hours say. */
const fr = {
  days: 'Un jour de semaine différent',
  daysLead: 'Ne remplissez que les jours qui ne suivent pas les heures du lundi au vendredi.',
  from: 'De',
  to: 'À',
  again: 'Puis de',
  isClosed: 'Fermé ce jour',
  groups: {
    week: 'Du lundi au vendredi',
    monday: 'Lundi',
    tuesday: 'Mardi',
    wednesday: 'Mercredi',
    thursday: 'Jeudi',
    friday: 'Vendredi',
    saturday: 'Samedi',
    sunday: 'Dimanche',
  } satisfies Record<HoursGroup, string>,
  faults: {
    TIME: 'Écrivez des heures comme 08:00 ou 18:30.',
    HALF: 'Il manque une heure : écrivez quand cela ouvre et quand cela ferme.',
    OVERLAP: 'Ces horaires se chevauchent.',
  } satisfies Record<HoursFault, string>,
}

const en: typeof fr = {
  days: 'A working day that differs',
  daysLead: 'Fill in only the days that do not follow the hours of Monday to Friday.',
  from: 'From',
  to: 'To',
  again: 'Then from',
  isClosed: 'Closed that day',
  groups: {
    week: 'Monday to Friday',
    monday: 'Monday',
    tuesday: 'Tuesday',
    wednesday: 'Wednesday',
    thursday: 'Thursday',
    friday: 'Friday',
    saturday: 'Saturday',
    sunday: 'Sunday',
  },
  faults: {
    TIME: 'Write times like 08:00 or 18:30.',
    HALF: 'A time is missing: write when it opens and when it closes.',
    OVERLAP: 'These hours overlap.',
  },
}

export const hoursWording: Record<Language, typeof fr> = { fr, en }
