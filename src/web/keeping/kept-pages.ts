import { addressListPage } from './addresses/address-list.ts'
import { oneAddressPage } from './addresses/one-address.ts'
import { endpointActRoutes } from './endpoints/endpoint-act-routes.ts'
import { endpointRoutes } from './endpoints/endpoint-routes.ts'
import { apiKeysPage } from './keys/api-keys.ts'

/** The pages that keep a shop, as each door registers them: those for its developers, and its pickup addresses. */
export const keptDeveloperPages = [apiKeysPage, endpointRoutes, endpointActRoutes]
export const keptAddressPages = [addressListPage, oneAddressPage]
