import type { Language } from '../../../base/kernel/language.ts'

const fr = {
  age: (seconds: number) =>
    seconds < 60 ? `${seconds} s` : seconds < 3_600 ? `${Math.round(seconds / 60)} min` : 'plus d’une heure',
}

const en: typeof fr = {
  age: (seconds) =>
    seconds < 60 ? `${seconds} s` : seconds < 3_600 ? `${Math.round(seconds / 60)} min` : 'more than an hour',
}

export const chooseCourierWording: Record<Language, typeof fr> = { fr, en }

export const chooseCourierSubmit = {
  assign: 'Give them the trip',
  reassign: 'Replace the courier',
} as const

export const chooseCourierTitle = {
  assign: 'Choose a courier',
  reassign: 'Choose another courier',
} as const

export const chooseCourierOffers = {
  OPEN: 'asked',
  DECLINED: 'declined this trip',
  EXPIRED: 'did not answer',
} as const
