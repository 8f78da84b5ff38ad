import type { Language } from '../../../base/kernel/language.ts'
import type { AddressFault, AddressField } from './address-form.ts'

/** What the pages of pickup addresses say. */
const fr = {
  title: 'Adresses de retrait',
  lead: 'Là où les livreurs prennent vos colis. Sans autre choix, une livraison part de l’adresse principale.',
  none: 'Pas encore d’adresse. Ajoutez-en une pour pouvoir commander une livraison.',
  add: 'Ajouter une adresse',
  main: 'Principale',
  unnamed: 'Adresse sans nom',
  noHours: 'Horaires non indiqués',
  newTitle: 'Nouvelle adresse',
  fields: {
    label: 'Nom de l’endroit',
    landmark: 'Repère (facultatif)',
    formatted: 'Adresse écrite (facultatif)',
    position: 'Position',
  } satisfies Record<AddressField, string>,
  hints: {
    label: 'Par exemple : Boutique, Dépôt, Maison.',
    landmark: 'Ce qui aide le livreur à trouver : « en face de la pharmacie », « portail bleu ».',
    formatted: 'Rue et quartier, si vous les connaissez.',
    position: 'Touchez l’endroit sur la carte, ou collez un lien Google Maps ou des coordonnées.',
  } satisfies Record<AddressField, string>,
  map: 'Carte : touchez l’endroit où prendre les colis',
  hours: {
    summary: 'Horaires d’ouverture',
    lead: 'Le livreur les voit avant de venir. Un jour sans heures est un jour fermé ; si tout reste vide, aucun horaire n’est indiqué.',
  },
  faults: {
    MISSING: 'À remplir.',
    TOO_LONG: 'C’est trop long.',
    POSITION: 'Nous n’y lisons pas de position. Exemple : 6.3654, 2.4183, ou le long lien d’une carte.',
    SHORT_LINK:
      'Ce lien court ne contient pas la position. Ouvrez-le, puis copiez les chiffres ou le long lien de la carte.',
    NOT_SERVED: 'Aucun livreur ne vient encore à cet endroit. Vérifiez la position.',
  } satisfies Record<AddressFault, string>,
  makeDefault: 'En faire l’adresse principale',
  save: 'Enregistrer',
  remove: {
    summary: 'Retirer cette adresse',
    lead: 'Les livraisons déjà commandées la gardent.',
    submit: 'Retirer l’adresse',
    isMain:
      'C’est votre adresse principale. Pour la retirer, choisissez d’abord une autre adresse principale.',
  },
  done: {
    added: 'L’adresse est ajoutée.',
    saved: 'L’adresse est enregistrée.',
    main: 'C’est maintenant l’adresse principale.',
    removed: 'L’adresse est retirée.',
  } as Record<string, string>,
}

const en: typeof fr = {
  title: 'Pickup addresses',
  lead: 'Where couriers fetch your parcels. Unless you choose another, a delivery starts from the main address.',
  none: 'No address yet. Add one, so that you can order a delivery.',
  add: 'Add an address',
  main: 'Main',
  unnamed: 'Address without a name',
  noHours: 'Opening hours not given',
  newTitle: 'New address',
  fields: {
    label: 'Name of the place',
    landmark: 'Landmark (optional)',
    formatted: 'Written address (optional)',
    position: 'Position',
  },
  hints: {
    label: 'For example: Shop, Depot, Home.',
    landmark: 'What helps the courier to find it: “opposite the pharmacy”, “blue gate”.',
    formatted: 'Street and neighbourhood, if you know them.',
    position: 'Tap the place on the map, or paste a Google Maps link or coordinates.',
  },
  map: 'Map: tap the place where parcels are fetched',
  hours: {
    summary: 'Opening hours',
    lead: 'The courier sees them before coming. A day without hours is a closed day; if everything stays empty, no hours are given.',
  },
  faults: {
    MISSING: 'Please fill this in.',
    TOO_LONG: 'This is too long.',
    POSITION: 'We read no position in this. Example: 6.3654, 2.4183, or the long link of a map.',
    SHORT_LINK:
      'This short link does not contain the position. Open it, then copy the numbers or the long link of the map.',
    NOT_SERVED: 'No courier comes to this place yet. Check the position.',
  },
  makeDefault: 'Make it the main address',
  save: 'Save',
  remove: {
    summary: 'Remove this address',
    lead: 'Deliveries that were ordered before keep it.',
    submit: 'Remove the address',
    isMain: 'This is your main address. To remove it, choose another main address first.',
  },
  done: {
    added: 'The address is added.',
    saved: 'The address is saved.',
    main: 'This is the main address now.',
    removed: 'The address is removed.',
  },
}

export const addressWording: Record<Language, typeof fr> = { fr, en }
