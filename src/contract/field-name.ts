/** The longest name of a field that a sentence shows; the list of faults shows more of it. */
const maxShown = 80

/**
 * A JSON pointer as developers write it in code: `/customer/phone` is `customer.phone`, `/items/0/name` is
 * `items[0].name`. Empty for the whole body.
 */
export function fieldName(pointer: string): string {
  const name = pointer.split('/').slice(1).map(memberOf).join('').replace(/^\./, '')
  return name.length > maxShown ? `${name.slice(0, maxShown)}…` : name
}

function memberOf(part: string): string {
  const name = part.replaceAll('~1', '/').replaceAll('~0', '~')
  if (/^[A-Za-z_$][\w$]*$/.test(name)) return `.${name}`
  return /^\d+$/.test(name) ? `[${name}]` : `[${JSON.stringify(name)}]`
}
