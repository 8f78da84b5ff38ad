import type { Currency, RefusalReason } from '../../../contract/vocabulary.ts'
import { type PaymentBounds, unbounded } from '../payments/collecting.ts'

/**
 * Mobile money (decisions 33, 34 and 201): this folder asks the customer of a SECURE delivery to pay, follows
 * each request until the provider's final status or a deadline, and moves the delivery's payment with it.
 * What is paid out or given back goes through the same port, from the room of payouts. No callback of a
 * provider moves money here: only the status it returns when asked.
 */

/** An order of ours to a provider: somebody is to pay, or to be paid. */
export type MoneyOrder = {
  /** Ours, a UUID that was written before the first call: the provider counts all calls with it once. */
  id: string
  /** Of the person who pays or is paid, in international form. */
  phone: string
  amountFcfa: number
  currency: Currency
  /** What that person reads: the reference of the delivery or of the payout; letters, digits and hyphens. */
  reference: string
  /** The provider's own id of this order, once it told one. */
  providerRef: string | null
}

/** An order to give a payment back to whoever made it. */
export type RefundOrder = MoneyOrder & {
  /** The order of the payment, and the provider's id of it. */
  payment: { id: string; providerRef: string | null }
}

/** What a provider says of an order. Everything it may say is one of these. */
export type OrderOutcome =
  /** It knows the order and nothing moves yet: the same call with its reference is what moves the money. */
  | { state: 'PREPARED'; providerRef: string }
  /**
   * `payLink` is the provider's page on which whoever is to pay does so, where nobody is asked on their
   * phone.
   */
  | { state: 'PENDING'; providerRef?: string; payLink?: string }
  /** Final. `feeFcfa` is what the provider keeps for itself, where it tells. */
  | { state: 'PAID'; providerRef?: string; feeFcfa?: number }
  /**
   * No money moved. Some providers change this answer: whoever hears it asks again for a day. `wasNeverSent`:
   * the provider was not called and cannot be, so there is nothing to ask.
   */
  | { state: 'REFUSED'; reason: RefusalReason; providerRef?: string; wasNeverSent?: true }
  /** It never received the order, which may be made again under the same id. */
  | { state: 'UNKNOWN' }

/**
 * A mobile-money provider. A call that throws, or takes more than 20 s, says nothing of what became of the
 * order: it is asked later. An adapter throws ProviderAway when the provider is unavailable or its answer
 * cannot be understood. A call that is repeated with the id of an order that the provider already has changes
 * nothing there.
 */
export interface MobileMoneyProvider {
  /** Lower-case letters, as the books and the settings name it. */
  name: string
  /**
   * Nothing real lies with it, so that a sandbox may pay for its customers; absent for every real provider.
   */
  isSimulated?: true
  /**
   * What one payment may be in a country; undefined where it serves nobody. Absent where it serves every
   * country, whatever the amount.
   */
  boundsIn?(country: string): PaymentBounds | undefined
  /** Asks a customer to pay. */
  requestToPay(order: MoneyOrder): Promise<OrderOutcome>
  paymentStatus(order: MoneyOrder): Promise<OrderOutcome>
  /**
   * Ends a payment that nobody has made yet, so that nobody can any more, and returns what has become of it;
   * absent where the provider offers no such thing.
   */
  cancelPayment?(order: MoneyOrder): Promise<OrderOutcome>
  /** Sends money of the service to a shop or a courier. */
  payOut(order: MoneyOrder): Promise<OrderOutcome>
  payoutStatus(order: MoneyOrder): Promise<OrderOutcome>
  /** Gives a payment back; absent where the provider cannot, and a person has to. */
  refunds?: {
    give(order: RefundOrder): Promise<OrderOutcome>
    status(order: RefundOrder): Promise<OrderOutcome>
  }
}

/** Which provider serves whom. */
export interface ProviderRoutes {
  /** The provider that serves a number; undefined where none is configured for it. */
  forPhone(phone: string): MobileMoneyProvider | undefined
  /** A configured provider by its name. */
  named(name: string): MobileMoneyProvider | undefined
  /** Those that serve customers of a country. */
  inCountry(country: string): readonly MobileMoneyProvider[]
  /**
   * What one payment may be in a country, by whoever serves a phone there, else by any that serves the
   * country; undefined where nobody does.
   */
  boundsIn(country: string, phone?: string): PaymentBounds | undefined
  all: readonly MobileMoneyProvider[]
}

/** Whose orders one loop follows: those of one provider, or those of no provider that is configured. */
export type ProviderShare = { of: string } | { ofNoneOf: readonly string[] }

/**
 * One share for each provider, and one for what is left: a provider that does not respond holds up its own
 * orders alone.
 */
export const sharesOf = ({ all }: ProviderRoutes): ProviderShare[] => [
  ...all.map(({ name }) => ({ of: name })),
  { ofNoneOf: all.map(({ name }) => name) },
]

/** One provider that serves every number. */
export const everyNumberBy = (provider: MobileMoneyProvider): ProviderRoutes => ({
  forPhone: () => provider,
  named: (name) => (name === provider.name ? provider : undefined),
  inCountry: () => [provider],
  boundsIn: (country) => (provider.boundsIn ? provider.boundsIn(country) : unbounded),
  all: [provider],
})

/**
 * Routes that alert the operator once when there is no provider for somebody, or one that was removed is
 * needed.
 */
export function alertingRoutes(
  routes: ProviderRoutes,
  alertOperator: (message: string) => void,
): ProviderRoutes {
  const reported = new Set<string>()
  const orAlert = (provider: MobileMoneyProvider | undefined, message: string) => {
    if (provider === undefined && !reported.has(message)) alertOperator(message)
    if (provider === undefined) reported.add(message)
    return provider
  }
  return {
    ...routes,
    forPhone: (phone) =>
      orAlert(
        routes.forPhone(phone),
        routes.all.length === 0
          ? 'No mobile-money provider is configured: set MOBILE_MONEY_PROVIDER.'
          : `No mobile-money provider serves numbers that begin with ${phone.slice(0, 6)}: ` +
              'set MOBILE_MONEY_ROUTES.',
      ),
    named: (name) =>
      orAlert(
        routes.named(name),
        `The mobile-money provider ${name} is needed for what it began: configure it.`,
      ),
  }
}

/** No provider: nobody can be asked to pay, and nothing can be sent. */
export const noProviders: ProviderRoutes = {
  forPhone: () => undefined,
  named: () => undefined,
  inCountry: () => [],
  boundsIn: () => undefined,
  all: [],
}

/** What money orders need, besides what every verb needs. */
export type MobileMoneyDeps = {
  mobileMoney: { providers: ProviderRoutes }
}

/** The provider is unavailable, or what it says cannot be understood. */
export class ProviderAway extends Error {
  override name = 'ProviderAway'
  /** The code of an answer that says so, where it has one. */
  readonly code: string | undefined

  constructor(message: string, code?: string) {
    super(message)
    this.code = code
  }
}
