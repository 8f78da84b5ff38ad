import type { VehicleType } from '../../../base/contract/vocabulary.ts'
import type { Language } from '../../../base/kernel/language.ts'
import type { ApplyFault } from './apply-form.ts'

/** What the pages of somebody who wants to become a courier say. */

const french = {
  start: {
    heading: 'Devenez livreur',
    lead: 'Il vous faut un téléphone, un véhicule, une photo de vous et votre pièce d’identité. Comptez cinq minutes.',
    city: 'Dans quelle ville voulez-vous livrer ?',
    phone: 'Votre numéro de téléphone',
    phoneHint: 'Nous y envoyons un code, et plus tard notre réponse.',
    submit: 'Recevoir un code',
    phoneImpossible: 'Ce numéro n’est pas possible dans cette ville. Vérifiez-le.',
    cityMissing: 'Choisissez une ville.',
    noCity: 'Nous ne sommes encore dans aucune ville. Revenez bientôt.',
    signIn: 'Déjà livreur ? Connectez-vous',
    tooManyRequests: (minutes: number) =>
      `Trop de demandes. Réessayez dans ${minutes} ${minutes > 1 ? 'minutes' : 'minute'}.`,
  },
  code: {
    heading: 'Entrez le code',
    lead: (phone: string) => `Un code à 6 chiffres part vers le ${phone}. Il est valable 5 minutes.`,
    code: 'Code à 6 chiffres',
    submit: 'Continuer',
    again: 'Changer de numéro ou demander un autre code',
    answers: {
      WRONG: 'Ce code est faux. Vérifiez-le et réessayez.',
      EXPIRED: 'Ce code n’est plus valable. Demandez-en un autre.',
      TOO_MANY_TRIES: 'Trop d’essais. Demandez un autre code.',
    },
  },
  form: {
    heading: 'Présentez-vous',
    lead: (phone: string, city: string) => `${phone} · ${city}`,
    firstName: 'Prénom',
    lastName: 'Nom',
    vehicle: 'Votre véhicule',
    vehicles: { MOTO: 'Moto', TRICYCLE: 'Tricycle', CAR: 'Voiture' } satisfies Record<VehicleType, string>,
    plate: 'Plaque d’immatriculation',
    photo: 'Une photo de vous',
    photoHint: 'Votre visage, de face, sans casque. Photo de 5 Mo au plus.',
    identity: 'Votre pièce d’identité',
    identityHint:
      'Carte d’identité, passeport ou carte CIP : une photo nette ou un PDF, de 5 Mo au plus. Seules les personnes qui lisent votre candidature la voient.',
    submit: 'Envoyer ma candidature',
    filesAgain: 'Choisissez encore vos deux fichiers : le navigateur ne les garde pas.',
    faults: {
      MISSING: 'À remplir.',
      TOO_LONG: 'C’est trop long.',
      FILE_MISSING: 'Choisissez un fichier.',
      FILE_SIZE: 'Ce fichier est trop lourd : 5 Mo au plus.',
      FILE_CONTENT: 'Nous ne savons pas lire ce fichier. Choisissez-en un autre.',
    } satisfies Record<ApplyFault, string>,
  },
  sent: {
    heading: 'Candidature reçue',
    lead: 'Merci ! Nous la lisons et vous répondons par message sur votre téléphone.',
    keeps: 'Si nous ne la retenons pas, vos fichiers sont effacés au bout de 30 jours.',
  },
}

const english: typeof french = {
  start: {
    heading: 'Become a courier',
    lead: 'You need a phone, a vehicle, a photo of yourself and your identity document. It takes five minutes.',
    city: 'In which city do you want to deliver?',
    phone: 'Your phone number',
    phoneHint: 'We send a code to it, and later our answer.',
    submit: 'Get a code',
    phoneImpossible: 'This number is not possible in this city. Please check it.',
    cityMissing: 'Choose a city.',
    noCity: 'We are in no city yet. Please come back soon.',
    signIn: 'A courier already? Sign in',
    tooManyRequests: (minutes) =>
      `Too many requests. Try again in ${minutes} ${minutes > 1 ? 'minutes' : 'minute'}.`,
  },
  code: {
    heading: 'Enter the code',
    lead: (phone) => `A code of 6 digits is on its way to ${phone}. It works for 5 minutes.`,
    code: 'Code of 6 digits',
    submit: 'Go on',
    again: 'Another number or another code',
    answers: {
      WRONG: 'This code is wrong. Check it and try again.',
      EXPIRED: 'This code no longer works. Ask for another.',
      TOO_MANY_TRIES: 'Too many tries. Ask for another code.',
    },
  },
  form: {
    heading: 'Tell us who you are',
    lead: (phone, city) => `${phone} · ${city}`,
    firstName: 'First name',
    lastName: 'Last name',
    vehicle: 'Your vehicle',
    vehicles: { MOTO: 'Motorbike', TRICYCLE: 'Tricycle', CAR: 'Car' },
    plate: 'Number plate',
    photo: 'A photo of yourself',
    photoHint: 'Your face, from the front, without a helmet. A photo of 5 MB at most.',
    identity: 'Your identity document',
    identityHint:
      'Identity card, passport or CIP card: a sharp photo or a PDF, of 5 MB at most. Only those who read your application see it.',
    submit: 'Send my application',
    filesAgain: 'Please choose both files again: the browser does not keep them.',
    faults: {
      MISSING: 'Please fill this in.',
      TOO_LONG: 'This is too long.',
      FILE_MISSING: 'Choose a file.',
      FILE_SIZE: 'This file is too heavy: 5 MB at most.',
      FILE_CONTENT: 'We cannot read this file. Choose another.',
    },
  },
  sent: {
    heading: 'Application received',
    lead: 'Thank you! We are reading it and answer with a message to your phone.',
    keeps: 'If we do not take it up, your files are deleted after 30 days.',
  },
}

export const applyWording: Record<Language, typeof french> = { fr: french, en: english }
