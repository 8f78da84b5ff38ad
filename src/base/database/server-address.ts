import { SettingsRefused } from '../kernel/setting.ts'

/** The servers that an address names, each as an address of its own, in its order. */
type ServerAddress = {
  urls: readonly [string, ...string[]]
  /** Whether only a server that takes writes will do: one of several may be a standby. */
  mustTakeWrites: boolean
}

/**
 * Reads `postgres://a:1,b:2/database` or `postgres://user@/database?host=a,b&port=1,2`, as libpq has them.
 * Throws SettingsRefused for a server that this service could not work on.
 */
export function readServerAddress(url: string): ServerAddress {
  const [, start = '', authority = '', path = '', search = ''] =
    /^(\w+:\/\/(?:[^/?#]*@)?)([^/?#]*)([^?#]*)(.*)$/s.exec(url) ?? []
  const query = new URLSearchParams(search)
  const wanted = query.get('target_session_attrs')
  if (wanted !== null && !['any', 'read-write', 'primary'].includes(wanted))
    throw new SettingsRefused([
      'DATABASE_URL needs a server that takes writes: target_session_attrs can be read-write or primary',
    ])
  query.delete('target_session_attrs')
  const hosts = query.get('host')?.split(',')
  const ports = query.get('port')?.split(',') ?? []
  const urls = (hosts ?? authority.split(',')).map((host, at) => {
    if (!hosts) return `${start}${host}${path}${searchOf(query)}`
    query.set('host', host)
    const port = ports[at] ?? ports[0]
    if (port !== undefined) query.set('port', port)
    return `${start}${authority}${path}${searchOf(query)}`
  })
  const [first, ...others] = urls
  if (first === undefined || others.length === 0)
    return { urls: [url], mustTakeWrites: wanted !== null && wanted !== 'any' }
  return { urls: [first, ...others], mustTakeWrites: true }
}

const searchOf = (query: URLSearchParams): string => (query.size === 0 ? '' : `?${query}`)

/** The settings of PostgreSQL that an address sets itself, in `options` or by their names. */
export function settingsIn(url: string): ReadonlySet<string> {
  const query = new URLSearchParams(url.split('?')[1] ?? '')
  const options = query.get('options') ?? ''
  const named = [...options.matchAll(/(?:^|\s)(?:-c\s*|--)([\w.-]+)\s*=/g)].map(([, name = '']) =>
    name.replaceAll('-', '_').toLowerCase(),
  )
  return new Set([...query.keys(), ...named])
}
