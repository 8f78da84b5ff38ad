import type { ColumnGuess } from './column-guess.ts'

const namesOf = ['fullName', 'firstName', 'lastName'] as const
const payerNames = { fullName: 'payerName', firstName: 'payerFirstName', lastName: 'payerLastName' } as const
const isName = (field: ColumnGuess['field']): field is (typeof namesOf)[number] =>
  namesOf.some((name) => name === field)

/** Whose names, phones and places are the customer’s, and whose are those of who bought for somebody else. */
export function withParties(given: readonly ColumnGuess[]): ColumnGuess[] {
  const guesses = withOneName(given)
  const order = ['RECIPIENT', undefined, 'CUSTOMER'] as const
  const partiesOf = (is: (field: ColumnGuess['field']) => boolean) =>
    order.filter((party) => guesses.some((guess) => is(guess.field) && guess.party === party))
  const [nameParty, ...otherNames] = partiesOf(isName)
  const phones = partiesOf((field) => field === 'phone')
  const [phoneParty] = phones
  const places = partiesOf((field) => field === 'zone' || field === 'landmark')
  const isOthersPhone =
    phoneParty !== 'RECIPIENT' &&
    nameParty === 'RECIPIENT' &&
    (phoneParty === 'CUSTOMER' || otherNames.length > 0)
  const payerPhones = isOthersPhone ? phones : phones.slice(1)
  return guesses.map((guess) => {
    const { field, party } = guess
    if (party === 'SENDER') return { ...guess, field: 'skip' as const }
    if (isName(field) && party !== nameParty)
      return { ...guess, field: party === otherNames[0] ? payerNames[field] : ('skip' as const) }
    if (field === 'phone' && payerPhones.includes(party))
      return { ...guess, field: party === payerPhones[0] ? ('payerPhone' as const) : ('skip' as const) }
    // A place that no heading gives to anybody is the shop’s own where others are the recipient’s.
    if (field === 'landmark' && guess.rank === 9 && places[0] === 'RECIPIENT')
      return { ...guess, field: 'skip' as const }
    if ((field === 'zone' || field === 'landmark') && party === 'CUSTOMER' && places[0] !== 'CUSTOMER')
      return { ...guess, field: 'payerPlace' as const }
    return guess
  })
}

/** `Prénom` beside `Nom du client` is the customer’s: names that complete each other are one. */
function withOneName(guesses: readonly ColumnGuess[]): readonly ColumnGuess[] {
  const names = guesses.filter(({ field, party }) => isName(field) && party !== 'SENDER')
  const parties = new Set(names.map(({ party }) => party))
  if (parties.size !== 2 || !parties.has(undefined)) return guesses
  const other = [...parties].find((party) => party !== undefined)
  const fieldsOf = (party: ColumnGuess['party']) =>
    new Set(names.flatMap((each) => (each.party === party ? [each.field] : [])))
  if (!fieldsOf(undefined).isDisjointFrom(fieldsOf(other))) return guesses
  return guesses.map((guess) =>
    isName(guess.field) && guess.party === undefined ? { ...guess, party: other } : guess,
  )
}
