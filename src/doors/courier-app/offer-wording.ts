import type { Language } from '../../base/kernel/language.ts'

/** What the card of an offered trip says of its way and of the customer's money. */

const french = {
  way: 'Trajet',
  between: (from: string, to: string) => `De ${from} à ${to}`,
  within: (place: string) => `Dans ${place}`,
  approximate: (place: string) => `${place} (approximatif)`,
  noPlace: 'la boutique',
  notGiven: 'un client dont la position n’est pas encore donnée',
  collect: 'Argent du client',
  /** The courier never touches money, whichever way it goes. */
  through: {
    NOBODY: () => 'Rien à encaisser',
    SERVICE: (amount: string) =>
      `${amount} par mobile money, demandés par le service. Vous ne touchez pas l’argent.`,
    SHOP: (amount: string) => `${amount} payés sur le numéro de la boutique. Vous ne touchez pas l’argent.`,
  },
}

type OfferWording = typeof french

const english: OfferWording = {
  way: 'Trip',
  between: (from, to) => `From ${from} to ${to}`,
  within: (place) => `Within ${place}`,
  approximate: (place) => `${place} (approximate)`,
  noPlace: 'the shop',
  notGiven: 'a customer whose position is not given yet',
  collect: 'Customer’s money',
  through: {
    NOBODY: () => 'Nothing to collect',
    SERVICE: (amount) => `${amount} by mobile money, asked for by the service. You do not touch the money.`,
    SHOP: (amount) => `${amount} paid to the shop’s number. You do not touch the money.`,
  },
}

export const offerWording: Record<Language, OfferWording> = { fr: french, en: english }
