import { setTimeout as wait } from 'node:timers/promises'
import type { Database, Trx } from '../../base/database/open-database.ts'
import { systemActor } from '../../base/kernel/actor.ts'
import type { Clock } from '../../base/kernel/clock.ts'
import type { Environment } from '../../base/kernel/environment.ts'
import { scopes } from '../../contract/vocabulary.ts'
import type { AuditedDeps } from '../audit/audited-act.ts'
import { createPromoCode } from '../money/payments/create-promo-code.ts'
import { type KnownCity, knownCities, proposedTariff } from '../pricing/known/known-cities.ts'
import { addKnownCity } from '../pricing/known/open-known-city.ts'
import { setTariff } from '../pricing/set-tariff.ts'
import { addPickupAddress } from '../shops/add-pickup-address.ts'
import { createApiKey } from '../shops/create-api-key.ts'
import { createShop } from '../shops/create-shop.ts'
import {
  demoKeyLabel,
  demoShopName,
  findDemoShopWithoutKeys,
  isUntouched,
  takeTurnToSeed,
} from './demo-store.ts'

/** How long a process waits before it checks again whether another has filled the database. */
const turnMs = 100

type SeedDeps = { db: Database; clock: Clock }

/**
 * Fills an empty database with the demo, completely or not at all: cities with tariffs, zones drawn by hand,
 * a shop in Cotonou with its main pickup address and payout account, and two promo codes; its key comes
 * later. Does nothing when there is a shop or a city already; of several processes that start at once one
 * fills it, and the others wait until it has.
 */
export function seedDemo({ db, clock }: SeedDeps): Promise<void> {
  return inTurn(db, async (trx) => {
    if (!(await isUntouched(trx))) return
    const deps = { db: trx, clock, actor: systemActor }
    for (const city of knownCities) await seedCity(deps, city)
    await seedPromoCodes(deps)
    await seedShop(deps)
  })
}

/**
 * Makes the key of the demo, with every right, and returns it; undefined when there was one before. A start
 * calls it once it listens: the key is seen this once, so a start that fails must not use it up.
 */
export function seedDemoKey({
  db,
  clock,
  environment,
  cell,
}: SeedDeps & { environment: Environment; cell: string }): Promise<string | undefined> {
  return inTurn(db, async (trx) => {
    const shopId = await findDemoShopWithoutKeys(trx)
    if (shopId === undefined) return undefined
    const deps = { db: trx, clock, actor: systemActor, environment, cell }
    return (await createApiKey(deps, { shopId, scopes: [...scopes], label: demoKeyLabel })).key
  })
}

async function inTurn<T>(db: Database, work: (trx: Trx) => Promise<T>): Promise<T> {
  for (;;) {
    const done = await db
      .transaction()
      .execute(async (trx) => ((await takeTurnToSeed(trx)) ? { result: await work(trx) } : undefined))
    if (done) return done.result
    await wait(turnMs)
  }
}

async function seedCity(deps: AuditedDeps, city: KnownCity): Promise<void> {
  const cityId = await addKnownCity(deps, city, { withZones: true })
  await setTariff(deps, cityId, proposedTariff(city))
}

async function seedPromoCodes(deps: AuditedDeps): Promise<void> {
  await createPromoCode(deps, { code: 'BIENVENUE', percent: 20 })
  await createPromoCode(deps, { code: 'COLIS500', amountFcfa: 500, maxUses: 100, minimumTripFcfa: 1000 })
}

/** The simulated provider of a sandbox serves every country. */
const servedEverywhere = { boundsIn: () => true }

async function seedShop(deps: AuditedDeps): Promise<void> {
  const shop = await createShop(
    { ...deps, pricing: { collecting: servedEverywhere } },
    {
      name: demoShopName,
      country: 'BJ',
      defaultCollection: 'SECURE',
      payoutPhone: '+2290197000099',
      discountPercent: 0,
    },
  )
  await addPickupAddress(deps, {
    shopId: shop.id,
    label: 'Boutique Ganhi',
    landmark: 'En face du marché Ganhi',
    formatted: 'Ganhi, Cotonou',
    isDefault: true,
    lat: 6.3654,
    lng: 2.4183,
  })
}
