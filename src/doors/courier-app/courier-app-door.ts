import type { FastifyInstance } from 'fastify'
import { publicUrlOf } from '../../derived-settings.ts'
import type { AccountDeps } from '../../domain/accounts/account-deps.ts'
import type { Holders } from '../../domain/accounts/holder.ts'
import { courierHolders } from '../../domain/couriers/open-courier-account.ts'
import { sendSignInCode } from '../../domain/messages/strangers/send-to-strangers.ts'
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

/**
 * People who apply are sent a code whoever they are; it shows that the phone is theirs, and opens nothing.
 */
const applicantAccounts = (services: Services): AccountDeps =>
  accountsOf(services, {
    find: async (phone) => ({ id: phone, phone, standing: 'NEW' }),
    openAccount: async ({ id }) => id,
  })

/** Couriers who work here sign in with their phones. */
const courierAccounts = (services: Services): AccountDeps => accountsOf(services, courierHolders(services))

function accountsOf(services: Services, holders: Holders): AccountDeps {
  const { db, clock, auth, sessionKeys } = services
  return {
    db,
    clock,
    auth,
    secrets: sessionKeys,
    holders,
    sendSignInCode: (holder, code) => {
      const { id, phone = null, standing = 'KNOWN' } = holder ?? {}
      const courierId = standing === 'KNOWN' && id !== undefined ? id : null
      return sendSignInCode(services, { courierId, phone, standing, ...code })
    },
  }
}
