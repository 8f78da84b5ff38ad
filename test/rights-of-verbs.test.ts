import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Actor } from '../src/base/kernel/actor.ts'
import { newId } from '../src/base/kernel/clock.ts'
import { addPickupAddress } from '../src/domain/shops/add-pickup-address.ts'
import { changePickupAddress } from '../src/domain/shops/change-pickup-address.ts'
import { changeShop } from '../src/domain/shops/change-shop.ts'
import { createApiKey } from '../src/domain/shops/create-api-key.ts'
import { removePickupAddress } from '../src/domain/shops/remove-pickup-address.ts'
import { revokeApiKey } from '../src/domain/shops/revoke-api-key.ts'
import { addEndpoint } from '../src/domain/webhooks/endpoints/add-endpoint.ts'
import {
  changeEndpoint,
  enableEndpoint,
  pauseEndpoint,
  regenerateSecret,
  removeEndpoint,
} from '../src/domain/webhooks/endpoints/change-endpoint.ts'
import { pingEndpoint } from '../src/domain/webhooks/endpoints/ping-endpoint.ts'
import { resendDispatches } from '../src/domain/webhooks/sending/resend-dispatches.ts'
import type { WebhookDeps } from '../src/domain/webhooks/webhook-deps.ts'
import { onEachDatabase } from './support/databases.ts'
import { center, openService, type TestService, type TestShop, testStart } from './support/open-service.ts'
import { memberOf } from './support/shop-members.ts'

type Scene = { service: TestService; shop: TestShop; endpoint: { shopId: string; id: string }; actor: Actor }

const asActor = ({ service, actor }: Scene) => ({ ...service.services, actor })
const hooks = ({ service, actor }: Scene): WebhookDeps => ({
  ...service.services.webhooks,
  actor,
  send: async () => ({ isSuccess: true, httpStatus: 200, failure: null, excerpt: '', durationMs: 1 }),
})
const addressOf = ({ shop }: Scene) => ({ shopId: shop.shopId, id: shop.pickupAddressId })
const place = { ...center, landmark: null, formatted: null }

/** Every verb of keys, addresses, settings and endpoints, and whether staff may use it. */
const verbs: Record<string, { isForStaff: boolean; act: (scene: Scene) => Promise<unknown> }> = {
  'change-shop': {
    isForStaff: false,
    act: (scene) => changeShop(asActor(scene), scene.shop.shopId, { displayName: 'Chez Ama' }),
  },
  'create-api-key': {
    isForStaff: false,
    act: (scene) =>
      createApiKey(asActor(scene), { shopId: scene.shop.shopId, scopes: ['quotes:read'], label: null }),
  },
  'revoke-api-key': { isForStaff: false, act: (scene) => revokeApiKey(asActor(scene), scene.shop) },
  'add-pickup-address': {
    isForStaff: true,
    act: (scene) =>
      addPickupAddress(asActor(scene), {
        shopId: scene.shop.shopId,
        label: newId(new Date(testStart)),
        ...place,
      }),
  },
  'change-pickup-address': {
    isForStaff: true,
    act: (scene) => changePickupAddress(asActor(scene), addressOf(scene), { label: 'Atelier' }),
  },
  'remove-pickup-address': {
    isForStaff: true,
    act: async (scene) => {
      const system = { ...asActor(scene), actor: { kind: 'SYSTEM' } as const }
      const { shopId } = scene.shop
      const { id } = await addPickupAddress(system, { shopId, label: newId(new Date(testStart)), ...place })
      return removePickupAddress(asActor(scene), { shopId, id })
    },
  },
  'add-endpoint': {
    isForStaff: false,
    act: (scene) =>
      addEndpoint(hooks(scene), {
        shopId: scene.shop.shopId,
        url: `https://93.184.215.14/${newId(new Date(testStart))}`,
        eventTypes: null,
        description: null,
      }),
  },
  'change-endpoint': {
    isForStaff: false,
    act: (scene) => changeEndpoint(hooks(scene), scene.endpoint, { description: 'Caisse' }),
  },
  'pause-endpoint': { isForStaff: false, act: (scene) => pauseEndpoint(hooks(scene), scene.endpoint) },
  'enable-endpoint': { isForStaff: false, act: (scene) => enableEndpoint(hooks(scene), scene.endpoint) },
  'regenerate-secret': {
    isForStaff: false,
    act: (scene) => regenerateSecret(hooks(scene), scene.endpoint, 0),
  },
  'ping-endpoint': { isForStaff: true, act: (scene) => pingEndpoint(hooks(scene), scene.endpoint) },
  'resend-dispatches': {
    isForStaff: true,
    act: (scene) => resendDispatches(hooks(scene), scene.endpoint, { failedSince: new Date(testStart) }),
  },
  'remove-endpoint': { isForStaff: false, act: (scene) => removeEndpoint(hooks(scene), scene.endpoint) },
}

onEachDatabase((open) => {
  let service: TestService
  before(async () => {
    service = await openService(await open())
  })
  after(() => service.close())

  for (const [name, { isForStaff, act }] of Object.entries(verbs))
    test(`${name} is for ${isForStaff ? 'everybody of the shop' : 'its owners'}, and unknown to others`, async () => {
      const [shop, other] = [await service.openShop(), await service.openShop()]
      const { shopId } = shop
      const system: Actor = { kind: 'SYSTEM' }
      const scene = { service, shop, actor: system, endpoint: { shopId, id: '' } }
      const hook = { url: 'https://93.184.215.14/hook', eventTypes: null, description: null }
      const { endpoint } = await addEndpoint(hooks(scene), { shopId, ...hook })
      const as = async (actor: Actor) => act({ ...scene, endpoint: { shopId, id: endpoint.id }, actor })

      for (const stranger of [await memberOf(service, other.shopId), await memberOf(service, null)])
        await assert.rejects(as(stranger), { code: 'SHOP_NOT_FOUND' })
      const staff = await memberOf(service, shopId, 'STAFF')
      if (isForStaff) await as(staff)
      else await assert.rejects(as(staff), { code: 'ROLE_REQUIRED' })
      await as(await memberOf(service, shopId, 'OWNER'))
    })
})
