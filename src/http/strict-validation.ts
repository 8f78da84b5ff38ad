import { Ajv, type ErrorObject } from 'ajv'
import addFormats from 'ajv-formats'
import ajvI18n from 'ajv-i18n'
import { distance } from 'fastest-levenshtein'
import type { FastifyInstance, FastifySchema } from 'fastify'
import { type Fault, validationFailed } from '../contract/validation-fault.ts'
import type { Language, Wording } from '../kernel/language.ts'

/**
 * Bodies are taken as they are: no coercion, no unknown member, every fault at once. Query strings are
 * text by nature and are coerced (decision 6).
 */
export function useStrictValidation(app: FastifyInstance): void {
  const bodies = ajv({ coerceTypes: false })
  const texts = ajv({ coerceTypes: true })
  app.setValidatorCompiler<FastifySchema>(({ schema, httpPart }) => {
    const compiler = httpPart === 'body' ? bodies : texts
    return compiler.compile(schema as object)
  })
  app.setSchemaErrorFormatter((errors) => validationFailed(faultsOf(errors as ErrorObject[])))
}

function ajv({ coerceTypes }: { coerceTypes: boolean }): Ajv {
  const instance = new Ajv({
    allErrors: true,
    verbose: true,
    strictTypes: false,
    coerceTypes,
    // Coercing makes Infinity of 1e999, which strict numbers then exempt from every bound.
    strictNumbers: !coerceTypes,
    removeAdditional: false,
  })
  addFormats.default(instance)
  instance.addKeyword({
    keyword: 'x-text',
    type: 'string',
    modifying: true,
    before: 'maxLength',
    compile: () => plainText,
  })
  return instance
}

type Place = { parentData: Record<string, unknown> | unknown[]; parentDataProperty: string | number }
type PlainText = {
  (text: string, place?: Place): boolean
  errors?: Partial<ErrorObject>[]
}

/** Trims a text where it stands, and refuses control characters and broken Unicode (decision 7). */
const plainText: PlainText = (text, place) => {
  if (place) (place.parentData as Record<string | number, unknown>)[place.parentDataProperty] = text.trim()
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
  return !/[\u0000-\u001f\u007f-\u009f]/.test(text.trim()) && text.isWellFormed()
}

/** The library's types describe a default export that its code does not have. */
const localize = ajvI18n as unknown as Record<Language, (errors: ErrorObject[]) => void>

/** The faults of a validation, each once. */
function faultsOf(errors: ErrorObject[]): Fault[] {
  const french = worded(errors, localize.fr)
  const english = worded(errors, localize.en)
  return errors.map((error, position) => ({
    field: fieldOf(error),
    rule: error.keyword === 'x-text' ? 'text' : error.keyword,
    wording: ownWording(error) ?? { fr: french[position] ?? '', en: english[position] ?? '' },
  }))
}

/** ajv-i18n words the errors in place, so each language gets its own copies. */
function worded(errors: ErrorObject[], localizeErrors: (errors: ErrorObject[]) => void): string[] {
  const copies = errors.map((error) => ({ ...error }))
  localizeErrors(copies)
  return copies.map(({ message }) => message ?? '')
}

/** A JSON pointer to the member at fault, also where it is missing or should not be there. */
function fieldOf({ instancePath, keyword, params }: ErrorObject): string {
  const member = keyword === 'required' ? params.missingProperty : params.additionalProperty
  return member === undefined
    ? instancePath
    : `${instancePath}/${String(member).replaceAll('~', '~0').replaceAll('/', '~1')}`
}

/** Where the library's words would not help the caller. */
function ownWording(error: ErrorObject): Wording | undefined {
  switch (error.keyword) {
    case 'required':
      return { en: 'is required', fr: 'est obligatoire' }
    case 'additionalProperties':
      return unknownMember(error)
    case 'x-text':
      return {
        en: 'must not contain control characters',
        fr: 'ne doit pas contenir de caractères de contrôle',
      }
    case 'enum': {
      const values = (error.params.allowedValues as unknown[]).join(', ')
      return { en: `must be one of ${values}`, fr: `doit être l’une des valeurs ${values}` }
    }
    case 'minLength':
      return error.params.limit === 1 ? { en: 'must not be blank', fr: 'ne doit pas être vide' } : undefined
    case 'type':
      return typeWording[String(error.params.type)]
    default:
      return undefined
  }
}

const typeWording: Record<string, Wording> = {
  integer: { en: 'must be a whole number', fr: 'doit être un nombre entier' },
  number: { en: 'must be a number', fr: 'doit être un nombre' },
  string: { en: 'must be text', fr: 'doit être un texte' },
  boolean: { en: 'must be true or false', fr: 'doit être true ou false' },
  object: { en: 'must be a JSON object', fr: 'doit être un objet JSON' },
}

/** Names the known member that an unknown one looks like: a misspelt `dropoff` must not pass unseen. */
function unknownMember({ params, parentSchema }: ErrorObject): Wording {
  const known = Object.keys((parentSchema?.properties as object | undefined) ?? {})
  const unknown = String(params.additionalProperty)
  const like = known
    .map((name) => ({ name, away: distance(name.toLowerCase(), unknown.toLowerCase().slice(0, 40)) }))
    .sort((a, b) => a.away - b.away)[0]
  const isNear = like !== undefined && like.away <= Math.max(1, Math.floor(like.name.length / 3))
  return {
    en: `is not a known field${isNear ? `; did you mean ${like.name}?` : ''}`,
    fr: `n’est pas un champ connu${isNear ? ` ; vouliez-vous dire ${like.name} ?` : ''}`,
  }
}
