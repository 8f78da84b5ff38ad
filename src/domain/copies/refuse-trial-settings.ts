import type { Database } from '../../base/database/open-database.ts'
import { StartRefused } from '../../base/database/start-refused.ts'
import { listText } from '../../base/kernel/list-text.ts'
import type { Config } from '../../config.ts'
import { isTrialCopy } from './trial-copy-store.ts'

/** What reaches people, or the files of the real service, whichever environment this is. */
const leadOutside = ['WHATSAPP_TOKEN', 'SMS_PROVIDER', 'SMTP_URL', 'PHOTO_BUCKET_URL'] as const

/**
 * Throws StartRefused where settings would let a copy to try things on reach real people (decision 397): it
 * starts in the sandbox alone, which takes no credentials that move money, and where messages stay in the
 * outbox.
 */
export async function refuseTrialSettings(config: Config, db: Database): Promise<void> {
  if (!(await isTrialCopy(db))) return
  const set: string[] = leadOutside.filter((name) => config[name] !== undefined)
  if (config.ENVIRONMENT === 'production') set.unshift('ENVIRONMENT=production')
  if (set.length === 0) return
  throw new StartRefused(
    'This database is a copy to try things on, from which nothing may reach people: start it with ' +
      `ENVIRONMENT=sandbox and settings of its own, without ${listText(set, 'en')}.`,
  )
}
