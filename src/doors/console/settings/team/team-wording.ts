import type { MemberRole } from '../../../../base/database/tables.ts'
import type { Language } from '../../../../base/kernel/language.ts'

/** What the pages of a shop's team say. */
const fr = {
  title: 'Équipe',
  you: 'vous',
  roles: { OWNER: 'Propriétaire', STAFF: 'Vendeur' } satisfies Record<MemberRole, string>,
  mayDo: {
    OWNER: 'Propriétaire : tout, y compris l’équipe, le numéro de reversement, le logo et les clés d’API.',
    STAFF:
      'Vendeur : commander et suivre les livraisons, confirmer les paiements, gérer les adresses de retrait.',
  } satisfies Record<MemberRole, string>,
  since: (when: string) => `depuis le ${when}`,
  unnamed: 'Sans nom',
  invite: {
    heading: 'Inviter quelqu’un',
    to: 'Téléphone ou e-mail',
    hint: 'Par exemple 01 97 00 00 01 ou vendeuse@exemple.com.',
    impossible: 'Ce n’est ni un numéro ni une adresse e-mail possible. Vérifiez et réessayez.',
    role: 'Rôle',
    submit: 'Inviter',
    how: (address: string) =>
      `La personne reçoit un message. Elle peut aussi ouvrir ${address}, entrer avec ce numéro ou cette adresse, et accepter.`,
  },
  open: {
    heading: 'Invitations en attente',
    until: (when: string) => `jusqu’au ${when}`,
    by: (who: string) => `invité par ${who}`,
    withdraw: 'Retirer',
    withdrawFor: (to: string) => `Retirer l’invitation de ${to}`,
  },
  member: {
    role: 'Rôle dans la boutique',
    save: 'Changer le rôle',
    lastOwner: 'C’est le seul propriétaire : nommez-en un autre avant de changer son rôle ou de le retirer.',
    remove: {
      summary: 'Retirer de l’équipe',
      lead: (name: string) => `${name} ne pourra plus ouvrir cette boutique. Son nom reste dans le journal.`,
      leadYou: 'Vous ne pourrez plus ouvrir cette boutique. Un propriétaire pourra vous inviter à nouveau.',
      submit: (name: string) => `Oui, retirer ${name}`,
      submitYou: 'Oui, quitter cette boutique',
    },
  },
  done: {
    invited: 'L’invitation est partie.',
    withdrawn: 'L’invitation est retirée.',
    role: 'Le rôle est changé.',
    removed: 'Cette personne n’est plus dans l’équipe.',
  } as Record<string, string>,
}

const en: typeof fr = {
  title: 'Team',
  you: 'you',
  roles: { OWNER: 'Owner', STAFF: 'Seller' },
  mayDo: {
    OWNER: 'Owner: everything, with the team, the payout number, the logo and the API keys.',
    STAFF: 'Seller: order and follow deliveries, confirm payments, look after pickup addresses.',
  },
  since: (when) => `since ${when}`,
  unnamed: 'Without a name',
  invite: {
    heading: 'Invite somebody',
    to: 'Phone or e-mail',
    hint: 'For example 01 97 00 00 01 or seller@example.com.',
    impossible: 'This is neither a possible number nor an e-mail address. Check it and try again.',
    role: 'Role',
    submit: 'Invite',
    how: (address) =>
      `They get a message. They can also open ${address}, sign in with this number or address, and accept.`,
  },
  open: {
    heading: 'Open invitations',
    until: (when) => `until ${when}`,
    by: (who) => `invited by ${who}`,
    withdraw: 'Withdraw',
    withdrawFor: (to) => `Withdraw the invitation of ${to}`,
  },
  member: {
    role: 'Role in the shop',
    save: 'Change the role',
    lastOwner:
      'This is the only owner: make somebody else an owner before you change this role or remove them.',
    remove: {
      summary: 'Remove from the team',
      lead: (name) => `${name} can no longer open this shop. Their name stays in the audit.`,
      leadYou: 'You can no longer open this shop. An owner can invite you again.',
      submit: (name) => `Yes, remove ${name}`,
      submitYou: 'Yes, leave this shop',
    },
  },
  done: {
    invited: 'The invitation is on its way.',
    withdrawn: 'The invitation is withdrawn.',
    role: 'The role is changed.',
    removed: 'This person is no longer on the team.',
  },
}

export const teamWording: Record<Language, typeof fr> = { fr, en }
