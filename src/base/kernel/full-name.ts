/** What is kept in place of a part of a name that somebody does not have, or that nobody gave. */
export const missingName = '-'

const isKnown = (part: string): boolean => part !== missingName && part !== ''

/** A person's whole name; a part that is missing is left out. */
export const fullName = (firstName: string, lastName: string): string =>
  [firstName, lastName].filter(isKnown).join(' ')

/** What a person is called by: their first name, or the only one that is known. */
export const calledName = (firstName: string, lastName: string): string =>
  isKnown(firstName) || !isKnown(lastName) ? firstName : lastName

/** The parts of a name as they are kept: whoever has only one is called by it. */
export function keptNames(firstName: string, lastName: string): { firstName: string; lastName: string } {
  const [first = '', last = missingName] = [firstName, lastName].filter(isKnown)
  return { firstName: first, lastName: last }
}
