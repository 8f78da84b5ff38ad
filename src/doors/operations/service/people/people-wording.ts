import type { OperatorRole } from '../../../../base/database/tables.ts'
import { frenchOf } from '../../../../base/kernel/french-of.ts'
import type { Language } from '../../../../base/kernel/language.ts'

/** What the page of those who run the service says. */
const fr = {
  lead: 'Ceux qui font tourner le service. Un exploitant peut tout ; un répartiteur suit les courses.',
  roles: { OPERATOR: 'Exploitant', DISPATCHER: 'Répartiteur' } as Record<OperatorRole, string>,
  you: 'vous',
  unnamed: 'Sans nom',
  since: (when: string) => `depuis le ${when}`,
  hasFactor: 'second facteur actif',
  noFactor: 'sans second facteur',
  remove: 'Retirer',
  changeFor: (name: string) => `Changer le rôle ${frenchOf(name)}, ou retirer`,
  removeLead: 'Le compte reste ; la personne n’ouvre plus ces pages.',
  reset: 'Annuler le second facteur',
  resetLead:
    'À faire après avoir vérifié par téléphone que c’est bien cette personne : toutes ses sessions se ferment.',
  changeRole: { OPERATOR: 'Nommer exploitant', DISPATCHER: 'Nommer répartiteur' } as Record<
    OperatorRole,
    string
  >,
  add: 'Ajouter quelqu’un',
  to: 'Téléphone ou e-mail',
  hint: 'La personne entre avec ce numéro ou cette adresse, par la page de connexion des boutiques.',
  impossible: 'Ce n’est ni un numéro ni une adresse e-mail possible. Vérifiez et réessayez.',
  role: 'Rôle',
  submit: 'Ajouter',
  factor: 'Second facteur perdu',
  factorLead:
    'Pour toute personne qui a un compte, d’une boutique ou du service, et qui a perdu son téléphone.',
  done: {
    added: 'C’est fait.',
    removed: 'Cette personne ne fait plus tourner le service.',
    reset: 'Le second facteur est annulé, et ses sessions sont fermées.',
  } as Record<string, string>,
}

const en: typeof fr = {
  lead: 'Those who run the service. An operator may do everything; a dispatcher sees to deliveries.',
  roles: { OPERATOR: 'Operator', DISPATCHER: 'Dispatcher' },
  you: 'you',
  unnamed: 'Without a name',
  since: (when) => `since ${when}`,
  hasFactor: 'second factor on',
  noFactor: 'without a second factor',
  remove: 'Remove',
  changeFor: (name) => `Change the role of ${name}, or remove`,
  removeLead: 'The account stays; the person no longer opens these pages.',
  reset: 'Reset the second factor',
  resetLead: 'Make sure by phone that it is this person first: all their sessions end.',
  changeRole: { OPERATOR: 'Make an operator', DISPATCHER: 'Make a dispatcher' },
  add: 'Add somebody',
  to: 'Phone or e-mail',
  hint: 'They sign in with this number or address, on the page where shops sign in.',
  impossible: 'This is neither a possible number nor a possible e-mail address. Check it and try again.',
  role: 'Role',
  submit: 'Add',
  factor: 'Lost second factor',
  factorLead: 'For anybody with an account, of a shop or of the service, who has lost their phone.',
  done: {
    added: 'Done.',
    removed: 'This person no longer runs the service.',
    reset: 'The second factor is reset, and their sessions are ended.',
  },
}

export const peopleWording: Record<Language, typeof fr> = { fr, en }
