import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { limits } from '../src/contract/limits.ts'
import { listAudit } from '../src/domain/audit/audit-store.ts'
import { resetShop } from '../src/domain/sandbox/reset-shop.ts'
import { revokeApiKey } from '../src/domain/shops/revoke-api-key.ts'
import { removeEndpoint } from '../src/domain/webhooks/endpoints/change-endpoint.ts'
import { type ConsoleVisitor, openConsole } from './support/console-work.ts'
import { onEachDatabase } from './support/databases.ts'
import { rowOf } from './support/delivery-verbs.ts'
import {
  east,
  openService,
  productionSettings,
  type TestService,
  type TestShop,
} from './support/open-service.ts'
import { openPlainHook, type PlainHook } from './support/plain-hook.ts'
import { until } from './support/until.ts'
import { type Page, textOf } from './support/visitor.ts'
import { relayAll, startRelayAndWebhooks } from './support/webhook-work.ts'

const hostile = '"><script>alert(1)</script><img src=x onerror=alert(2)>'
const unknownId = '0192f0c1-7a3e-7c11-9d5b-3f5f7b1c2d4e'

const decoded = (text: string): string =>
  text.replaceAll(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))

/** Where older ones are. */
const olderIn = ({ html }: Page): string => {
  const href = /href="([^"]*before[^"]*)"/.exec(html)?.[1]
  assert.ok(href, 'there is no page of older ones')
  return decoded(href)
}

/** The value that a page offers to copy. */
const copiedIn = ({ html }: Page, beginning: string): string => {
  const found = new RegExp(`data-copy="(${beginning}[^"]*)"`).exec(html)?.[1]
  assert.ok(found, `nothing to copy begins with ${beginning} in ${html}`)
  return decoded(found)
}

onEachDatabase((open) => {
  let service: TestService
  let hook: PlainHook
  let shop: TestShop
  let other: TestShop
  let owner: ConsoleVisitor
  let staff: ConsoleVisitor
  let dev: string

  before(async () => {
    hook = await openPlainHook()
    service = await openService(await open(), { WEBHOOK_ALLOW_INSECURE: 'true' })
    shop = await service.openShop({ name: 'Boutique Ganhi' })
    other = await service.openShop({ name: 'Autre boutique' })
    owner = await openConsole(service, { shopId: shop.shopId })
    staff = await openConsole(service, { shopId: shop.shopId, role: 'STAFF' })
    dev = `/console/shops/${shop.shopId}/developers`
  })
  after(async () => {
    await service.close()
    await hook.close()
  })

  const answering = (status: number, text = 'ok') => {
    hook.answering = (response) => response.writeHead(status).end(text)
  }

  const lastReceived = () => {
    const last = hook.received.at(-1)
    assert.ok(last, 'nothing was received')
    return last
  }

  /** An endpoint of the shop that nothing else uses. */
  async function addEndpoint(at: TestShop = shop, input: object = {}): Promise<string> {
    // What happened before it is not for it.
    await relayAll(service.services.webhooks)
    const { status, body } = await at.post('/webhook-endpoints', { url: hook.newUrl(), ...input })
    assert.equal(status, 201, JSON.stringify(body))
    return body.id
  }

  const removeAll = async () => {
    for (const { id } of (await shop.get('/webhook-endpoints')).body.items)
      await shop.send('DELETE', `/webhook-endpoints/${id}`)
  }

  /** Sends what is due until an endpoint has so many attempts in its log. */
  async function sendUntil(id: string, count: number) {
    const { webhooks, onError, subscribe } = service.services
    const sending = await startRelayAndWebhooks({ ...webhooks, onError, subscribe })
    const logged = async () => (await shop.get(`/webhook-endpoints/${id}/attempts`)).body.items.length
    await until(async () => (await logged()) >= count, `${count} attempts`)
    await sending.stop()
  }

  const exhaustAll = (id: string) =>
    service.services.db
      .updateTable('webhook_dispatches')
      .set({ state: 'EXHAUSTED', due_at: service.clock.now(), lease_owner: null })
      .where('endpoint_id', '=', id)
      .execute()

  const auditOf = async (subjectId: string) =>
    (await listAudit(service.services.db, { subjectId, limit: 20 })).map(
      ({ action, actor }) => `${action} ${actor}`,
    )

  describe('keys', () => {
    test('a new key is shown once, works at once with the line shown beside it, and stops when it is revoked', async () => {
      const made = await owner.post(`${dev}/keys`, { label: `Site ${hostile}`, 'quotes:read': 'on' })
      assert.equal(made.status, 200)
      assert.equal(made.headers['cache-control'], 'no-store')
      assert.equal(made.path, `${dev}/keys`)
      const key = copiedIn(made, 'colis_live_')
      assert.equal(
        copiedIn(made, 'curl'),
        `curl -H 'Authorization: Bearer ${key}' http://colis.test/api/v1/partner/zones`,
      )
      const zones = () => service.call({ url: '/zones', headers: { authorization: `Bearer ${key}` } })
      assert.equal((await zones()).status, 200)
      const orders = await service.call({ url: '/deliveries', headers: { authorization: `Bearer ${key}` } })
      assert.equal(orders.status, 403, 'only the right that was ticked')

      await service.services.keyUses.close()
      const list = await owner.open(`${dev}/keys`)
      assert.ok(!list.html.includes(key))
      assert.ok(!list.html.includes('<script>alert') && !list.html.includes('<img'))
      assert.match(textOf(list), /Dernière utilisation 21 nov\., 11:00, depuis 127\.0\.0\.1/)

      const [{ id: keyId } = { id: '' }] = await service.services.db
        .selectFrom('api_keys')
        .select('id')
        .where('label', 'like', 'Site%')
        .execute()
      const revoked = await owner.submit(list, `${dev}/keys/${keyId}/revoke`)
      assert.match(textOf(revoked), /La clé est arrêtée/)
      await until(async () => (await zones()).status === 401, 'the key to stop')
      const by = `ACCOUNT:${owner.accountId}`
      assert.deepEqual((await auditOf(keyId)).sort(), [`create-api-key ${by}`, `revoke-api-key ${by}`])
    })

    test('a key without any right is not made, and what was typed stays', async () => {
      const before = (await owner.open(`${dev}/keys`)).html.match(/\/revoke"/g)?.length
      const refused = await owner.post(`${dev}/keys`, { label: 'Caisse' })
      assert.equal(refused.status, 422)
      assert.match(textOf(refused), /Cochez au moins un droit/)
      assert.match(refused.html, /value="Caisse"/)
      assert.equal((await owner.open(`${dev}/keys`)).html.match(/\/revoke"/g)?.length, before)
    })
  })

  describe('who may do what', () => {
    test('another shop’s key, endpoint, attempt and delivery are not found, nor is what does not exist', async () => {
      const foreign = await addEndpoint(other)
      const own = await addEndpoint()
      answering(200)
      const attempt = (await other.post(`/webhook-endpoints/${foreign}/ping`)).body.id
      const delivery = (await other.order()).body.id
      const ids = (foreignId: string) => [foreignId, unknownId, 'no-id', '%27']
      const paths = [
        ...ids(other.keyId).map((id) => `POST /keys/${id}/revoke`),
        ...ids(foreign).flatMap((id) => [
          `GET /endpoints/${id}`,
          `GET /endpoints/${id}/log`,
          `GET /endpoints/${id}/log/${attempt}`,
          ...['ping', 'pause', 'enable', 'remove', 'change', 'regenerate-secret', 'resend'].map(
            (act) => `POST /endpoints/${id}/${act}`,
          ),
        ]),
        ...ids(attempt).map((id) => `GET /endpoints/${own}/log/${id}`),
        ...ids(delivery).flatMap((id) => [`GET /sandbox?delivery=${id}`, `POST /sandbox/advance ${id}`]),
        ...ids(foreign).map((id) => `POST /signature ${id}`),
      ]
      for (const line of paths) {
        const [method = '', path = '', id = ''] = line.split(' ')
        const fields = { url: hook.newUrl(), eventId: unknownId, request: 'x', delivery: id, endpoint: id }
        const page =
          method === 'GET' ? await owner.open(`${dev}${path}`) : await owner.post(`${dev}${path}`, fields)
        assert.equal(page.status, 404, line)
      }
      assert.equal((await other.get('/zones')).status, 200, 'the key still works')
      assert.equal((await other.get(`/webhook-endpoints/${foreign}`)).body.state, 'ACTIVE')
      await removeAll()
    })

    test('staff are refused what is the owner’s, by the page and by the verb, and see no link to it', async () => {
      const id = await addEndpoint()
      const refused = [
        'GET /keys',
        'POST /keys',
        `POST /keys/${shop.keyId}/revoke`,
        'POST /endpoints',
        ...['pause', 'enable', 'remove', 'change', 'regenerate-secret'].map(
          (act) => `POST /endpoints/${id}/${act}`,
        ),
        'POST /sandbox/reset',
      ]
      for (const line of refused) {
        const [method, path] = line.split(' ')
        const page =
          method === 'GET'
            ? await staff.open(`${dev}${path}`)
            : await staff.post(`${dev}${path}`, { url: hook.newUrl(), 'quotes:read': 'on' })
        assert.equal(page.status, 403, line)
      }
      const actor = { kind: 'ACCOUNT', id: staff.accountId } as const
      const as = { ...service.services, actor }
      const role = { code: 'ROLE_REQUIRED' }
      await assert.rejects(resetShop(as, shop.shopId), role)
      await assert.rejects(revokeApiKey(as, { shopId: shop.shopId, keyId: shop.keyId }), role)
      const hooks = { ...service.services.webhooks, actor }
      await assert.rejects(removeEndpoint(hooks, { shopId: shop.shopId, id }), role)

      for (const path of [
        '',
        '/endpoints',
        `/endpoints/${id}`,
        `/endpoints/${id}/log`,
        '/sandbox',
        '/requests',
      ]) {
        const page = await staff.open(`${dev}${path}`)
        assert.equal(page.status, 200, path)
        assert.doesNotMatch(
          page.html,
          /href="[^"]*\/keys"|action="[^"]*(keys|pause|enable|remove|change|regenerate-secret|reset|\/endpoints)"/,
          path,
        )
      }
      await shop.send('PATCH', `/webhook-endpoints/${id}`, { url: `${hook.newUrl()}?token=mot-de-passe` })
      for (const path of ['/endpoints', `/endpoints/${id}`, '/signature'])
        assert.ok(!(await staff.open(`${dev}${path}`)).html.includes('mot-de-passe'), path)
      assert.ok((await owner.open(`${dev}/endpoints/${id}`)).html.includes('mot-de-passe'))
      answering(200, 'pong')
      const pinged = await staff.submit(
        await staff.open(`${dev}/endpoints/${id}`),
        `${dev}/endpoints/${id}/ping`,
      )
      assert.match(textOf(pinged), /Votre serveur a répondu 200/)
      await removeAll()
    })

    test('what a shop changes here counts with what it changes by API', async () => {
      const limited = await openService(await open(), { SHOP_CHANGES_PER_MINUTE: '2' })
      const strict = await limited.openShop()
      const visitor = await openConsole(limited, { shopId: strict.shopId })
      const path = `/console/shops/${strict.shopId}/developers/keys`
      const statuses = []
      for (let at = 0; at < 3; at += 1)
        statuses.push((await visitor.post(path, { 'quotes:read': 'on' })).status)
      assert.deepEqual(statuses, [200, 200, 429])
      const elsewhere = await limited.openShop()
      const others = await openConsole(limited, { shopId: elsewhere.shopId })
      const page = await others.post(`/console/shops/${elsewhere.shopId}/developers/keys`, {
        'quotes:read': 'on',
      })
      assert.equal(page.status, 200)
      await limited.close()
    })
  })

  describe('endpoints', () => {
    test('an endpoint is added with its secret shown once, and a hostile address and description stay text', async () => {
      const url = `${hook.newUrl()}?token=%22%3E%3Cscript%3Ealert(1)`
      const made = await owner.post(`${dev}/endpoints`, { url, description: hostile, which: 'ALL' })
      assert.equal(made.status, 200, textOf(made))
      const secret = copiedIn(made, 'whsec_')
      const id = /endpoints\/([0-9a-f-]{36})"/.exec(made.html)?.[1] ?? ''
      answering(200, hostile)
      const pages = [
        made,
        await owner.open(`${dev}/endpoints`),
        await owner.open(`${dev}/endpoints/${id}`),
        await owner.open(`${dev}/endpoints/${id}/log`),
        await owner.open(`${dev}/signature`),
        await owner.post(`${dev}/endpoints/${id}/ping`, {}),
      ]
      for (const { html, status, path } of pages) {
        assert.equal(status, 200, path)
        assert.ok(!html.includes('<script>alert') && !html.includes('<img'), path)
      }
      for (const { html, path } of pages.slice(1)) assert.ok(!html.includes(secret), path)
      assert.ok(textOf(await owner.post(`${dev}/endpoints/${id}/ping`, {})).includes(hostile))
      assert.deepEqual(
        (await auditOf(id)).filter((line) => line.startsWith('add')),
        [`add-endpoint ACCOUNT:${owner.accountId}`],
      )
      await removeAll()
    })

    test('a refused address and missing events are said beside their field, and what was typed stays', async () => {
      const typed = {
        url: 'ftp://boutique.test',
        which: 'SOME',
        'delivery.delivered': 'on',
        description: 'Caisse',
      }
      const refused = await owner.post(`${dev}/endpoints`, typed)
      assert.equal(refused.status, 422)
      assert.match(refused.html, /id="url-error" role="alert">L’adresse doit commencer par https/)
      assert.match(refused.html, /value="ftp:\/\/boutique\.test"/)
      assert.match(refused.html, /name="delivery\.delivered" value="on" checked/)
      const none = await owner.post(`${dev}/endpoints`, { url: hook.newUrl(), which: 'SOME' })
      assert.equal(none.status, 422)
      assert.match(textOf(none), /Cochez au moins un événement/)
    })

    test('the events that are ticked are those that are sent, the opt-in one only when it is ticked', async () => {
      const id = await addEndpoint()
      const page = await owner.open(`${dev}/endpoints/${id}`)
      const { url } = (await shop.get(`/webhook-endpoints/${id}`)).body
      const some = { url, which: 'SOME', 'delivery.courier_arrived': 'on', 'delivery.delivered': 'on' }
      const changed = await owner.submit(page, `${dev}/endpoints/${id}/change`, some)
      assert.match(textOf(changed), /C’est enregistré/)
      const eventsOf = async () => (await shop.get(`/webhook-endpoints/${id}`)).body.events
      assert.deepEqual(await eventsOf(), ['delivery.courier_arrived', 'delivery.delivered'])
      await owner.submit(changed, `${dev}/endpoints/${id}/change`, { url, which: 'ALL' })
      assert.equal(await eventsOf(), null)
      await removeAll()
    })

    test('a ping shows what was answered, and a paused endpoint says what it holds until it is resumed', async () => {
      const id = await addEndpoint()
      const path = `${dev}/endpoints/${id}`
      answering(418, 'Je suis une théière')
      const pinged = await owner.submit(await owner.open(path), `${path}/ping`)
      assert.equal(pinged.status, 200)
      assert.match(pinged.path, /\/log\/[0-9a-f-]{36}\?done=pinged$/)
      for (const shown of [
        /n’a pas accepté le ping/,
        /Statut HTTP 418/,
        /\d+ ms/,
        /Je suis une théière/,
        /svc-event: ping/,
      ])
        assert.match(textOf(pinged), shown)
      assert.doesNotMatch(pinged.html, /v1=|whsec_/)

      const paused = await owner.submit(await owner.open(path), `${path}/pause`)
      assert.match(textOf(paused), /En pause/)
      await shop.order()
      const { url } = (await shop.get(`/webhook-endpoints/${id}`)).body
      const received = () => hook.received.filter((each) => url.endsWith(each.url)).length
      await relayAll(service.services.webhooks)
      await sendUntil(id, 1)
      assert.equal(received(), 1, 'the ping alone')
      const held = await owner.open(path)
      assert.match(textOf(held), /Événements en attente d’envoi : 1\./)
      answering(200)
      const enabled = await owner.submit(held, `${path}/enable`)
      assert.match(textOf(enabled), /ce qui attendait part maintenant/)
      await sendUntil(id, 2)
      assert.equal(received(), 2)
      await removeAll()
    })

    test('a failing endpoint says since when; once resumed, what was given up is offered and sent again', async () => {
      const id = await addEndpoint()
      const path = `${dev}/endpoints/${id}`
      answering(500)
      await shop.order()
      await sendUntil(id, 1)
      assert.match(
        textOf(await owner.open(path)),
        /En échec Depuis le 21 nov\., 11:00, votre serveur n’a accepté aucun envoi/,
      )
      await exhaustAll(id)
      await service.services.db
        .updateTable('webhook_endpoints')
        .set({ disabled_at: service.clock.now() })
        .where('id', '=', id)
        .execute()
      const disabled = await owner.open(path)
      assert.match(textOf(disabled), /Désactivé/)
      const enabled = await owner.submit(disabled, `${path}/enable`)
      assert.match(enabled.path, /\?since=2026-11-21T10:00:00\.000Z&done=enabled$/)
      assert.match(textOf(enabled), /depuis le 21 nov\., 11:00 : 1\. Ils ne partent plus/)
      answering(200)
      const resent = await owner.submit(enabled, `${path}/resend`)
      assert.match(textOf(resent), /Un événement repart/)
      await sendUntil(id, 2)
      assert.match(textOf(await owner.open(`${path}/log`)), /delivery\.created Accepté/)
      assert.ok((await auditOf(id)).includes(`resend-dispatches ACCOUNT:${owner.accountId}`))
      await removeAll()
    })

    test('a new secret is shown once; with an overlap the old one signs too, and a second overlap is refused', async () => {
      const id = await addEndpoint()
      const path = `${dev}/endpoints/${id}`
      const made = await owner.submit(await owner.open(path), `${path}/regenerate-secret`, {
        overlapHours: '24',
      })
      const secret = copiedIn(made, 'whsec_')
      const page = await owner.open(path)
      assert.ok(!page.html.includes(secret))
      assert.match(textOf(page), /L’ancien secret signe aussi jusqu’au 22 nov\., 11:00/)
      answering(200)
      await owner.submit(page, `${path}/ping`)
      assert.match(String(hook.received.at(-1)?.headers['svc-signature']), /^t=\d+,v1=\w{64},v1=\w{64}$/)
      const refused = await owner.submit(page, `${path}/regenerate-secret`, { overlapHours: '1' })
      assert.equal(refused.status, 409)
      const ended = await owner.submit(page, `${path}/regenerate-secret`, { overlapHours: '0' })
      assert.notEqual(copiedIn(ended, 'whsec_'), secret)
      assert.doesNotMatch(textOf(await owner.open(path)), /L’ancien secret signe aussi/)
      await removeAll()
    })

    test('a removed endpoint is gone, with its log', async () => {
      const id = await addEndpoint()
      const path = `${dev}/endpoints/${id}`
      const removed = await owner.submit(await owner.open(path), `${path}/remove`)
      assert.match(textOf(removed), /Le webhook est retiré/)
      assert.deepEqual(
        [(await owner.open(path)).status, (await owner.open(`${path}/log`)).status],
        [404, 404],
      )
    })
  })

  describe('the log of an endpoint', () => {
    test('it filters by what failed and by one event, and pages without losing any', async () => {
      const id = await addEndpoint()
      const log = `${dev}/endpoints/${id}/log`
      const idsOf = (page: Page) =>
        [...page.html.matchAll(/<br><code>([0-9a-f-]{36})</g)].map(([, each]) => each ?? '')
      answering(200)
      await shop.order()
      await sendUntil(id, 1)
      const [accepted = ''] = idsOf(await owner.open(log))
      answering(503, '{"error":"base indisponible"}')
      service.clock.forward(1_000)
      await shop.order()
      await sendUntil(id, 2)
      service.clock.forward(1_000)
      await owner.post(`${dev}/endpoints/${id}/ping`, {})
      answering(200)
      service.clock.forward(1_000)
      await owner.post(`${dev}/endpoints/${id}/ping`, {})

      const all = idsOf(await owner.open(log))
      assert.equal(all.length, 4)
      const [, failedPing, failed] = all
      assert.deepEqual(idsOf(await owner.open(`${log}?filter=FAILED`)), [failedPing, failed])
      assert.deepEqual(idsOf(await owner.open(`${log}?filter=PENDING`)), [failed])
      assert.deepEqual(idsOf(await owner.open(`${log}?filter=DELIVERED`)), [accepted])
      assert.deepEqual(idsOf(await owner.open(`${log}?filter=EXHAUSTED`)), [])
      for (const event of [accepted, failedPing ?? ''])
        assert.deepEqual(idsOf(await owner.open(`${log}?event=${event}`)), [event])
      for (const event of [unknownId, 'no-id', '%27'])
        assert.match(textOf(await owner.open(`${log}?event=${event}`)), /Aucun événement ne correspond/)
      assert.equal((await owner.open(`${log}?filter=toString`)).status, 422)
      assert.equal((await owner.open(`${log}?before=x`)).status, 200)

      await exhaustAll(id)
      const resent = await owner.post(`${dev}/endpoints/${id}/resend`, { eventId: failed ?? '' })
      assert.match(textOf(resent), /Un événement repart/)
      assert.deepEqual(idsOf(resent), [failed])
      const since = await owner.post(`${dev}/endpoints/${id}/resend`, { since: '2026-11-21T11:00' })
      assert.match(textOf(since), /Un événement repart/, 'the other one')
      for (const moment of ['', 'demain', '2026-13-41T99:99'])
        assert.equal(
          (await owner.post(`${dev}/endpoints/${id}/resend`, { since: moment })).status,
          422,
          moment,
        )
      await removeAll()
    })

    test('one attempt is shown with the body that was sent, laid out, and with the answer', async () => {
      const id = await addEndpoint()
      answering(503, '<b>Réponse :</b> non')
      await shop.order({ dropoff: { ...east, landmark: `Portail ${hostile}` } })
      await sendUntil(id, 1)
      const log = await owner.open(`${dev}/endpoints/${id}/log`)
      const attempt = /log\/[0-9a-f-]{36}/.exec(log.html)?.[0]
      const page = await owner.open(`${dev}/endpoints/${id}/${attempt}`)
      assert.match(decoded(page.html), /<pre[^>]*>\{\n {2}"id": "/)
      assert.ok(decoded(page.html).includes('<b>Réponse :</b> non</pre>'), 'code is left as it was sent')
      assert.ok(!page.html.includes('<script>alert') && !page.html.includes('<b>'))
      assert.match(textOf(page), /Votre serveur a répondu 503/)
      await removeAll()
    })

    test('twenty events make a page, and the next goes on where it ended', async () => {
      const id = await addEndpoint()
      answering(200)
      for (let at = 0; at < 22; at += 1) {
        await shop.post(`/webhook-endpoints/${id}/ping`)
        service.clock.forward(1)
      }
      const first = await owner.open(`${dev}/endpoints/${id}/log`)
      const second = await owner.open(olderIn(first))
      const count = ({ html }: Page) => html.match(/<section class="card">/g)?.length
      assert.deepEqual([count(first), count(second)], [20, 2])
      assert.doesNotMatch(second.html, /Plus anciens/)
      await removeAll()
    })
  })

  describe('the signature tester', () => {
    test('it says that all is well, or what is wrong and how to mend it, in both languages', async () => {
      const id = await addEndpoint()
      const second = await addEndpoint()
      answering(200)
      await owner.post(`${dev}/endpoints/${id}/ping`, {})
      const { headers, body } = lastReceived()
      const signature = String(headers['svc-signature'])
      const eventId = String(headers['svc-event-id'])
      const head = `POST /hook HTTP/1.1\r\nSvc-Event-Id: ${eventId}\r\nSvc-Signature: ${signature}`
      const check = async (typed: Record<string, string>, lang = 'fr') =>
        textOf(await owner.post(`${dev}/signature?lang=${lang}`, { endpoint: id, ...typed }))

      assert.match(
        await check({ request: `${head}\r\n\r\n${body}` }),
        /Tout va bien : cet envoi vient de nous/,
      )
      assert.match(await check({ headers: head, body }, 'en'), /All is well: this request comes from us/)
      const pretty = JSON.stringify(JSON.parse(body), null, 2).replaceAll('\n', '\r\n')
      assert.match(await check({ headers: head, body: pretty }), /Le contenu a été mis en forme/)
      assert.match(await check({ headers: 'Content-Type: application/json', body }), /Svc-Signature manque/)
      assert.match(
        await check({ endpoint: second, headers: head, body }),
        /le secret d’un autre de vos webhooks \(127\.0\.0\.1:\d+\)/,
      )
      const capitals = signature.replace(/v1=(\w+)/, (_, hex: string) => `v1=${hex.toUpperCase()}`)
      assert.match(await check({ headers: `Svc-Signature: ${capitals}`, body }, 'en'), /v1 is in capitals/)
      service.clock.forward(400_000)
      assert.match(
        await check({ headers: head, body: `${body}x` }),
        /choses ne vont pas.*signé il y a 40\d secondes/,
      )
      await owner.open(`${dev}?lang=fr`)
      await removeAll()
    })

    test('nothing, too much and hostile text are refused or shown as text, and nothing is changed', async () => {
      const id = await addEndpoint()
      const before = (await auditOf(id)).length
      const empty = await owner.post(`${dev}/signature`, { endpoint: id, request: ' ' })
      assert.deepEqual([empty.status, /Collez d’abord un envoi/.test(textOf(empty))], [422, true])
      const large = await owner.post(`${dev}/signature`, {
        endpoint: id,
        request: 'x'.repeat(limits.bodyBytes + 1),
      })
      assert.equal(large.status, 413)
      const shown = await owner.post(`${dev}/signature`, { endpoint: id, headers: hostile, body: hostile })
      assert.equal(shown.status, 200)
      assert.ok(!shown.html.includes('<script>alert') && textOf(shown).includes(hostile))
      assert.equal((await auditOf(id)).length, before)
      await removeAll()
      assert.match(textOf(await owner.open(`${dev}/signature`)), /pas encore de webhook/)
    })
  })

  describe('requests', () => {
    test('each leads to its error in the documents, and operation, code, key and status filter them', async () => {
      const quiet = await service.openShop()
      const visitor = await openConsole(service, { shopId: quiet.shopId })
      const path = `/console/shops/${quiet.shopId}/developers/requests`
      assert.match(textOf(await visitor.open(path)), /Aucune requête ces 7 derniers jours/)
      const missing = await quiet.get(`/deliveries/${unknownId}`)
      service.clock.forward(1_000)
      await quiet.post('/quotes', {})
      service.clock.forward(1_000)
      await quiet.get('/zones')
      await service.services.requestLog.close()
      const page = await visitor.open(path)
      const text = textOf(page)
      for (const shown of ['getDelivery', 'createQuote', 'getZones', String(missing.headers['x-request-id'])])
        assert.ok(text.includes(shown), shown)
      const link = '/docs/fr/errors#DELIVERY_NOT_FOUND'
      assert.ok(page.html.includes(`href="${link}"`))
      const docs = await service.app.inject({ url: '/docs/fr/errors' })
      assert.match(docs.body, /id="DELIVERY_NOT_FOUND"/)
      const operationsOf = ({ html }: Page) =>
        [...html.matchAll(/<strong><a[^>]*>(\w+)</g)].map(([, name]) => name)
      const filtered = async (query: string) => operationsOf(await visitor.open(`${path}?${query}`))
      assert.deepEqual(await filtered('status=4'), ['createQuote', 'getDelivery'])
      assert.deepEqual(await filtered('operation=getZones'), ['getZones'])
      assert.deepEqual(await filtered('code=DELIVERY_NOT_FOUND'), ['getDelivery'])
      assert.equal((await filtered(`key=${quiet.keyId}`)).length, 3)
      assert.deepEqual(await filtered(`key=${shop.keyId}`), [])
      assert.equal((await filtered(`key=x&operation=%27&before=no`)).length, 3)
    })

    test('older requests are on the next page', async () => {
      const busy = await service.openShop()
      const visitor = await openConsole(service, { shopId: busy.shopId })
      for (let at = 0; at < 52; at += 1) await busy.post('/quotes', {})
      await service.services.requestLog.close()
      const path = `/console/shops/${busy.shopId}/developers/requests`
      const first = await visitor.open(path)
      const second = await visitor.open(olderIn(first))
      const idsOf = ({ html }: Page) => [...html.matchAll(/<code>([^<]+)</g)].map(([, each]) => each)
      assert.deepEqual([idsOf(first).length, idsOf(second).length], [50, 2])
      assert.equal(new Set([...idsOf(first), ...idsOf(second)]).size, 52)
    })
  })

  describe('the sandbox', () => {
    test('a delivery makes its next step, or goes to any ending with a reason, and its history names who did it', async () => {
      const panel = `${dev}/sandbox`
      const { id, reference } = (await shop.order()).body
      const list = await owner.open(panel)
      assert.ok(list.html.includes(`${panel}?delivery=${id}`))
      const found = await owner.open(`${panel}?q=${reference}`)
      assert.ok(found.html.includes(`${panel}?delivery=${id}`))
      const chosen = await owner.open(`${panel}?delivery=${id}`)
      assert.match(textOf(chosen), /Étape suivante : Recherche d’un livreur/)
      const moved = await owner.post(`${panel}/advance`, { delivery: id })
      assert.match(textOf(moved), /La livraison a avancé.*Étape suivante : Livreur en route vers vous/)
      const failed = await owner.post(`${panel}/advance`, {
        delivery: id,
        outcome: 'FAILED',
        reason: 'REFUSED',
      })
      assert.match(textOf(failed), /Échec, colis en retour/)
      const key = { shopId: shop.shopId, id }
      const row = await rowOf(service, key)
      assert.deepEqual([row.status, row.failure_code], ['FAILED', 'REFUSED'])
      assert.match(textOf(failed), /Revenue à la boutique/)
      await owner.post(`${panel}/advance`, { delivery: id, outcome: 'RETURNED' })
      assert.equal((await rowOf(service, key)).status, 'RETURNED')
      const over = await owner.open(`${panel}?delivery=${id}`)
      assert.match(textOf(over), /Cette livraison est finie/)
      const refused = await owner.post(`${panel}/advance`, { delivery: id })
      assert.equal(refused.status, 409)
      const lines = (await auditOf(id)).filter((line) => line.startsWith('advance-delivery'))
      assert.deepEqual(lines, Array(3).fill(`advance-delivery ACCOUNT:${owner.accountId}`))
    })

    test('every ending that the service offers can be walked to from a new delivery', async () => {
      for (const outcome of ['DELIVERED', 'FAILED', 'RETURNED', 'EXPIRED']) {
        const { id } = (await shop.order()).body
        const page = await owner.open(`${dev}/sandbox?delivery=${id}`)
        assert.ok(page.html.includes(`name="outcome" value="${outcome}"`), outcome)
        await owner.post(`${dev}/sandbox/advance`, { delivery: id, outcome })
        assert.equal((await rowOf(service, { shopId: shop.shopId, id })).status, outcome)
      }
    })

    test('an owner empties the sandbox of their shop, and of no other', async () => {
      const kept = (await other.order()).body.id
      const emptied = await owner.submit(await owner.open(`${dev}/sandbox`), `${dev}/sandbox/reset`)
      assert.match(textOf(emptied), /Le bac à sable est vide.*Aucune livraison en cours/)
      assert.equal((await other.get(`/deliveries/${kept}`)).status, 200)
      assert.ok((await auditOf(shop.shopId)).includes(`reset-shop ACCOUNT:${owner.accountId}`))
    })

    test('in production there is no sandbox, and no link to one', async () => {
      const live = await openService(await open(), productionSettings)
      const real = await live.openShop()
      const visitor = await openConsole(live, { shopId: real.shopId })
      const path = `/console/shops/${real.shopId}/developers`
      const headers = { origin: 'https://colis.test' }
      const overview = await visitor.open(path)
      assert.equal(overview.status, 200)
      assert.match(textOf(overview), /Vous êtes en production/)
      assert.ok(!overview.html.includes('/sandbox'))
      assert.equal((await visitor.open(`${path}/sandbox`)).status, 404)
      for (const act of ['advance', 'reset'])
        assert.equal((await visitor.post(`${path}/sandbox/${act}`, {}, headers)).status, 404)
      await live.close()
    })
  })
})
