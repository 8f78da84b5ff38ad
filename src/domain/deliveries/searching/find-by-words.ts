import type { Database } from '../../../base/database/open-database.ts'
import type { DeliveryKey } from '../delivery-store.ts'
import { type AllFilter, findNewestOfAll, listSearchable } from '../finding/all-deliveries-store.ts'
import { hasWords, type SearchWord } from './search-term.ts'
import { findNewestByWords, findSoughtWords, isFiltered, type SoughtWord } from './word-search-store.ts'

/** What is wanted of deliveries that have words; `allCityIds` as `findNewestOfAll` needs them. */
type Wanted = { filter: AllFilter; allCityIds: readonly string[]; limit: number }

/** How many of the newest deliveries are read, names and all, before the index of terms is asked. */
const glancedAt = 500

/** A longer list, as of an export, asks the index of terms at once. */
const longestGlance = 100

/** How many deliveries of each term are looked at first, and how many more each time there are not enough. */
const firstDepth = 1_000
/** All terms with a beginning are read and sorted each time, so it is seldom done again. */
const firstDepthOfBeginning = 16_000
const deeper = 4

/**
 * The newest deliveries that have all these words, at most `limit`. Of terms the newest deliveries are read
 * first and older ones only while there are too few, so that it costs as much as is found, however many
 * deliveries there are. Where a filter leaves few, or a word is the beginning of very many terms, the newest
 * deliveries themselves are looked at before.
 */
export async function findByWords(
  db: Database,
  words: readonly SearchWord[],
  wanted: Wanted,
): Promise<DeliveryKey[]> {
  const { filter, limit } = wanted
  const sought = await findSoughtWords(db, words, filter.shopIds)
  if (!sought.every(isAnywhere)) return []
  const isWide = sought.some(({ prefixes }) => prefixes.length > 0)
  const isWorthAGlance = limit <= longestGlance && (isFiltered(filter) || (isWide && words.length === 1))
  const glanced = isWorthAGlance ? await findAmongNewest(db, words, wanted) : undefined
  if (glanced !== undefined) return glanced
  const found: DeliveryKey[] = []
  let older = filter
  for (let depth = isWide ? firstDepthOfBeginning : firstDepth; ; depth *= deeper) {
    const looked = await findNewestByWords(db, sought, older, { limit: limit - found.length, depth })
    found.push(...looked.keys)
    if (found.length >= limit || looked.sinceId === null) return found
    older = { ...filter, untilId: looked.sinceId }
  }
}

const isAnywhere = ({ terms, prefixes, reference }: SoughtWord): boolean =>
  terms.length > 0 || prefixes.length > 0 || reference !== undefined

/** Those of the newest that have the words; undefined where there may be more among the older ones. */
async function findAmongNewest(
  db: Database,
  words: readonly SearchWord[],
  { filter, allCityIds, limit }: Wanted,
): Promise<DeliveryKey[] | undefined> {
  const newest = await findNewestOfAll(db, filter, { allCityIds, limit: glancedAt })
  const found = (await listSearchable(db, newest)).filter((delivery) => hasWords(delivery, words))
  return found.length >= limit || newest.length < glancedAt ? found.slice(0, limit) : undefined
}
