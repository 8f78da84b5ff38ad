import { frenchOf } from '../../../../base/kernel/french-of.ts'
import type { Language } from '../../../../base/kernel/language.ts'

type TariffWords = {
  title: (city: string) => string
  columns: { term: string; today: string; toCome: (moment: string) => string; draft: string }
  none: string
  noTariff: string
  terms: Record<string, string>
  kilometres: (km: string) => string
  percent: (share: string) => string
  surcharge: (flat: string, perKm: string) => string
  night: (from: string, to: string) => string
  draft: {
    title: string
    begin: string
    change: string
    lead: string
    savedBy: (who: string, at: string) => string
  }
  form: {
    base: string
    surcharges: string
    surchargesHint: string
    flat: (name: string) => string
    perKm: (name: string) => string
    nightHint: string
    nightFrom: string
    nightTo: string
    fees: string
    fault: string
    save: string
    discard: string
  }
  put: {
    title: string
    now: string
    nowButton: string
    at: string
    atHint: (zone: string) => string
    atButton: string
    lead: string
    atFault: string
  }
  toCome: { title: string; lead: (moment: string) => string; withdraw: string }
  undo: { title: string; lead: (version: number) => string; button: (version: number) => string }
  history: {
    title: string
    version: (version: number) => string
    at: (who: string, at: string) => string
    scheduled: (at: string) => string
    withdrawn: (who: string, at: string) => string
    restores: (version: number) => string
    current: string
    older: string
    newest: string
  }
  terminal: string
  someone: string
  trial: {
    link: string
    title: (city: string) => string
    back: string
    lead: string
    from: string
    to: string
    zone: string
    noZone: string
    point: string
    pointHint: string
    size: string
    fragile: string
    at: string
    rain: string
    demand: string
    button: string
    fromFault: string
    toFault: string
    atFault: string
    today: string
    draft: string
    difference: string
    line: string
    price: string
    shop: string
    distance: (distance: string) => string
    rule: Record<'DISTANCE' | 'ZONE_PAIR' | 'ZONE_MEDIAN' | 'HALF_RADIUS', string>
    past: string
    pastLead: (trips: number, leftOut: number) => string
    noPast: string
    dearer: string
    cheaper: string
    same: string
    sum: string
    median: string
    mostDearer: string
    mostCheaper: string
    spread: string
    between: (from: string, to: string) => string
    betweenHint: string
    of: (reference: string) => string
    count: (count: number) => string
  }
  done: Record<string, string>
}

export const tariffWording: Record<Language, TariffWords> = {
  fr: {
    title: (city) => `Tarif ${frenchOf(city)}`,
    columns: { term: '', today: 'En vigueur', toCome: (moment) => `Dès le ${moment}`, draft: 'Brouillon' },
    none: '–',
    noTariff:
      'Cette ville n’a pas encore de tarif : elle n’est pas desservie. Écrivez un brouillon et mettez-le en vigueur.',
    terms: {
      baseFcfa: 'Prix de base',
      includedKm: 'Distance comprise',
      perKmFcfa: 'Chaque kilomètre de plus',
      stepFcfa: 'Arrondi au multiple supérieur de',
      LARGE_PARCEL: 'Grand colis',
      FRAGILE: 'Fragile',
      NIGHT: 'Nuit',
      RAIN: 'Pluie',
      HIGH_DEMAND: 'Forte demande',
      night: 'Heures de nuit',
      collectionPercent: 'Frais d’encaissement',
      collectionMinimumFcfa: 'Encaissement, au moins',
      cancellationFeeFcfa: 'Annulation, livreur à la boutique',
      returnFeeFcfa: 'Retour du colis',
    },
    kilometres: (km) => `${km} km`,
    percent: (share) => `${share} %`,
    surcharge: (flat, perKm) => `${flat} + ${perKm} par km`,
    night: (from, to) => `de ${from} à ${to}`,
    draft: {
      title: 'Brouillon',
      begin: 'Préparer un nouveau tarif',
      change: 'Modifier le brouillon',
      lead: 'Un brouillon ne change aucun prix. Essayez-le, puis mettez-le en vigueur.',
      savedBy: (who, at) => `Enregistré par ${who}, ${at}.`,
    },
    form: {
      base: 'La course',
      surcharges: 'Suppléments',
      surchargesHint: 'Un montant fixe, et un montant par kilomètre commencé. Vide : pas de supplément.',
      flat: (name) => `${name}, fixe`,
      perKm: (name) => `${name}, par km`,
      nightHint: 'L’heure du début en est, celle de la fin n’en est plus. Vide : pas de nuit.',
      nightFrom: 'La nuit, de',
      nightTo: 'à',
      fees: 'Frais',
      fault: 'Ce n’est pas une valeur possible.',
      save: 'Enregistrer le brouillon',
      discard: 'Jeter le brouillon',
    },
    put: {
      title: 'Mettre en vigueur',
      lead: 'Les courses déjà commandées gardent leur prix.',
      now: 'Tout de suite',
      nowButton: 'Mettre en vigueur maintenant',
      at: 'À partir de',
      atHint: (zone) =>
        `Heure de la ville (${zone}). Un retrait prévu après ce moment se paie au nouveau tarif.`,
      atButton: 'Programmer',
      atFault: 'Donnez un jour et une heure.',
    },
    toCome: {
      title: 'Tarif à venir',
      lead: (moment) => `Il entre en vigueur de lui-même le ${moment}.`,
      withdraw: 'Retirer ce tarif',
    },
    undo: {
      title: 'Revenir en arrière',
      lead: (version) =>
        `Les prix de la version ${version} reviennent tout de suite, comme une nouvelle version. Les courses déjà commandées gardent leur prix.`,
      button: (version) => `Revenir à la version ${version}`,
    },
    history: {
      title: 'Historique',
      version: (version) => `Version ${version}`,
      at: (who, at) => `${who}, ${at}`,
      scheduled: (at) => `prévue pour le ${at}`,
      withdrawn: (who, at) => `retirée par ${who}, ${at}`,
      restores: (version) => `reprend la version ${version}`,
      current: 'en vigueur',
      older: 'Plus anciennes',
      newest: 'Les plus récentes',
    },
    terminal: 'le service',
    someone: 'quelqu’un',
    trial: {
      link: 'Essayer le brouillon',
      title: (city) => `Essai du brouillon pour ${city}`,
      back: 'Tarif',
      lead: 'Ce que le brouillon changerait, calculé comme les vrais prix.',
      from: 'Départ',
      to: 'Arrivée',
      zone: 'zone',
      noZone: 'Une position, ci-dessous',
      point: 'position',
      pointHint: 'Par exemple 6.3703, 2.3912, ou un lien de carte. Elle passe avant la zone.',
      size: 'Taille',
      fragile: 'Fragile',
      at: 'Moment',
      rain: 'Il pleut',
      demand: 'Forte demande',
      button: 'Calculer',
      fromFault: 'Choisissez une zone ou donnez une position.',
      toFault: 'Cette position ne se lit pas.',
      atFault: 'Cette date ou cette heure n’existe pas.',
      today: 'En vigueur',
      draft: 'Brouillon',
      difference: 'Écart',
      line: 'En FCFA',
      price: 'Prix',
      shop: 'Remise',
      distance: (distance) => `Distance : ${distance}.`,
      rule: {
        DISTANCE: 'Base selon la distance.',
        ZONE_PAIR: 'Base propre à cette paire de zones.',
        ZONE_MEDIAN: 'Estimation : médiane vers toutes les zones de la ville.',
        HALF_RADIUS: 'Estimation : la moitié du rayon de la ville.',
      },
      past: 'Les dernières courses livrées',
      pastLead: (trips, leftOut) =>
        `${trips === 1 ? 'Une course' : `${trips.toLocaleString('fr')} courses`}, chacune avec son colis, sa distance, son heure et sa météo ; zones et remises d’aujourd’hui.${leftOut === 0 ? '' : ` ${leftOut} de plus hors de la zone desservie.`}`,
      noPast: 'Aucune course livrée à comparer.',
      dearer: 'Plus chères',
      cheaper: 'Moins chères',
      same: 'Au même prix',
      sum: 'En tout',
      median: 'Écart médian',
      mostDearer: 'La plus forte hausse',
      mostCheaper: 'La plus forte baisse',
      spread: 'Écarts',
      between: (from, to) => `${from} à ${to}`,
      betweenHint: 'En FCFA, la seconde borne non comprise.',
      of: (reference) => `(${reference})`,
      count: (count) => String(count),
    },
    done: {
      saved: 'Le brouillon est enregistré. Aucun prix n’a changé.',
      discarded: 'Le brouillon est jeté.',
      'in-force': 'Le nouveau tarif est en vigueur.',
      scheduled: 'Le nouveau tarif est programmé.',
      withdrawn: 'Le tarif prévu est retiré.',
      restored: 'Les anciens prix sont revenus.',
    },
  },
  en: {
    title: (city) => `Tariff of ${city}`,
    columns: { term: '', today: 'In force', toCome: (moment) => `From ${moment}`, draft: 'Draft' },
    none: '–',
    noTariff: 'This city has no tariff yet, so it is not served. Write a draft and put it in force.',
    terms: {
      baseFcfa: 'Base price',
      includedKm: 'Distance included',
      perKmFcfa: 'Each further kilometre',
      stepFcfa: 'Rounded up to a multiple of',
      LARGE_PARCEL: 'Large parcel',
      FRAGILE: 'Fragile',
      NIGHT: 'Night',
      RAIN: 'Rain',
      HIGH_DEMAND: 'High demand',
      night: 'Hours of the night',
      collectionPercent: 'Collection fee',
      collectionMinimumFcfa: 'Collection fee, at least',
      cancellationFeeFcfa: 'Cancelling, courier at the shop',
      returnFeeFcfa: 'Bringing the parcel back',
    },
    kilometres: (km) => `${km} km`,
    percent: (share) => `${share} %`,
    surcharge: (flat, perKm) => `${flat} + ${perKm} a km`,
    night: (from, to) => `from ${from} to ${to}`,
    draft: {
      title: 'Draft',
      begin: 'Prepare a new tariff',
      change: 'Change the draft',
      lead: 'A draft changes no price. Try it, then put it in force.',
      savedBy: (who, at) => `Saved by ${who}, ${at}.`,
    },
    form: {
      base: 'The trip',
      surcharges: 'Surcharges',
      surchargesHint: 'A flat amount, and an amount for each started kilometre. Empty: no surcharge.',
      flat: (name) => `${name}, flat`,
      perKm: (name) => `${name}, a km`,
      nightHint: 'Its start belongs to it, its end does not. Empty: no night.',
      nightFrom: 'Night, from',
      nightTo: 'to',
      fees: 'Fees',
      fault: 'This is no possible value.',
      save: 'Save the draft',
      discard: 'Throw the draft away',
    },
    put: {
      title: 'Put in force',
      lead: 'Deliveries already ordered keep their price.',
      now: 'At once',
      nowButton: 'Put in force now',
      at: 'From',
      atHint: (zone) => `Time of the city (${zone}). A pickup planned after this moment costs the new price.`,
      atButton: 'Schedule',
      atFault: 'Give a day and a time.',
    },
    toCome: {
      title: 'Tariff to come',
      lead: (moment) => `It comes into force by itself on ${moment}.`,
      withdraw: 'Withdraw this tariff',
    },
    undo: {
      title: 'Go back',
      lead: (version) =>
        `The prices of version ${version} come back at once, as a new version. Deliveries already ordered keep their price.`,
      button: (version) => `Go back to version ${version}`,
    },
    history: {
      title: 'History',
      version: (version) => `Version ${version}`,
      at: (who, at) => `${who}, ${at}`,
      scheduled: (at) => `scheduled for ${at}`,
      withdrawn: (who, at) => `withdrawn by ${who}, ${at}`,
      restores: (version) => `brings back version ${version}`,
      current: 'in force',
      older: 'Older ones',
      newest: 'The newest',
    },
    terminal: 'the service',
    someone: 'somebody',
    trial: {
      link: 'Try the draft',
      title: (city) => `Trial of the draft, ${city}`,
      back: 'Tariff',
      lead: 'What the draft changes, worked out as real quotes are.',
      from: 'From',
      to: 'To',
      zone: 'zone',
      noZone: 'A position, below',
      point: 'position',
      pointHint: 'Such as 6.3703, 2.3912, or the link of a map. It goes before the zone.',
      size: 'Size',
      fragile: 'Fragile',
      at: 'Moment',
      rain: 'It rains',
      demand: 'High demand',
      button: 'Work it out',
      fromFault: 'Choose a zone or give a position.',
      toFault: 'This position cannot be read.',
      atFault: 'There is no such moment.',
      today: 'In force',
      draft: 'Draft',
      difference: 'Difference',
      line: 'In FCFA',
      price: 'Price',
      shop: 'Discount',
      distance: (distance) => `Distance: ${distance}.`,
      rule: {
        DISTANCE: 'Base by distance.',
        ZONE_PAIR: 'This pair of zones has its own base.',
        ZONE_MEDIAN: 'Estimate: the median to all zones of the city.',
        HALF_RADIUS: 'Estimate: half the radius of the city.',
      },
      past: 'The last delivered trips',
      pastLead: (trips, leftOut) =>
        `${trips === 1 ? 'One trip' : `${trips.toLocaleString('en')} trips`}, each with its parcel, distance, hour and weather; zones and discounts are today’s.${leftOut === 0 ? '' : ` ${leftOut} more are no longer served.`}`,
      noPast: 'No delivered trip to compare.',
      dearer: 'Dearer',
      cheaper: 'Cheaper',
      same: 'Same price',
      sum: 'In all',
      median: 'Median difference',
      mostDearer: 'The largest rise',
      mostCheaper: 'The largest fall',
      spread: 'Differences',
      between: (from, to) => `${from} to ${to}`,
      betweenHint: 'In FCFA, the second bound not included.',
      of: (reference) => `(${reference})`,
      count: (count) => String(count),
    },
    done: {
      saved: 'The draft is saved. No price has changed.',
      discarded: 'The draft is thrown away.',
      'in-force': 'The new tariff is in force.',
      scheduled: 'The new tariff is scheduled.',
      withdrawn: 'The tariff to come is withdrawn.',
      restored: 'The former prices are back.',
    },
  },
}
