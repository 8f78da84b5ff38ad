import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { migrate } from '../src/base/database/migrate.ts'
import { systemClock } from '../src/base/kernel/clock.ts'
import { findCourierOfAccount } from '../src/domain/couriers/courier-account-store.ts'
import { registerCourier } from './support/courier-work.ts'
import { onEachEmptyDatabase, type TestDatabase } from './support/databases.ts'
import { openService, type TestService } from './support/open-service.ts'
import { signInCourier } from './support/sign-in.ts'
import { openVisitor, textOf } from './support/visitor.ts'

const courierId = '0192f0c1-0000-7000-8000-000000000001'
const accountId = '0192f0c1-0000-7000-8000-000000000002'
const token = 'a-session-of-the-version-before'

/** A courier signed in under a version whose accounts still held the courier’s id; the database was then upgraded. */
onEachEmptyDatabase((open) => {
  const folder = mkdtempSync(join(tmpdir(), 'colis-upgrade-'))
  let service: TestService

  before(async () => {
    const made = await open()
    for (const name of readdirSync('migrations/before').filter((each) => each < '0018'))
      cpSync(join('migrations/before', name), join(folder, name))
    await migrate(made.database, folder)
    await insertCourierWhoSignedIn(made)
    await migrate(made.database)
    service = await openService(made)
  })
  after(async () => {
    await service.close()
    rmSync(folder, { recursive: true, force: true })
  })

  test('a courier’s session from before the upgrade is still accepted after it', async () => {
    const visitor = openVisitor(service)
    const signature = createHmac('sha256', service.services.sessionKeys[0].toString('hex')).update(token)
    visitor.cookies.set('colis.session_token', encodeURIComponent(`${token}.${signature.digest('base64')}`))
    const home = await visitor.open('/courier')
    assert.deepEqual([home.status, home.path], [200, '/courier'])
    assert.match(textOf(home), /Bonjour Afi/)
  })

  test('a courier who signs in again after the upgrade gets the account they had before', async () => {
    await signInCourier(service, courierId)
    const accounts = await service.services.db
      .selectFrom('courier_accounts')
      .select('courier_accounts.account_id')
      .where('courier_accounts.courier_id', '=', courierId)
      .execute()
    assert.deepEqual(accounts, [{ account_id: accountId }])
  })

  test('during an upgrade each version finds the courier of an account that the other version created', async () => {
    const { db } = service.services
    const [first, second] = [await registerCourier(service), await registerCourier(service)]
    const made = '0192f0c1-0000-7000-8000-000000000003'
    await sql`insert into accounts (id, courier_id, name, created_at, updated_at) values (${made}, ${first}, 'Afi', now(), now())`.execute(
      db,
    )
    assert.equal((await findCourierOfAccount(db, made))?.id, first)

    await signInCourier(service, second)
    const { rows } = await sql`select from accounts where courier_id = ${second}`.execute(db)
    assert.equal(rows.length, 1)
  })
})

async function insertCourierWhoSignedIn({ database: { db } }: TestDatabase): Promise<void> {
  const now = systemClock.now()
  const end = new Date(now.getTime() + 24 * 60 * 60_000)
  await sql`insert into couriers (id, first_name, last_name, phone, vehicle_type, created_at) values (${courierId}, 'Afi', 'Dossou', '+2290140000777', 'MOTO', ${now})`.execute(
    db,
  )
  await sql`insert into accounts (id, courier_id, name, phone, created_at, updated_at) values (${accountId}, ${courierId}, 'Afi', '+2290140000777', ${now}, ${now})`.execute(
    db,
  )
  await sql`insert into sessions (id, account_id, token, expires_at, created_at, updated_at) values (${courierId}, ${accountId}, ${token}, ${end}, ${now}, ${now})`.execute(
    db,
  )
}
