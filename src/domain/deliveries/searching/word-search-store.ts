import { sql } from 'kysely'
import type { Database } from '../../../base/database/open-database.ts'
import type { DeliveryKey } from '../delivery-store.ts'
import { type AllFilter, having, ofShops, within } from '../finding/all-deliveries-store.ts'
import type { SearchWord } from './search-term.ts'

/**
 * What a word is looked for by: the terms that begin as it does, or, where these are too many, their
 * beginnings.
 */
export type SoughtWord = {
  terms: readonly string[]
  prefixes: readonly string[]
  reference: string | undefined
}

/** Of more terms than this a beginning is looked for as such. */
const maxTermsOfPrefix = 20

/**
 * No sign comes after it, so a term begins with a prefix when it lies between that and that followed by this
 * sign.
 */
const lastSign = '\u{10ffff}'

/**
 * The terms that begin as words do, from the index, of these shops or of all: each is one step from the term
 * before, so it costs the same however many deliveries have it.
 */
export async function findSoughtWords(
  db: Database,
  words: readonly SearchWord[],
  shopIds: readonly string[] | undefined,
): Promise<SoughtWord[]> {
  const prefixes = [...new Set(words.flatMap((word) => word.prefixes))]
  const next = (isAfter: ReturnType<typeof sql>, walk: 'typed' | 'walked') => sql`(
    select terms.term from delivery_search_terms as terms
    where ${isAfter} and terms.term < ${sql.ref(`${walk}.prefix`)} || ${lastSign}
      ${shopIds === undefined ? sql`` : sql`and terms.shop_id = ${sql.ref(`${walk}.shop_id`)}`}
    order by terms.term limit 1)`
  const { rows } = await sql<{ prefix: string; term: string; isOneTooMany: boolean }>`
    with recursive walked (prefix, shop_id, term, number) as (
      select typed.prefix, typed.shop_id, ${next(sql`terms.term >= typed.prefix`, 'typed')}, 1
      from (
        select prefixes.prefix, shops.id as shop_id
        from unnest(${prefixes}::text[]) as prefixes (prefix)
        cross join unnest(${[...(shopIds ?? [null])]}::uuid[]) as shops (id)
      ) as typed
      union all
      select walked.prefix, walked.shop_id, ${next(sql`terms.term > walked.term`, 'walked')},
        walked.number + 1
      from walked
      where walked.term is not null and walked.number <= ${sql.lit(maxTermsOfPrefix)}
    )
    select
      walked.prefix, walked.term,
      bool_or(walked.number > ${sql.lit(maxTermsOfPrefix)}) as "isOneTooMany"
    from walked
    where walked.term is not null
    group by walked.prefix, walked.term
  `.execute(db)
  const termsOf = Map.groupBy(rows, ({ prefix }) => prefix)
  const isWide = (prefix: string) => termsOf.get(prefix)?.some(({ isOneTooMany }) => isOneTooMany) ?? false
  return words.map((word) => ({
    terms: word.prefixes
      .filter((prefix) => !isWide(prefix))
      .flatMap((prefix) => termsOf.get(prefix)?.map(({ term }) => term) ?? []),
    prefixes: word.prefixes.filter(isWide),
    reference: word.reference,
  }))
}

/**
 * Of the newest `depth` deliveries of each term those that have all words and are wanted, newest first, at
 * most `limit`; these are all down to `sinceId`, which is null where there are no older ones.
 */
export async function findNewestByWords(
  db: Database,
  words: readonly SoughtWord[],
  filter: AllFilter,
  { limit, depth }: { limit: number; depth: number },
): Promise<{ keys: DeliveryKey[]; sinceId: string | null }> {
  const { rows } = await sql<DeliveryKey & { sinceId: string | null }>`
    with hits as materialized (${hitsOf(words, filter, depth)}), looked_at as (
      select (
        select hits.floor_id from hits where hits.floor_id is not null order by hits.floor_id desc limit 1
      ) as since_id
    )
    select found.shop_id as "shopId", found.delivery_id as id, looked_at.since_id as "sinceId"
    from looked_at
    left join lateral (
      select matched.shop_id, matched.delivery_id
      from (
        select hits.shop_id, hits.delivery_id
        from hits
        where looked_at.since_id is null or hits.delivery_id >= looked_at.since_id
        group by hits.shop_id, hits.delivery_id
        having count(distinct hits.word) = ${words.length}
        order by hits.delivery_id desc
        offset 0
      ) as matched
      ${isFiltered(filter) ? isKept(filter) : sql``}
      order by matched.delivery_id desc
      limit ${limit}
    ) as found on true
    order by found.delivery_id desc
  `.execute(db)
  return {
    keys: rows.flatMap(({ shopId, id }) => (id === null ? [] : [{ shopId, id }])),
    sinceId: rows[0]?.sinceId ?? null,
  }
}

/** Whether it asks for more than shops and times, which terms know. */
export const isFiltered = ({ statuses, courierIds, cityIds }: AllFilter): boolean =>
  (statuses ?? courierIds ?? cityIds) !== undefined

/** Looked up for one delivery after the other, the newest first, until there are enough. */
const isKept = (filter: AllFilter) => sql`
  cross join lateral (
    select from deliveries
    where deliveries.shop_id = matched.shop_id and deliveries.id = matched.delivery_id ${having(filter)}
    offset 0
  ) as kept`

/** Which delivery has which word; where there may be older ones, the last of `depth` is the floor. */
function hitsOf(words: readonly SoughtWord[], filter: AllFilter, depth: number) {
  const of = <T>(textsOf: (word: SoughtWord) => readonly T[]) =>
    words.flatMap((word, place) => textsOf(word).map((text) => ({ place, text })))
  const texts = (
    listed: readonly { place: number; text: string }[],
  ) => sql`unnest(${listed.map(({ place }) => place)}::integer[], ${listed.map(({ text }) => text)}::text[])
      as sought (word, text)`
  const newest = (isOfWord: ReturnType<typeof sql>) => sql`
    cross join lateral (
      select terms.shop_id, terms.delivery_id,
        case when row_number() over (order by terms.delivery_id desc) = ${depth}
          then terms.delivery_id end as floor_id
      from delivery_search_terms as terms
      where ${isOfWord} ${within(sql.ref('terms.delivery_id'), filter)}
      order by terms.delivery_id desc
      limit ${depth}
    ) as newest`
  const shops = filter.shopIds && sql`cross join unnest(${[...filter.shopIds]}::uuid[]) as led (shop_id)`
  const isOfShop = shops ? sql`terms.shop_id = led.shop_id and` : sql``
  return sql`
    select sought.word, newest.shop_id, newest.delivery_id, newest.floor_id
    from ${texts(of(({ terms }) => terms))} ${shops ?? sql``}
    ${newest(sql`${isOfShop} terms.term = sought.text`)}
    union all
    select sought.word, newest.shop_id, newest.delivery_id, newest.floor_id
    from ${texts(of(({ prefixes }) => prefixes))} ${shops ?? sql``}
    ${newest(sql`${isOfShop} terms.term >= sought.text and terms.term < sought.text || ${lastSign}`)}
    union all
    select sought.word, deliveries.shop_id, deliveries.id, null
    from ${texts(of(({ reference }) => (reference === undefined ? [] : [reference])))}
    join deliveries on deliveries.reference = sought.text
    where true ${ofShops(sql.ref('deliveries.shop_id'), filter)}
      ${within(sql.ref('deliveries.id'), filter)}`
}
