import type { PromoBearer } from '../../../../base/contract/vocabulary.ts'
import type { Language } from '../../../../base/kernel/language.ts'
import type { OperationsText } from '../../operations-words.ts'

type PromoWords = {
  uses: (uses: number, max: number | null) => string
  cost: (amount: string, bearer: PromoBearer) => string
}

export const promoWording: Record<Language, PromoWords> = {
  fr: {
    uses: (uses, max) => `${uses} ${uses > 1 ? 'usages' : 'usage'}${max === null ? '' : ` sur ${max}`}`,
    cost: (amount, bearer) => `a coûté ${amount}${bearer === 'SHOP' ? ' aux boutiques' : ''}`,
  },
  en: {
    uses: (uses, max) => (max === null ? `${uses} ${uses === 1 ? 'use' : 'uses'}` : `${uses} of ${max} uses`),
    cost: (amount, bearer) => `cost ${bearer === 'SHOP' ? 'shops ' : ''}${amount}`,
  },
}

export const promoStates: Record<'USABLE' | 'NOT_STARTED' | 'EXPIRED' | 'EXHAUSTED', OperationsText> = {
  USABLE: 'usable',
  NOT_STARTED: 'to come',
  EXPIRED: 'ended',
  EXHAUSTED: 'used up',
}

export const promoTermsBearers: Record<PromoBearer, OperationsText> = {
  SERVICE: 'the service#bearers',
  SHOP: 'shops',
}

export const promoFaults = {
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
} as const

export const promoDone: Record<string, OperationsText> = {
  created: 'The code is created.',
  ended: 'The code is ended.',
}
