import type { Scope } from '../../../base/contract/vocabulary.ts'
import type { Language } from '../../../base/kernel/language.ts'

/** What the page of the keys says. */
const fr = {
  title: 'Clés d’API',
  lead: 'Une clé est le mot de passe d’un programme. Donnez la sienne à chaque programme : vous pourrez l’arrêter sans arrêter les autres.',
  noLabel: 'Clé sans nom',
  id: 'Identifiant',
  created: 'Créée le',
  lastUse: 'Dernière utilisation',
  usedFrom: (when: string, from: string) => `${when}, depuis ${from}`,
  neverUsed: 'jamais',
  revokedKeys: (count: number) => `Clés arrêtées (${count})`,
  revokedOn: (when: string) => `arrêtée le ${when}`,
  scopes: {
    'quotes:read': { may: 'Demander des prix', hint: 'Connaître les zones et le prix d’une course.' },
    'deliveries:read': {
      may: 'Lire vos livraisons',
      hint: 'Les suivre, avec le nom et le téléphone des clients.',
    },
    'deliveries:write': {
      may: 'Commander et annuler',
      hint: 'Commander, modifier, annuler, confirmer un paiement ou un retour.',
    },
    'webhooks:read': { may: 'Lire vos webhooks', hint: 'Leur état et leur journal.' },
    'webhooks:write': { may: 'Gérer vos webhooks', hint: 'En ajouter, les modifier, les retirer.' },
    'pickup-addresses:write': {
      may: 'Gérer vos adresses de retrait',
      hint: 'En ajouter, les modifier, les retirer.',
    },
  } as Record<Scope, { may: string; hint: string }>,
  create: {
    summary: 'Créer une clé',
    label: 'À quoi servira-t-elle ?',
    labelHint: 'Par exemple : site de la boutique. Facultatif.',
    scopes: 'Ce qu’elle permet',
    noScope: 'Cochez au moins un droit : une clé sans droit ne sert à rien.',
    submit: 'Créer la clé',
  },
  made: {
    title: 'Votre clé',
    heading: 'Votre nouvelle clé',
    once: 'Copiez-la maintenant : elle ne sera plus jamais montrée.',
    secret: 'Gardez-la sur votre serveur. Jamais dans une page, une application ou un message.',
    tryHeading: 'L’essayer',
    tryLead: 'Cette ligne, collée dans un terminal, répond avec les zones desservies.',
    kept: 'Je l’ai gardée',
    guide: 'Lire le guide',
  },
  revoke: {
    summary: 'Arrêter cette clé',
    stops:
      'Les programmes qui l’utilisent seront refusés aussitôt, et pour toujours. Si l’un d’eux vous sert encore, donnez-lui d’abord une nouvelle clé.',
    submit: 'Oui, l’arrêter',
  },
  done: { revoked: 'La clé est arrêtée : elle n’ouvre plus rien.' } as Record<string, string>,
}

const en: typeof fr = {
  title: 'API keys',
  lead: 'A key is the password of a program. Give each program its own: you can then stop one without stopping the others.',
  noLabel: 'Key without a name',
  id: 'Identifier',
  created: 'Created on',
  lastUse: 'Last used',
  usedFrom: (when, from) => `${when}, from ${from}`,
  neverUsed: 'never',
  revokedKeys: (count) => `Revoked keys (${count})`,
  revokedOn: (when) => `revoked on ${when}`,
  scopes: {
    'quotes:read': { may: 'Ask for prices', hint: 'See the zones and the price of a trip.' },
    'deliveries:read': {
      may: 'Read your deliveries',
      hint: 'Follow them, with the names and phones of customers.',
    },
    'deliveries:write': {
      may: 'Order and cancel',
      hint: 'Order, change, cancel, confirm a payment or a return.',
    },
    'webhooks:read': { may: 'Read your webhooks', hint: 'Their state and their log.' },
    'webhooks:write': { may: 'Manage your webhooks', hint: 'Add, change and remove them.' },
    'pickup-addresses:write': {
      may: 'Manage your pickup addresses',
      hint: 'Add, change and remove them.',
    },
  },
  create: {
    summary: 'Create a key',
    label: 'What will it be for?',
    labelHint: 'For example: the shop’s site. Optional.',
    scopes: 'What it may do',
    noScope: 'Tick at least one right: a key without any is of no use.',
    submit: 'Create the key',
  },
  made: {
    title: 'Your key',
    heading: 'Your new key',
    once: 'Copy it now: it is never shown again.',
    secret: 'Keep it on your server. Never in a page, an app or a message.',
    tryHeading: 'Try it',
    tryLead: 'This line, pasted into a terminal, answers with the zones that are served.',
    kept: 'I have kept it',
    guide: 'Read the guide',
  },
  revoke: {
    summary: 'Revoke this key',
    stops:
      'Programs that use it are refused at once, and for good. If you still need one of them, give it a new key first.',
    submit: 'Yes, revoke it',
  },
  done: { revoked: 'The key is revoked: it opens nothing any more.' },
}

export const keyWording: Record<Language, typeof fr> = { fr, en }
