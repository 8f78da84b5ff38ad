/** What the clients of the proof of money are told. */
export type ClientOrder = {
  serviceUrl: string
  settings: Record<string, string>
  shops: { shopId: string; key: string }[]
  deliveries: number
  /** How many are under way at once. */
  atOnce: number
  /** What has ended, and which requests failed: the number of the delivery, a line each. */
  finishedFile: string
  failedFile: string
}

/** The Idempotency-Key of an order. */
export const moneyOrderKey = (number: number): string => `prove-money-${number}`
