/** Whose money it is that leaves. */
export const payoutKinds = {
  SHOP_PAYOUT: 'Sales of a shop',
  COURIER_PAYOUT: 'Earnings of a courier',
  CUSTOMER_REFUND: 'Refund to a customer',
} as const

/** How far it is. */
export const payoutStates = {
  DUE: 'to be sent',
  SENT: 'sent, answer awaited',
  PAID: 'arrived',
  REFUSED: 'refused#states',
} as const

/** Why the provider refused it. */
export const payoutReasons = {
  PAYER_REFUSED: 'the customer refused',
  FUNDS_TOO_LOW: 'too little money',
  EXPIRED: 'not answered in time',
  NUMBER_REFUSED: 'number refused',
  LIMIT_REACHED: 'limit of the person reached',
  FLOAT_TOO_LOW: 'too little lies with the operator',
  PROVIDER_FAILED: 'failure at the operator',
} as const
