/** Whether a text is a UUID of any version, in capitals or not, as the database reads it. */
export const isUuid = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)

/** The moment, to the millisecond, that an identifier of version 7 carries. */
export const momentInId = (id: string): Date =>
  new Date(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16))
