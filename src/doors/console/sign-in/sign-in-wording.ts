import type { CodeAnswer } from '../../../domain/accounts/sign-in-code.ts'
import type { ConsoleText } from '../console-words.ts'

export const codeFaults: Record<Exclude<CodeAnswer, 'RIGHT'>, ConsoleText> = {
  WRONG: 'This code is wrong. Check it and try again.',
  EXPIRED: 'This code is no longer valid. Ask for another.',
  TOO_MANY_TRIES: 'Too many tries. Ask for another code.',
}

export const signInOpenShopFaults = {
  shopName: 'Write the name of the shop, at most 80 characters.',
  city: 'Choose a city of the list.',
  ownerName: 'Write your name, at most 80 characters.',
  name: 'This is neither a phone number of this country nor an e-mail address. Check it, or begin with + and the country code.',
} as const
