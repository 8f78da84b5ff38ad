import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'
import ajvI18n from 'ajv-i18n'
import { distance } from 'fastest-levenshtein'
import type { FastifyInstance, FastifySchema } from 'fastify'
import { readDateTime } from '../base/kernel/date-time.ts'
import type { Language } from '../base/kernel/language.ts'
import { listText } from '../base/kernel/list-text.ts'
import { joinedLines, type TextFault, textFault, trimmedText } from '../base/kernel/plain-text.ts'
import type { PlainMessage, Speak } from '../base/kernel/translate.ts'
import { visibleSigns } from '../base/kernel/written-signs.ts'
import { dateTimeMessage, type ErrorText, worded } from '../contract/error-words.ts'
import { limits } from '../contract/limits.ts'
import { type Fault, validationFailed } from '../contract/validation-fault.ts'
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
 * them. Before it validates, it converts the `wholeNumbers` of a query; `0x1` and `1e0` are not whole
 * numbers.
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
    compile: (kind: TextKind) => textKeywords[kind === true ? 'line' : kind],
  })
  instance.addVocabulary(['x-comma-separated', 'x-described'])
  return instance
}

/** How a text is kept: `lines` become one line, a `phone` loses what is invisible in it. */
type TextKind = true | 'lines' | 'phone'

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

/** Address books and chats put invisible marks around phones, which nobody who copies one can see. */
const phoneAsText: PlainText = (text, place) => {
  const isPlain = plainText(visibleSigns(text), place)
  phoneAsText.errors = plainText.errors ?? []
  return isPlain
}

const textKeywords = { line: plainText, lines: linesAsText, phone: phoneAsText }

/** The library's types describe a default export that its code does not have. */
const localize = ajvI18n as unknown as Record<Language, (errors: ErrorObject[]) => void>

/** The faults of errors, only as many as are listed: wording one costs more than finding it. */
function faultsOf(errors: ErrorObject[], isQuery: boolean): Fault[] {
  const others = { fr: othersWorded(errors, localize.fr), en: othersWorded(errors, localize.en) }
  return errors.map((error, position) => ({
    field: fieldOf(error),
    rule: error.keyword === 'x-text' ? 'text' : error.keyword,
    wording: worded(
      (t, language) =>
        (isQuery && queryMessage(error, t)) ||
        ownMessage(error, t, language) ||
        (others[language][position] ?? ''),
    ),
  }))
}

/**
 * A text that is empty or has forbidden characters also fails its pattern, and a name that fails its pattern
 * is reported for the object as well: that is one fault, not two.
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
function othersWorded(errors: ErrorObject[], localizeErrors: (errors: ErrorObject[]) => void): string[] {
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

/** Our own message where the library's would not help the caller. */
function ownMessage(error: ErrorObject, t: Speak<ErrorText>, language: Language): string | undefined {
  const { limit } = error.params
  const members = membersOf(error)
  switch (error.keyword) {
    case 'required':
      return t('is required')
    case 'additionalProperties':
      return unknownMember(error, t)
    case 'x-text':
      return t(textMessages[error.params.fault as TextFault])
    case 'enum':
      return t('must be one of {values}', { values: error.params.allowedValues.join(', ') })
    case 'minLength':
      return limit === 1 ? t('must not be blank') : t('must have at least {limit} characters', { limit })
    case 'maxLength':
      return t('must have at most {limit} characters', { limit })
    case 'minimum':
      return t('must be at least {limit}', { limit })
    case 'maximum':
      return t('must be at most {limit}', { limit })
    case 'minItems':
      return t('must name at least one')
    case 'uniqueItems':
      return t('must name nothing twice')
    case 'minProperties':
      return takesExactlyOne(error)
        ? t('must have exactly one of {members}', { members })
        : t('must have at least one of {members}', { members })
    case 'maxProperties':
      if (takesExactlyOne(error)) return t('must have exactly one of {members}', { members })
      return members === ''
        ? t('must have at most {limit} names', { limit })
        : t('must have only one of {members}', { members })
    case 'pattern':
      return said(t, patternMessages, error.params.pattern)
    case 'format':
      return said(t, formatMessages, error.params.format)
    case 'type':
      return isMissingBody(error) ? missingBody(error, t, language) : said(t, typeMessages, error.params.type)
    default:
      return undefined
  }
}

type Messages = Record<string, PlainMessage<ErrorText>>
function said(t: Speak<ErrorText>, messages: Messages, name: unknown): string | undefined {
  const message = messages[String(name)]
  return message && t(message)
}

/** What is said of a parameter and of no member of a body. */
const queryMessage = (error: ErrorObject, t: Speak<ErrorText>): string | undefined =>
  error.keyword === 'additionalProperties' ? unknownParameter(error, t) : repeated(error, t)

/** A parameter that is given more than once: the query parser makes a list of it. */
function repeated({ keyword, data, instancePath, parentSchema }: ErrorObject, t: Speak<ErrorText>) {
  if (keyword !== 'type' || !Array.isArray(data)) return undefined
  const times = data.length
  if (!parentSchema?.['x-comma-separated']) return t('is given {times} times: give it once', { times })
  const example = `${instancePath.slice(1)}=${(parentSchema.examples as string[])[0]}`
  return t('is given {times} times: separate its values by commas, as in {example}', { times, example })
}

/** No body at all counts as `null` here. */
const isMissingBody = ({ instancePath, data, params }: ErrorObject) =>
  instancePath === '' && data === null && params.type === 'object'

function missingBody({ parentSchema }: ErrorObject, t: Speak<ErrorText>, language: Language): string {
  const required = (parentSchema?.required ?? []) as string[]
  if (required.length === 0) return t('is missing: send {body}', { body: '{}' })
  return t('is missing: send a JSON object with {members}', { members: listText(required, language) })
}

const membersOf = ({ parentSchema }: ErrorObject): string =>
  Object.keys((parentSchema?.properties as object | undefined) ?? {}).join(', ')

const takesExactlyOne = ({ parentSchema }: ErrorObject) =>
  parentSchema?.minProperties === 1 && parentSchema.maxProperties === 1

const textMessages = {
  CONTROL: 'must not contain line breaks or other control characters',
  INVISIBLE: 'must not contain characters that are invisible or turn the direction of the text',
  UNICODE: 'holds broken Unicode: half of a character',
} as const satisfies Record<TextFault, ErrorText>

const patternMessages: Messages = {
  [limits.externalRef.pattern]:
    'may contain letters without accents, digits and _ . : / # - only, and no blanks',
  [limits.metadata.key.pattern]: 'a name has 1 to 40 characters, none of them invisible',
}

const formatMessages: Messages = {
  uuid: 'must be an identifier as the service gives them (a UUID)',
  'date-time': dateTimeMessage,
}

const typeMessages: Messages = {
  integer: 'must be a whole number',
  number: 'must be a number',
  string: 'must be text',
  boolean: 'must be true or false',
  object: 'must be a JSON object',
  'string,null': 'must be text or null',
  'array,null': 'must be a list or null',
}

/**
 * Suggests the known member that an unknown one resembles, unless it is one that cannot be changed any more.
 */
function unknownMember(error: ErrorObject, t: Speak<ErrorText>): string {
  const fixed = (error.parentSchema?.['x-creation-only'] ?? []) as string[]
  if (fixed.includes(error.params.additionalProperty))
    return t('cannot be changed after creation; cancel the delivery and create it again')
  const like = suggestion(error)
  return like ? t('is not a known field; did you mean {like}?', { like }) : t('is not a known field')
}

function unknownParameter(error: ErrorObject, t: Speak<ErrorText>): string {
  const like = suggestion(error)
  const known = membersOf(error)
  if (!known) return t('is not a known parameter; this operation takes none')
  return like
    ? t('is not a known parameter; did you mean {like}? This operation takes {known}', { like, known })
    : t('is not a known parameter; this operation takes {known}', { known })
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
