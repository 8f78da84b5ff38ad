import { type CachedValue, cacheValue } from '../../base/database/cached-value.ts'
import type { Database } from '../../base/database/open-database.ts'
import { type Rules, rulesOf } from '../../rules.ts'
import { findRuleTexts } from './rule-store.ts'

/** The rules as they hold, in memory. Reloaded when one was changed, within a second in every process. */
export const cacheRules = (db: Database): Promise<CachedValue<Rules>> =>
  cacheValue(async () => rulesOf(await findRuleTexts(db)))
