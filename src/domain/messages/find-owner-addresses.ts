import type { Trx } from '../../base/database/open-database.ts'
import { listOwnerEmails } from '../accounts/membership-store.ts'
import { findShop } from '../shops/shop-store.ts'

/** The address of the shop and those of its owners, each once however it is capitalised. */
export async function findOwnerAddresses(trx: Trx, shopId: string): Promise<string[]> {
  const shop = await findShop(trx, shopId)
  const owners = await listOwnerEmails(trx, shopId)
  const addresses = [shop?.owner_email ?? [], owners].flat()
  return [...new Map(addresses.map((address) => [address.toLowerCase(), address])).values()]
}
