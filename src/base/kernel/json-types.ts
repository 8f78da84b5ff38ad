import { type Static, type TSchema, Type } from 'typebox'

/** The building blocks from which request and response schemas are made. */

type Described = { description: string; examples?: unknown[] }

/** Text written by people: trimmed, without control characters, `min` to `max` characters (decision 7). */
export const Text = (min: number, max: number, about: Described) =>
  Type.String({ minLength: min, maxLength: max, 'x-text': true, ...about })

/** A value of a closed list; its first one is the example unless another is given. */
export const OneOf = <const Values extends readonly string[]>(values: Values, about: Described) =>
  Type.Unsafe<Values[number]>({ type: 'string', enum: [...values], examples: [values[0]], ...about })

/** True or false. */
export const Flag = (about: Described & { default?: boolean }) =>
  Type.Boolean({ examples: [false], ...about })

/** A scalar that may be null, in the form that is cheap to serialize. */
export const Nullable = <Schema extends TSchema>(schema: Schema) => {
  const { type, enum: values } = schema as { type?: string; enum?: unknown[] }
  return Type.Unsafe<Static<Schema> | null>({
    ...schema,
    type: [type, 'null'],
    ...(values && { enum: [...values, null] }),
  })
}

/** An object in which every member is described and no other is accepted. */
export const Strict = <Members extends Parameters<typeof Type.Object>[0]>(
  members: Members,
  about: Partial<Described> = {},
) => Type.Object(members, { additionalProperties: false, ...about })

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
