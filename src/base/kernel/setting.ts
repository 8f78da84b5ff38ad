import { listText } from './list-text.ts'

/**
 * What settings and rules are made of: each is read from a text, and says of what form it is and what it is
 * for.
 */

export type Meta = { description: string; secret?: boolean }
export type Setting<T> = Meta & {
  secret: boolean
  form: string
  fallback: string
  /** Throws what is wrong, as it goes on behind the name. */
  read(given: string | undefined): T
}

/** What is wrong with the settings, every fault at once. */
export class SettingsRefused extends Error {
  override name = 'SettingsRefused'
  readonly faults: string[]
  constructor(faults: string[]) {
    const heading = `The settings have ${faults.length === 1 ? 'a fault' : 'faults'}:`
    super([heading, ...faults.map((fault) => `  - ${fault}`)].join('\n'))
    this.faults = faults
  }
}

export function setting<T>(
  meta: Meta,
  form: string,
  fallback: string,
  read: (given: string | undefined) => T,
): Setting<T> {
  return { ...meta, secret: meta.secret ?? false, form, fallback, read }
}

export function choice<const T extends string>(
  values: readonly T[],
  fallback: NoInfer<T>,
  meta: Meta,
): Setting<T> {
  return setting(meta, values.join(' | '), fallback, (given = fallback) => {
    if (!(values as readonly string[]).includes(given)) throw new Error(`must be one of ${values.join(', ')}`)
    return given as T
  })
}

export function optionalChoice<const T extends string>(
  values: readonly T[],
  meta: Meta,
): Setting<T | undefined> {
  return setting(meta, values.join(' | '), '', (given) => {
    if (given !== undefined && !(values as readonly string[]).includes(given))
      throw new Error(`must be ${listText(values, 'en', 'or')}`)
    return given as T | undefined
  })
}

export function text(fallback: string, meta: Meta): Setting<string> {
  return setting(meta, 'text', fallback, (given = fallback) => given)
}

export function pattern(
  form: RegExp,
  fallback: string,
  { expects, ...meta }: Meta & { expects: string },
): Setting<string> {
  return setting(meta, expects, fallback, (given = fallback) => {
    if (!form.test(given)) throw new Error(`must be ${expects}`)
    return given
  })
}

export function optionalPattern(
  form: RegExp,
  { expects, ...meta }: Meta & { expects: string },
): Setting<string | undefined> {
  return setting(meta, expects, '', (given) => {
    if (given !== undefined && !form.test(given)) throw new Error(`must be ${expects}`)
    return given
  })
}

export function optionalText(meta: Meta): Setting<string | undefined> {
  return setting(meta, 'text', '', (given) => given)
}

export function integer(
  fallback: number,
  { min, max, ...meta }: Meta & { min: number; max: number },
): Setting<number> {
  return setting(meta, `whole number ${min} to ${max}`, String(fallback), (given = String(fallback)) => {
    const value = Number(given)
    if (!/^\d+$/.test(given) || value < min || value > max)
      throw new Error(`must be a whole number from ${min} to ${max}`)
    return value
  })
}

export function optionalFlag(meta: Meta): Setting<boolean | undefined> {
  return setting(meta, 'true | false', '', (given) => {
    if (given !== undefined && given !== 'true' && given !== 'false') throw new Error('must be true or false')
    return given === undefined ? undefined : given === 'true'
  })
}

export function optionalUrl(protocols: string[], meta: Meta): Setting<string | undefined> {
  const form = listText(
    protocols.map((protocol) => `${protocol}//…`),
    'en',
    'or',
  )
  return setting(meta, form, '', (given) => {
    if (given === undefined) return undefined
    if (!URL.canParse(given) || !protocols.includes(new URL(given).protocol))
      throw new Error(`must be ${form}`)
    return given.replace(/\/+$/, '')
  })
}

/** Any of these words, comma-separated, each once. */
export function parts<const T extends string>(values: readonly T[], meta: Meta): Setting<readonly T[]> {
  return setting(meta, `any of ${values.join(', ')}`, '', (given = '') => {
    const named = new Set(
      given
        .split(',')
        .map((part) => part.trim())
        .filter((part) => part !== ''),
    )
    if (![...named].every((part) => (values as readonly string[]).includes(part)))
      throw new Error(`must be any of ${values.join(', ')}, comma-separated`)
    return values.filter((part) => named.has(part))
  })
}
