import { limits } from '../../../base/contract/limits.ts'
import type { Language } from '../../../base/kernel/language.ts'

/** What the page says on which a customer leaves a photo of the door and a voice note for the courier. */

const secondsText = `${limits.voiceNoteSeconds}\u00a0s`

const french = {
  link: 'Ajouter une photo de la porte ou un message vocal',
  linkHint: 'Pour que le livreur vous trouve plus vite.',
  added: {
    DOOR_PHOTO: 'Votre photo est prête pour le livreur.',
    VOICE_NOTE: 'Votre message vocal est prêt pour le livreur.',
    both: 'Votre photo et votre message vocal sont prêts pour le livreur.',
  },
  change: 'Les revoir ou les changer',

  heading: 'Aidez le livreur à trouver votre porte',
  lead: `Montrez votre porte en photo, ou expliquez le chemin de vive voix. Rien n’est obligatoire.`,
  privacy:
    'Seul votre livreur les voit et les entend. Nous les effaçons un jour après la fin de la livraison.',
  back: 'Revenir à la livraison',

  photo: {
    heading: 'Photo de la porte',
    shown: 'La photo de votre porte',
    take: 'Prendre une photo',
    choose: 'Choisir une photo du téléphone',
    submit: 'Envoyer la photo',
    remove: 'Retirer la photo',
  },
  voice: {
    heading: 'Message vocal',
    shown: 'Votre message',
    hint: 'Par exemple : « Après la pharmacie, deuxième von à droite, portail bleu. »',
    record: `Enregistrer un message vocal (${secondsText})`,
    submit: 'Envoyer le message',
    choose: `Choisir un audio (${secondsText} au plus)`,
    remove: 'Effacer le message',
  },

  done: {
    photo: 'C’est noté : votre livreur verra la photo.',
    voice: 'C’est noté : votre livreur entendra le message.',
    'photo-removed': 'La photo est retirée.',
    'voice-removed': 'Le message est effacé.',
  },
  nothingChosen: 'Choisissez d’abord un fichier, puis envoyez-le.',
  tooMany: 'Plusieurs envois sont déjà en cours. Patientez quelques secondes, puis réessayez.',
  tooSlow: 'L’envoi a pris trop de temps. Rapprochez-vous d’un bon réseau, puis réessayez.',
  unreadable: 'L’envoi est arrivé incomplet. Réessayez.',

  script: {
    stop: 'Arrêter (REST\u00a0s)',
    again: `Enregistrer de nouveau (${secondsText})`,
    listen: 'Écoutez votre message, puis envoyez-le.',
    noMicrophone:
      'Le téléphone ne laisse pas utiliser le micro. Autorisez-le pour cette page, ou choisissez un audio plus bas.',
    tooShort: 'Nous n’avons rien entendu. Parlez, puis touchez « Arrêter ».',
    preparing: 'Nous préparons la photo…',
    sending: 'Envoi en cours…',
    offline: 'Pas de réseau. Rien n’est perdu : réessayez.',
    retry: 'Réessayer l’envoi',
    ended: 'Cette livraison ne peut plus changer. Revenez à sa page.',
  },
}

const english: typeof french = {
  link: 'Add a photo of the door or a voice message',
  linkHint: 'So that the courier finds you faster.',
  added: {
    DOOR_PHOTO: 'Your photo is ready for the courier.',
    VOICE_NOTE: 'Your voice message is ready for the courier.',
    both: 'Your photo and your voice message are ready for the courier.',
  },
  change: 'See, hear or change them',

  heading: 'Help the courier find your door',
  lead: 'Show your door in a photo, or explain the way aloud. You need not do either.',
  privacy: 'Only your courier sees and hears them. We delete them a day after the delivery has ended.',
  back: 'Back to the delivery',

  photo: {
    heading: 'Photo of the door',
    shown: 'The photo of your door',
    take: 'Take a photo',
    choose: 'Choose a photo on the phone',
    submit: 'Send the photo',
    remove: 'Remove the photo',
  },
  voice: {
    heading: 'Voice message',
    shown: 'Your message',
    hint: 'For example: “After the pharmacy, second street on the right, blue gate.”',
    record: `Record a voice message (${secondsText})`,
    submit: 'Send the message',
    choose: `Choose a recording (${secondsText} at most)`,
    remove: 'Delete the message',
  },

  done: {
    photo: 'Done: your courier will see the photo.',
    voice: 'Done: your courier will hear the message.',
    'photo-removed': 'The photo is removed.',
    'voice-removed': 'The message is deleted.',
  },
  nothingChosen: 'Choose a file first, then send it.',
  tooMany: 'Several are being sent already. Wait a few seconds, then try again.',
  tooSlow: 'Sending took too long. Find a better network, then try again.',
  unreadable: 'It did not arrive whole. Try again.',

  script: {
    stop: 'Stop (REST\u00a0s)',
    again: `Record again (${secondsText})`,
    listen: 'Listen to your message, then send it.',
    noMicrophone:
      'The phone does not let this page use the microphone. Allow it for this page, or choose a recording below.',
    tooShort: 'We heard nothing. Speak, then tap “Stop”.',
    preparing: 'Preparing the photo…',
    sending: 'Sending…',
    offline: 'No network. Nothing is lost: try again.',
    retry: 'Send again',
    ended: 'This delivery can no longer change. Go back to its page.',
  },
}

export const doorNoteWording: Record<Language, typeof french> = { fr: french, en: english }
