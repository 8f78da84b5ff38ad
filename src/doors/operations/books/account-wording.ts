import type { Language } from '../../../base/kernel/language.ts'
import type { AccountKind } from '../../../domain/money/ledger/ledger-account.ts'
import type { MoneyPlace } from '../../../domain/money/settlement/money-move.ts'
import type { DayAccount } from '../../../domain/money/statements/service/money-day.ts'
import { type OperationsText, speak } from '../operations-words.ts'
import { providerAccountText } from '../provider-account-text.ts'

/** What each kind of account holds, as the books total it. */
export const booksKinds: Record<AccountKind, OperationsText> = {
  PROVIDER_FLOAT: 'With the mobile money provider',
  CASH: 'In the till',
  BANK: 'At the bank',
  COMPANY_FUNDS: 'Put in by the company, less what it took out',
  MONEY_SENT: 'Being sent',
  CUSTOMER_MONEY: 'To customers, until the parcel is handed over',
  SUSPENSE: 'Waiting for an explanation',
  SHOP_SALES: 'To shops, for their sales',
  SHOP_FEES: 'By shops, for trips and fees',
  COURIER_EARNINGS: 'To couriers',
  TRIP_REVENUE: 'Trips, before discounts',
  COLLECTION_REVENUE: 'Collection fees',
  CANCELLATION_REVENUE: 'Cancellation fees',
  RETURN_REVENUE: 'Return fees',
  WAITING_REVENUE: 'Waiting fees',
  DISCOUNTS: 'Discounts given',
  PROVIDER_FEES: 'Kept by mobile-money operators',
  COURIER_PAY: 'Pay of couriers',
  VAT_COLLECTED: 'To the state, VAT collected',
}

/** The company's own places of money. */
export const ownPlaceNames = {
  CASH: 'Till',
  BANK: 'Bank',
  COMPANY_FUNDS: 'Put in or taken out by the company',
  SUSPENSE: 'Waiting for an explanation',
} as const

/** A place of money as people read it. */
export const placeName = ({ kind, owner }: MoneyPlace, language: Language): string =>
  kind === 'PROVIDER_FLOAT' ? providerAccountText(owner, language) : speak(language)(ownPlaceNames[kind])

/** An account with money in it on a day, as people read it. */
export function dayAccountName({ kind, owner }: DayAccount, language: Language): string {
  if (kind !== 'MONEY_SENT') return placeName({ kind, owner }, language)
  return speak(language)('Being sent, {provider}', { provider: providerAccountText(owner, language) })
}
