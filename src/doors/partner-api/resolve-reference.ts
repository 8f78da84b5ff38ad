import type { FastifyInstance } from 'fastify'
import type { Database } from '../../base/database/open-database.ts'
import { referenceOf } from '../../base/kernel/short-code.ts'
import { findDeliveryIdByReference } from '../../domain/deliveries/delivery-store.ts'
import { callerOf } from '../../http/authenticate.ts'

/**
 * Lets the reference of a delivery stand for its id in every address of this plugin (decision 122). An id
 * costs nothing; a reference is looked up among the deliveries of the caller's shop, and one that is not
 * found stays as it is, so that the operation refuses it as it refuses any unknown id.
 */
export function resolveReferences(app: FastifyInstance, { db }: { db: Database }): void {
  app.addHook('preHandler', (request, _reply, done) => {
    const params = request.params as { id?: string }
    const isOfDelivery = request.routeOptions.url?.includes('/deliveries/:id')
    const reference = isOfDelivery ? referenceOf(params.id ?? '') : undefined
    if (reference === undefined) return done()
    findDeliveryIdByReference(db, callerOf(request).shopId, reference).then((id) => {
      if (id !== undefined) params.id = id
      done()
    }, done)
  })
}
