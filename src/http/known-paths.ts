import type { FastifyInstance } from 'fastify'
import { isUuid } from '../base/kernel/uuid.ts'

/** The methods that the path of an address accepts; empty for an unknown path. */
export type MethodsOf = (path: string) => string[]

/** No route has more segments; what comes after them is not logged. */
const maxLoggedSegments = 12

/** Every path that is registered. */
export function knownPaths() {
  const known: { form: RegExp; methods: string[] }[] = []
  const words = new Set([''])
  const methodsOf: MethodsOf = (path) =>
    [...new Set(known.filter(({ form }) => form.test(path)).flatMap(({ methods }) => methods))].sort()
  return {
    /** Records the routes of `app` from now on: call it before the first one. */
    record(app: FastifyInstance): void {
      app.addHook('onRoute', ({ url, method }) => {
        known.push({ form: pathForm(url), methods: [method].flat() })
        for (const segment of url.split('/')) if (!isVariable(segment)) words.add(segment)
      })
    },
    /** Distinguishes a known path with another method from an unknown path (decision 6). */
    methodsOf,
    /**
     * An address as it may be logged: its path, where every segment that is neither a word of a route nor an
     * identifier of ours is `…`. It may be a link, a key or a phone number, however it is encoded.
     */
    loggedPath(url: string): string {
      const [path = ''] = url.split('?', 1)
      const segments = path.split('/', maxLoggedSegments + 1)
      return segments.map((segment) => (words.has(segment) || isUuid(segment) ? segment : '…')).join('/')
    },
  }
}

const isVariable = (segment: string): boolean => segment === '*' || segment.startsWith(':')

/**
 * `/deliveries/:id/events` as a regular expression: a parameter is one segment, an asterisk all that follows.
 */
function pathForm(url: string): RegExp {
  const segments = url.split('/').map((segment) => {
    if (segment === '*') return '.*'
    return isVariable(segment) ? '[^/]+' : RegExp.escape(segment)
  })
  return new RegExp(`^${segments.join('/')}$`)
}
