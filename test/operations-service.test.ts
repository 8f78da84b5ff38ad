import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { html } from 'ghtml'
import { readConfig, settings } from '../src/config.ts'
import { listAudit } from '../src/domain/audit/audit-store.ts'
import { payAsSimulatedCustomer } from '../src/domain/money/mobile-money/pay-as-simulated-customer.ts'
import { listAlertReaders } from '../src/domain/monitoring/alerts/alert-store.ts'
import { watchAlerts } from '../src/domain/monitoring/alerts/watch-alerts.ts'
import { createApiKey } from '../src/domain/shops/create-api-key.ts'
import { createShop } from '../src/domain/shops/create-shop.ts'
import { settingsTable, shownSettings } from '../src/doors/operations/service/settings/process-settings.ts'
import { insertConsumer, insertParkedEvent } from '../src/events/event-log-store.ts'
import { watchedModules } from '../src/modules.ts'
import frenchSettings from '../src/words/settings.fr.json' with { type: 'json' }
import { newEmail, newPhone } from './support/console-sign-in.ts'
import type { ConsoleVisitor } from './support/console-work.ts'
import { onEachDatabase } from './support/databases.ts'
import { act, bringTo, rowOf } from './support/delivery-verbs.ts'
import { messageOf, messageWork } from './support/message-work.ts'
import { beginTransfer, secure } from './support/money-work.ts'
import { openService, type TestService, type TestShop } from './support/open-service.ts'
import { openOperations } from './support/operations-work.ts'
import { type Page, textOf } from './support/visitor.ts'

const home = '/operations/service'

/** A page as somebody sees it. */
async function see(visitor: ConsoleVisitor, path: string) {
  const { status, html: body } = await visitor.open(path)
  return { status, body }
}

/** What became of a form: where it led, and the status there. */
async function send(visitor: ConsoleVisitor, to: string, fields: Record<string, string>) {
  const { status, path: location } = await visitor.post(to, fields)
  return { status, location }
}

onEachDatabase((open) => {
  let service: TestService
  let shop: TestShop
  let operator: ConsoleVisitor
  let dispatcher: ConsoleVisitor
  before(async () => {
    service = await openService(await open(), { ALERT_DISK_FREE_PERCENT: '0' })
    shop = await service.openShop({ name: 'Boutique Ganhi' })
    operator = await openOperations(service)
    dispatcher = await openOperations(service, { role: 'DISPATCHER' })
  })
  after(() => service.close())

  const setAside = (position: number) =>
    service.services.db.transaction().execute(async (trx) => {
      await insertParkedEvent(trx, {
        consumer: 'messages',
        position,
        shopId: shop.shopId,
        eventId: shop.shopId,
        type: 'delivery.created',
        failures: 10,
        error: 'TypeError at enqueue-messages.ts',
        parkedAt: service.clock.now(),
      })
    })

  /** A payment for a parcel that was not handed over, which is to be given back. */
  async function refundDue() {
    const key = await bringTo(service, shop, 'IN_TRANSIT', secure)
    await payAsSimulatedCustomer(service.services, key)
    await act(service, key, 'fail')
    const { id: requestId } = await service.services.db
      .updateTable('payment_requests')
      .set({ refund_due_at: service.clock.now() })
      .where('payment_requests.delivery_id', '=', key.id)
      .returning('payment_requests.id')
      .executeTakeFirstOrThrow()
    const { reference } = await rowOf(service, key)
    return { shopId: key.shopId, deliveryId: key.id, requestId, reference }
  }

  for (const page of ['', '/alerts', '/messages', '/events', '/refunds', '/people', '/audit', '/settings'])
    test(`${home}${page} is there in both languages for operators, and for no dispatcher`, async () => {
      const french = await see(operator, `${home}${page}`)
      assert.equal(french.status, 200)
      assert.match(french.body, /<html lang="fr">/)
      const english = await see(operator, `${home}${page}?lang=en`)
      assert.match(english.body, /<html lang="en">/)
      await see(operator, `${home}${page}?lang=fr`)
      assert.equal((await see(dispatcher, `${home}${page}`)).status, 403)
    })

  test('the page of health judges what is wrong, says what to do, and lists the open alerts', async () => {
    await insertConsumer(service.services.db, 'messages')
    await setAside(1)
    service.clock.forward(60_000)
    await watchAlerts({ ...service.services, watched: watchedModules(service.services) })
    const { body } = await see(operator, home)
    assert.match(body, /Des événements ont été mis de côté après dix échecs.: 1\./)
    assert.match(body, /réparez la cause|Réparez la cause/)
    assert.match(body, /PostgreSQL 1\d/)
    assert.match((await see(operator, '/operations')).body, /Des événements ont été mis de côté/)
    assert.doesNotMatch((await see(dispatcher, '/operations')).body, /mis de côté/)
    await service.services.db.deleteFrom('parked_events').execute()
  })

  test('an event that was set aside is retried by a button, and the retry is in the audit', async () => {
    await setAside(7)
    assert.match((await see(operator, `${home}/events`)).body, /TypeError at enqueue-messages\.ts/)
    const retry = { consumer: 'messages', position: '7' }
    assert.equal((await send(dispatcher, `${home}/events/retry`, retry)).status, 403)
    const taken = await send(operator, `${home}/events/retry`, retry)
    assert.deepEqual([taken.status, taken.location], [200, `${home}/events?done=retried`])
    assert.equal((await send(operator, `${home}/events/retry`, retry)).status, 409)
    const [line] = await listAudit(service.services.db, { subjectId: shop.shopId, limit: 1 })
    assert.deepEqual([line?.action, line?.actor], ['retry-parked-event', `OPERATOR:${operator.accountId}`])
    for (const position of ['', '-1', '9'.repeat(400), 'x'])
      assert.equal((await send(operator, `${home}/events/retry`, { ...retry, position })).status, 409)
  })

  test('a message that failed is listed without its address and sent again by a button', async () => {
    const key = await bringTo(service, shop, 'AWAITING_LOCATION')
    await messageWork(service).relay()
    const { id } = await messageOf(service, key, 'POSITION_LINK')
    await service.services.db
      .updateTable('messages')
      .set({ state: 'FAILED', attempts: 5, last_failure: 'WHATSAPP_131026', recipient: '+2290197000001' })
      .where('messages.id', '=', id)
      .execute()
    const { body } = await see(operator, `${home}/messages`)
    assert.match(body, /WHATSAPP_131026/)
    assert.match(body, /…0001/)
    assert.doesNotMatch(body, /97000001/)
    const sent = await send(operator, `${home}/messages/${id}/resend`, {})
    assert.equal(sent.location, `${home}/messages?done=resent`)
    assert.equal((await messageOf(service, key, 'POSITION_LINK')).state, 'PENDING')
    assert.equal((await send(operator, `${home}/messages/nonsense/resend`, {})).status, 404)
  })

  test('money to give back is listed until a person notes how, or while the service sends it', async () => {
    service.clock.set('2026-11-21T11:00:00.000Z')
    const sent = await refundDue()
    await beginTransfer(service, { amountFcfa: 5600, refund: sent })
    service.clock.forward(60_000)
    const byHand = await refundDue()
    const listedOn = (page: Page) => textOf(page).split('puis notez comment. ')[1]
    const sentCard = `5 600 FCFA Afi Dossou · +229 01 97 00 00 01 ${sent.reference} · Boutique Ganhi 21 nov., 12:00 Le service est en train de le rendre.`
    const byHandCard = `5 600 FCFA Afi Dossou · +229 01 97 00 00 01 ${byHand.reference} · Boutique Ganhi 21 nov., 12:01 Comment (numéro du virement, remis par…) C’est remboursé`

    const page = await operator.open(`${home}/refunds`)
    assert.equal(listedOn(page), `${sentCard} ${byHandCard}`)
    const noted = await operator.submit(page, `${home}/refunds/${byHand.requestId}`, { note: 'Virement 123' })
    assert.match(textOf(noted), /Le remboursement est noté\./)
    assert.equal(listedOn(noted), sentCard)
  })

  test('people are added by phone or mail, given another role and removed, but never the last operator', async () => {
    const [phone, email] = [newPhone(), newEmail()]
    assert.equal(
      (await send(operator, `${home}/people`, { to: phone, role: 'DISPATCHER' })).location,
      `${home}/people?done=added`,
    )
    await send(operator, `${home}/people`, { to: email, role: 'OPERATOR' })
    assert.match((await see(operator, `${home}/people`)).body, new RegExp(email.replaceAll('.', '\\.')))
    assert.equal(
      (await send(operator, `${home}/people/remove`, { to: email })).location,
      `${home}/people?done=removed`,
    )
    assert.equal((await send(operator, `${home}/people`, { to: '12', role: 'OPERATOR' })).status, 422)
    assert.equal((await send(dispatcher, `${home}/people`, { to: phone, role: 'OPERATOR' })).status, 403)
    const own = await service.services.db
      .selectFrom('accounts')
      .select('accounts.email')
      .where('accounts.id', '=', operator.accountId)
      .executeTakeFirstOrThrow()
    const refused = await send(operator, `${home}/people/remove`, { to: own.email ?? '' })
    assert.equal(refused.status, 409)
    assert.equal(
      (await send(operator, `${home}/people/reset-second-factor`, { account: own.email ?? '' })).status,
      409,
    )
  })

  test('an operator says by which way and of what they hear', async () => {
    const saved = await send(operator, `${home}/alerts`, {
      channel: 'EMAIL',
      DISK_LOW: 'on',
      NO_COURIER: 'on',
    })
    assert.equal(saved.location, `${home}/alerts?done=saved`)
    const [reader] = await listAlertReaders(service.services.db, operator.accountId)
    assert.deepEqual([reader?.channel, reader?.kinds], ['EMAIL', ['NO_COURIER', 'DISK_LOW']])
    assert.equal((await send(operator, `${home}/alerts`, { channel: 'PIGEON' })).status, 400)
  })

  test('the audit is filtered by who, what, shop and day, in words, and comes as a file', async () => {
    const cli = { ...service.services, actor: { kind: 'CLI' } as const }
    const other = { name: '=Chez Afi', country: 'BJ', payoutPhone: '97000099', discountPercent: 0 }
    const { id: shopId } = await createShop(cli, other)
    await createApiKey(cli, { shopId, scopes: ['quotes:read'], label: null })
    const all = await see(operator, `${home}/audit`)
    assert.match(all.body, /Boutique ouverte/)
    assert.match(all.body, /par Rachidatou Bello, sur ces pages/)
    const operators = await see(operator, `${home}/audit?who=OPERATOR`)
    assert.match(operators.body, /Personne ajoutée au service/)
    assert.doesNotMatch(operators.body, /Boutique ouverte/)
    assert.match((await see(operator, `${home}/audit?what=keys&shop=${shopId}`)).body, /Clé d’API créée/)
    assert.match((await see(operator, `${home}/audit?to=2020-01-01`)).body, /Aucune ligne/)
    assert.match(
      (await see(operator, `${home}/audit?from=2026-11-21&to=2026-11-21`)).body,
      /Boutique ouverte/,
    )
    for (const odd of ['shop=%27', 'from=x', 'before=1', 'actor=a:b:c'])
      assert.equal((await see(operator, `${home}/audit?${odd}`)).status, 200)
    for (const unknown of ['who=__proto__', 'what=constructor'])
      assert.equal((await see(operator, `${home}/audit?${unknown}`)).status, 422)

    assert.match((await see(operator, `${home}/audit.csv`)).body, /;'=Chez Afi;|;"'=Chez Afi";/)
    const file = await see(operator, `${home}/audit.csv?who=OPERATOR`)
    assert.equal(file.status, 200)
    assert.match(file.body, /^\ufeff?Quand;Qui;Acte;Sur;Boutique;Changements\r\n/)
    assert.match(file.body, /par Rachidatou Bello/)
    assert.equal((await see(dispatcher, `${home}/audit.csv`)).status, 403)
  })
})

describe('the page of settings', () => {
  test('no secret setting ever shows its value, or a part of it', () => {
    const marker = 'kanari-7f3a'
    const secrets = {
      DATABASE_URL: `postgres://u:${marker}@127.0.0.1:5432/db?sslmode=${marker}`,
      REDIS_URL: `redis://:${marker}@127.0.0.1:6379`,
      SECRETS_KEY: Buffer.from(marker.repeat(3).slice(0, 32)).toString('base64'),
      SECRETS_KEY_PREVIOUS: Buffer.from(`x${marker.repeat(3)}`.slice(0, 32)).toString('base64'),
      PHOTO_BUCKET_URL: `https://k:${marker}@127.0.0.1/bucket`,
      ROUTING_URL: `https://127.0.0.1/${marker}`,
      MAP_TILE_URL: `https://tiles.example.com/{z}/{x}/{y}.png?key=${marker}`,
      WHATSAPP_TOKEN: marker,
      WHATSAPP_PHONE_NUMBER_ID: '12345678',
      WHATSAPP_APP_SECRET: marker,
      WHATSAPP_VERIFY_TOKEN: marker,
      AFRICASTALKING_USERNAME: 'colis',
      AFRICASTALKING_API_KEY: marker,
      AFRICASTALKING_REPORT_WORD: `${marker}-in-the-address`,
      TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`,
      TWILIO_AUTH_TOKEN: marker,
      SMTP_URL: `smtp://u:${marker}@127.0.0.1:25`,
      MAIL_FROM: 'a@example.com',
      MTN_TARGET_ENVIRONMENT: 'sandbox',
      MTN_COLLECTION_SUBSCRIPTION_KEY: marker,
      MTN_COLLECTION_API_USER: marker,
      MTN_COLLECTION_API_KEY: marker,
      MTN_DISBURSEMENT_SUBSCRIPTION_KEY: marker,
      MTN_DISBURSEMENT_API_USER: marker,
      MTN_DISBURSEMENT_API_KEY: marker,
      FEDAPAY_SECRET_KEY: `sk_sandbox_${marker}`,
      FEDAPAY_WEBHOOK_SECRET: marker,
      WAVE_API_KEY: `wave_sn_test_${marker}`,
      WAVE_WEBHOOK_SECRET: marker,
      FISCAL_DEVICE: 'EMECEF',
      FISCAL_URL: 'http://127.0.0.1:9420',
      FISCAL_TOKEN: marker,
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:4318/${marker}`,
      OTEL_EXPORTER_OTLP_HEADERS: `x-key=${marker}`,
    }
    const named = Object.entries(settings).flatMap(([name, { secret }]) => (secret ? [name] : []))
    const given = Object.keys(secrets).filter((name) => settings[name as keyof typeof settings].secret)
    assert.deepEqual(
      named.filter((name) => !given.includes(name)),
      [],
    )
    const shown = shownSettings(readConfig(secrets))
    for (const language of ['fr', 'en'] as const) {
      const main = settingsTable(language, shown)
      assert.ok(!main.includes(marker) && !main.includes(secrets.SECRETS_KEY))
      assert.ok(!main.includes(secrets.SECRETS_KEY_PREVIOUS))
      assert.match(main, /WHATSAPP_TOKEN/)
    }
    assert.deepEqual(
      shown.filter(({ isSecret, value }) => isSecret && value !== null),
      [],
    )
  })

  test('a French operator reads what every setting is for in French, and others in English', () => {
    assert.deepEqual(Object.keys(frenchSettings), Object.keys(settings))
    const shown = shownSettings(readConfig({}))
    const pages = { fr: settingsTable('fr', shown), en: settingsTable('en', shown) }
    for (const { name, description } of shown) {
      const french = frenchSettings[name]
      assert.match(french, /^\p{Lu}.{20,}\.$/u, name)
      assert.ok(pages.fr.includes(html`${french}`) && !pages.fr.includes(html`${description}`), name)
      assert.ok(pages.en.includes(html`${description}`) && !pages.en.includes(html`${french}`), name)
    }
  })

  test('a setting says whether it is set or has its default', () => {
    const [port] = shownSettings(readConfig({ PORT: '9000' })).filter(({ name }) => name === 'PORT')
    assert.deepEqual([port?.value, port?.isSet], ['9000', true])
    const [host] = shownSettings(readConfig({})).filter(({ name }) => name === 'HOST')
    assert.deepEqual([host?.value, host?.isSet], ['127.0.0.1', false])
    const [token] = shownSettings(readConfig({})).filter(({ name }) => name === 'WHATSAPP_TOKEN')
    assert.deepEqual([token?.value, token?.isSet], [null, false])
  })
})
