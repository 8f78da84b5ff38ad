import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { verifyWebhook } from '../sdk/typescript/src/verify-webhook.ts'
import { eventTypes } from '../src/contract/vocabulary.ts'
import { listAudit } from '../src/domain/audit/audit-store.ts'
import { onEachDatabase, onServer } from './support/databases.ts'
import { openService, type TestService, type TestShop, testStart } from './support/open-service.ts'
import { openPlainHook, type PlainHook } from './support/plain-hook.ts'
import { assertInvalid, assertRefused } from './support/refusal.ts'
import { openSecondService } from './support/second-service.ts'

const notFound = {
  status: 404,
  code: 'WEBHOOK_ENDPOINT_NOT_FOUND',
  en: 'This shop has no webhook endpoint with this id.',
  fr: 'Cette boutique n’a pas de webhook avec cet id.',
}

const tooMany = {
  status: 422,
  code: 'TOO_MANY_WEBHOOK_ENDPOINTS',
  en: 'A shop has at most 10 webhook endpoints. Remove one first.',
  fr: 'Une boutique a au plus 10 webhooks. Retirez-en un d’abord.',
  details: { max: 10 },
}

const taken = (endpointId: string) => ({
  status: 409,
  code: 'WEBHOOK_URL_TAKEN',
  en: `The shop already has an endpoint for this address: ${endpointId}. Change that one, or remove it first; if its secret is lost, make a new one.`,
  fr: `La boutique a déjà un webhook pour cette adresse : ${endpointId}. Modifiez-le, ou retirez-le d’abord ; si son secret est perdu, créez-en un nouveau.`,
  details: { endpointId },
})

const secretForm = /^whsec_[A-Za-z0-9+/]{43}=$/

/** Adds an endpoint by API, which must succeed. */
async function add(shop: TestShop, input: object) {
  const { status, body } = await shop.post('/webhook-endpoints', input)
  assert.equal(status, 201, JSON.stringify(body))
  const { secret, ...endpoint } = body
  return { secret: secret as string, endpoint }
}

onEachDatabase((open) => {
  let service: TestService
  let hook: PlainHook
  before(async () => {
    hook = await openPlainHook()
    service = await openService(await open(), { WEBHOOK_ALLOW_INSECURE: 'true' })
  })
  after(async () => {
    await service.close()
    await hook.close()
  })

  describe('webhook endpoints by API (decision 120)', () => {
    test('creating an endpoint shows its secret this once, and requests are signed with it', async () => {
      const shop = await service.openShop()
      const url = hook.newUrl()

      const { status, body } = await shop.post('/webhook-endpoints', {
        url: ` ${url}#part `,
        events: ['delivery.delivered', 'delivery.failed'],
        description: 'Caisse de Ganhi',
      })

      const { id, secret, ...rest } = body
      assert.equal(status, 201)
      assert.match(secret, secretForm)
      assert.deepEqual(rest, {
        url,
        events: ['delivery.delivered', 'delivery.failed'],
        description: 'Caisse de Ganhi',
        state: 'ACTIVE',
        failingSince: null,
        previousSecretUntil: null,
        createdAt: testStart,
      })
      assert.deepEqual((await shop.get(`/webhook-endpoints/${id}`)).body, { id, ...rest })
      assert.deepEqual((await shop.get('/webhook-endpoints')).body, { items: [{ id, ...rest }] })

      assert.equal((await shop.post(`/webhook-endpoints/${id}/ping`)).body.isSuccess, true)
      const request = hook.received.find((each) => url.endsWith(each.url))
      const header = String(request?.headers['svc-signature'])
      await verifyWebhook({ header, body: request?.body ?? '', secret, now: service.clock.now() })
      assert.ok(!service.logged.join('\n').includes(secret))
    })

    for (const [said, events] of [
      ['null', { events: null }],
      ['nothing', {}],
    ] as const)
      test(`an endpoint for which ${said} is said of events gets all of them`, async () => {
        const { endpoint } = await add(await service.openShop(), { url: hook.newUrl(), ...events })
        assert.deepEqual([endpoint.events, endpoint.description], [null, null])
      })

    test('all events can be named', async () => {
      const shop = await service.openShop()
      const { endpoint } = await add(shop, { url: hook.newUrl(), events: [...eventTypes] })
      assert.deepEqual(endpoint.events, eventTypes)
    })

    test('endpoints are listed with the oldest first, and only those of the shop', async () => {
      const [shop, other] = [await service.openShop(), await service.openShop()]
      const urls = [hook.newUrl(), hook.newUrl()]
      for (const url of urls) {
        service.clock.forward(1)
        await add(shop, { url })
      }
      await add(other, { url: urls[0] })

      const { items } = (await shop.get('/webhook-endpoints')).body
      assert.deepEqual(
        items.map(({ url }: { url: string }) => url),
        urls,
      )
    })

    test('creating the same endpoint again names the one that is there, whose secret stays', async () => {
      const shop = await service.openShop()
      const url = hook.newUrl()
      const { endpoint, secret } = await add(shop, { url })

      await assertRefused(
        (headers) => shop.post('/webhook-endpoints', { url: `${url}?` }, headers),
        taken(endpoint.id),
      )

      hook.received.splice(0)
      await shop.post(`/webhook-endpoints/${endpoint.id}/ping`)
      const [request] = hook.received
      const header = String(request?.headers['svc-signature'])
      await verifyWebhook({ header, body: request?.body ?? '', secret, now: service.clock.now() })
    })

    test('an eleventh endpoint is refused, and a removed one makes room', async () => {
      const shop = await service.openShop()
      const made = []
      for (let n = 0; n < 10; n += 1) made.push(await add(shop, { url: hook.newUrl() }))
      const url = hook.newUrl()
      await assertRefused((headers) => shop.post('/webhook-endpoints', { url }, headers), tooMany)

      assert.equal((await shop.send('DELETE', `/webhook-endpoints/${made[4]?.endpoint.id}`)).status, 204)
      await add(shop, { url })
    })

    test('what is changed is changed, what is left out stays, and null empties it', async () => {
      const shop = await service.openShop()
      const { endpoint } = await add(shop, { url: hook.newUrl(), events: ['delivery.failed'] })
      const path = `/webhook-endpoints/${endpoint.id}`
      const url = hook.newUrl()
      const change = async (body: object) => (await shop.send('PATCH', path, body)).body

      assert.deepEqual(await change({ description: 'Caisse' }), { ...endpoint, description: 'Caisse' })
      assert.deepEqual(await change({ url }), { ...endpoint, description: 'Caisse', url })
      const events = ['payment.confirmed']
      assert.deepEqual(await change({ events }), { ...endpoint, description: 'Caisse', url, events })
      const emptied = { ...endpoint, url, events: null, description: null }
      assert.deepEqual(await change({ events: null, description: null }), emptied)
      assert.deepEqual((await shop.get(path)).body, emptied)
    })

    test('an endpoint cannot be changed to the address of another', async () => {
      const shop = await service.openShop()
      const [one, other] = [await add(shop, { url: hook.newUrl() }), await add(shop, { url: hook.newUrl() })]
      await assertRefused(
        (headers) =>
          shop.send('PATCH', `/webhook-endpoints/${one.endpoint.id}`, { url: other.endpoint.url }, headers),
        taken(other.endpoint.id),
      )
    })

    test('a removed endpoint is unknown to every operation, and its address is free', async () => {
      const shop = await service.openShop()
      const { endpoint } = await add(shop, { url: hook.newUrl() })
      const path = `/webhook-endpoints/${endpoint.id}`

      const { status, body, headers } = await shop.send('DELETE', path)

      assert.deepEqual([status, body, headers['content-type']], [204, undefined, undefined])
      const calls: Parameters<typeof assertRefused>[0][] = [
        (headers) => shop.get(path, headers),
        (headers) => shop.get(`${path}/attempts`, headers),
        (headers) => shop.send('PATCH', path, { description: 'A' }, headers),
        (headers) => shop.send('DELETE', path, undefined, headers),
        (headers) => shop.post(`${path}/ping`, undefined, headers),
        (headers) => shop.post(`${path}/enable`, undefined, headers),
        (headers) => shop.post(`${path}/pause`, undefined, headers),
        (headers) => shop.post(`${path}/regenerate-secret`, undefined, headers),
        (headers) => shop.post(`${path}/resend`, { failedSince: testStart }, headers),
      ]
      for (const call of calls) await assertRefused(call, notFound)
      await add(shop, { url: endpoint.url })
    })

    for (const [what, url, reason, en, fr] of [
      ['text', 'shop.example', 'MALFORMED', 'This is not a web address.', 'Ce n’est pas une adresse web.'],
      [
        'another scheme',
        'ftp://93.184.215.14/hook',
        'NOT_HTTPS',
        'The address must begin with https://. To receive events on your own machine, use colis listen.',
        'L’adresse doit commencer par https://. Pour recevoir des événements sur votre machine, utilisez colis listen.',
      ],
      [
        'a password',
        'https://shop:secret@93.184.215.14/hook',
        'CREDENTIALS',
        'The address must not contain a user name or a password.',
        'L’adresse ne doit contenir ni nom d’utilisateur ni mot de passe.',
      ],
    ] as const)
      test(`${what} in place of an address is refused, at creation and at a change`, async () => {
        const shop = await service.openShop()
        const { endpoint } = await add(shop, { url: hook.newUrl() })
        const path = `/webhook-endpoints/${endpoint.id}`
        const refusal = { status: 422, code: 'WEBHOOK_URL_REFUSED', en, fr, details: { reason } }
        await assertRefused((headers) => shop.post('/webhook-endpoints', { url }, headers), refusal)
        await assertRefused((headers) => shop.send('PATCH', path, { url }, headers), refusal)
        assert.deepEqual((await shop.get(path)).body, endpoint)
      })

    test('everything wrong with an endpoint is reported at once, in both languages', async () => {
      const shop = await service.openShop()
      await assertInvalid(
        (headers) =>
          shop.post(
            '/webhook-endpoints',
            { url: 'x'.repeat(2_001), events: ['delivery.made'], description: 'a\nb', secret: 'whsec_mine' },
            headers,
          ),
        [
          {
            field: '/secret',
            rule: 'additionalProperties',
            en: 'is not a known field',
            fr: 'n’est pas un champ connu',
          },
          {
            field: '/url',
            rule: 'maxLength',
            en: 'must have at most 2000 characters',
            fr: 'doit avoir au plus 2000 caractères',
          },
          {
            field: '/events/0',
            rule: 'enum',
            en: `must be one of ${eventTypes.join(', ')}`,
            fr: `doit être l’une des valeurs ${eventTypes.join(', ')}`,
          },
          {
            field: '/description',
            rule: 'text',
            en: 'must not contain line breaks or other control characters',
            fr: 'ne doit pas contenir de retours à la ligne ni d’autres caractères de contrôle',
          },
        ],
      )
    })

    for (const [what, body, issue] of [
      [
        'an endpoint without an address',
        {},
        { field: '/url', rule: 'required', en: 'is required', fr: 'est obligatoire' },
      ],
      [
        'an empty list of events',
        { url: 'https://93.184.215.14/', events: [] },
        {
          field: '/events',
          rule: 'minItems',
          en: 'must name at least one',
          fr: 'doit en nommer au moins un',
        },
      ],
      [
        'an event that is named twice',
        { url: 'https://93.184.215.14/', events: ['delivery.failed', 'delivery.failed'] },
        {
          field: '/events',
          rule: 'uniqueItems',
          en: 'must name nothing twice',
          fr: 'ne doit rien nommer deux fois',
        },
      ],
      [
        'events as text',
        { url: 'https://93.184.215.14/', events: 'all' },
        {
          field: '/events',
          rule: 'type',
          en: 'must be a list or null',
          fr: 'doit être une liste ou null',
        },
      ],
    ] as const)
      test(`${what} is refused`, async () => {
        const shop = await service.openShop()
        await assertInvalid((headers) => shop.post('/webhook-endpoints', body, headers), [issue])
      })

    test('a change that names nothing is refused', async () => {
      const shop = await service.openShop()
      const { endpoint } = await add(shop, { url: hook.newUrl() })
      await assertInvalid(
        (headers) => shop.send('PATCH', `/webhook-endpoints/${endpoint.id}`, {}, headers),
        [
          {
            field: '',
            rule: 'minProperties',
            en: 'must have at least one of url, events, description',
            fr: 'doit avoir au moins un des champs url, events, description',
          },
        ],
      )
    })

    test('every change by API leaves a line of the audit that names the key, and never a secret', async () => {
      const shop = await service.openShop()
      const { endpoint, secret } = await add(shop, { url: `${hook.newUrl()}?token=s3cret` })
      const path = `/webhook-endpoints/${endpoint.id}`
      const acts = [
        () => shop.send('PATCH', path, { description: 'Caisse' }),
        () => shop.post(`${path}/ping`),
        () => shop.post(`${path}/pause`),
        () => shop.post(`${path}/enable`),
        () => shop.post(`${path}/regenerate-secret`, { overlapHours: 1 }),
        () => shop.post(`${path}/resend`, { failedSince: testStart }),
        () => shop.send('DELETE', path),
      ]
      for (const act of acts) {
        service.clock.forward(1)
        assert.ok((await act()).status < 300)
      }

      const lines = await listAudit(service.services.db, { subjectId: endpoint.id, limit: 20 })
      assert.deepEqual(lines.map(({ action }) => action).reverse(), [
        'add-endpoint',
        'change-endpoint',
        'ping-endpoint',
        'pause-endpoint',
        'enable-endpoint',
        'regenerate-secret',
        'resend-dispatches',
        'remove-endpoint',
      ])
      assert.deepEqual(new Set(lines.map(({ actor }) => actor)), new Set([`API_KEY:${shop.keyId}`]))
      assert.deepEqual(new Set(lines.map(({ shop_id: shopId }) => shopId)), new Set([shop.shopId]))
      const kept = JSON.stringify(lines)
      for (const hidden of [secret, 'whsec_', 's3cret']) assert.ok(!kept.includes(hidden), hidden)
    })

    test('an endpoint whose secret cannot be opened says so, and a new secret without an overlap mends it', async () => {
      const shop = await service.openShop()
      const { endpoint } = await add(shop, { url: hook.newUrl() })
      const path = `/webhook-endpoints/${endpoint.id}`
      await service.services.db
        .updateTable('webhook_endpoints')
        .set({ sealed_secret: 'sealed by another key' })
        .where('id', '=', endpoint.id)
        .execute()
      const sealed = {
        status: 409,
        code: 'SIGNING_SECRET_SEALED',
        en: 'The service can no longer read the signing secret of this endpoint, so the endpoint is not called. Make a new secret without an overlap, or ask the courier company to restore the old one.',
        fr: 'Le service ne peut plus lire le secret de signature de ce webhook, qui n’est donc plus appelé. Créez un nouveau secret sans période de transition, ou demandez à la société de livraison de rétablir l’ancien.',
      }

      assert.equal((await shop.get(path)).body.state, 'SECRET_SEALED')
      await assertRefused((headers) => shop.post(`${path}/ping`, undefined, headers), sealed)
      await assertRefused(
        (headers) => shop.post(`${path}/regenerate-secret`, { overlapHours: 1 }, headers),
        sealed,
      )
      const { status, body } = await shop.post(`${path}/regenerate-secret`)
      assert.deepEqual([status, body.state], [200, 'ACTIVE'])
      assert.match(body.secret, secretForm)
    })

    test('a process with another key than the service started with makes no secret', async (t) => {
      const shop = await service.openShop()
      const { endpoint } = await add(shop, { url: hook.newUrl() })
      const { db } = service.services
      const fingerprint = await db.selectFrom('sealing_keys').select('fingerprint').executeTakeFirstOrThrow()
      await db
        .updateTable('sealing_keys')
        .set({ fingerprint: '0'.repeat(16) })
        .execute()
      t.after(() => db.updateTable('sealing_keys').set(fingerprint).execute())
      const differs = {
        status: 409,
        code: 'SECRETS_KEY_DIFFERS',
        en: 'No signing secret can be made at the moment: this process has another key than the service last started with. Ask the courier company that runs the service to set that right.',
        fr: 'Aucun secret de signature ne peut être créé pour le moment : ce processus n’a pas la clé du dernier démarrage du service. Demandez à la société de livraison, qui l’exploite, d’y remédier.',
      }

      await assertRefused(
        (headers) => shop.post('/webhook-endpoints', { url: hook.newUrl() }, headers),
        differs,
      )
      await assertRefused(
        (headers) => shop.post(`/webhook-endpoints/${endpoint.id}/regenerate-secret`, {}, headers),
        differs,
      )
    })
  })

  describe('new secrets by API (decision 35)', () => {
    test('a new secret ends the old one at once, with or without a body', async () => {
      const shop = await service.openShop()
      const { endpoint, secret } = await add(shop, { url: hook.newUrl() })
      const path = `/webhook-endpoints/${endpoint.id}`
      const secrets = [secret]
      for (const body of [undefined, {}, { overlapHours: 0 }]) {
        const answer = await shop.post(`${path}/regenerate-secret`, body)
        const { secret: newSecret, ...rest } = answer.body
        assert.equal(answer.status, 200)
        assert.match(newSecret, secretForm)
        assert.deepEqual(rest, endpoint)
        secrets.push(newSecret)
      }
      assert.equal(new Set(secrets).size, 4)
      assert.ok(!JSON.stringify((await shop.get(path)).body).includes('whsec_'))
    })

    test('both secrets sign for as long as the overlap lasts, and a second overlap is refused', async () => {
      const shop = await service.openShop()
      const { endpoint, secret: old } = await add(shop, { url: hook.newUrl() })
      const path = `/webhook-endpoints/${endpoint.id}`
      const until = new Date(service.clock.now().getTime() + 24 * 3_600_000).toISOString()

      const { body } = await shop.post(`${path}/regenerate-secret`, { overlapHours: 24 })

      assert.equal(body.previousSecretUntil, until)
      hook.received.splice(0)
      await shop.post(`${path}/ping`)
      const [request] = hook.received
      const header = String(request?.headers['svc-signature'])
      for (const secret of [old, body.secret])
        await verifyWebhook({ header, body: request?.body ?? '', secret, now: service.clock.now() })
      await assertRefused((headers) => shop.post(`${path}/regenerate-secret`, { overlapHours: 1 }, headers), {
        status: 409,
        code: 'SECRET_OVERLAP_UNDER_WAY',
        en: `The secret before this one stays valid until ${until}, as was promised. Wait until then, or make a new secret without an overlap: both old ones end at once.`,
        fr: `Le secret précédent reste valable jusqu’au ${until}, comme promis. Attendez cette date, ou créez un nouveau secret sans période de transition : les deux anciens cessent aussitôt.`,
        details: { until },
      })
      assert.equal((await shop.post(`${path}/regenerate-secret`)).body.previousSecretUntil, null)
    })

    test('an overlap of more than 72 hours, or of no whole number of them, is refused', async () => {
      const shop = await service.openShop()
      const { endpoint } = await add(shop, { url: hook.newUrl() })
      const path = `/webhook-endpoints/${endpoint.id}/regenerate-secret`
      await assertInvalid(
        (headers) => shop.post(path, { overlapHours: 73 }, headers),
        [
          {
            field: '/overlapHours',
            rule: 'maximum',
            en: 'must be at most 72',
            fr: 'doit valoir au plus 72',
          },
        ],
      )
      for (const overlapHours of [-1, 0.5, '24', null])
        assert.equal((await shop.post(path, { overlapHours })).body.code, 'VALIDATION_FAILED')
    })
  })
})

onEachDatabase((open) => {
  test('a shop may change so much in a minute, whatever it changes and by whichever key', async (t) => {
    const service = await openService(await open(), {
      WEBHOOK_ALLOW_RANGES: '127.0.0.0/8',
      SHOP_CHANGES_PER_MINUTE: '4',
    })
    t.after(() => service.close())
    const [shop, other] = [await service.openShop(), await service.openShop()]
    const url = 'https://127.0.0.1:1/hook'
    const { endpoint } = await add(shop, { url })
    const path = `/webhook-endpoints/${endpoint.id}`
    assert.equal((await shop.post(`${path}/ping`)).status, 200)
    assert.equal((await shop.post('/pickup-addresses', { lat: 6.37, lng: 2.42 })).status, 201)
    assert.equal((await shop.post(`${path}/resend`, {})).status, 400)

    for (const change of [
      () => shop.post('/webhook-endpoints', { url: `${url}/2` }),
      () => shop.send('PATCH', path, { description: 'A' }),
      () => shop.post(`${path}/ping`),
      () => shop.post(`${path}/regenerate-secret`),
      () => shop.post(`${path}/pause`),
      () => shop.post(`${path}/enable`),
      () => shop.post(`${path}/resend`, { failedSince: testStart }),
      () => shop.send('DELETE', path),
      () => shop.post('/pickup-addresses', { lat: 6.37, lng: 2.43 }),
      () => shop.send('PATCH', `/pickup-addresses/${shop.pickupAddressId}`, { label: 'A' }),
      () => shop.send('DELETE', `/pickup-addresses/${shop.pickupAddressId}`),
    ]) {
      const { status, body, headers } = await change()
      assert.deepEqual([status, body.code], [429, 'RATE_LIMITED'])
      assert.match(String(headers['retry-after']), /^([1-9]|[1-5]\d|60)$/)
      assert.equal(headers['ratelimit-policy'], '"changes";q=4;w=60')
      assert.match(String(headers.ratelimit), /^"changes";r=0;t=\d+$/)
    }
    assert.equal((await shop.get(path)).body.description, null)
    assert.equal((await other.post('/webhook-endpoints', { url })).status, 201)
  })
})

onServer((open) => {
  test('of thirty endpoints that are added at once in two processes, ten are made', async (t) => {
    const { database, url } = await open()
    const env = { WEBHOOK_ALLOW_RANGES: '127.0.0.0/8', SECRETS_KEY: Buffer.alloc(32, 7).toString('base64') }
    const here = await openService({ database, url }, env)
    t.after(() => here.close())
    const there = await openSecondService(url, env)
    t.after(() => there.close())
    const shop = await here.openShop()

    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, n) =>
        (n % 2 ? here : there).app.inject({
          method: 'POST',
          url: '/api/v1/partner/webhook-endpoints',
          headers: { authorization: `Bearer ${shop.key}` },
          payload: { url: `https://127.0.0.1:1/${n}` },
        }),
      ),
    )

    const codes = answers.map((answer) => answer.json().code ?? answer.statusCode)
    assert.deepEqual(
      codes.toSorted(),
      [...Array(10).fill(201), ...Array(20).fill('TOO_MANY_WEBHOOK_ENDPOINTS')].toSorted(),
    )
    assert.equal((await shop.get('/webhook-endpoints')).body.items.length, 10)
  })

  test('a ping is waited for longer than the database is', async (t) => {
    const hook = await openPlainHook()
    t.after(() => hook.close())
    const service = await openService(await open(), {
      WEBHOOK_ALLOW_INSECURE: 'true',
      DATABASE_TIMEOUT_MS: '2500',
    })
    t.after(() => service.close())
    hook.answering = (response) => setTimeout(() => response.writeHead(200).end('late'), 4_000)
    const shop = await service.openShop()
    const { endpoint } = await add(shop, { url: hook.newUrl() })

    const { status, body } = await shop.post(`/webhook-endpoints/${endpoint.id}/ping`)

    assert.deepEqual([status, body.isSuccess, body.responseExcerpt], [200, true, 'late'])
  })
})
