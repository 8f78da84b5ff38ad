import { ApiError, type ErrorParams } from '../../base/contract/errors.ts'
import type { DeliveryStatus, PaymentStatus, VehicleType } from '../../base/contract/vocabulary.ts'
import { amountText, distanceText, openingText } from '../../base/kernel/figure-text.ts'
import type { Language } from '../../base/kernel/language.ts'
import { boundsText } from '../../domain/payments/collecting.ts'
import type { Sighting } from './courier-sighting.ts'
import type { CityPause, CustomerPayment } from './customer-view.ts'
import type { PositionFault } from './position-form.ts'

/** Everything the customer's page says, in both languages. */

type PaymentWords = Record<PaymentStatus, (amount: string, shop: string, isSecure: boolean) => string>

const french = {
  otherLanguage: { code: 'en', name: 'English' },
  title: (shop: string) => `Votre colis – ${shop}`,
  reference: (reference: string) => `Livraison ${reference}`,
  greeting: (name: string) => `Bonjour ${name}`,

  asking: {
    heading: 'Où livrer votre colis ?',
    lead: (shop: string) =>
      `${shop} a un colis pour vous. Dites-nous où vous êtes, et un livreur vous l’apporte.`,
    here: 'Je suis ici',
    searching: 'Nous cherchons votre position…',
    found: 'Position trouvée, à ACCURACY près.',
    foundRoughly:
      'Position trouvée, mais à ACCURACY près seulement. Touchez votre porte sur la carte, ou écrivez un repère plus bas.',
    notFound: 'Votre téléphone ne donne pas sa position. Touchez la carte, ou écrivez la position plus bas.',
    placed: 'Le point est posé. Vous pouvez encore le déplacer.',
    placedRoughly:
      'Le point est encore approximatif. Touchez de nouveau l’endroit, plus près, ou écrivez un repère plus bas.',
    map: 'Carte : touchez l’endroit où livrer',
    mapHint: 'Ou touchez la carte, plusieurs fois pour vous approcher : le point se pose sur votre porte.',
    pin: 'Où livrer',
    writing: 'Écrire ou coller une position',
    position: 'Position',
    positionHint: 'Par exemple 6.3654, 2.4183, un Plus Code comme 9C89+58, ou un lien Google Maps.',
    writingOrZone: 'Écrire une position ou choisir un quartier',
    zone: 'Ou votre quartier',
    noZone: 'Choisir dans la liste',
    zoneHint: 'Écrivez alors un repère plus bas : c’est lui qui guide le livreur.',
    landmark: 'Un repère pour le livreur',
    landmarkHint: 'Par exemple : portail bleu, en face de la pharmacie.',
    submit: 'Voir le prix',
    submitPaid: 'Continuer',
  },

  faults: {
    POSITION_MISSING: 'Il manque votre position. Écrivez-la, par exemple 6.3654, 2.4183.',
    POSITION_OR_ZONE_MISSING:
      'Il manque l’endroit où livrer. Donnez une position, ou choisissez votre quartier et écrivez un repère.',
    POSITION_UNREADABLE: 'Nous ne lisons pas cette position. Écrivez deux nombres, comme 6.3654, 2.4183.',
    POSITION_SHORT_LINK:
      'Ce lien court ne contient pas la position. Ouvrez-le, appuyez longtemps sur l’endroit et copiez ici les deux nombres qui s’affichent. Vous pouvez aussi toucher la carte, ou choisir votre quartier.',
    LANDMARK_MISSING:
      'Il manque un repère. Un quartier est grand : dites au livreur à quoi il reconnaît votre porte.',
    LANDMARK_MISSING_ROUGH:
      'Il manque un repère. Cette position est approximative : dites au livreur à quoi il reconnaît votre porte.',
    LANDMARK_TOO_LONG: 'Ce repère est trop long : 160 caractères au plus.',
    LANDMARK_UNREADABLE: 'Ce repère contient des signes que nous ne lisons pas.',
  } satisfies Record<PositionFault, string>,
  outOfZone: (zone: string | null, distance: string | null) =>
    `Nous ne livrons pas encore à cet endroit.${
      zone && distance ? ` La zone la plus proche est ${zone}, à ${distance}.` : ''
    }`,
  farAway: (city: string) => `Cet endroit est hors de la zone desservie. Ce colis se livre à ${city}.`,
  otherCity: (pickup: string, dropoff: string) =>
    `Cet endroit est à ${dropoff} et le colis part de ${pickup} : nous livrons dans une seule ville à la fois.`,
  notPriced: 'Nous ne pouvons pas calculer le prix pour le moment. Contactez la boutique.',
  notPayable: (amount: string, range: string) =>
    `Pour cet endroit, il y aurait ${amount} à payer, et par mobile money on paie de ${range} en une fois. Appelez la boutique pour la suite.`,

  /** Said of a place that names no door. */
  approximate: 'approximatif',

  place: {
    heading: 'On livre ici',
    colon: ' :',
    changedTooOften: (shop: string) =>
      `Cette livraison a trop souvent changé d’endroit. Appelez ${shop} pour la suite.`,
  },

  confirming: {
    heading: 'On livre ici ?',
    priceChanged: 'Le prix vient de changer. Regardez-le avant de confirmer.',
    map: 'Carte : où nous livrons',
    place: 'Position',
    zone: 'Quartier',
    byLandmark: 'Le livreur vous trouvera grâce à ce repère, et peut vous appeler.',
    landmark: 'Repère',
    noLandmark: 'aucun',
    submit: 'Oui, livrez ici',
    back: 'Changer',
  },

  price: {
    delivery: 'Livraison',
    estimate: (amount: string) => `environ ${amount}`,
    estimateHint: 'Le prix exact s’affiche avant que vous confirmiez.',
    byShop: (amount: string) => `${amount}, payée par la boutique`,
    goods: 'Achats',
    alreadyPaid: 'déjà payée',
    toPay: 'À payer',
    nothing: 'rien',
  },

  status: {
    AWAITING_LOCATION: { heading: 'Où livrer votre colis ?', text: () => '' },
    SEARCHING_COURIER: {
      heading: 'Nous cherchons un livreur',
      text: () => 'C’est noté, nous savons où livrer. Vous n’avez plus rien à faire pour le moment.',
    },
    ASSIGNED: {
      heading: 'Un livreur va chercher votre colis',
      text: (shop: string) => `Il passe chez ${shop}, puis il vient chez vous.`,
    },
    IN_TRANSIT: { heading: 'Votre colis est en route', text: () => 'Gardez votre téléphone près de vous.' },
    DELIVERED: { heading: 'Votre colis est livré', text: () => 'Merci, et à bientôt !' },
    FAILED: {
      heading: 'Le colis n’a pas pu être remis',
      text: (shop: string) => `Le livreur rapporte le colis à la boutique. Contactez ${shop} pour la suite.`,
    },
    RETURNED: {
      heading: 'Le colis est revenu à la boutique',
      text: (shop: string) => `Contactez ${shop} si vous l’attendez encore.`,
    },
    CANCELLED: {
      heading: 'La livraison est annulée',
      text: (shop: string) => `Pour toute question, contactez ${shop}.`,
    },
    EXPIRED: {
      heading: 'La livraison n’a pas eu lieu',
      text: (shop: string) => `Contactez ${shop} si vous voulez encore votre colis.`,
    },
  } satisfies Record<DeliveryStatus, { heading: string; text: (shop: string) => string }>,

  /** A reason in the shop's own words. */
  shopSays: (shop: string, words: string) => `${shop} l’a annulée : « ${words} ».`,

  contact: {
    heading: 'Besoin d’aide ?',
    service: 'Service de livraison',
    write: (name: string) => `Écrire par WhatsApp : ${name}`,
    about: (reference: string) => `Bonjour, c’est au sujet de la livraison ${reference}.`,
  },

  /** In place of the search, for a parcel that is to be fetched at a time. */
  scheduled: {
    heading: 'Votre livraison est prévue',
    text: (shop: string, span: string) =>
      `Le livreur prend le colis chez ${shop} : ${span}. Puis il vient chez vous.`,
  },

  /** While the city is closed; `when` reads like “demain à 8 h”. */
  pause: {
    heading: (when: string) => `La livraison reprend ${when}`,
    text: 'C’est noté, nous savons où livrer. Nous cherchons un livreur dès l’ouverture : vous n’avez plus rien à faire.',
    asking: (city: string, when: string) =>
      `Les livraisons à ${city} sont fermées en ce moment. Elles reprennent ${when}. Dites-nous déjà où vous êtes : nous cherchons un livreur dès l’ouverture.`,
    unplanned: (city: string, shop: string) =>
      `Les livraisons à ${city} sont fermées en ce moment. Demandez à ${shop} quand elles reprennent.`,
  },

  steps: ['Position', 'Livreur', 'En route', 'Livré'],

  courier: {
    heading: 'Votre livreur',
    call: (name: string) => `Appeler ${name}`,
    map: 'Carte : où est votre livreur',
    here: 'Vous',
    hereRoughly: 'Votre quartier',
    vehicles: { MOTO: 'moto', TRICYCLE: 'tricycle', CAR: 'voiture' } satisfies Record<VehicleType, string>,
    seen: (distance: string | null, time: string, isRough: boolean) =>
      distance
        ? `Vu à ${time}, à ${distance} de ${isRough ? 'votre quartier' : 'chez vous'}.`
        : `Vu à ${time}.`,
  },

  code: {
    heading: 'Votre code de remise',
    hint: 'Donnez-le au livreur seulement quand vous avez le colis en main.',
  },

  paid: {
    heading: 'Paiement',
    declare: 'J’ai payé la boutique',
    onPage: 'Payer maintenant',
    receipt: 'Reçu de la course (PDF)',
    awaitedOnPage: (amount: string) =>
      `Payez ${amount} par mobile money avec le bouton ci-dessous. Votre code secret, ne le donnez à personne, pas même au livreur. Une fois payé, le livreur vous remet le colis.`,
    returned: {
      heading: 'Retournez à votre livraison',
      text: 'Si vous avez payé, la page de votre livraison le montre dans un instant : rouvrez-la depuis le message reçu. Sinon, vous pouvez y réessayer.',
    },
    denied: (shop: string) =>
      `${shop} n’a pas reçu votre paiement. Vérifiez qu’il est bien parti, et vers le bon numéro.`,
    afterDenial: (amount: string, shop: string) =>
      `Si l’argent n’est pas parti, payez ${amount} à ${shop}, puis dites-le ici. S’il est bien parti, appelez la boutique, le message de votre opérateur sous les yeux. En attendant, le livreur garde le colis ; il ne prend pas d’argent.`,
    declareAgain: 'C’est payé, redemander à la boutique',
    declaredEnough: (shop: string) =>
      `Vous l’avez dit plusieurs fois à ${shop}. Appelez la boutique, le message de votre opérateur sous les yeux : dès qu’elle confirme, le livreur vous remet le colis. En attendant, il le garde ; il ne prend pas d’argent.`,
    call: (shop: string) => `Appeler ${shop}`,
    number: (shop: string) => `Numéro de ${shop} :`,
    copy: 'Copier le numéro',
    copied: 'Numéro copié',
    asked: 'Demande envoyée au',
    askedBefore: 'Paiement demandé au',
    noNumber: (shop: string) => `Demandez à ${shop} sur quel numéro payer.`,
    askAgain: 'Réessayer le paiement',
    askedEnough: (shop: string) =>
      `Nous vous avons demandé ce paiement plusieurs fois. Voyez avec ${shop} pour la suite.`,
    inVain: (amount: string, shop: string, isSecure: boolean) =>
      isSecure
        ? `Vous avez payé ${amount} par mobile money. Cet argent vous sera rendu ; s’il n’arrive pas, voyez avec ${shop}.`
        : `Vous avez payé ${amount} à ${shop} : voyez avec la boutique pour le remboursement.`,
    givenBack: (amount: string) =>
      `Vous aviez payé ${amount} par mobile money : cet argent vous a été rendu.`,
  },
  payer: {
    summary: 'Payer depuis un autre numéro',
    lead: 'Un proche peut payer à votre place, ou vous avec un autre compte. La demande déjà envoyée est d’abord annulée : ne la validez plus.',
    label: 'Numéro qui paie',
    hint: (example: string) => `Par exemple ${example}`,
    provider: 'Payer avec',
    ofNumber: 'L’opérateur de ce numéro',
    refused: 'Ce numéro ne peut pas payer ici. Vérifiez-le, ou prenez-en un autre.',
    submit: 'Envoyer la demande à ce numéro',
    unasked: (amount: string, shop: string) =>
      `Nous ne pouvons pas demander ${amount} à votre numéro. Payez depuis un autre numéro, ou appelez ${shop}. Une fois payé, le livreur vous remet le colis.`,
  },
  payment: {
    NOT_DUE: () => 'Vous n’avez rien à payer à la livraison.',
    NOT_REQUESTED: (amount, shop, isSecure) =>
      isSecure
        ? `À payer : ${amount}, par mobile money. La demande arrive sur votre téléphone quand le livreur a votre colis. Le livreur ne prend pas d’argent.`
        : `À payer : ${amount}, directement à ${shop}, quand le livreur a votre colis. Le livreur ne prend pas d’argent.`,
    AWAITING_CUSTOMER: (amount, shop, isSecure) =>
      isSecure
        ? `Une demande de ${amount} arrive sur votre téléphone. Pour payer, tapez-y votre code secret : ne le donnez à personne, pas même au livreur. Une fois payé, le livreur vous remet le colis.`
        : `Payez ${amount} à ${shop}, puis dites-le ici. Le livreur vous remet le colis une fois payé ; il ne prend pas d’argent.`,
    AWAITING_MERCHANT: (amount) =>
      `Merci. La boutique vérifie qu’elle a bien reçu ${amount}. Dès qu’elle le confirme, le livreur vous remet le colis. Si elle tarde, appelez-la ; sans réponse de sa part, le service de livraison décide.`,
    AWAITING_SENDER: (amount) => `L’expéditeur paie ${amount}. Vous n’avez rien à payer.`,
    PAID: (amount) => `Payé : ${amount}. Merci !`,
    FAILED: (amount) =>
      `Le paiement de ${amount} n’a pas abouti : vérifiez votre solde, ou payez depuis un autre numéro. Une fois payé, le livreur vous remet le colis.`,
    REFUSED: (amount) =>
      `Le paiement de ${amount} a été refusé sur votre téléphone. Une fois payé, le livreur vous remet le colis.`,
  } satisfies PaymentWords,

  offline:
    'Pas de réseau en ce moment : ce que vous voyez peut dater. La page reprend toute seule dès qu’il revient.',
  refresh: 'Actualiser',
  updated: 'Cette page se met à jour toute seule.',

  closed: {
    back: 'Revenir à la livraison',
    CUSTOMER_LINK_INVALID: {
      heading: 'Ce lien ne s’ouvre pas',
      text: 'Il est peut-être incomplet. Rouvrez-le depuis le message que vous avez reçu.',
    },
    CUSTOMER_LINK_OVER: {
      heading: 'Cette page est fermée',
      text: 'La livraison est terminée. Pour toute question, contactez la boutique.',
    },
    RATE_LIMITED: {
      heading: 'Un instant, s’il vous plaît',
      text: 'Trop d’essais à la fois. Réessayez dans quelques secondes.',
    },
    SERVICE_UNAVAILABLE: {
      heading: 'Un instant, s’il vous plaît',
      text: 'Le service se repose quelques secondes. Rien n’est perdu : réessayez.',
    },
    otherwise: {
      heading: 'Cela n’a pas marché',
      text: 'Rouvrez le lien depuis le message que vous avez reçu, puis réessayez.',
    },
  },
}

type Words = Omit<typeof french, 'payment'> & { payment: PaymentWords }

const english: Words = {
  otherLanguage: { code: 'fr', name: 'Français' },
  title: (shop) => `Your parcel – ${shop}`,
  reference: (reference) => `Delivery ${reference}`,
  greeting: (name) => `Hello ${name}`,

  asking: {
    heading: 'Where should we bring your parcel?',
    lead: (shop) => `${shop} has a parcel for you. Tell us where you are and a courier will bring it.`,
    here: 'I am here',
    searching: 'Looking for your position…',
    found: 'Position found, to within ACCURACY.',
    foundRoughly:
      'Position found, but only to within ACCURACY. Tap your door on the map, or write a landmark below.',
    notFound: 'Your phone does not give its position. Tap the map, or type the position below.',
    placed: 'The pin is placed. You can still move it.',
    placedRoughly: 'The pin is still approximate. Tap the place again, closer, or write a landmark below.',
    map: 'Map: tap where to deliver',
    mapHint: 'Or tap the map, several times to come closer: the pin ends up on your door.',
    pin: 'Where to deliver',
    writing: 'Type or paste a position',
    position: 'Position',
    positionHint: 'For example 6.3654, 2.4183, a Plus Code such as 9C89+58, or a Google Maps link.',
    writingOrZone: 'Type a position or choose a neighbourhood',
    zone: 'Or your neighbourhood',
    noZone: 'Choose from the list',
    zoneHint: 'Then write a landmark further down: it is what guides the courier.',
    landmark: 'A landmark for the courier',
    landmarkHint: 'For example: blue gate, opposite the pharmacy.',
    submit: 'See the price',
    submitPaid: 'Continue',
  },

  faults: {
    POSITION_MISSING: 'Your position is missing. Type it, for example 6.3654, 2.4183.',
    POSITION_OR_ZONE_MISSING:
      'The place to deliver to is missing. Give a position, or choose your neighbourhood and write a landmark.',
    POSITION_UNREADABLE: 'We cannot read this position. Type two numbers, such as 6.3654, 2.4183.',
    POSITION_SHORT_LINK:
      'This short link does not hold the position. Open it, press the place for a while and copy the two numbers that appear. You can also tap the map, or choose your neighbourhood.',
    LANDMARK_MISSING:
      'A landmark is missing. A neighbourhood is large: tell the courier how to know your door.',
    LANDMARK_MISSING_ROUGH:
      'A landmark is missing. This position is approximate: tell the courier how to know your door.',
    LANDMARK_TOO_LONG: 'This landmark is too long: at most 160 characters.',
    LANDMARK_UNREADABLE: 'This landmark holds characters that we cannot read.',
  },
  outOfZone: (zone, distance) =>
    `We do not deliver to this place yet.${zone && distance ? ` The nearest zone is ${zone}, ${distance} away.` : ''}`,
  farAway: (city) => `This place is outside the served area. This parcel is delivered in ${city}.`,
  otherCity: (pickup, dropoff) =>
    `This place is in ${dropoff} and the parcel leaves from ${pickup}: we deliver within one city.`,
  notPriced: 'We cannot work out the price at the moment. Please contact the shop.',
  notPayable: (amount, range) =>
    `For this place there would be ${amount} to pay, and by mobile money one pays ${range} at once. Please call the shop.`,

  approximate: 'approximate',

  place: {
    heading: 'We deliver here',
    colon: ':',
    changedTooOften: (shop) => `The place of this delivery was changed too often. Call ${shop} about it.`,
  },

  confirming: {
    heading: 'Deliver here?',
    priceChanged: 'The price has just changed. Look at it before you confirm.',
    map: 'Map: where we deliver',
    place: 'Position',
    zone: 'Neighbourhood',
    byLandmark: 'The courier will find you by this landmark, and may call you.',
    landmark: 'Landmark',
    noLandmark: 'none',
    submit: 'Yes, deliver here',
    back: 'Change',
  },

  price: {
    delivery: 'Delivery',
    estimate: (amount) => `about ${amount}`,
    estimateHint: 'The exact price is shown before you confirm.',
    byShop: (amount) => `${amount}, paid by the shop`,
    goods: 'Goods',
    alreadyPaid: 'already paid',
    toPay: 'To pay',
    nothing: 'nothing',
  },

  status: {
    AWAITING_LOCATION: { heading: 'Where should we bring your parcel?', text: () => '' },
    SEARCHING_COURIER: {
      heading: 'We are looking for a courier',
      text: () => 'We know where to deliver. There is nothing more for you to do right now.',
    },
    ASSIGNED: {
      heading: 'A courier is fetching your parcel',
      text: (shop) => `They go to ${shop}, then they come to you.`,
    },
    IN_TRANSIT: { heading: 'Your parcel is on its way', text: () => 'Keep your phone close to you.' },
    DELIVERED: { heading: 'Your parcel is delivered', text: () => 'Thank you, and see you soon!' },
    FAILED: {
      heading: 'The parcel could not be handed over',
      text: (shop) =>
        `The courier is taking the parcel back to the shop. Please contact ${shop} about what comes next.`,
    },
    RETURNED: {
      heading: 'The parcel is back at the shop',
      text: (shop) => `Please contact ${shop} if you are still waiting for it.`,
    },
    CANCELLED: {
      heading: 'The delivery is cancelled',
      text: (shop) => `If you have a question, please contact ${shop}.`,
    },
    EXPIRED: {
      heading: 'The delivery did not take place',
      text: (shop) => `Please contact ${shop} if you still want your parcel.`,
    },
  },

  shopSays: (shop, words) => `${shop} has cancelled it: “${words}”.`,

  contact: {
    heading: 'Need help?',
    service: 'Delivery service',
    write: (name) => `Write by WhatsApp: ${name}`,
    about: (reference) => `Hello, this is about delivery ${reference}.`,
  },

  scheduled: {
    heading: 'Your delivery is scheduled',
    text: (shop, span) => `The courier fetches the parcel from ${shop}: ${span}. Then they come to you.`,
  },

  pause: {
    heading: (when) => `Deliveries begin again ${when}`,
    text: 'We know where to deliver. We look for a courier as soon as we open: there is nothing more for you to do.',
    asking: (city, when) =>
      `Deliveries in ${city} are closed at the moment. They begin again ${when}. Tell us already where you are: we look for a courier as soon as we open.`,
    unplanned: (city, shop) =>
      `Deliveries in ${city} are closed at the moment. Ask ${shop} when they begin again.`,
  },

  steps: ['Position', 'Courier', 'On its way', 'Delivered'],

  courier: {
    heading: 'Your courier',
    call: (name) => `Call ${name}`,
    map: 'Map: where your courier is',
    here: 'You',
    hereRoughly: 'Your area',
    vehicles: { MOTO: 'motorbike', TRICYCLE: 'tricycle', CAR: 'car' },
    seen: (distance, time, isRough) =>
      distance ? `Seen at ${time}, ${distance} from ${isRough ? 'your area' : 'you'}.` : `Seen at ${time}.`,
  },

  code: {
    heading: 'Your handover code',
    hint: 'Give it to the courier only once you hold the parcel.',
  },

  paid: {
    heading: 'Payment',
    declare: 'I have paid the shop',
    onPage: 'Pay now',
    receipt: 'Receipt of the trip (PDF)',
    awaitedOnPage: (amount) =>
      `Pay ${amount} by mobile money with the button below. Give your secret PIN to nobody, not even to the courier. Once it is paid, the courier hands you the parcel.`,
    returned: {
      heading: 'Go back to your delivery',
      text: 'If you have paid, the page of your delivery shows it in a moment: open it again from the message you received. If not, you can try again there.',
    },
    denied: (shop) =>
      `${shop} has not received your payment. Check that it was sent, and to the right number.`,
    afterDenial: (amount, shop) =>
      `If the money has not left, pay ${amount} to ${shop}, then say so here. If it has, call the shop, with your operator’s message at hand. Meanwhile the courier keeps the parcel; they take no money.`,
    declareAgain: 'It is paid, ask the shop again',
    declaredEnough: (shop) =>
      `You have told ${shop} several times. Call the shop, with your operator’s message at hand: as soon as it confirms, the courier hands you the parcel. Meanwhile they keep it; they take no money.`,
    call: (shop) => `Call ${shop}`,
    number: (shop) => `Number of ${shop}:`,
    copy: 'Copy the number',
    copied: 'Number copied',
    asked: 'Request sent to',
    askedBefore: 'Payment requested from',
    noNumber: (shop) => `Ask ${shop} which number to pay to.`,
    askAgain: 'Try the payment again',
    askedEnough: (shop) =>
      `We have asked you for this payment several times. Please contact ${shop} about what comes next.`,
    inVain: (amount, shop, isSecure) =>
      isSecure
        ? `You paid ${amount} by mobile money. You will get this money back; if it does not come, ask ${shop}.`
        : `You paid ${amount} to ${shop}: ask the shop to give it back.`,
    givenBack: (amount) => `You had paid ${amount} by mobile money: this money was given back to you.`,
  },
  payer: {
    summary: 'Pay from another number',
    lead: 'Somebody close to you can pay instead, or you from another account. The request that was sent is cancelled first: do not approve it any more.',
    label: 'Number that pays',
    hint: (example) => `For example ${example}`,
    provider: 'Pay with',
    ofNumber: 'The operator of this number',
    refused: 'This number cannot pay here. Check it, or take another one.',
    submit: 'Send the request to this number',
    unasked: (amount, shop) =>
      `We cannot ask your number for ${amount}. Pay from another number, or call ${shop}. Once it is paid, the courier hands you the parcel.`,
  },
  payment: {
    NOT_DUE: () => 'You have nothing to pay at delivery.',
    NOT_REQUESTED: (amount, shop, isSecure) =>
      isSecure
        ? `To pay: ${amount}, by mobile money. The request reaches your phone once the courier has your parcel. The courier takes no money.`
        : `To pay: ${amount}, directly to ${shop}, once the courier has your parcel. The courier takes no money.`,
    AWAITING_CUSTOMER: (amount, shop, isSecure) =>
      isSecure
        ? `A request for ${amount} is coming to your phone. To pay, enter your secret PIN there: give it to nobody, not even to the courier. Once it is paid, the courier hands you the parcel.`
        : `Pay ${amount} to ${shop}, then say so here. The courier hands you the parcel once it is paid; they take no money.`,
    AWAITING_MERCHANT: (amount) =>
      `Thank you. The shop is checking that ${amount} has arrived. As soon as it confirms, the courier hands you the parcel. If it takes long, call the shop; if it does not answer, the delivery service decides.`,
    AWAITING_SENDER: (amount) => `The sender pays ${amount}. You have nothing to pay.`,
    PAID: (amount) => `Paid: ${amount}. Thank you!`,
    FAILED: (amount) =>
      `The payment of ${amount} did not go through: check your balance, or pay from another number. Once it is paid, the courier hands you the parcel.`,
    REFUSED: (amount) =>
      `The payment of ${amount} was declined on your phone. Once it is paid, the courier hands you the parcel.`,
  },

  offline:
    'No network at the moment: what you see may be out of date. The page goes on by itself once it is back.',
  refresh: 'Refresh',
  updated: 'This page updates by itself.',

  closed: {
    back: 'Back to the delivery',
    CUSTOMER_LINK_INVALID: {
      heading: 'This link does not open',
      text: 'It may be incomplete. Open it again from the message you received.',
    },
    CUSTOMER_LINK_OVER: {
      heading: 'This page is closed',
      text: 'The delivery is over. If you have a question, contact the shop.',
    },
    RATE_LIMITED: {
      heading: 'One moment, please',
      text: 'Too many tries at once. Try again in a few seconds.',
    },
    SERVICE_UNAVAILABLE: {
      heading: 'One moment, please',
      text: 'The service is resting for a few seconds. Nothing is lost: try again.',
    },
    otherwise: {
      heading: 'That did not work',
      text: 'Open the link again from the message you received, then try again.',
    },
  },
}

export type CustomerWords = Words
export const customerWording: Record<Language, CustomerWords> = { fr: french, en: english }

/** Where the courier is, as the page and its updates say it. */
export function sightingText({ distanceMeters, isRough, time }: Sighting, language: Language): string {
  const distance = distanceMeters === null ? null : distanceText(distanceMeters, language)
  return customerWording[language].courier.seen(distance, time, isRough)
}

/** Where the payment stands, and what the customer can do about it. */
export function paymentText(payment: CustomerPayment, shop: string, language: Language): string {
  const amount = amountText(payment.toPayFcfa, language)
  if (payment.payLink !== null) return customerWording[language].paid.awaitedOnPage(amount)
  if (payment.status === 'FAILED' && payment.canBePaidElsewhere && !payment.wasAsked)
    return customerWording[language].payer.unasked(amount, shop)
  return customerWording[language].payment[payment.status](amount, shop, payment.collection === 'SECURE')
}

/** What a customer reads who paid for a parcel that was not delivered. */
export function paidInVainText(payment: CustomerPayment, shop: string, language: Language): string {
  const amount = amountText(payment.refund?.amountFcfa ?? payment.toPayFcfa, language)
  const words = customerWording[language].paid
  if (payment.refund?.refundedAt) return words.givenBack(amount)
  return words.inVain(amount, shop, payment.collection === 'SECURE')
}

/**
 * Why a place cannot be delivered to, for the person who typed it; undefined when the refusal is not about
 * the place.
 */
export function placeRefusal(error: unknown, language: Language): string | undefined {
  if (!(error instanceof ApiError)) return undefined
  const words = customerWording[language]
  if (error.code === 'CITIES_DIFFER') {
    const { pickupCity, dropoffCity } = error.params as ErrorParams<'CITIES_DIFFER'>
    return words.otherCity(pickupCity, dropoffCity)
  }
  if (error.code === 'PAYMENT_AMOUNT_REFUSED') {
    const { amountFcfa, ...bounds } = error.params as ErrorParams<'PAYMENT_AMOUNT_REFUSED'>
    return words.notPayable(amountText(amountFcfa, language), boundsText(bounds, language) ?? '')
  }
  if (error.code !== 'OUT_OF_ZONE') return undefined
  const { point, nearestZone, distanceMeters, nearestCity, cityDistanceMeters } =
    error.params as ErrorParams<'OUT_OF_ZONE'>
  if (point === 'pickup') return words.notPriced
  if (nearestCity !== null && (cityDistanceMeters ?? 0) > farMeters) return words.farAway(nearestCity)
  return words.outOfZone(nearestZone, distanceMeters === null ? null : distanceText(distanceMeters, language))
}

/** Beyond this the nearest zone helps nobody. */
const farMeters = 50_000

/** When deliveries begin again, for somebody who has yet to say where they are. */
export function pauseText(pause: CityPause, shop: string, language: Language): string {
  const words = customerWording[language].pause
  if (pause.opensAt === null) return words.unplanned(pause.city, shop)
  return words.asking(pause.city, openingText(pause.opensAt, pause, language))
}
