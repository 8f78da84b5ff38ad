import type { FastifyInstance } from 'fastify'
import { isUuid } from '../base/kernel/uuid.ts'

export type KnownPaths = {
  /**
   * The methods that the path of an address accepts; empty for an unknown path. Of several routes that a path
   * matches the one with the most words counts: `/deliveries/promo-code-checks` names no delivery.
   */
  methodsOf(path: string): string[]
  /** Whether a route has this path as it stands. */
  isLiteral(path: string): boolean
}

/** No route has more segments; what comes after them is not logged. */
const maxLoggedSegments = 12

/** Every path that is registered. */
export function knownPaths() {
  const known: { form: RegExp; shape: string; methods: string[] }[] = []
  const literals = new Set<string>()
  const words = new Set([''])
  function methodsOf(path: string): string[] {
    const matching = known.filter(({ form }) => form.test(path))
    const [first] = matching.map(({ shape }) => shape).sort()
    return [...new Set(matching.flatMap(({ shape, methods }) => (shape === first ? methods : [])))].sort()
  }
  return {
    /** Records the routes of `app` from now on: call it before the first one. */
    record(app: FastifyInstance): void {
      app.addHook('onRoute', ({ url, method }) => {
        known.push({ form: pathForm(url), shape: shapeOf(url), methods: [method].flat() })
        if (!url.split('/').some(isVariable)) literals.add(url)
        for (const segment of url.split('/')) if (!isVariable(segment)) words.add(segment)
      })
    },
    /** Distinguishes a known path with another method from an unknown path (decision 6). */
    methodsOf,
    isLiteral: (path: string): boolean => literals.has(path),
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
 * Segment by segment a word, then a parameter, then an asterisk: what sorts first is what the router takes.
 */
const shapeOf = (url: string): string =>
  url
    .split('/')
    .map((segment) => (segment === '*' ? '2' : isVariable(segment) ? '1' : '0'))
    .join('')

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
