/** As many errors as a validator writes down: a fault that is listed may be up to three of them. */
const maxErrors = 3 * 100

/**
 * The code of a validator that Ajv has made, changed so that many faults cost little: of unknown members
 * beyond `maxErrors` errors it writes nothing down and only counts them, and where any other loop begins
 * another round beyond them, it stops. `found` of the validator is how many errors there were, as far as it
 * went.
 */
export function boundedErrors(code: string): string {
  const name = /return function (\w+)\(data,/.exec(code)?.[1]
  if (name === undefined) return code
  const stop = `if(errors > ${maxErrors}){${name}.errors = vErrors;${name}.found = errors;return false;}`
  return code
    .replaceAll(unknownMember, `$1if(vErrors === null || vErrors.length < ${maxErrors}){$2}errors++;}`)
    .replaceAll(loopStart, (loop, _, rest) => (rest === undefined ? `${loop}${stop}` : loop))
    .replaceAll(/vErrors\.length = (_errs\d+);/g, 'vErrors.length = Math.min(vErrors.length, $1);')
    .replace(`${name}.errors = vErrors;return errors === 0;`, `${name}.found = errors;$&`)
}

/** What is done about a member that the schema does not know. */
const unknownMember =
  /(for\(const key\d+ in data\d*\)\{if\(!\([^{}]*\)\)\{)(const err\d+ = \{instancePath(?::instancePath\+"[^"]*")?,schemaPath:"[^"]*\/additionalProperties",[^;]*?\};if\(vErrors === null\)\{[^{}]*\}else \{[^{}]*\})errors\+\+;\}/g

/** The beginning of a loop over members or items; that over unknown members has its second part. */
const loopStart =
  /(for\((?:const key\d+ in data\d*|let i\d+=0; i\d+<len\d+; i\d+\+\+)\)\{)(if\(!\([^{}]*\)\)\{if\(vErrors === null \|\|)?/g
