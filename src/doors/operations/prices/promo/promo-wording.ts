import type { PromoBearer } from '../../../../base/contract/vocabulary.ts'
import type { Language } from '../../../../base/kernel/language.ts'

type PromoWords = {
  title: string
  lead: string
  none: string
  add: string
  more: string
  first: string
  newTitle: string
  states: Record<'USABLE' | 'NOT_STARTED' | 'EXPIRED' | 'EXHAUSTED', string>
  uses: (uses: number, max: number | null) => string
  released: (count: number) => string
  cost: (amount: string, bearer: PromoBearer) => string
  terms: {
    takes: string
    city: string
    everyCity: string
    minimum: string
    from: string
    to: string
    uses: string
    cost: string
    costHint: (deliveries: number) => string
    perShop: string
    perCustomer: string
    bearer: string
    bearers: Record<PromoBearer, string>
    shops: string
    everyShop: string
    bounded: (uses: number) => string
  }
  byShop: string
  deliveries: (count: number) => string
  end: string
  endLead: string
  fields: {
    code: string
    codeHint: string
    kind: string
    percent: string
    amount: string
    value: string
    startsAt: string
    endsAt: string
    momentHint: (zone: string) => string
    maxUses: string
    empty: string
    city: string
    minimumTrip: string
    maxUsesPerShop: string
    maxUsesPerCustomer: string
    perCustomerHint: string
    bearer: string
    bearerHint: string
    shops: string
    shopsHint: string
    create: string
  }
  faults: Record<
    | 'code'
    | 'value'
    | 'startsAt'
    | 'endsAt'
    | 'maxUses'
    | 'maxUsesPerShop'
    | 'maxUsesPerCustomer'
    | 'city'
    | 'minimumTrip'
    | 'shops',
    string
  >
  done: Record<string, string>
}

export const promoWording: Record<Language, PromoWords> = {
  fr: {
    title: 'Codes promo',
    lead: 'Le coût d’un code est la somme des remises des courses livrées ou en cours, à la charge du service ou des boutiques.',
    none: 'Aucun code promo.',
    add: 'Nouveau code',
    more: 'Codes suivants',
    first: 'Au début',
    newTitle: 'Nouveau code promo',
    states: { USABLE: 'utilisable', NOT_STARTED: 'à venir', EXPIRED: 'terminé', EXHAUSTED: 'épuisé' },
    uses: (uses, max) => `${uses} ${uses > 1 ? 'usages' : 'usage'}${max === null ? '' : ` sur ${max}`}`,
    released: (count) => (count > 1 ? `${count} rendus` : `${count} rendu`),
    cost: (amount, bearer) => `a coûté ${amount}${bearer === 'SHOP' ? ' aux boutiques' : ''}`,
    terms: {
      takes: 'Remise',
      city: 'Ville',
      everyCity: 'toutes',
      minimum: 'Course d’au moins',
      from: 'Dès le',
      to: 'Jusqu’au',
      uses: 'Usages',
      cost: 'Coût',
      perShop: 'Par boutique, au plus',
      perCustomer: 'Par client, au plus',
      bearer: 'À la charge',
      bearers: { SERVICE: 'du service', SHOP: 'des boutiques' },
      shops: 'Boutiques',
      everyShop: 'toutes',
      costHint: (deliveries) => (deliveries > 1 ? `${deliveries} courses` : `${deliveries} course`),
      bounded: (uses) => `Calculé sur ${uses} usages seulement.`,
    },
    byShop: 'Par boutique',
    deliveries: (count) => (count > 1 ? `${count} courses` : `${count} course`),
    end: 'Mettre fin à ce code',
    endLead: 'Plus personne ne pourra s’en servir. Les courses qui en ont profité gardent leur remise.',
    fields: {
      code: 'Code',
      codeHint: 'Majuscules ou minuscules, peu importe.',
      kind: 'Remise',
      percent: 'un pourcentage',
      amount: 'un montant en FCFA',
      value: 'De combien',
      startsAt: 'Utilisable à partir de',
      endsAt: 'Jusqu’à',
      momentHint: (zone) => `À l’heure du fuseau ${zone}. Vide : sans limite.`,
      maxUses: 'Nombre d’usages, au plus',
      empty: 'Vide : sans limite.',
      city: 'Ville',
      minimumTrip: 'Pour une course d’au moins (FCFA)',
      maxUsesPerShop: 'Par boutique, au plus',
      maxUsesPerCustomer: 'Par client, au plus',
      perCustomerHint: 'Un client est un numéro de téléphone. Vide : sans limite.',
      bearer: 'La remise est à la charge',
      bearerHint: 'Les boutiques ne paient que les codes qui les nomment.',
      shops: 'Pour ces boutiques seulement',
      shopsHint: 'Une par ligne : son nom ou son identifiant. Vide : toutes les boutiques.',
      create: 'Créer le code',
    },
    faults: {
      code: 'De 1 à 40 signes, sur une ligne.',
      value: 'Un pourcentage de 1 à 100, ou un montant de 1 à 1 000 000.',
      startsAt: 'Ce moment ne se lit pas.',
      endsAt: 'Ce moment ne se lit pas.',
      maxUses: 'Un nombre entier d’au moins 1.',
      maxUsesPerShop: 'Un nombre entier d’au moins 1.',
      maxUsesPerCustomer: 'Un nombre entier d’au moins 1.',
      shops:
        'Nommez de 1 à 200 boutiques si elles paient la remise. Une ligne ne correspond à aucune boutique, ou à plusieurs : mettez alors l’identifiant.',
      city: 'Cette ville n’existe pas.',
      minimumTrip: 'Un montant de 1 à 1 000 000.',
    },
    done: { created: 'Le code est créé.', ended: 'Le code est terminé.' },
  },
  en: {
    title: 'Promo codes',
    lead: 'What a code costs is the sum of its discounts on trips delivered or under way, borne by the service or by shops.',
    none: 'No promo code.',
    add: 'New code',
    more: 'Next codes',
    first: 'To the start',
    newTitle: 'New promo code',
    states: { USABLE: 'usable', NOT_STARTED: 'to come', EXPIRED: 'ended', EXHAUSTED: 'used up' },
    uses: (uses, max) => (max === null ? `${uses} ${uses === 1 ? 'use' : 'uses'}` : `${uses} of ${max} uses`),
    released: (count) => `${count} given back`,
    cost: (amount, bearer) => `cost ${bearer === 'SHOP' ? 'shops ' : ''}${amount}`,
    terms: {
      takes: 'Discount',
      city: 'City',
      everyCity: 'all',
      minimum: 'Trip of at least',
      from: 'From',
      to: 'Until',
      uses: 'Uses',
      cost: 'Cost',
      perShop: 'For each shop, at most',
      perCustomer: 'For each customer, at most',
      bearer: 'Borne by',
      bearers: { SERVICE: 'the service', SHOP: 'shops' },
      shops: 'Shops',
      everyShop: 'all',
      costHint: (deliveries) => (deliveries === 1 ? '1 trip' : `${deliveries} trips`),
      bounded: (uses) => `Worked out over ${uses} uses only.`,
    },
    byShop: 'By shop',
    deliveries: (count) => (count === 1 ? '1 trip' : `${count} trips`),
    end: 'End this code',
    endLead: 'It can no longer be used from now on. Trips that had it keep their discount.',
    fields: {
      code: 'Code',
      codeHint: 'Capitals and small letters are the same.',
      kind: 'It takes off',
      percent: 'a percentage',
      amount: 'an amount in FCFA',
      value: 'How much',
      startsAt: 'Usable from',
      endsAt: 'Until',
      momentHint: (zone) => `Time of ${zone}. Empty: no limit.`,
      maxUses: 'Uses at most',
      empty: 'Empty: no limit.',
      city: 'For trips of',
      minimumTrip: 'Trip of at least (FCFA)',
      maxUsesPerShop: 'For each shop, at most',
      maxUsesPerCustomer: 'For each customer, at most',
      perCustomerHint: 'A customer is a phone number. Empty: no limit.',
      bearer: 'The discount is borne by',
      bearerHint: 'Shops pay only for codes that name them.',
      shops: 'For these shops alone',
      shopsHint: 'One on a line: its name or its identifier. Empty: all shops.',
      create: 'Create the code',
    },
    faults: {
      code: '1 to 40 signs, on one line.',
      value: 'A percentage from 1 to 100, or an amount from 1 to 1,000,000.',
      startsAt: 'This moment cannot be read.',
      endsAt: 'This moment cannot be read.',
      maxUses: 'A whole number of at least 1.',
      maxUsesPerShop: 'A whole number of at least 1.',
      maxUsesPerCustomer: 'A whole number of at least 1.',
      shops:
        'Name 1 to 200 shops where they bear the discount. A line is the name of no shop, or of several: type the identifier then.',
      city: 'There is no such city.',
      minimumTrip: 'An amount from 1 to 1,000,000.',
    },
    done: { created: 'The code is created.', ended: 'The code is ended.' },
  },
}
