/** What is logged of an error. */
type LoggedError = {
  type: string
  message: string
  stack?: string
  /** The code of the system, of the database or of the framework. */
  code?: string
  /** The constraint of the database that refused a write. */
  constraint?: string
  cause?: LoggedError
  errors?: LoggedError[]
}

/**
 * What may be logged of anything that was thrown. Everything else is left out: a database error carries the
 * row and the values of the statement, which are people’s names, numbers and codes.
 */
export function loggedError(error: unknown): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: 'Something other than an Error.' }
  const { code, constraint } = error as { code?: unknown; constraint?: unknown }
  return {
    type: error.name,
    message: error.message,
    ...(error.stack !== undefined && { stack: error.stack }),
    ...(typeof code === 'string' && { code }),
    ...(typeof constraint === 'string' && { constraint }),
    ...(error.cause !== undefined && { cause: loggedError(error.cause) }),
    ...(error instanceof AggregateError && { errors: error.errors.map(loggedError) }),
  }
}

/**
 * A failure in one line that may be stored: its name, its code, the violated constraint and the place in the
 * code. Without its message, which may quote the data it failed on.
 */
export function errorSummary(error: unknown): string {
  const { type, code, constraint, message, stack = '' } = loggedError(error)
  // A stack begins with the message, whose lines may look like places.
  const places = stack.slice(stack.indexOf(message) + message.length)
  const place = /^\s+at (.*:\d+:\d+\)?)$/m.exec(places)?.[1]
  const shortPlace = place?.replace(/file:\/\/\S*?\/(?=(src|test|node_modules)\/)/, '')
  return [type, code, constraint, shortPlace && `at ${shortPlace}`].filter(Boolean).join(' ')
}

/** Given to every logger, so that `{ err }` is always logged this way. */
export const logSerializers = { err: loggedError }
