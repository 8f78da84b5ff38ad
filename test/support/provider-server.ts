import type { ApiServer } from './api-server.ts'

/** What a provider tells of an order in place of what was ordered. */
export type ToldOtherwise = { amount?: number; currency?: string; reference?: string }

/** A provider of mobile money on this machine, which speaks the documented shape of its API. */
export type ProviderServer = ApiServer & {
  name: string
  /** The settings of a service that uses it for every number. */
  env: Record<string, string>
  /** What must never be logged. */
  secrets: string[]
  /** The request that makes a payment, and the one by which its status is asked for. */
  calls: { make: RegExp; status: RegExp; payOut: RegExp }
  /** What it keeps of each payment, where it tells; else 0. */
  keepsFcfa: number
  /** How often customers were asked to pay: the same order counts once. */
  charges(): number
  /** The customer pays, or says no. */
  pays(orderId: string, told?: ToldOtherwise): void
  refuses(orderId: string): void
  /** How many payouts left: the same one counts once. */
  sent(): number
  /** What becomes of the payout. */
  arrives(orderId: string, told?: ToldOtherwise): void
  fails(orderId: string, code: string): void
  /** From now on credentials are refused, or accepted again. */
  refuseCredentials(isRefused: boolean): void
}
