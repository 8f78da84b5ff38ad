import { randomBytes, randomUUID } from 'node:crypto'
import { type CourierWorld, seedCouriers, signInCouriers } from './courier-world.ts'
import { temporaryFolder } from './processes.ts'
import { withClient } from './seed.ts'
import { openWebhookWorld, type WebhookWorld } from './webhook-world.ts'

/** A city with deliveries under way, couriers who carry half of them or are free, and somebody who watches. */
export type BoardWorld = {
  env: Record<string, string>
  url: string
  couriers: CourierWorld
  /** The `Cookie` header of each courier. */
  courierCookies: string[]
  /** The verbs, in this process. */
  world: WebhookWorld
}

/**
 * `underWay` deliveries under way over 20,000 that ended, and `count` couriers on duty, each of whom carries one: the
 * others wait for a courier, or for a position.
 */
export async function openBoardWorld(url: string, underWay: number, count: number): Promise<BoardWorld> {
  const couriers = await seedCouriers(url, count)
  const secretsKey = randomBytes(32)
  const env = {
    DATABASE_URL: url,
    DATA_FOLDER: temporaryFolder(),
    SECRETS_KEY: secretsKey.toString('base64'),
    SEED_DEMO: 'false',
  }
  await withClient(url, async (client) => {
    await client.query("update deliveries set status = 'DELIVERED', ended_at = now(), courier_id = null")
    await client.query(openDeliveries, [underWay, count])
    await client.query(insertHistory)
    await client.query('vacuum analyze')
  })
  const courierCookies = await signInCouriers(url, couriers, secretsKey)
  return { env, url, couriers, courierCookies, world: await openWebhookWorld(env) }
}

/** Makes an account that runs the service, and begins a session of it; returns the `Cookie` header. */
export async function signInOperator(
  { world: { services } }: Pick<BoardWorld, 'world'>,
  role: 'OPERATOR' | 'DISPATCHER' = 'DISPATCHER',
): Promise<string> {
  const { db, clock, auth } = services
  const [id, now] = [randomUUID(), clock.now()]
  await db
    .insertInto('accounts')
    .values({
      id,
      name: 'Rachidatou Bello',
      phone: null,
      email: `${id}@colis.test`,
      created_at: now,
      updated_at: now,
    })
    .execute()
  await db.insertInto('operators').values({ account_id: id, role, created_at: now }).execute()
  const cookies = await auth.beginSession(id, 'bench')
  return cookies.map((line) => line.split(';')[0]).join('; ')
}

/** The newest are under way: as many as there are couriers are carried, the others wait, for at most an hour. */
const openDeliveries = `
  update deliveries set
    status = case
      when opened.number > $2::integer then
        case when opened.number % 3 = 0 then 'AWAITING_LOCATION' else 'SEARCHING_COURIER' end
      else (array['ASSIGNED', 'IN_TRANSIT', 'IN_TRANSIT', 'FAILED'])[1 + opened.number % 4] end,
    ended_at = null,
    courier_id = opened.courier_id,
    due_at = case when opened.number > $2::integer then now() + interval '1 day' end
  from (
    select newest.shop_id, newest.id, newest.number, couriers.id as courier_id
    from (
      select shop_id, id, row_number() over (order by id desc) as number from deliveries
      order by id desc limit $1::integer
    ) as newest
    left join (
      select id, row_number() over (order by id) as number from couriers
    ) as couriers on couriers.number = newest.number
  ) as opened
  where deliveries.shop_id = opened.shop_id and deliveries.id = opened.id`

const insertHistory = `
  insert into delivery_history (shop_id, delivery_id, version, status, occurred_at)
  select deliveries.shop_id, deliveries.id, step.version, step.status,
    now() - (4 - step.version) * interval '13 minutes'
  from deliveries
  cross join unnest(array['AWAITING_LOCATION', 'SEARCHING_COURIER', 'ASSIGNED', 'IN_TRANSIT', 'FAILED'])
    with ordinality as step (status, version)
  where deliveries.ended_at is null
    and step.version <= array_position(
      array['AWAITING_LOCATION', 'SEARCHING_COURIER', 'ASSIGNED', 'IN_TRANSIT', 'FAILED'], deliveries.status)`
