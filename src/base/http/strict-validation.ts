import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'
import ajvI18n from 'ajv-i18n'
import { distance } from 'fastest-levenshtein'
import type { FastifyInstance, FastifySchema } from 'fastify'
import { limits } from '../contract/limits.ts'
import { type Fault, validationFailed } from '../contract/validation-fault.ts'
import { dateTimeWording, readDateTime } from '../kernel/date-time.ts'
import type { Language, Wording } from '../kernel/language.ts'
import { listText } from '../kernel/list-text.ts'
import { joinedLines, type TextFault, textFault, trimmedText } from '../kernel/plain-text.ts'
import { boundedErrors } from './bounded-errors.ts'

/**
 * Bodies are taken as they are: no coercion, no unknown member, every fault at once. Query strings are
 * text, so a whole number there must be written in digits (decision 6). Parts of a path are described but not
 * validated: an identifier of another form is simply unknown (decision 5).
 */
export function useStrictValidation(app: FastifyInstance): void {
  const schemas = ajv()
  app.setValidatorCompiler<FastifySchema>(({ schema, httpPart }) => {
    if (httpPart === 'params') return () => true
    return validatorOf(
      () => schemas.compile(schema as object),
      httpPart === 'querystring' ? wholeNumbersOf(schema as ObjectSchema) : [],
    )
  })
  app.setSchemaErrorFormatter((errors, part) => {
    const reported = reportedErrors(errors as ErrorObject[])
    const listed = reported.slice(0, limits.listedIssues)
    const unlisted = (found.get(errors) ?? errors.length) - errors.length
    return validationFailed(faultsOf(listed, part === 'querystring'), reported.length + unlisted)
  })
}

/** How many errors there were, where fewer were written down. */
const found = new WeakMap<object, number>()

type CountingValidator = ValidateFunction & { found: number }

type ObjectSchema = { properties?: Record<string, { type?: unknown }> }

const wholeNumbersOf = ({ properties = {} }: ObjectSchema) =>
  Object.keys(properties).filter((name) => properties[name]?.type === 'integer')

/**
 * A validator that is compiled by the first request that needs it, so that a start need not wait for all of
 * them. Before it validates, it converts the `wholeNumbers` of a query; `0x1` and `1e0` are not whole numbers.
 */
function validatorOf(compile: () => ValidateFunction, wholeNumbers: readonly string[]) {
  let compiled: ValidateFunction | undefined
  function validate(input: unknown): boolean {
    for (const name of wholeNumbers) {
      const query = input as Record<string, unknown>
      const text = query[name]
      if (typeof text === 'string' && /^-?\d+$/.test(text)) query[name] = Number(text)
    }
    compiled ??= compile()
    const isValid = compiled(input)
    validate.errors = compiled.errors ?? null
    if (validate.errors) found.set(validate.errors, (compiled as CountingValidator).found)
    return isValid
  }
  validate.errors = null as ErrorObject[] | null
  return validate
}

function ajv(): Ajv {
  const instance = new Ajv({
    allErrors: true,
    verbose: true,
    strictTypes: false,
    coerceTypes: false,
    removeAdditional: false,
    code: { process: boundedErrors },
  })
  addFormats.default(instance)
  instance.addFormat('date-time', (text: string) => readDateTime(text) !== undefined)
  instance.addVocabulary(['x-component', 'x-extensible-enum', 'x-creation-only'])
  instance.addKeyword({
    keyword: 'x-text',
    type: 'string',
    modifying: true,
    before: 'maxLength',
    compile: (kind: TextKind) => (kind === 'lines' ? linesAsText : plainText),
  })
  instance.addVocabulary(['x-comma-separated'])
  return instance
}

/** How a text is kept: `lines` become one line. */
type TextKind = true | 'lines'

type Place = { parentData: Record<string, unknown> | unknown[]; parentDataProperty: string | number }
type PlainText = {
  (text: string, place?: Place): boolean
  errors?: Partial<ErrorObject>[]
}

/** Trims a text in place, and refuses characters that should not be displayed (decision 7). */
const plainText: PlainText = (text, place) => {
  const trimmed = trimmedText(text)
  if (place) (place.parentData as Record<string | number, unknown>)[place.parentDataProperty] = trimmed
  const fault = textFault(trimmed)
  plainText.errors = [{ keyword: 'x-text', params: { fault } }]
  return fault === undefined
}

/** Writes lines as one, and then treats them as any other text. */
const linesAsText: PlainText = (text, place) => {
  const isPlain = plainText(joinedLines(text), place)
  linesAsText.errors = plainText.errors ?? []
  return isPlain
}

/** The library's types describe a default export that its code does not have. */
const localize = ajvI18n as unknown as Record<Language, (errors: ErrorObject[]) => void>

/** The faults of errors, only as many as are listed: wording one costs more than finding it. */
function faultsOf(errors: ErrorObject[], isQuery: boolean): Fault[] {
  const french = worded(errors, localize.fr)
  const english = worded(errors, localize.en)
  return errors.map((error, position) => ({
    field: fieldOf(error),
    rule: error.keyword === 'x-text' ? 'text' : error.keyword,
    wording: (isQuery && queryWording(error)) ||
      ownWording(error) || { fr: french[position] ?? '', en: english[position] ?? '' },
  }))
}

/**
 * A text that is empty or has forbidden characters also fails its pattern, and a name that fails its pattern is
 * reported for the object as well: that is one fault, not two.
 */
function reportedErrors(errors: ErrorObject[]): ErrorObject[] {
  const reported = new Set(
    errors
      .filter(({ keyword }) => keyword === 'minLength' || keyword === 'x-text')
      .map(({ instancePath }) => instancePath),
  )
  const isRepeated = ({ keyword, instancePath }: ErrorObject) =>
    keyword === 'propertyNames' || (keyword === 'pattern' && reported.has(instancePath))
  return errors.filter((error) => !isRepeated(error))
}

/** ajv-i18n words the errors in place, so each language gets its own copies. */
function worded(errors: ErrorObject[], localizeErrors: (errors: ErrorObject[]) => void): string[] {
  const copies = errors.map((error) => ({ ...error }))
  localizeErrors(copies)
  return copies.map(({ message }) => message ?? '')
}

/** A JSON pointer to the member at fault, also where it is missing or should not be there. */
function fieldOf({ instancePath, keyword, params, propertyName }: ErrorObject): string {
  const member = propertyName ?? (keyword === 'required' ? params.missingProperty : params.additionalProperty)
  return member === undefined
    ? instancePath
    : `${instancePath}/${String(member).replaceAll('~', '~0').replaceAll('/', '~1')}`
}

/** Our own wording where the library's would not help the caller. */
function ownWording(error: ErrorObject): Wording | undefined {
  switch (error.keyword) {
    case 'required':
      return { en: 'is required', fr: 'est obligatoire' }
    case 'additionalProperties':
      return unknownMember(error)
    case 'x-text':
      return textWording[error.params.fault as TextFault]
    case 'enum': {
      const values = (error.params.allowedValues as unknown[]).join(', ')
      return { en: `must be one of ${values}`, fr: `doit être l’une des valeurs ${values}` }
    }
    case 'minLength':
      return atLeast(error.params.limit as number)
    case 'maxLength':
      return {
        en: `must have at most ${error.params.limit} characters`,
        fr: `doit avoir au plus ${error.params.limit} caractères`,
      }
    case 'minimum':
      return {
        en: `must be at least ${error.params.limit}`,
        fr: `doit valoir au moins ${error.params.limit}`,
      }
    case 'maximum':
      return { en: `must be at most ${error.params.limit}`, fr: `doit valoir au plus ${error.params.limit}` }
    case 'minItems':
      return { en: 'must name at least one', fr: 'doit en nommer au moins un' }
    case 'uniqueItems':
      return { en: 'must name nothing twice', fr: 'ne doit rien nommer deux fois' }
    case 'minProperties':
      if (takesExactlyOne(error)) return exactlyOne(error)
      return {
        en: `must have at least one of ${membersOf(error)}`,
        fr: `doit avoir au moins un des champs ${membersOf(error)}`,
      }
    case 'maxProperties':
      if (takesExactlyOne(error)) return exactlyOne(error)
      return membersOf(error) === ''
        ? {
            en: `must have at most ${error.params.limit} names`,
            fr: `doit avoir au plus ${error.params.limit} noms`,
          }
        : {
            en: `must have only one of ${membersOf(error)}`,
            fr: `ne doit avoir qu’un des champs ${membersOf(error)}`,
          }
    case 'pattern':
      return patternWording[String(error.params.pattern)]
    case 'format':
      return formatWording[String(error.params.format)]
    case 'type':
      return isMissingBody(error) ? missingBody(error) : typeWording[String(error.params.type)]
    default:
      return undefined
  }
}

/** What is said of a parameter and of no member of a body. */
const queryWording = (error: ErrorObject): Wording | undefined =>
  error.keyword === 'additionalProperties' ? unknownParameter(error) : repeated(error)

/** A parameter that is given more than once: the query parser makes a list of it. */
function repeated({ keyword, data, instancePath, parentSchema }: ErrorObject): Wording | undefined {
  if (keyword !== 'type' || !Array.isArray(data)) return undefined
  const times = data.length
  if (!parentSchema?.['x-comma-separated'])
    return {
      en: `is given ${times} times: give it once`,
      fr: `est donné ${times} fois : donnez-le une seule fois`,
    }
  const example = `${instancePath.slice(1)}=${(parentSchema.examples as string[])[0]}`
  return {
    en: `is given ${times} times: separate its values by commas, as in ${example}`,
    fr: `est donné ${times} fois : séparez les valeurs par des virgules, comme dans ${example}`,
  }
}

/** No body at all counts as `null` here. */
const isMissingBody = ({ instancePath, data, params }: ErrorObject) =>
  instancePath === '' && data === null && params.type === 'object'

function missingBody({ parentSchema }: ErrorObject): Wording {
  const required = (parentSchema?.required ?? []) as string[]
  if (required.length === 0) return { en: 'is missing: send {}', fr: 'est absent : envoyez {}' }
  return {
    en: `is missing: send a JSON object with ${listText(required, 'en')}`,
    fr: `est absent : envoyez un objet JSON avec ${listText(required, 'fr')}`,
  }
}

const membersOf = ({ parentSchema }: ErrorObject): string =>
  Object.keys((parentSchema?.properties as object | undefined) ?? {}).join(', ')

const takesExactlyOne = ({ parentSchema }: ErrorObject) =>
  parentSchema?.minProperties === 1 && parentSchema.maxProperties === 1

const exactlyOne = (error: ErrorObject): Wording => ({
  en: `must have exactly one of ${membersOf(error)}`,
  fr: `doit avoir exactement un des champs ${membersOf(error)}`,
})

const atLeast = (characters: number): Wording =>
  characters === 1
    ? { en: 'must not be blank', fr: 'ne doit pas être vide' }
    : {
        en: `must have at least ${characters} characters`,
        fr: `doit avoir au moins ${characters} caractères`,
      }

const textWording: Record<TextFault, Wording> = {
  CONTROL: {
    en: 'must not contain line breaks or other control characters',
    fr: 'ne doit pas contenir de retours à la ligne ni d’autres caractères de contrôle',
  },
  INVISIBLE: {
    en: 'must not contain characters that are invisible or turn the direction of the text',
    fr: 'ne doit pas contenir de caractères invisibles ou qui inversent le sens du texte',
  },
  UNICODE: {
    en: 'holds broken Unicode: half of a character',
    fr: 'contient de l’Unicode invalide : une moitié de caractère',
  },
}

const patternWording: Record<string, Wording> = {
  [limits.externalRef.pattern]: {
    en: 'may contain letters without accents, digits and _ . : / # - only, and no blanks',
    fr: 'ne peut contenir que des lettres sans accent, des chiffres et _ . : / # -, sans espaces',
  },
  [limits.metadata.key.pattern]: {
    en: 'a name has 1 to 40 characters, none of them invisible',
    fr: 'un nom a de 1 à 40 caractères, sans caractère invisible',
  },
}

const formatWording: Record<string, Wording> = {
  uuid: {
    en: 'must be an identifier as the service gives them (a UUID)',
    fr: 'doit être un identifiant tel que le service les donne (un UUID)',
  },
  'date-time': dateTimeWording,
}

const typeWording: Record<string, Wording> = {
  integer: { en: 'must be a whole number', fr: 'doit être un nombre entier' },
  number: { en: 'must be a number', fr: 'doit être un nombre' },
  string: { en: 'must be text', fr: 'doit être un texte' },
  boolean: { en: 'must be true or false', fr: 'doit être true ou false' },
  object: { en: 'must be a JSON object', fr: 'doit être un objet JSON' },
  'string,null': { en: 'must be text or null', fr: 'doit être un texte ou null' },
  'array,null': { en: 'must be a list or null', fr: 'doit être une liste ou null' },
}

/** Suggests the known member that an unknown one resembles, unless it is one that cannot be changed any more. */
function unknownMember(error: ErrorObject): Wording {
  const fixed = (error.parentSchema?.['x-creation-only'] ?? []) as string[]
  if (fixed.includes(error.params.additionalProperty)) return fixedMember
  const like = suggestion(error)
  return {
    en: `is not a known field${like ? `; did you mean ${like}?` : ''}`,
    fr: `n’est pas un champ connu${like ? ` ; vouliez-vous dire ${like} ?` : ''}`,
  }
}

const fixedMember: Wording = {
  en: 'cannot be changed after creation; cancel the delivery and create it again',
  fr: 'ne peut plus changer après la création ; annulez la livraison et recréez-la',
}

function unknownParameter(error: ErrorObject): Wording {
  const like = suggestion(error)
  const known = membersOf(error)
  return {
    en: `is not a known parameter; ${like ? `did you mean ${like}? This` : 'this'} operation takes ${known || 'none'}`,
    fr: `n’est pas un paramètre connu ; ${like ? `vouliez-vous dire ${like} ? Cette` : 'cette'} opération ${known ? `accepte ${known}` : 'n’en accepte aucun'}`,
  }
}

/** The known member that an unknown one resembles, such as `dropoff` for a misspelt one. */
function suggestion({ params, parentSchema }: ErrorObject): string | undefined {
  const known = Object.keys((parentSchema?.properties as object | undefined) ?? {})
  const unknown = String(params.additionalProperty)
  const like = known
    .map((name) => ({ name, away: distance(name.toLowerCase(), unknown.toLowerCase().slice(0, 40)) }))
    .sort((a, b) => a.away - b.away)[0]
  return like && like.away <= Math.max(1, Math.floor(like.name.length / 3)) ? like.name : undefined
}
