import type { FastifyInstance } from 'fastify'

/** The methods that the path of an address accepts; empty for an unknown path. */
export type MethodsOf = (path: string) => string[]

/**
 * Records every path as it is registered, to distinguish a known path with another method from an unknown
 * path (decision 6). Call it before the first route.
 */
export function recordPaths(app: FastifyInstance): MethodsOf {
  const known: { form: RegExp; methods: string[] }[] = []
  app.addHook('onRoute', ({ url, method }) => {
    known.push({ form: pathForm(url), methods: [method].flat() })
  })
  return (path) =>
    [...new Set(known.filter(({ form }) => form.test(path)).flatMap(({ methods }) => methods))].sort()
}

/** `/deliveries/:id/events` as a regular expression: a parameter is one segment, an asterisk all that follows. */
function pathForm(url: string): RegExp {
  const segments = url.split('/').map((segment) => {
    if (segment === '*') return '.*'
    return segment.startsWith(':') ? '[^/]+' : RegExp.escape(segment)
  })
  return new RegExp(`^${segments.join('/')}$`)
}
