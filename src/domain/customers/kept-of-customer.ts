import type { BlockedCustomer } from '../deliveries/blocking/blocked-customer-store.ts'
import type { CustomerDelivery } from '../deliveries/erasing/erasure-store.ts'

/**
 * This folder answers people who ask what is kept of them, hands it out and erases it. A person is a phone
 * number here, since nothing else identifies them; each room erases its own tables, and nothing in this
 * folder is a table of its own (decisions 163 to 165).
 */
export type KeptOfCustomer = {
  /** In international form. */
  phone: string
  /**
   * Deliveries to this number that have ended, and those under way or with money to be given back, which are
   * not erased yet.
   */
  ended: number
  underWay: number
  /** The newest of both, at most `maxShown`. */
  deliveries: CustomerDelivery[]
  /** Deliveries to another number by now, of which some events still have this one. */
  formerly: number
  /** Of the deliveries shown. */
  messages: number
  photos: number
  /** Photos of doors and voice notes. */
  files: number
  events: number
  /**
   * Somebody with this number signs in here, was invited to a shop, or is a courier: that is kept for its own
   * sake.
   */
  hasAccount: boolean
  isInvited: boolean
  isCourier: boolean
  blocked: BlockedCustomer | undefined
}

/** How many deliveries are shown and exported at once. */
export const maxShown = 500
