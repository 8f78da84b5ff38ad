import type { FastifyInstance } from 'fastify'
import type { Clock } from '../../base/kernel/clock.ts'
import { ApiError } from '../../contract/errors.ts'
import { getDelivery } from '../../domain/deliveries/get-delivery.ts'
import {
  type ProofPhotoAddresses,
  proofPhotoAddress,
} from '../../domain/deliveries/handover-proof/proof-photo-address.ts'
import { readReportForShop } from '../../domain/deliveries/handover-proof/read-handover-report.ts'
import type { DeliveryDeps } from '../../domain/deliveries/transitions/move-delivery.ts'
import { operation } from '../../http/operation.ts'
import { languageOf } from '../../http/response-language.ts'
import { DeliveryParams, deliveryKeyOf } from './delivery-routes.ts'
import { ProofView, proofView } from './proof-view.ts'

type ProofDeps = Pick<DeliveryDeps, 'db' | 'rules'> & { clock: Clock; proofPhotos: ProofPhotoAddresses }

/** GET /deliveries/{id}/proof: an extension of ours (decision 345). */
export async function proofRoutes(app: FastifyInstance, deps: ProofDeps): Promise<void> {
  app.get<{ Params: { id: string } }>(
    '/deliveries/:id/proof',
    operation({
      operationId: 'getHandoverProof',
      summary: 'What proves a hand-over, or that it failed',
      description:
        'An extension of Colis, once the parcel was handed over, or could not be: when, and as far as the courier company shows it to shops, where the courier stood, who took the parcel, and a photo. Place and photo are kept for a month. The address of the photo works for 15 minutes.',
      tag: 'Deliveries',
      scopes: ['deliveries:read'],
      params: DeliveryParams,
      success: { 200: ProofView },
      refuses: ['DELIVERY_NOT_FOUND', 'NO_HANDOVER'],
    }),
    async (request) => {
      const key = deliveryKeyOf(request)
      const row = await getDelivery(deps.db, key)
      const report = await readReportForShop(deps, row)
      if (!report) throw new ApiError('NO_HANDOVER', { status: row.status })
      const { photoId } = report
      const photo = photoId && proofPhotoAddress(deps.proofPhotos, key, photoId, deps.clock.now())
      return proofView(report, photo || null, row, languageOf(request))
    },
  )
}
