import type { Database } from '../../base/database/open-database.ts'
import { listShopsCalled } from './shop-store.ts'

/** The shops that a person names; `unclear` are the names that no shop has, or several. */
type CalledShops = { shopIds: string[]; unclear: string[] }

/** Finds shops by what a person calls them, each by its identifier or its name in any case. */
export async function findCalledShops(db: Database, called: readonly string[]): Promise<CalledShops> {
  if (called.length === 0) return { shopIds: [], unclear: [] }
  const shops = await listShopsCalled(db, called)
  const idsOf = (text: string): string[] => {
    const lowered = text.toLowerCase()
    const byId = shops.filter(({ id }) => id === lowered)
    const found = byId.length > 0 ? byId : shops.filter(({ name }) => name.toLowerCase() === lowered)
    return found.map(({ id }) => id)
  }
  return {
    shopIds: [...new Set(called.flatMap((text) => (idsOf(text).length === 1 ? idsOf(text) : [])))],
    unclear: called.filter((text) => idsOf(text).length !== 1),
  }
}
