import { type Expression, sql } from 'kysely'
import type { ProviderShare } from './mobile-money-provider.ts'

/** How a worker claims due orders, for how long at most, and how many. */
export type Claim = {
  owner: string
  now: Date
  leaseEnds: Date
  limit: number
  share?: ProviderShare | undefined
}

/** SQL: whether an order is in a share, by the name of its provider, which may be null. */
export const isInShare = (provider: Expression<string | null>, share: ProviderShare | undefined) => {
  if (share === undefined) return sql<boolean>`true`
  return 'of' in share
    ? sql<boolean>`${provider} = ${share.of}`
    : sql<boolean>`(${provider} is null or ${provider} <> all(${[...share.ofNoneOf]}::text[]))`
}
