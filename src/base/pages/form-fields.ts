/** The fields of a form that were sent once: a field sent twice was not typed by a person. */
export function fieldsOf(body: unknown): Record<string, string> {
  const entries = Object.entries((body ?? {}) as Record<string, unknown>)
  return Object.fromEntries(
    entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}
