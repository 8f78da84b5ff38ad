import type { Language } from '../../../base/kernel/language.ts'
import type { CodeAnswer } from '../../../domain/accounts/sign-in-code.ts'

const codeAnswers = {
  fr: {
    WRONG: 'Ce code est faux. Vérifiez-le et réessayez.',
    EXPIRED: 'Ce code n’est plus valable. Demandez-en un autre.',
    TOO_MANY_TRIES: 'Trop d’essais. Demandez un autre code.',
  },
  en: {
    WRONG: 'This code is wrong. Check it and try again.',
    EXPIRED: 'This code is no longer valid. Ask for another.',
    TOO_MANY_TRIES: 'Too many tries. Ask for another code.',
  },
} satisfies Record<Language, Record<Exclude<CodeAnswer, 'RIGHT'>, string>>

const fr = {
  name: {
    title: 'Entrer dans Colis',
    label: 'Téléphone ou e-mail',
    hint: 'Par exemple 01 97 00 00 01 ou boutique@exemple.com.',
    message: 'Recevoir un code ou un lien',
    password: 'Avec mon mot de passe',
    impossible: 'Ce n’est ni un numéro de téléphone ni un e-mail. Vérifiez et réessayez.',
    ended: 'Votre session est terminée. Entrez à nouveau.',
  },
  code: {
    title: 'Votre code',
    lead: (phone: string, by: string) =>
      `Si ${phone} est connu chez nous, un code arrive${by}. Il sert pendant cinq minutes, dans ce navigateur seulement.`,
    leadOpening: (phone: string, by: string) =>
      `Un code arrive${by} au ${phone}. Il sert pendant cinq minutes, dans ce navigateur seulement.`,
    label: 'Code reçu',
    submit: 'Entrer',
    answers: codeAnswers.fr,
  },
  linkSent: {
    title: 'Regardez vos e-mails',
    lead: (email: string) =>
      `Si ${email} est connue chez nous, un lien arrive. Il sert une fois, pendant quinze minutes, sur l’appareil de votre choix. Rien reçu ? Regardez dans les indésirables.`,
    leadOpening: (email: string) =>
      `Un lien arrive à ${email}. Il sert une fois, pendant quinze minutes, et ouvre votre boutique. Rien reçu ? Regardez dans les indésirables.`,
  },
  link: {
    title: 'Entrer dans Colis',
    lead: (email: string) => `Vous entrez avec l’adresse ${email}.`,
    submit: 'Entrer',
    hint: 'Ce n’est pas votre adresse ? Fermez cette page : quelqu’un vous a envoyé son lien.',
    over: 'Ce lien ne sert plus',
    overLead: 'Il a déjà servi, ou ses quinze minutes sont passées.',
    again: 'Demander un autre lien',
  },
  password: {
    title: 'Votre mot de passe',
    lead: (name: string) => `Vous entrez avec ${name}.`,
    label: 'Mot de passe',
    submit: 'Entrer',
    wrong:
      'Le numéro, l’e-mail ou le mot de passe est faux. Pas encore de mot de passe ? Demandez un code ou un lien, puis choisissez-en un dans votre compte.',
  },
  secondFactor: {
    title: 'Double vérification',
    lead: 'Encore un code : celui que montre votre application en ce moment.',
    label: 'Code de l’application, ou code de secours',
    hint: 'Six chiffres, ou un code de secours comme k7m2p-x9qra.',
    submit: 'Entrer',
    wrong: 'Ce code est faux ou a déjà servi. Attendez le suivant.',
    lost: 'Téléphone et codes de secours perdus ? L’exploitant du service peut lever la double vérification, une fois sûr que c’est vous.',
  },
  openShop: {
    question: 'Pas encore de boutique ?',
    title: 'Ouvrir ma boutique',
    lead: 'Deux minutes suffisent. Un code ou un lien confirme ensuite que c’est bien vous.',
    shopName: 'Nom de la boutique',
    shopNameHint: 'Vos clients le lisent dans leurs messages.',
    city: 'Ville',
    chooseCity: 'Choisissez votre ville',
    ownerName: 'Votre nom',
    name: 'Votre téléphone ou e-mail',
    nameHint: 'C’est avec lui que vous entrerez.',
    submit: 'Ouvrir ma boutique',
    faults: {
      shopName: 'Écrivez le nom de la boutique, 80 signes au plus.',
      city: 'Choisissez une ville de la liste.',
      ownerName: 'Écrivez votre nom, 80 signes au plus.',
      name: 'Ce n’est ni un numéro de téléphone de ce pays ni un e-mail. Vérifiez, ou commencez par + et l’indicatif.',
    },
  },
  otherWays: 'Entrer autrement',
  nothingCame: 'Rien reçu ? Vérifier et recommencer',
  outbox: {
    lead: 'Bac à sable sans WhatsApp ni messagerie : le message est gardé sur cette machine.',
    link: 'Le lire dans la boîte d’envoi',
  },
  tooMany: (minutes: number) =>
    minutes <= 1
      ? 'Trop de demandes. Réessayez dans un instant.'
      : `Trop de demandes. Réessayez dans ${minutes} minutes.`,
}

const en: typeof fr = {
  name: {
    title: 'Sign in to Colis',
    label: 'Phone or e-mail',
    hint: 'For example 01 97 00 00 01 or shop@example.com.',
    message: 'Send me a code or a link',
    password: 'With my password',
    impossible: 'This is neither a phone number nor an e-mail address. Check it and try again.',
    ended: 'Your session has ended. Sign in again.',
  },
  code: {
    title: 'Your code',
    lead: (phone, by) =>
      `If we know ${phone}, a code is coming${by}. It works for five minutes, in this browser alone.`,
    leadOpening: (phone, by) =>
      `A code is coming${by} to ${phone}. It works for five minutes, in this browser alone.`,
    label: 'The code you received',
    submit: 'Sign in',
    answers: codeAnswers.en,
  },
  linkSent: {
    title: 'Look at your mail',
    lead: (email) =>
      `If we know ${email}, a link is coming. It works once, for fifteen minutes, on any device you like. Nothing there? Look among the unwanted mail.`,
    leadOpening: (email) =>
      `A link is coming to ${email}. It works once, for fifteen minutes, and opens your shop. Nothing there? Look among the unwanted mail.`,
  },
  link: {
    title: 'Sign in to Colis',
    lead: (email) => `You are signing in with the address ${email}.`,
    submit: 'Sign in',
    hint: 'Not your address? Close this page: somebody has sent you their own link.',
    over: 'This link no longer works',
    overLead: 'It was used before, or its fifteen minutes are over.',
    again: 'Ask for another link',
  },
  password: {
    title: 'Your password',
    lead: (name) => `You are signing in with ${name}.`,
    label: 'Password',
    submit: 'Sign in',
    wrong:
      'The number, the address or the password is wrong. No password yet? Ask for a code or a link, then choose one in your account.',
  },
  secondFactor: {
    title: 'Two-factor check',
    lead: 'One more code: the one that your app shows at this moment.',
    label: 'Code of the app, or backup code',
    hint: 'Six digits, or a backup code such as k7m2p-x9qra.',
    submit: 'Sign in',
    wrong: 'This code is wrong, or was used before. Wait for the next one.',
    lost: 'Lost both phone and backup codes? The operator of the service can lift the second factor, once sure that it is you.',
  },
  openShop: {
    question: 'No shop yet?',
    title: 'Open my shop',
    lead: 'It takes two minutes. A code or a link then confirms that it is you.',
    shopName: 'Name of the shop',
    shopNameHint: 'Your customers read it in their messages.',
    city: 'City',
    chooseCity: 'Choose your city',
    ownerName: 'Your name',
    name: 'Your phone or e-mail',
    nameHint: 'You will sign in with it.',
    submit: 'Open my shop',
    faults: {
      shopName: 'Write the name of the shop, at most 80 characters.',
      city: 'Choose a city of the list.',
      ownerName: 'Write your name, at most 80 characters.',
      name: 'This is neither a phone number of this country nor an e-mail address. Check it, or begin with + and the country code.',
    },
  },
  otherWays: 'Sign in another way',
  nothingCame: 'Nothing received? Check and start again',
  outbox: {
    lead: 'A sandbox without WhatsApp and mail: the message is kept on this machine.',
    link: 'Read it in the outbox',
  },
  tooMany: (minutes) =>
    minutes <= 1
      ? 'Too many requests. Try again in a moment.'
      : `Too many requests. Try again in ${minutes} minutes.`,
}

/** The words of signing in and of opening a shop. */
export const signInWording: Record<Language, typeof fr> = { fr, en }
