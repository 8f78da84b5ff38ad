/** SQLSTATEs that mean "later": shutting down or starting up, too many connections, locked or too slow. */
const passingStates = new Set([
  '57P01',
  '57P02',
  '57P03',
  '57014',
  '53300',
  '55P03',
  '25P03',
  '0A000',
  '40001',
  '40P01',
])
const passingSystemErrors = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOENT',
  'EHOSTUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
])

/** Error messages of the database driver, which have no code, for a lost server or a time-out. */
const passingMessages =
  /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error|Client was closed|the database system is)/

/** Whether the database was unavailable, too slow or full, so that the caller may retry. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, syscall } = error as NodeJS.ErrnoException
  if (error instanceof AggregateError) return error.errors.some(isDatabaseUnavailable)
  if (code !== undefined && (passingStates.has(code) || code.startsWith('08'))) return true
  if (code !== undefined && passingSystemErrors.has(code)) return syscall !== 'open'
  return passingMessages.test(error.message)
}

/** The name of the constraint that a write violated, if that is the error. */
export function violatedConstraint(error: unknown): string | undefined {
  const constraint = (error as { constraint?: unknown } | null)?.constraint
  return typeof constraint === 'string' ? constraint : undefined
}
