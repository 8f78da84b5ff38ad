import type { FastifyInstance, FastifyRequest, onResponseHookHandler, RouteOptions } from 'fastify'
import type { KeyUses } from '../../domain/api-requests/record-key-uses.ts'
import type { RequestLog } from '../../domain/api-requests/record-requests.ts'
import { clientNetwork } from '../../http/client-network.ts'

type LogDeps = { requestLog: RequestLog; keyUses: KeyUses }

/**
 * Notes every operation of this plugin that a valid key asked for, and the use of that key, once it is
 * answered. What no operation of the description answers is not logged: an unknown path needs no key, and a
 * stream has no end; that a stream's key is used is noted when it begins. Each route has a hook of its own,
 * since asking a request for its route costs more than all of this.
 */
export function logRequests(app: FastifyInstance, deps: LogDeps): void {
  app.addHook('onRoute', (route) => {
    if (route.config?.operationId !== undefined)
      route.onResponse = [...[route.onResponse ?? []].flat(), logOf(route, deps)]
    else
      route.preHandler = [
        ...[route.preHandler ?? []].flat(),
        (request, _reply, done) => {
          noteUse(request, deps)
          done()
        },
      ]
  })
}

/** Logs the requests of one route once they are answered. */
function logOf({ config, url }: RouteOptions, deps: LogDeps): onResponseHookHandler {
  const { operationId: operation = '', isRead = false } = config ?? {}

  return (request, reply, done) => {
    const { caller } = request
    if (caller) {
      noteUse(request, deps)
      deps.requestLog.record({
        shopId: caller.shopId,
        keyId: caller.keyId,
        operation,
        method: request.method,
        route: url,
        status: reply.statusCode,
        errorCode: request.refusalCode,
        requestId: request.id,
        durationMs: Math.round(reply.elapsedTime),
        isRead,
      })
    }
    done()
  }
}

function noteUse(request: FastifyRequest, { keyUses }: LogDeps): void {
  if (request.caller) keyUses.record(request.caller, () => clientNetwork(request.ip))
}
