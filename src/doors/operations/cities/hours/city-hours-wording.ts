import type { Language } from '../../../../base/kernel/language.ts'

/** What the page of a city's hours says. */
const fr = {
  title: 'Horaires et jours fermés',
  now: {
    open: 'Ouverte en ce moment.',
    always: 'Aucun horaire : ouverte jour et nuit.',
    opens: (when: string) => `Fermée en ce moment ; elle ouvre ${when}.`,
    unknown: 'Fermée, et aucune ouverture n’est prévue.',
  },
  weekly: 'Horaires de la semaine',
  weeklyLead: (timeZone: string) =>
    `À l’heure de la ville (${timeZone}). Si tout reste vide, la ville est ouverte jour et nuit.`,
  special: 'Jours fermés ou différents',
  specialLead:
    'Un jour férié sans heures est fermé. Une ligne sans date est ignorée ; les jours passés disparaissent d’eux-mêmes.',
  date: 'Date',
  name: 'Nom (Noël, fête…)',
  from: 'Ouvre à',
  to: 'Ferme à',
  refuses: 'Refuser les demandes de prix et les commandes hors des horaires',
  refusesHint:
    'Les boutiques reçoivent alors le code CLOSED, avec la prochaine ouverture. Une commande déjà prise continue ; pour une commande planifiée, c’est le début de sa plage qui compte.',
  save: 'Enregistrer',
  faults: {
    DATE: 'Ce n’est pas une date.',
    TWICE: 'Cette date est déjà dans la liste.',
    NAME: '60 caractères au plus.',
    HALF: 'Il manque une heure.',
    TIME: 'Écrivez des heures comme 08:00 ou 18:30.',
  },
  done: { saved: 'Les horaires sont enregistrés.' } as Record<string, string>,
}

const en: typeof fr = {
  title: 'Hours and closed days',
  now: {
    open: 'Open right now.',
    always: 'No hours: open day and night.',
    opens: (when) => `Closed right now; it opens on ${when}.`,
    unknown: 'Closed, and no opening is planned.',
  },
  weekly: 'Hours of the week',
  weeklyLead: (timeZone) =>
    `By the clocks of the city (${timeZone}). If everything stays empty, the city is open day and night.`,
  special: 'Closed or different days',
  specialLead:
    'A holiday without hours is closed. A line without a date is left out; days that are over disappear by themselves.',
  date: 'Date',
  name: 'Name (Christmas, feast…)',
  from: 'Opens at',
  to: 'Closes at',
  refuses: 'Refuse quotes and orders outside these hours',
  refusesHint:
    'Shops then receive the code CLOSED with the next opening. What is ordered already goes on, and a scheduled order counts for the start of its window.',
  save: 'Save',
  faults: {
    DATE: 'This is not a date.',
    TWICE: 'This date is in the list already.',
    NAME: 'At most 60 characters.',
    HALF: 'A time is missing.',
    TIME: 'Write times like 08:00 or 18:30.',
  },
  done: { saved: 'The hours are saved.' },
}

export const cityHoursWording: Record<Language, typeof fr> = { fr, en }
