import type { Language } from '../../../../base/kernel/language.ts'

/** What the page of a shop's name, logo and language says. */
const fr = {
  title: 'Nom et logo',
  preview: {
    heading: 'Ce que voit le client',
    lead: 'En haut de la page où il suit son colis :',
    noLogo: 'Pas encore de logo.',
  },
  name: {
    label: 'Nom pour vos clients',
    hint: (name: string) => `Laissez vide pour garder « ${name} ».`,
    tooLong: 'Ce nom est trop long : 80 signes au plus.',
  },
  language: {
    label: 'Langue des messages',
    hint: 'Celle des e-mails que le service vous envoie, et du texte à envoyer à vos clients avec leur lien.',
    options: { fr: 'Français', en: 'English' } satisfies Record<Language, string>,
  },
  save: 'Enregistrer',
  logo: {
    heading: 'Logo',
    label: 'Image',
    hint: (kilobytes: number) =>
      `PNG, JPEG ou WebP, ${kilobytes} Ko au plus. Votre navigateur réduit lui-même une image plus lourde.`,
    missing: 'Choisissez d’abord une image.',
    reduced: (name: string) => `${name} est réduite et prête à être envoyée.`,
    submit: 'Envoyer ce logo',
    remove: 'Retirer le logo',
  },
  mail: {
    heading: 'E-mail de la boutique',
    none: 'Aucun : les propriétaires reçoivent les e-mails à leur propre adresse.',
    hint: 'Pour le changer, écrivez à l’exploitant du service.',
  },
  done: {
    saved: 'C’est enregistré.',
    logo: 'Le nouveau logo est en place.',
    removed: 'Le logo est retiré.',
  } as Record<string, string>,
}

const en: typeof fr = {
  title: 'Name and logo',
  preview: {
    heading: 'What the customer sees',
    lead: 'At the top of the page on which they follow their parcel:',
    noLogo: 'No logo yet.',
  },
  name: {
    label: 'Name for your customers',
    hint: (name) => `Leave it empty to keep “${name}”.`,
    tooLong: 'This name is too long: 80 characters at most.',
  },
  language: {
    label: 'Language of messages',
    hint: 'Of the mails that the service sends you, and of the text that you send to customers with their link.',
    options: { fr: 'Français', en: 'English' },
  },
  save: 'Save',
  logo: {
    heading: 'Logo',
    label: 'Picture',
    hint: (kilobytes) =>
      `PNG, JPEG or WebP, ${kilobytes} KB at most. Your browser makes a heavier picture smaller by itself.`,
    missing: 'Choose a picture first.',
    reduced: (name) => `${name} is smaller now and ready to be sent.`,
    submit: 'Send this logo',
    remove: 'Remove the logo',
  },
  mail: {
    heading: 'E-mail of the shop',
    none: 'None: the owners get mails at their own addresses.',
    hint: 'To change it, write to the operator of the service.',
  },
  done: {
    saved: 'Saved.',
    logo: 'The new logo is in place.',
    removed: 'The logo is removed.',
  },
}

export const appearanceWording: Record<Language, typeof fr> = { fr, en }
