import type { Currency } from '../../../contract/vocabulary.ts'

/** Whose an account is: a shop's, a courier's, a provider's, or the company's own. */
type AccountOwner = 'SHOP' | 'COURIER' | 'PROVIDER' | 'COMPANY'

/** What a positive balance means: `DEBIT` accounts hold or cost money, `CREDIT` accounts owe or earn it. */
type NormalSide = 'DEBIT' | 'CREDIT'

/**
 * The books of the company, by double entry (decision 196). This folder knows accounts, postings, balances
 * and closed months; what is booked when, and why, is decided by the rooms above it. Every franc that the
 * service holds for others is a balance here:
 * - PROVIDER_FLOAT is what lies on an account with a provider, CASH in the till, BANK at the bank;
 *   COMPANY_FUNDS is what
 *   the company itself put in, less what it took out.
 * - PROVIDER_FEES is what a provider kept of what moved on that account, CUSTOMER_MONEY what customers paid
 *   for parcels that are still on their
 *   way, and what is to be given back to them.
 * - MONEY_SENT is what a provider was told to send, until it says that it did or did not.
 * - SHOP_SALES is owed to the shop, SHOP_FEES by it, COURIER_EARNINGS to the courier.
 * - VAT_COLLECTED is the tax that earnings included, which is the state's (decision 263).
 * - SUSPENSE is what left or came in a way that the books do not know yet.
 */
// biome-ignore format: the table is read by column
export const accountKinds = {
  PROVIDER_FLOAT:       { owner: 'PROVIDER', side: 'DEBIT' },
  CASH:                 { owner: 'COMPANY',  side: 'DEBIT' },
  BANK:                 { owner: 'COMPANY',  side: 'DEBIT' },
  COMPANY_FUNDS:        { owner: 'COMPANY',  side: 'CREDIT' },
  MONEY_SENT:           { owner: 'PROVIDER', side: 'CREDIT' },
  CUSTOMER_MONEY:       { owner: 'COMPANY',  side: 'CREDIT' },
  SHOP_SALES:           { owner: 'SHOP',     side: 'CREDIT' },
  SHOP_FEES:            { owner: 'SHOP',     side: 'DEBIT' },
  COURIER_EARNINGS:     { owner: 'COURIER',  side: 'CREDIT' },
  TRIP_REVENUE:         { owner: 'COMPANY',  side: 'CREDIT' },
  COLLECTION_REVENUE:   { owner: 'COMPANY',  side: 'CREDIT' },
  CANCELLATION_REVENUE: { owner: 'COMPANY',  side: 'CREDIT' },
  RETURN_REVENUE:       { owner: 'COMPANY',  side: 'CREDIT' },
  WAITING_REVENUE:      { owner: 'COMPANY',  side: 'CREDIT' },
  DISCOUNTS:            { owner: 'COMPANY',  side: 'DEBIT' },
  PROVIDER_FEES:        { owner: 'PROVIDER', side: 'DEBIT' },
  COURIER_PAY:          { owner: 'COMPANY',  side: 'DEBIT' },
  VAT_COLLECTED:        { owner: 'COMPANY',  side: 'CREDIT' },
  SUSPENSE:             { owner: 'COMPANY',  side: 'DEBIT' },
} as const satisfies Record<string, { owner: AccountOwner; side: NormalSide }>

export type AccountKind = keyof typeof accountKinds

/**
 * An account; `owner` is the id of the shop or courier, the name of the provider, or empty for the company's
 * own.
 */
export type Account = { kind: AccountKind; owner: string; currency: Currency }

/** A balance as people read it: positive where the account holds what its kind says. */
export const shownBalance = (kind: AccountKind, balanceFcfa: number): number =>
  accountKinds[kind].side === 'DEBIT' || balanceFcfa === 0 ? balanceFcfa : -balanceFcfa
