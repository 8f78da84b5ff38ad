import { addressListPage } from './addresses/address-list.ts'
import { oneAddressPage } from './addresses/one-address.ts'
import { endpointActs } from './endpoints/endpoint-acts.ts'
import { endpointListPage } from './endpoints/endpoint-list.ts'
import { oneEndpointPage } from './endpoints/one-endpoint.ts'
import { apiKeysPage } from './keys/api-keys.ts'

/**
 * The pages that keep a shop, as each door registers them: those for its developers, and its pickup
 * addresses.
 */
export const keptDeveloperPages = [apiKeysPage, endpointListPage, oneEndpointPage, endpointActs]
export const keptAddressPages = [addressListPage, oneAddressPage]
