import type { ErrorCode } from '../../base/contract/errors.ts'
import type { ParcelSize, PaymentStatus } from '../../base/contract/vocabulary.ts'
import type { Language } from '../../base/kernel/language.ts'
import type { OpeningState } from '../../domain/shops/opening/opening-state.ts'
import type { ActionFault, CourierAction } from './courier-action.ts'

/**
 * Everything the courier's pages say, in both languages; what fails at the shop's door is in the catalogue of errors.
 */

const french = {
  title: 'Colis – livreur',
  shortTitle: 'Colis livreur',
  description: 'Les courses et les colis du livreur.',
  signOut: 'Se déconnecter',
  otherLanguage: { code: 'en', name: 'English' },
  noScript: {
    lead: 'Sans JavaScript, votre position n’est pas partagée : vous ne recevez pas de nouvelles courses, mais vous pouvez terminer la vôtre.',
    reloads: 'La page se recharge seule.',
    reload: 'Recharger',
  },

  signIn: {
    heading: 'Connexion',
    lead: 'Entrez le numéro avec lequel vous êtes inscrit : nous y envoyons un code.',
    ended: 'Votre session est terminée. Reconnectez-vous pour continuer.',
    phone: 'Numéro de téléphone',
    phoneHint: 'Par exemple 01 97 00 00 02',
    submit: 'Recevoir un code',
    phoneImpossible: 'Ce numéro n’est pas possible. Vérifiez-le, avec l’indicatif s’il est étranger.',
    tooManyRequests: (minutes: number) =>
      `Trop de demandes. Réessayez dans ${minutes} ${minutes > 1 ? 'minutes' : 'minute'}.`,
  },
  signInCode: {
    heading: 'Entrez le code',
    lead: (phone: string) =>
      `Si le ${phone} est celui d’un livreur inscrit, un code à 6 chiffres lui a été envoyé. Il est valable 5 minutes.`,
    code: 'Code à 6 chiffres',
    submit: 'Se connecter',
    again: 'Changer de numéro ou demander un autre code',
    answers: {
      WRONG: 'Ce code est faux. Vérifiez-le et réessayez.',
      EXPIRED: 'Ce code n’est plus valable. Demandez-en un autre.',
      TOO_MANY_TRIES: 'Trop d’essais. Demandez un autre code.',
    },
  },

  duty: {
    hello: (name: string) => `Bonjour ${name}`,
    off: 'Vous n’êtes pas en service : aucune course ne vous est proposée.',
    goOn: 'Commencer le service',
    goOff: 'Terminer le service',
    badgeOn: 'En service',
    badgeOff: 'Hors service',
  },
  offers: {
    heading: (count: number) => (count > 1 ? `${count} courses proposées` : 'Une course proposée'),
    none: 'Pas de course pour l’instant',
    noneLead: 'Gardez cette page ouverte : les courses s’affichent ici dès qu’il y en a.',
    pay: 'pour vous',
    toShop: 'Vers la boutique',
    trip: 'Vers le client',
    parcel: 'Taille',
    sizes: { SMALL: 'Petit colis', MEDIUM: 'Colis moyen', LARGE: 'Grand colis' } satisfies Record<
      ParcelSize,
      string
    >,
    fragile: 'fragile',
    shop: 'Retrait',
    window: 'Horaire',
    opening: 'Ouverture',
    secondsLeft: (seconds: number) => `Encore ${seconds} s`,
    accept: 'Accepter',
    decline: 'Refuser',
  },

  opening: {
    open: (until: string) => `Ouvert aujourd’hui jusqu’à ${until}`,
    openAllDay: 'Ouvert toute la journée',
    opens: (at: string) => `Fermé pour l’instant, ouvre aujourd’hui à ${at}`,
    closedByNow: 'Déjà fermé pour aujourd’hui',
    closedToday: 'Fermé aujourd’hui',
  },

  carried: {
    step: (number: number) => `Étape ${number} sur 3`,
    goToShop: {
      heading: 'Allez à la boutique',
      submit: 'Je suis à la boutique',
      window: (span: string) => `Le colis est prêt : ${span}.`,
    },
    pickUp: {
      heading: 'Prenez le colis',
      lead: 'Demandez le code de retrait à la boutique.',
      code: 'Code de retrait',
      submit: 'J’ai le colis',
      unpaid: 'Ne prenez pas encore le colis : la boutique doit d’abord payer la course avec son téléphone.',
      opens: 'Cette page s’ouvre toute seule dès que c’est payé. Sans paiement, la course s’annule.',
    },
    handOver: {
      heading: 'Livrez le colis',
      prepaid: 'Rien à encaisser : le colis est déjà payé.',
      paid: (amount: string) => `Le client a payé ${amount}. Vous pouvez remettre le colis.`,
      lead: 'Demandez au client son code de remise.',
      code: 'Code de remise',
      submit: 'Colis remis',
      denied: {
        heading: 'Ne remettez pas le colis.',
        text: (amount: string) =>
          `La boutique n’a pas reçu les ${amount} que le client dit avoir payés. Le client peut payer ou appeler la boutique.`,
      },
      neverMoney: 'Ne prenez jamais d’argent vous-même. Cette page s’ouvre toute seule dès que c’est payé.',
      closed: {
        NOT_REQUESTED: (amount: string) =>
          `Ne remettez pas encore le colis : le paiement de ${amount} n’a pas encore été demandé au client.`,
        AWAITING_CUSTOMER: (amount: string) =>
          `Ne remettez pas encore le colis : le client doit d’abord payer ${amount} avec son téléphone.`,
        AWAITING_MERCHANT: (amount: string) =>
          `Ne remettez pas encore le colis : la boutique doit confirmer qu’elle a reçu ${amount}. Si elle ne répond pas, le service décide.`,
        FAILED: (amount: string) =>
          `Ne remettez pas encore le colis : le paiement de ${amount} n’a pas abouti. Le client peut réessayer.`,
        REFUSED: (amount: string) =>
          `Ne remettez pas encore le colis : le paiement de ${amount} a été refusé. Le client peut réessayer.`,
      } satisfies Partial<Record<PaymentStatus, (amount: string) => string>>,
    },
    fail: {
      open: 'La remise est impossible',
      legend: 'Que se passe-t-il ?',
      words: 'Précisez, si c’est une autre raison',
      submit: 'Signaler l’échec',
    },
    returnToShop: {
      step: 'Retour',
      heading: 'Rapportez le colis à la boutique',
      reason: (reason: string) => `Remise impossible : ${reason}.`,
      lead: 'La boutique vous donne un code de retour quand elle a repris le colis.',
      code: 'Code de retour',
      submit: 'Colis rendu',
    },
    openMap: 'Ouvrir la carte',
    near: (distance: string, landmark: string) => `À ${distance} de ${landmark}, à vol d’oiseau`,
    openArea: 'Ouvrir la carte du quartier',
    roughly: 'Lieu approximatif :',
    askTheWay: 'La porte n’est pas connue : suivez le repère, et appelez le client en arrivant.',
    openWebMap: 'Itinéraire sur le web',
    instructions: 'Consignes :',
    fragile: 'Fragile',
  },
  /** A code that nobody may try now. */
  locked: {
    heading: 'Ce code est bloqué après trop d’essais.',
    /** What to do until then: at the pickup the parcel is still the shop’s. */
    meanwhile: {
      'pick-up': 'Restez à la boutique',
      'hand-over': 'Gardez le colis',
      'bring-back': 'Gardez le colis',
    },
    until: (meanwhile: string, moment: string) => `${meanwhile}. Vous pourrez réessayer ${moment}.`,
    closed: (meanwhile: string) =>
      `${meanwhile} et appelez votre responsable Colis : lui seul peut le débloquer.`,
    sooner: 'Votre responsable Colis peut le débloquer tout de suite : appelez-le.',
    opens: 'Cette page s’ouvre toute seule dès que le code est débloqué.',
  },
  /** Asked of a courier who has a parcel and leaves. */
  leaving: {
    heading: 'Vous avez encore un colis',
    signOut:
      'Si vous vous déconnectez, le colis reste à vous, mais ce téléphone ne montre plus où le porter ni qui appeler.',
    goOff: 'Même hors service, le colis reste à vous : terminez d’abord cette course.',
    stay: 'Retour au colis',
    signOutAnyway: 'Se déconnecter quand même',
    goOffAnyway: 'Terminer le service quand même',
  },
  reach: {
    call: (name: string) => `Appeler ${name}`,
    writeTo: (name: string) => `Écrire à ${name} par WhatsApp`,
    callSupport: 'Appeler le responsable',
    writeToSupport: 'Écrire au responsable par WhatsApp',
    help: 'Un souci ?',
    helpLead: (number: string) => `Votre responsable Colis répond au ${number}.`,
    /** What WhatsApp offers to begin the message with. */
    about: (reference: string) => `Livraison ${reference} : `,
  },
  calledBack: {
    heading: 'Livraison annulée',
    lead: (reference: string) =>
      `La boutique a annulé la livraison ${reference}. Rapportez-lui le colis avant de prendre une autre course.`,
    submit: 'C’est rapporté',
  },
  calledOff: {
    heading: 'Livraison annulée',
    lead: (reference: string) => `La livraison ${reference} est annulée : n’y allez plus.`,
    submit: 'J’ai compris',
  },

  done: {
    'go-on-duty': 'Vous êtes en service.',
    'go-off-duty': 'Votre service est terminé.',
    accept: 'La course est à vous.',
    decline: 'Course refusée.',
    arrive: 'Votre arrivée est notée.',
    problem: 'C’est noté. Merci de l’avoir signalé.',
    'pick-up': 'Colis pris. Bonne route !',
    'hand-over': 'Colis remis. Merci !',
    fail: 'Échec signalé.',
    'at-customer': 'Noté : vous êtes sur place.',
    called: 'Appel noté.',
    'bring-back': 'Colis rendu. Merci !',
    'parcel-is-back': 'C’est noté : le colis est à la boutique. Merci !',
    'put-away': 'C’est noté.',
  } satisfies Record<CourierAction, string>,
  underWay: 'Votre action est en cours. La page se met à jour.',
  cancelledMeanwhile: 'La boutique a annulé cette livraison entre-temps.',
  refused: {
    TRANSITION_REFUSED: 'La livraison a changé entre-temps : voici où elle en est.',
    DELIVERY_NOT_FOUND: 'Cette livraison n’est pas ou n’est plus la vôtre.',
    PAYMENT_NOT_SETTLED: 'Ne remettez pas encore le colis : il n’est pas payé.',
    CODE_CLOSED:
      'Ce code est bloqué après trop d’essais. Appelez votre responsable Colis : lui seul peut le débloquer.',
  } satisfies Partial<Record<ErrorCode, string>>,
  faults: {
    CODE_FORM: 'Le code a 4 chiffres. Vérifiez-le.',
    REASON_MISSING: 'Choisissez ce qui se passe.',
    WORDS_MISSING: 'Dites en quelques mots ce qui se passe.',
    WORDS_TOO_LONG: 'C’est trop long : 200 caractères au plus.',
    PROOF_MISSING: 'Il manque encore quelque chose de cette liste.',
  } satisfies Record<ActionFault, string>,

  script: {
    sending: 'Envoi…',
    uploadWaiting:
      'Pas de connexion : la photo partira dès que le réseau reviendra. Gardez cette page ouverte.',
    waiting:
      'Pas de connexion. Votre action est gardée et sera envoyée dès que le réseau revient : laissez cette page ouverte.',
    offline: 'Vous êtes hors ligne. Ce que vous voyez n’est peut-être plus à jour.',
    dropped: 'Une action gardée pour un autre livreur n’a pas été envoyée.',
    positionDenied:
      'Votre position n’est pas partagée : autorisez-la dans les réglages du navigateur, pour recevoir des courses et pour que le client vous voie arriver.',
    positionUnknown: 'Votre téléphone ne trouve pas sa position. Mettez-vous dehors, loin des murs.',
  },
  offline: {
    heading: 'Pas de connexion',
    lead: 'Vérifiez le réseau de votre téléphone, puis réessayez. Rien n’est perdu.',
    retry: 'Réessayer',
  },
  failed: {
    heading: 'Cela n’a pas marché',
    unavailable: 'Le service ne répond pas pour le moment. Réessayez dans quelques secondes.',
    tooMany: 'Trop de demandes arrivent de votre connexion. Réessayez dans quelques secondes.',
    misunderstood: 'Cette page n’a pas compris ce qui lui a été envoyé. Revenez en arrière et réessayez.',
    fromElsewhere: 'Cette demande ne vient pas d’une page de Colis. Ouvrez la page vous-même.',
    ours: (requestId: string) => `Une erreur est survenue de notre côté. Référence : ${requestId}.`,
    back: 'Retour à la page du livreur',
  },
}

/** The texts, with the same members in every language. */
type CourierWording = typeof french

const english: CourierWording = {
  title: 'Colis – courier',
  shortTitle: 'Colis courier',
  description: 'The courier’s trips and parcels.',
  signOut: 'Sign out',
  otherLanguage: { code: 'fr', name: 'Français' },
  noScript: {
    lead: 'Without JavaScript your position is not shared: you get no new trips, but you can finish yours.',
    reloads: 'The page reloads by itself.',
    reload: 'Reload',
  },

  signIn: {
    heading: 'Sign in',
    lead: 'Enter the number you are registered with: we send it a code.',
    ended: 'Your session has ended. Sign in again to go on.',
    phone: 'Phone number',
    phoneHint: 'For example 01 97 00 00 02',
    submit: 'Get a code',
    phoneImpossible: 'This number is not possible. Check it, with the country code if it is foreign.',
    tooManyRequests: (minutes) =>
      `Too many requests. Try again in ${minutes} ${minutes > 1 ? 'minutes' : 'minute'}.`,
  },
  signInCode: {
    heading: 'Enter the code',
    lead: (phone) =>
      `If ${phone} belongs to a registered courier, a 6-digit code was sent to it. It is valid for 5 minutes.`,
    code: '6-digit code',
    submit: 'Sign in',
    again: 'Change the number or ask for another code',
    answers: {
      WRONG: 'This code is wrong. Check it and try again.',
      EXPIRED: 'This code is no longer valid. Ask for another one.',
      TOO_MANY_TRIES: 'Too many tries. Ask for another code.',
    },
  },

  duty: {
    hello: (name) => `Hello ${name}`,
    off: 'You are off duty: no trip is offered to you.',
    goOn: 'Go on duty',
    goOff: 'Go off duty',
    badgeOn: 'On duty',
    badgeOff: 'Off duty',
  },
  offers: {
    heading: (count) => (count > 1 ? `${count} trips on offer` : 'One trip on offer'),
    none: 'No trip for now',
    noneLead: 'Keep this page open: trips appear here as soon as there are any.',
    pay: 'for you',
    toShop: 'To the shop',
    trip: 'To the customer',
    parcel: 'Size',
    sizes: { SMALL: 'Small parcel', MEDIUM: 'Medium parcel', LARGE: 'Large parcel' },
    fragile: 'fragile',
    shop: 'Pickup',
    window: 'When',
    opening: 'Hours',
    secondsLeft: (seconds) => `${seconds} s left`,
    accept: 'Accept',
    decline: 'Decline',
  },

  opening: {
    open: (until) => `Open today until ${until}`,
    openAllDay: 'Open all day',
    opens: (at) => `Closed for now, opens today at ${at}`,
    closedByNow: 'Closed for the rest of today',
    closedToday: 'Closed today',
  },

  carried: {
    step: (number) => `Step ${number} of 3`,
    goToShop: {
      heading: 'Go to the shop',
      submit: 'I am at the shop',
      window: (span) => `The parcel is ready: ${span}.`,
    },
    pickUp: {
      heading: 'Take the parcel',
      lead: 'Ask the shop for the pickup code.',
      code: 'Pickup code',
      submit: 'I have the parcel',
      unpaid: 'Do not take the parcel yet: the shop first has to pay the trip by phone.',
      opens: 'This page opens by itself once it is paid. Unpaid, the trip is cancelled.',
    },
    handOver: {
      heading: 'Deliver the parcel',
      prepaid: 'Nothing to collect: the parcel is already paid.',
      paid: (amount) => `The customer has paid ${amount}. You can hand over the parcel.`,
      lead: 'Ask the customer for their handover code.',
      code: 'Handover code',
      submit: 'Parcel handed over',
      denied: {
        heading: 'Do not hand over the parcel.',
        text: (amount) =>
          `The shop has not received the ${amount} that the customer says they paid. The customer can pay, or call the shop.`,
      },
      neverMoney: 'Never take money yourself. This page opens by itself once it is paid.',
      closed: {
        NOT_REQUESTED: (amount) =>
          `Do not hand over the parcel yet: the customer has not been asked to pay ${amount} yet.`,
        AWAITING_CUSTOMER: (amount) =>
          `Do not hand over the parcel yet: the customer first has to pay ${amount} by phone.`,
        AWAITING_MERCHANT: (amount) =>
          `Do not hand over the parcel yet: the shop has to confirm that it received ${amount}. If it does not answer, the service decides.`,
        FAILED: (amount) =>
          `Do not hand over the parcel yet: the payment of ${amount} did not go through. The customer can try again.`,
        REFUSED: (amount) =>
          `Do not hand over the parcel yet: the payment of ${amount} was refused. The customer can try again.`,
      },
    },
    fail: {
      open: 'It cannot be handed over',
      legend: 'What went wrong?',
      words: 'Say what, if it is another reason',
      submit: 'Report the failure',
    },
    returnToShop: {
      step: 'Return',
      heading: 'Bring the parcel back to the shop',
      reason: (reason) => `Could not be handed over: ${reason}.`,
      lead: 'The shop gives you a return code once it has taken the parcel back.',
      code: 'Return code',
      submit: 'Parcel returned',
    },
    openMap: 'Open in maps',
    near: (distance, landmark) => `${distance} from ${landmark}, as the crow flies`,
    openArea: 'Open the area in maps',
    roughly: 'Approximate place:',
    askTheWay: 'The door is not known: follow the landmark, and call the customer when you arrive.',
    openWebMap: 'Directions on the web',
    instructions: 'Instructions:',
    fragile: 'Fragile',
  },
  locked: {
    heading: 'This code is locked after too many tries.',
    meanwhile: {
      'pick-up': 'Stay at the shop',
      'hand-over': 'Keep the parcel',
      'bring-back': 'Keep the parcel',
    },
    until: (meanwhile, moment) => `${meanwhile}. You can try again ${moment}.`,
    closed: (meanwhile) => `${meanwhile} and call your Colis manager: only they can unlock it.`,
    sooner: 'Your Colis manager can unlock it at once: call them.',
    opens: 'This page opens by itself as soon as the code is unlocked.',
  },
  leaving: {
    heading: 'You still have a parcel',
    signOut:
      'If you sign out, the parcel stays yours, but this phone no longer shows where to take it or whom to call.',
    goOff: 'Even off duty the parcel stays yours: finish this trip first.',
    stay: 'Back to the parcel',
    signOutAnyway: 'Sign out all the same',
    goOffAnyway: 'Go off duty all the same',
  },
  reach: {
    call: (name) => `Call ${name}`,
    writeTo: (name) => `Write to ${name} by WhatsApp`,
    callSupport: 'Call the manager',
    writeToSupport: 'Write to the manager by WhatsApp',
    help: 'Something wrong?',
    helpLead: (number) => `Your Colis manager answers at ${number}.`,
    about: (reference) => `Delivery ${reference}: `,
  },
  calledBack: {
    heading: 'Delivery cancelled',
    lead: (reference) =>
      `The shop cancelled delivery ${reference}. Bring the parcel back before you take another trip.`,
    submit: 'It is back',
  },
  calledOff: {
    heading: 'Delivery cancelled',
    lead: (reference) => `Delivery ${reference} is cancelled: do not go there any more.`,
    submit: 'I understand',
  },

  done: {
    'go-on-duty': 'You are on duty.',
    'go-off-duty': 'You are off duty.',
    accept: 'The trip is yours.',
    decline: 'Trip declined.',
    arrive: 'Your arrival is noted.',
    problem: 'Noted. Thank you for telling us.',
    'pick-up': 'Parcel taken. Have a good ride!',
    'hand-over': 'Parcel handed over. Thank you!',
    fail: 'Failure reported.',
    'at-customer': 'Noted: you are there.',
    called: 'Call noted.',
    'bring-back': 'Parcel returned. Thank you!',
    'parcel-is-back': 'Noted: the parcel is at the shop. Thank you!',
    'put-away': 'Noted.',
  },
  underWay: 'Your action is under way. The page updates itself.',
  cancelledMeanwhile: 'The shop has cancelled this delivery meanwhile.',
  refused: {
    TRANSITION_REFUSED: 'The delivery has changed meanwhile: this is where it stands.',
    DELIVERY_NOT_FOUND: 'This delivery is not yours, or no longer.',
    PAYMENT_NOT_SETTLED: 'Do not hand over the parcel yet: it is not paid.',
    CODE_CLOSED:
      'This code is locked after too many tries. Call your Colis manager: only they can unlock it.',
  },
  faults: {
    CODE_FORM: 'The code has 4 digits. Check it.',
    REASON_MISSING: 'Choose what went wrong.',
    WORDS_MISSING: 'Say in a few words what went wrong.',
    WORDS_TOO_LONG: 'This is too long: 200 characters at most.',
    PROOF_MISSING: 'Something of this list is still missing.',
  },

  script: {
    sending: 'Sending…',
    uploadWaiting:
      'No connection: the photo will be sent as soon as the network is back. Keep this page open.',
    waiting:
      'No connection. Your action is kept and is sent as soon as the network is back: leave this page open.',
    offline: 'You are offline. What you see may be out of date.',
    dropped: 'An action kept for another courier was not sent.',
    positionDenied:
      'Your position is not shared: allow it in the browser’s settings, to be offered trips and so that customers see you coming.',
    positionUnknown: 'Your phone cannot find its position. Go outdoors.',
  },
  offline: {
    heading: 'No connection',
    lead: 'Check your phone’s network, then try again. Nothing is lost.',
    retry: 'Try again',
  },
  failed: {
    heading: 'That did not work',
    unavailable: 'The service does not answer for the moment. Try again in a few seconds.',
    tooMany: 'Too many requests come from your connection. Try again in a few seconds.',
    misunderstood: 'This page did not understand what it was sent. Go back and try again.',
    fromElsewhere: 'This request does not come from a page of Colis. Open the page yourself.',
    ours: (requestId) => `Something failed on our side. Reference: ${requestId}.`,
    back: 'Back to the courier’s page',
  },
}

export const courierWording: Record<Language, CourierWording> = { fr: french, en: english }

/** Whether a place is open now, in words. */
export function openingText(opening: OpeningState, language: Language): string {
  const wording = courierWording[language].opening
  switch (opening.kind) {
    case 'OPEN':
      return opening.until === null ? wording.openAllDay : wording.open(opening.until)
    case 'OPENS':
      return wording.opens(opening.at)
    case 'CLOSED_BY_NOW':
      return wording.closedByNow
    case 'CLOSED_TODAY':
      return wording.closedToday
  }
}
