import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import { startBackground } from '../src/app.ts'
import { emailName } from '../src/domain/accounts/account-name.ts'
import { addOperator } from '../src/domain/accounts/team/add-operator.ts'
import { unlockCode } from '../src/domain/deliveries/codes/unlock-code.ts'
import { assignCourier } from '../src/domain/deliveries/transitions/assign-courier.ts'
import { pickUpParcel } from '../src/domain/deliveries/transitions/pick-up-parcel.ts'
import { everyNumberBy } from '../src/domain/money/mobile-money/mobile-money-provider.ts'
import { processDueRequests } from '../src/domain/money/mobile-money/process-payment-requests.ts'
import { recordRefund } from '../src/domain/money/mobile-money/record-refund.ts'
import { listDueRefunds } from '../src/domain/money/mobile-money/refund-store.ts'
import { enqueuePaymentRequests } from '../src/domain/money/mobile-money/start-payment-requests.ts'
import { listClosedAlerts, listOpenAlerts } from '../src/domain/monitoring/alerts/alert-store.ts'
import { taskName } from '../src/domain/monitoring/alerts/alert-wording.ts'
import { changeAlertPreference } from '../src/domain/monitoring/alerts/change-alert-preference.ts'
import { watchAlerts } from '../src/domain/monitoring/alerts/watch-alerts.ts'
import { watchOutage } from '../src/domain/monitoring/alerts/watch-outage.ts'
import { readHealth } from '../src/domain/monitoring/health/read-health.ts'
import { shareHealth } from '../src/domain/monitoring/health/share-health.ts'
import type { MonitoringDeps } from '../src/domain/monitoring/monitoring-deps.ts'
import { insertConsumer, insertParkedEvent } from '../src/events/event-log-store.ts'
import { listPurgesDone, setPurgeDone } from '../src/events/purge-round-store.ts'
import { purgeEveryMs } from '../src/events/start-modules.ts'
import { watchedModules } from '../src/modules.ts'
import type { Services } from '../src/services.ts'
import { courierAt, registerCourier, searchOnce } from './support/courier-work.ts'
import { onEachDatabase, onServer } from './support/databases.ts'
import { act, bringTo, courier as card, rowOf } from './support/delivery-verbs.ts'
import { consumeAll, handOnAll } from './support/event-work.ts'
import { type MailServer, openMailServer } from './support/mail-server.ts'
import { messageWork } from './support/message-work.ts'
import { center, openService, type TestService, type TestShop } from './support/open-service.ts'
import { answers, openPartnerServer, type PartnerServer } from './support/partner-server.ts'
import { scriptedProvider } from './support/scripted-provider.ts'
import { openSecondService } from './support/second-service.ts'
import { until } from './support/until.ts'
import { webhookWork } from './support/webhook-work.ts'

const minuteMs = 60_000

const watching = (services: Services): MonitoringDeps => ({ ...services, watched: watchedModules(services) })

onEachDatabase((open) => {
  let service: TestService
  let mail: MailServer
  let shop: TestShop
  let as: Services
  before(async () => {
    mail = await openMailServer()
    service = await openService(await open(), {
      SMTP_URL: mail.url,
      MAIL_FROM: 'Colis <no-reply@colis.test>',
      OPERATOR_ALERT_EMAILS: 'astreinte@colis.test',
      ALERT_DISK_FREE_PERCENT: '0',
    })
    as = { ...service.services, actor: { kind: 'CLI' } }
    shop = await service.openShop()
  })
  after(async () => {
    await service.close()
    await mail.close()
  })
  afterEach(async () => {
    mail.received.length = 0
    const { db } = service.services
    await db.deleteFrom('parked_events').execute()
    await db.deleteFrom('event_consumers').where('event_consumers.name', '=', 'broken').execute()
    for (const table of ['alerts', 'arrivals', 'courier_searches', 'messages'] as const)
      await db.deleteFrom(table).execute()
    await db
      .updateTable('payment_requests')
      .set({ refund_due_at: null, refunded_at: null, due_at: null, ended_at: null })
      .execute()
    await db.updateTable('webhook_endpoints').set({ removed_at: new Date() }).execute()
    await db
      .updateTable('deliveries')
      .set({ status: 'EXPIRED', due_at: null, payment_status: 'NOT_DUE', paid_at: null })
      .execute()
  })

  /** Another minute passes, the service is looked at, and mail goes out. */
  async function minutes(count = 1): Promise<void> {
    for (let minute = 0; minute < count; minute += 1) {
      service.clock.forward(minuteMs)
      await handOnAll(service.services)
      await watchAlerts(watching(service.services))
    }
    await messageWork(service).start().stop()
  }
  /** No loop works here, so every task is late after a while: that is no matter of these tests. */
  const mailed = () => mail.received.filter(({ subject }) => !subject.includes(' la tâche '))
  const subjects = () => mailed().map(({ subject }) => subject)
  const openKinds = async () =>
    (await listOpenAlerts(service.services.db)).map(({ kind }) => kind).filter((kind) => kind !== 'LOOP_LATE')

  async function lockedDelivery() {
    const key = await bringTo(service, shop, 'SEARCHING_COURIER')
    const id = await registerCourier(service)
    await assignCourier(service.services, key, { ...card, id })
    const { pickup_code: right, reference } = await rowOf(service, key)
    for (let attempt = 0; attempt < 5; attempt += 1)
      await assert.rejects(pickUpParcel(service.services, key, right === '0000' ? '1111' : '0000'))
    return { key, reference }
  }

  test('a code locked by wrong tries is mailed once, and its end once it has been right for five minutes', async () => {
    const { key, reference } = await lockedDelivery()
    await minutes()
    assert.deepEqual(subjects(), [
      `Alerte : le code de retrait du colis ${reference} est bloqué après trop d’essais faux`,
    ])
    assert.deepEqual(mailed()[0]?.to, ['astreinte@colis.test'])
    assert.match(
      mailed()[0]?.text ?? '',
      /À faire : appelez le livreur ; .*http:\/\/colis\.test\/operations\/service/s,
    )

    await minutes(3)
    assert.equal(mailed().length, 1)
    await unlockCode(as, key)
    await minutes(4)
    assert.equal(mailed().length, 1)
    await minutes(3)
    assert.deepEqual(subjects().slice(1), [
      `Réglé : le code de retrait du colis ${reference} est bloqué après trop d’essais faux`,
    ])
    assert.deepEqual(await openKinds(), [])
    assert.equal((await listClosedAlerts(service.services.db, 10)).length, 1)
  })

  test('a database that takes nothing is mailed without it, once, and its end', async () => {
    const { database } = service.services
    const look = watchOutage(watching(service.services))
    await look()
    database.outages.note(
      Object.assign(new Error('could not extend file: No space left on device'), { code: '53100' }),
    )
    // The database itself is well, so that this is over within seconds.
    assert.equal(database.outages.current()?.reason, 'FULL')
    await look()
    await look()
    assert.deepEqual(subjects(), ['Alerte : la base de données n’enregistre plus : son disque est plein'])
    assert.deepEqual(mail.received[0]?.to, ['astreinte@colis.test'])
    assert.match(mail.received[0]?.text ?? '', /À faire : voyez son disque.*\/operations\/service/s)
    assert.deepEqual(await service.services.db.selectFrom('messages').selectAll().execute(), [])

    await until(() => database.outages.current() === undefined, 'the end of the outage')
    await look()
    await look()
    assert.deepEqual(subjects().slice(1), [
      'Réglé : la base de données n’enregistre plus : son disque est plein',
    ])
  })

  test('a database that is away for a moment alerts nobody', async () => {
    const { database } = service.services
    const look = watchOutage(watching(service.services))
    database.outages.note(new Error('Connection terminated unexpectedly'))
    assert.equal(database.outages.current()?.reason, 'AWAY')
    await look()
    await until(() => database.outages.current() === undefined, 'the end of the outage')
    await look()
    assert.deepEqual(subjects(), [])
  })

  test('an operator who reads English is mailed in English, and one who wants no alerts is not', async () => {
    const add = (email: string) => addOperator(as, { name: emailName(email), role: 'OPERATOR' })
    const [english, quiet, picky] = [
      await add('ama@colis.test'),
      await add('kossi@colis.test'),
      await add('sena@colis.test'),
    ]
    const dispatcher = emailName('dispatch@colis.test')
    await addOperator(as, { name: dispatcher, role: 'DISPATCHER' })
    await service.services.db
      .updateTable('accounts')
      .set({ language: 'en' })
      .where('accounts.id', '=', english)
      .execute()
    await changeAlertPreference(as, quiet, { channel: 'NONE', kinds: null })
    await changeAlertPreference(as, picky, { channel: 'EMAIL', kinds: ['DISK_LOW'] })
    const { reference } = await lockedDelivery()
    await minutes()
    assert.deepEqual(mail.received.map(({ to, subject }) => [to[0], subject]).sort(), [
      [
        'ama@colis.test',
        `Alert: the pickup code of parcel ${reference} is locked after too many wrong tries`,
      ],
      [
        'astreinte@colis.test',
        `Alerte : le code de retrait du colis ${reference} est bloqué après trop d’essais faux`,
      ],
    ])
    await service.services.db.deleteFrom('operators').execute()
  })

  test('a server of a shop that fails for an hour is mailed once, and again after six hours', async () => {
    const partner: PartnerServer = await openPartnerServer()
    const work = webhookWork(service, partner)
    try {
      await work.add(shop, partner.hook(answers(500)))
      await shop.order()
      await work.once()
      const webhooks = () => subjects().filter((subject) => subject.includes('webhooks attendent'))
      await minutes()
      assert.deepEqual(webhooks(), [])
      service.clock.forward(59 * minuteMs)
      await minutes()
      const [only = '', ...others] = webhooks()
      assert.match(only, /^Alerte : des webhooks attendent depuis \d+.min : 1 ; serveurs en panne : 1$/)
      assert.deepEqual(others, [])
      await minutes(5)
      assert.equal(webhooks().length, 1)
      service.clock.forward(6 * 60 * minuteMs)
      await minutes()
      assert.equal(webhooks().length, 2)
    } finally {
      work.letGo()
      await work.close()
      await partner.close()
    }
  })

  test('a city where parcels wait and no courier accepts is mailed after twenty minutes', async () => {
    await courierAt(service, center)
    await bringTo(service, shop, 'SEARCHING_COURIER')
    await searchOnce(service)
    await minutes(18)
    assert.deepEqual(await openKinds(), [])
    await minutes(3)
    assert.deepEqual(
      subjects().filter((subject) => subject.includes('livreur')),
      ['Alerte : aucun livreur n’accepte à Cotonou depuis 20 min ; colis en attente : 1'],
    )
  })

  test('money that came too late is mailed until somebody says that they gave it back', async () => {
    const provider = scriptedProvider()
    const deps = { ...as, mobileMoney: { ...as.mobileMoney, providers: everyNumberBy(provider) } }
    const key = await bringTo(service, shop, 'IN_TRANSIT', {
      payment: { mode: 'CASH_ON_DELIVERY', goodsAmount: 5000, collection: 'SECURE' },
    })
    await consumeAll(as, enqueuePaymentRequests(deps))
    await processDueRequests(deps, '0192f0c1-7a3e-7c11-9d5b-3f5f7b1c2d4e')
    await act(service, key, 'fail')
    provider.answers('PAID')
    for (let round = 0; round < 3; round += 1) {
      service.clock.forward(minuteMs)
      await processDueRequests(deps, '0192f0c1-7a3e-7c11-9d5b-3f5f7b1c2d4e')
    }
    const [due, ...others] = await listDueRefunds(as.db, 10)
    assert.ok(due && others.length === 0)
    await minutes(3)
    assert.deepEqual(subjects().filter((each) => each.includes('rembourser')).length, 1)

    const refund = { shopId: due.shopId, requestId: due.requestId, note: 'Virement 8812' }
    await assert.rejects(recordRefund(as, { ...refund, note: 'x' }), { code: 'REASON_REQUIRED' })
    await recordRefund(as, refund)
    await assert.rejects(recordRefund(as, refund), { code: 'REFUND_NOT_FOUND' })
    await minutes(6)
    assert.deepEqual(await openKinds(), [])
  })

  test('an event that is set aside is mailed, and what comes back within the hour is not mailed again', async () => {
    const { db, clock } = service.services
    await insertConsumer(db, 'broken')
    const park = (position: number) =>
      db.transaction().execute((trx) =>
        insertParkedEvent(trx, {
          consumer: 'broken',
          position,
          shopId: shop.shopId,
          eventId: shop.shopId,
          type: 'delivery.created',
          failures: 10,
          error: 'Error at here',
          parkedAt: clock.now(),
        }),
      )
    await park(1)
    await minutes()
    await db.deleteFrom('parked_events').execute()
    await minutes(6)
    assert.deepEqual(subjects(), [
      'Alerte : des événements ont été mis de côté après dix échecs : 1',
      'Réglé : des événements ont été mis de côté après dix échecs : 1',
    ])
    await park(2)
    await minutes()
    assert.deepEqual(await openKinds(), ['EVENTS_PARKED'])
    assert.equal(subjects().length, 2)
    service.clock.forward(60 * minuteMs)
    await minutes()
    assert.equal(subjects().length, 3)
    await db
      .deleteFrom('event_consumers')
      .where('event_consumers.name', '=', 'broken')
      .execute()
      .catch(() => {})
  })

  test('several processes that look at the same moment send one mail', async () => {
    await lockedDelivery()
    await handOnAll(service.services)
    service.clock.forward(minuteMs)
    const looked = await Promise.all(Array.from({ length: 4 }, () => watchAlerts(watching(service.services))))
    await messageWork(service).start().stop()
    assert.deepEqual(looked.filter(Boolean).length, 1)
    assert.equal(mailed().length, 1)
  })

  test('whoever looks within five seconds sees the same figures, taken once', async () => {
    const read = shareHealth(watching(service.services))
    const [one, other] = await Promise.all([read(), read()])
    assert.equal(one, other)
    assert.equal(await read(), one)
  })

  test('the figures name the database, its migrations and the loops of every module', async () => {
    const health = await readHealth(watching(service.services))
    assert.match(health.database.version, /^\d+/)
    assert.ok(health.database.sizeBytes > 1_000_000)
    assert.deepEqual([health.migrations.pending, health.migrations.unknown], [0, 0])
    assert.deepEqual(health.loops.map(({ name }) => name).sort(), [
      'apply due payout changes',
      'cancel unpaid trips',
      'count what was booked',
      'estimate arrivals',
      'expire due deliveries',
      'fetch maps',
      'follow payment requests',
      'follow transfers',
      'notify couriers',
      'purge announcements',
      'purge arrivals',
      'purge courier documents',
      'purge delivery files',
      'purge duty periods',
      'purge ended blocks',
      'purge extracts',
      'purge hand-over places',
      'purge messages',
      'purge offers',
      'purge payout changes',
      'purge photos',
      'purge positions',
      'purge sessions',
      'purge shifts',
      'purge shop openings',
      'purge simulated payments',
      'purge the event log',
      'purge the log of requests',
      'purge the webhook log',
      'search couriers',
      'send messages',
      'send pushes',
      'send webhooks',
    ])
    assert.deepEqual(
      health.loops.filter(({ name }) => taskName(name, 'fr') === name),
      [],
    )
    assert.ok((health.disks[0]?.freeBytes ?? 0) > 0)
    assert.equal(health.process.node, process.versions.node)
  })
})

describe('purges', () => {
  onEachDatabase((open) => {
    test('one that was done long ago is late, and one that is done again is not', async () => {
      const service = await openService(await open())
      const { db } = service.services
      const lateLoops = async () =>
        (await readHealth(watching(service.services))).loops.filter(({ oldestDueAt }) => oldestDueAt !== null)
      try {
        const began = service.clock.now()
        await setPurgeDone(db, 'purge photos', began)
        await setPurgeDone(db, 'a purge of an earlier version', began)
        service.clock.forward(2 * purgeEveryMs - 1_000)
        assert.deepEqual(await lateLoops(), [])
        service.clock.forward(1_000)
        assert.deepEqual(await lateLoops(), [
          { name: 'purge photos', oldestDueAt: new Date(began.getTime() + purgeEveryMs) },
        ])
        await setPurgeDone(db, 'purge photos', service.clock.now())
        assert.deepEqual(await lateLoops(), [])
      } finally {
        await service.close()
      }
    })

    test('each of a running service notes when it had nothing left', async () => {
      const service = await openService(await open())
      const loops = await startBackground(service.services)
      try {
        const names = watching(service.services).watched.flatMap(({ purges = {} }) => Object.keys(purges))
        await until(async () => {
          const done = await listPurgesDone(service.services.db)
          return names.every((name) => done.has(name))
        }, 'every purge')
      } finally {
        await Promise.all(loops.map((loop) => loop.stop()))
        await service.close()
      }
    })
  })
})

describe('two processes', () => {
  onServer((open) => {
    test('on one database open an alert once and send one mail between them', async () => {
      const mail = await openMailServer()
      const { database, url } = await open()
      const settings = {
        SMTP_URL: mail.url,
        MAIL_FROM: 'a@colis.test',
        OPERATOR_ALERT_EMAILS: 'ops@colis.test',
      }
      const service = await openService({ database, url }, settings)
      const second = await openSecondService(url, settings)
      try {
        await insertConsumer(service.services.db, 'broken')
        await service.services.db.transaction().execute((trx) =>
          insertParkedEvent(trx, {
            consumer: 'broken',
            position: 1,
            shopId: '0192f0c1-7a3e-7c11-9d5b-3f5f7b1c2d4e',
            eventId: '0192f0c1-7a3e-7c11-9d5b-3f5f7b1c2d4e',
            type: 'delivery.created',
            failures: 10,
            error: 'Error',
            parkedAt: service.clock.now(),
          }),
        )
        const looked = await Promise.all([
          watchAlerts(watching(service.services)),
          watchAlerts(watching(second.services)),
        ])
        assert.equal(looked.filter(Boolean).length, 1)
        await Promise.all([
          messageWork(service).start().stop(),
          messageWork({ services: second.services }).start().stop(),
        ])
        assert.deepEqual(mail.received.filter(({ subject }) => subject.includes('mis de côté')).length, 1)
      } finally {
        await second.close()
        await service.close()
        await mail.close()
      }
    })
  })
})
