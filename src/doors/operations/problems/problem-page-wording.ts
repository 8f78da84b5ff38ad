import type { Language } from '../../../base/kernel/language.ts'
import type { ProblemStanding } from '../../../domain/feedback/problem-report.ts'

/** What the page of problems says. */
const fr = {
  title: 'Problèmes signalés',
  back: 'Courses',
  link: (count: string) => `Problèmes signalés : ${count}`,
  lead: 'Ce que les clients signalent depuis leur page. Prenez un problème pour que les autres sachent que vous vous en occupez, appelez le client, puis notez ce que vous avez fait.',
  open: 'À traiter',
  closed: 'Traités',
  noneOpen: 'Aucun problème n’attend.',
  noneClosed: 'Aucun problème n’a encore été traité.',
  standings: { OPEN: 'à prendre', TAKEN: 'pris', CLOSED: 'traité' } satisfies Record<ProblemStanding, string>,
  status: (status: string) => `signalé quand la course était : ${status}`,
  courier: (name: string) => `livreur : ${name}`,
  erased: 'effacé',
  takenBy: (name: string, when: string) => `Pris par ${name}, ${when}`,
  closedBy: (name: string, when: string) => `Traité par ${name}, ${when}`,
  somebody: 'un exploitant',
  take: 'Je m’en occupe',
  note: 'Ce qui a été fait',
  noteHint: 'De 3 à 200 caractères. Le client ne le lit pas.',
  close: 'C’est traité',
  ofDelivery: 'Problèmes signalés par le client',
  see: 'Voir les problèmes',
  stars: (count: number) => (count === 1 ? '1 étoile sur 5' : `${count} étoiles sur 5`),
  rating: 'Avis du client',
  done: { taken: 'Le problème est à vous.', closed: 'Le problème est traité.' } as Record<string, string>,
}

const en: typeof fr = {
  title: 'Reported problems',
  back: 'Deliveries',
  link: (count) => `Reported problems: ${count}`,
  lead: 'What customers report from their page. Take a problem so that the others know that you see to it, call the customer, then note what you did.',
  open: 'To see to',
  closed: 'Closed',
  noneOpen: 'No problem waits.',
  noneClosed: 'No problem has been closed yet.',
  standings: { OPEN: 'to take', TAKEN: 'taken', CLOSED: 'closed' },
  status: (status) => `reported when the delivery was: ${status}`,
  courier: (name) => `courier: ${name}`,
  erased: 'erased',
  takenBy: (name, when) => `Taken by ${name}, ${when}`,
  closedBy: (name, when) => `Closed by ${name}, ${when}`,
  somebody: 'an operator',
  take: 'I see to it',
  note: 'What was done',
  noteHint: '3 to 200 characters. The customer does not read it.',
  close: 'It is done',
  ofDelivery: 'Problems that the customer reported',
  see: 'See the problems',
  stars: (count) => (count === 1 ? '1 star of 5' : `${count} stars of 5`),
  rating: 'What the customer thinks',
  done: { taken: 'The problem is yours.', closed: 'The problem is closed.' },
}

export const problemPageWording: Record<Language, typeof fr> = { fr, en }
