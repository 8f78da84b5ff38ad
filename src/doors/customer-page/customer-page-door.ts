import type { FastifyInstance } from 'fastify'
import { customerActor } from '../../base/kernel/actor.ts'
import { mapTilesOf, publicUrlOf, streetSourceOf } from '../../derived-settings.ts'
import { countPaymentRequests } from '../../domain/money/mobile-money/payment-request-store.ts'
import { requestPaymentAgain } from '../../domain/money/mobile-money/request-payment-again.ts'
import { requestPaymentFrom } from '../../domain/money/mobile-money/request-payment-from.ts'
import type { DoorServices } from '../../services.ts'
import { customerRoutes } from './customer-routes.ts'
import { logoRoutes } from './logo-routes.ts'

/** The customer's page, behind its link. */
export async function customerPageDoor(app: FastifyInstance, services: DoorServices): Promise<void> {
  const asCustomer = { ...services, actor: customerActor }
  const streets = streetSourceOf(services.config, services.mapArchive)
  await app.register(logoRoutes, services)
  await app.register(customerRoutes, {
    ...asCustomer,
    mapTiles: mapTilesOf(services.config, streets),
    streets,
    publicUrl: publicUrlOf(services.config),
    paymentRequests: {
      timesAsked: (key) => countPaymentRequests(services.db, key),
      askAgain: (key, timesAsked) => requestPaymentAgain(asCustomer, key, { timesAsked }),
      askFrom: (key, payer, timesAsked) => requestPaymentFrom(asCustomer, key, { payer, timesAsked }),
      providersIn: (country) => services.mobileMoney.providers.inCountry(country).map(({ name }) => name),
    },
  })
}
