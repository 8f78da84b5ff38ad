import type { FastifyInstance } from 'fastify'
import { publicUrlOf } from '../../derived-settings.ts'
import type { AccountDeps } from '../../domain/accounts/account-deps.ts'
import { courierHolders } from '../../domain/couriers/open-courier-account.ts'
import { sendSignInCode } from '../../domain/messages/enqueue-messages.ts'
import type { DoorServices, Services } from '../../services.ts'
import { courierRoutes } from './courier-routes.ts'

/** The couriers' pages, made for a phone that loses its network. */
export async function courierAppDoor(app: FastifyInstance, services: DoorServices): Promise<void> {
  await app.register(courierRoutes, {
    ...services,
    accounts: courierAccounts(services),
    applicants: applicantAccounts(services),
    isSecure: publicUrlOf(services.config).startsWith('https:'),
  })
}

/** People who apply are sent a code whoever they are; it shows that the phone is theirs, and opens nothing. */
function applicantAccounts({ db, clock, auth, sessionsKey }: Services): AccountDeps {
  return {
    db,
    clock,
    auth,
    secret: sessionsKey,
    holders: { find: async (phone) => ({ id: phone, phone }), openAccount: async ({ id }) => id },
    sendSignInCode: (holder, code) =>
      sendSignInCode({ db, clock }, { phone: holder?.phone ?? null, ...code }),
  }
}

/** Couriers who work here sign in with their phones. */
function courierAccounts({ db, clock, auth, sessionsKey }: Services): AccountDeps {
  return {
    db,
    clock,
    auth,
    secret: sessionsKey,
    holders: courierHolders({ db, clock }),
    sendSignInCode: (holder, code) =>
      sendSignInCode({ db, clock }, { courierId: holder?.id ?? null, phone: holder?.phone ?? null, ...code }),
  }
}
