import type { Language } from '../../../base/kernel/language.ts'

/** What couriers read about what they do before they say that a parcel cannot be handed over. */

const french = {
  heading: 'Avant de signaler que la remise est impossible',
  call: 'Appelez le client.',
  called: (at: string) => `Appel noté ${at}.`,
  declare: 'J’ai appelé le client',
  wait: 'Attendez cinq minutes sur place. Dites quand vous y êtes :',
  arrived: 'Je suis chez le client',
  waiting: (time: string) => `Vous êtes sur place : encore ${time}`,
  waited: 'Cinq minutes attendues.',
  photo: 'Prenez une photo du lieu (5 Mo au plus)',
  photoSubmit: 'Envoyer la photo',
  photoThere: 'Photo du lieu reçue. En envoyer une autre :',
  photoSaved: 'La photo est reçue.',
  photoMissing: 'Choisissez d’abord une photo.',
  photoTooLarge: 'Cette photo dépasse 5 Mo. Prenez-en une plus légère.',
  standing: 'Un client présent, qui refuse par exemple, n’a pas à être appelé ni attendu.',
}

type ProofWording = typeof french

const english: ProofWording = {
  heading: 'Before you report that it cannot be handed over',
  call: 'Call the customer.',
  called: (at) => `Call noted ${at}.`,
  declare: 'I have called the customer',
  wait: 'Wait five minutes at their place. Say when you are there:',
  arrived: 'I am at the customer’s place',
  waiting: (time) => `You are there: ${time} left`,
  waited: 'Five minutes waited.',
  photo: 'Take a photo of the place (5 MB at most)',
  photoSubmit: 'Send the photo',
  photoThere: 'The photo of the place was received. Send another:',
  photoSaved: 'The photo was received.',
  photoMissing: 'Choose a photo first.',
  photoTooLarge: 'This photo is larger than 5 MB. Take a smaller one.',
  standing: 'A customer who stands there, as one who refuses, need not be called or waited for.',
}

export const proofWording: Record<Language, ProofWording> = { fr: french, en: english }
