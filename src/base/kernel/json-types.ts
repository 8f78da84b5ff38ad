import { type Static, type TSchema, Type } from 'typebox'

/** The building blocks from which request and response schemas are made. */

type Described = { description: string; examples?: unknown[] }
/**
 * `name`: the description holds the schema once, under it, and refers to it from everywhere else (decision
 * 119).
 */
type Nameable<About> = About & { name?: string }

/** What the description says of a named schema itself; where it is used there may be other words. */
export type Component = Partial<Described> & { name: string }

function named({ name, ...about }: Nameable<Partial<Described>>) {
  return name === undefined ? about : { ...about, 'x-component': { ...about, name } satisfies Component }
}

/** Text written by people: trimmed, without control characters, `min` to `max` characters (decision 7). */
export const Text = (min: number, max: number, about: Described) =>
  Type.String({ minLength: min, maxLength: max, 'x-text': true, ...about })

/** Text of several lines, which become one: line breaks and tabs count as blanks (decision 7). */
export const Lines = (min: number, max: number, about: Described) =>
  Type.String({ minLength: min, maxLength: max, 'x-text': 'lines', ...about })

/** A phone as people and address books write it: `min` to `max` characters that can be seen. */
export const Phone = (min: number, max: number, about: Described) =>
  Type.String({ minLength: min, maxLength: max, 'x-text': 'phone', ...about })

/** A value of a list that is closed within v1; its first one is the example unless another is given. */
export const OneOf = <const Values extends readonly string[]>(values: Values, about: Nameable<Described>) =>
  Type.Unsafe<Values[number]>({
    type: 'string',
    enum: [...values],
    ...named({ examples: [values[0]], ...about }),
  })

/**
 * A value of a list that may grow within v1: known values are listed, and clients must expect others
 * (decision 119).
 */
export const KnownValue = <const Values extends readonly string[]>(
  values: Values,
  about: Nameable<Described>,
) =>
  Type.Unsafe<Values[number]>({
    type: 'string',
    'x-extensible-enum': [...values],
    ...named({ examples: [values[0]], ...about }),
  })

/**
 * True or false. A default is said in words: generators take a member that has one for one that must be sent.
 */
export const Flag = (about: Described) => Type.Boolean({ examples: [false], ...about })

/** What may be null, in the form that is cheap to serialize. */
export const Nullable = <Schema extends TSchema>(schema: Schema) => {
  const { type, enum: values } = schema as { type?: string; enum?: unknown[] }
  return Type.Unsafe<Static<Schema> | null>({
    ...schema,
    type: [type, 'null'],
    ...(values && { enum: [...values, null] }),
  })
}

/** A named schema with words of its own for the place where it is used. */
export const As = <Schema extends TSchema>(schema: Schema, about: Described) =>
  Type.Unsafe<Static<Schema>>({ ...schema, ...about })

type StrictOptions = Partial<Described> & {
  minProperties?: number
  maxProperties?: number
  /** Members that were taken at creation and are refused here: the refusal says so. */
  'x-creation-only'?: string[]
}

/** An object of a request: every member is described and no other is accepted. */
export const Strict = <Members extends Parameters<typeof Type.Object>[0]>(
  members: Members,
  about: Nameable<StrictOptions> = {},
) => Type.Object(members, { additionalProperties: false, ...named(about) })

/**
 * An object of an answer. Only the described members are sent; others may be added within v1, so clients must
 * ignore those that they do not know (decision 119).
 */
export const Open = <Members extends Parameters<typeof Type.Object>[0]>(
  members: Members,
  about: Nameable<Partial<Described>> = {},
) => Type.Object(members, named(about))

export const Latitude = Type.Number({
  minimum: -90,
  maximum: 90,
  description: 'Degrees north (WGS 84).',
  examples: [6.3654],
})
export const Longitude = Type.Number({
  minimum: -180,
  maximum: 180,
  description: 'Degrees east (WGS 84).',
  examples: [2.4183],
})

export const Uuid = (about: Described) =>
  Type.String({ format: 'uuid', examples: ['0192f0c1-7a3e-7c11-9d5b-3f5f7b1c2d4e'], ...about })
export const DateTime = (about: Described) =>
  Type.String({ format: 'date-time', examples: ['2026-11-21T10:00:00.000Z'], ...about })

/** A whole amount of FCFA. */
export const Amount = (about: Described & { examples: number[] }) => Type.Integer({ minimum: 0, ...about })
