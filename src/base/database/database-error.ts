/** SQLSTATEs of a server that stops, starts or locks, beside the whole classes below. */
const awayStates = new Set(['25006', '25P03', '55P03', '57014', '57P01', '57P02', '57P03', '57P04', '57P05'])
/** Classes of SQLSTATEs: connections, resources such as disk and memory, the system below, damaged files. */
const awayClasses = /^(08|53|58|XX00[12]$)/
/** SQLSTATEs that a second try mends: a conflict of transactions, or a plan that has become invalid. */
const conflictStates = new Set(['0A000', '40001', '40P01'])
const systemErrors = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOENT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
])
/** System errors of a disk that is full or fails, of whichever file. */
const diskErrors = new Set(['ENOSPC', 'EDQUOT', 'EIO', 'EROFS'])

/** How error messages of the driver, which have no code, begin for a lost server or a time-out. */
const awayMessages = [
  'Connection terminated',
  'timeout exceeded when trying to connect',
  'timeout expired',
  'Query read timeout',
  'Client has encountered a connection error',
  'Client was closed',
  'the database system is',
]
const isAwayMessage = (message: string): boolean => awayMessages.some((each) => message.startsWith(each))

/** Whether the database was unavailable, too slow, full or in conflict, so that the caller may retry. */
export const isDatabaseUnavailable = (error: unknown): boolean =>
  isDatabaseAway(error) || conflictStates.has(codeOf(error) ?? '')

/** The same without conflicts, which concern one transaction and not the database. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof AggregateError) return error.errors.some(isDatabaseAway)
  const { code, syscall } = error as NodeJS.ErrnoException
  if (typeof code !== 'string') return isAwayMessage(error.message)
  if (diskErrors.has(code)) return true
  if (systemErrors.has(code)) return syscall !== 'open'
  return awayStates.has(code) || awayClasses.test(code) || isAwayMessage(error.message)
}

/** Why the database cannot be used. */
export type OutageReason = 'FULL' | 'READ_ONLY' | 'NO_MEMORY' | 'DAMAGED' | 'SLOW' | 'AWAY'

/** Why, from the error of a statement. */
export function outageReason(error: unknown): OutageReason {
  const code = codeOf(error) ?? ''
  if (['53100', 'ENOSPC', 'EDQUOT'].includes(code)) return 'FULL'
  if (['25006', 'EROFS'].includes(code)) return 'READ_ONLY'
  if (code === '53200') return 'NO_MEMORY'
  if (/^(58|XX00|EIO$)/.test(code)) return 'DAMAGED'
  const isSlow = ['55P03', '57014', '25P03'].includes(code) || /^Query read/.test((error as Error).message)
  return isSlow ? 'SLOW' : 'AWAY'
}

/** Whether it still answers but cannot be written: a person must see to that. */
export const isUnwritable = (reason: OutageReason): boolean => reason !== 'SLOW' && reason !== 'AWAY'

/**
 * Whether a prepared statement would return other columns than when it was prepared, as a migration changed
 * its table. The code alone stands for whatever PostgreSQL does not support.
 */
export const isPlanOutdated = (error: unknown): boolean =>
  codeOf(error) === '0A000' && (error as { routine?: unknown }).routine === 'RevalidateCachedQuery'

const codeOf = (error: unknown): string | undefined => {
  const code = (error as { code?: unknown } | null)?.code
  return typeof code === 'string' ? code : undefined
}

/** The name of the constraint that a write violated, if that is the error. */
export function violatedConstraint(error: unknown): string | undefined {
  const constraint = (error as { constraint?: unknown } | null)?.constraint
  return typeof constraint === 'string' ? constraint : undefined
}
