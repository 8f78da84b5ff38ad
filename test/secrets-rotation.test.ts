import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { runCommandLine } from '../src/cli/command-line.ts'
import { countOne } from '../src/domain/accounts/count-tries.ts'
import { customerToken, shortCustomerToken } from '../src/domain/deliveries/sharing/customer-link.ts'
import { sendPush } from '../src/domain/push/send-push.ts'
import { addEndpoint } from '../src/domain/webhooks/endpoints/add-endpoint.ts'
import { regenerateSecret } from '../src/domain/webhooks/endpoints/change-endpoint.ts'
import { checkSealingKeyAtStart } from '../src/domain/webhooks/endpoints/check-sealing-key.ts'
import { endpointState } from '../src/domain/webhooks/endpoints/endpoint-state.ts'
import { type EndpointKey, findEndpoint } from '../src/domain/webhooks/endpoints/endpoint-store.ts'
import {
  addPerson,
  askToSignIn,
  isSignedIn,
  linkSentTo,
  newEmail,
  newVisitor,
  signIn,
  switchFactorOn,
  totpAt,
} from './support/console-sign-in.ts'
import { onServer } from './support/databases.ts'
import { openService, plainOrder, type TestService, type TestShop } from './support/open-service.ts'
import { accepts, type Hook, openPartnerServer, type PartnerServer } from './support/partner-server.ts'
import { insertPromo } from './support/promo-code.ts'
import { openPushServer, type PushBrowser, type PushServer } from './support/push-server.ts'
import { pushWork } from './support/push-work.ts'
import { openSecondService } from './support/second-service.ts'
import { signInCourier } from './support/sign-in.ts'
import { openVisitor, type Visitor } from './support/visitor.ts'
import { webhookWork } from './support/webhook-work.ts'

type Process = Awaited<ReturnType<typeof openSecondService>>

const keyFrom = (text: string) => createHash('sha256').update(text).digest('base64')
const [former, fresh, foreign] = ['the one before', 'the one after', 'of nobody'].map(keyFrom) as [
  string,
  string,
  string,
]
const pushed = { text: '{}', lifeMs: 60_000 }

/** A process that has just started, as `colis serve` and `colis work` do. */
async function startAgain({ services, clock }: TestService, env: Record<string, string>): Promise<Process> {
  const process = await openSecondService(services.config.DATABASE_URL, env, clock)
  await checkSealingKeyAtStart(process.services.webhooks)
  return process
}

/** The same browser, with its cookies, at another process. */
function movedTo(process: Pick<Process, 'app'>, { cookies }: Visitor): Visitor {
  const moved = openVisitor(process)
  for (const [name, value] of cookies) moved.cookies.set(name, value)
  return moved
}

/** What is typed into the form of the second factor, in a browser that has shown a link. */
async function enterFactor(
  service: TestService,
  process: Process,
  { email, code }: { email: string; code: string },
): Promise<boolean> {
  const visitor = newVisitor(process)
  await askToSignIn({ ...service, ...process }, visitor, email)
  await visitor.post((await linkSentTo(service, email)) ?? '', {})
  await visitor.post('/console/sign-in/second-factor', { code })
  return isSignedIn(visitor)
}

const colis = (process: Pick<Process, 'services'>, ...argv: string[]) =>
  runCommandLine(argv, { services: async () => process.services, folder: '.' })

onServer((open) => {
  describe('SECRETS_KEY is changed, and nobody is signed out (decision 394)', () => {
    let service: TestService
    let shop: TestShop
    let partner: PartnerServer
    let pushes: PushServer
    /** What people and shops had of the service before. */
    let had: {
      email: string
      factor: { secret: Buffer; backupCodes: string[] }
      owner: Visitor
      /** Somebody who is signed in, and does not come back in time. */
      absent: Visitor
      courier: Visitor
      phone: PushBrowser
      order: EndpointKey
      links: string[]
      cursor: string
      hook: Hook
      endpoint: EndpointKey & { secret: string }
      overlapping: EndpointKey & { former: string; secret: string }
      upload: string
      promoCode: string
      signInLink: string
    }
    /** The process with both keys, and the one with the new key alone. */
    let both: Process
    let alone: Process

    before(async () => {
      service = await openService(await open(), { SECRETS_KEY: former })
      await checkSealingKeyAtStart(service.services.webhooks)
      shop = await service.openShop()
      partner = await openPartnerServer()
      pushes = await openPushServer(service.services.push.vapid.publicKey)
      had = await everythingThere()
      both = await startAgain(service, { SECRETS_KEY: fresh, SECRETS_KEY_PREVIOUS: former })
    })
    after(async () => {
      await Promise.all([both.close(), alone?.close()])
      await Promise.all([partner.close(), pushes.close()])
      await service.close()
    })

    async function everythingThere(): Promise<typeof had> {
      const [email, other] = [newEmail(), newEmail()]
      for (const each of [email, other]) await addPerson(service, shop.shopId, each)
      const [owner, absent] = [newVisitor(service), newVisitor(service)]
      await signIn(service, owner, email)
      await signIn(service, absent, other)
      const factor = await switchFactorOn(service, owner)
      await askToSignIn(service, newVisitor(service), other)
      const signInLink = (await linkSentTo(service, other)) ?? ''
      const { visitor: courier } = await signInCourier(service)
      const work = webhookWork(service, partner)
      const [hook, overlap] = [partner.hook(), partner.hook()]
      const endpoint = await work.add(shop, hook)
      const overlapping = await work.add(shop, overlap)
      const { secret } = await regenerateSecret(work.services, overlapping, 72)
      const promoCode = 'UNEFOIS'
      await insertPromo(service, { code: promoCode, maxUsesPerCustomer: 1 })
      const { status, body } = await shop.order({ promoCode })
      assert.equal(status, 201, JSON.stringify(body))
      await work.once()
      await work.close()
      const order = { shopId: shop.shopId, id: body.id }
      const named = { reference: body.reference, linkVersion: 1 }
      const ticket = await service.services.photoStorage.prepareUpload(
        { photoKey: `photo_${'a'.repeat(32)}`, contentType: 'image/jpeg', sizeBytes: 64 },
        service.clock.now(),
      )
      return {
        ...{ email, factor, owner, absent, courier, order, hook, endpoint, promoCode, signInLink },
        phone: pushes.browser(),
        overlapping: { ...overlapping, former: overlapping.secret, secret },
        links: [
          new URL(body.trackingUrl).pathname,
          `/s/${shortCustomerToken(named, service.services.customerLinks)}`,
        ],
        cursor: (await shop.get('/events?limit=1')).body.nextCursor,
        upload: ticket.uploadUrl.replace('http://colis.test', ''),
      }
    }

    const get = async ({ app }: Process, path: string) =>
      (await app.inject({ url: path, headers: { host: 'colis.test' } })).statusCode
    const ask = async ({ app }: Process, path: string, payload?: object) => {
      const response = await app.inject({
        method: payload ? 'POST' : 'GET',
        url: `/api/v1/partner${path}`,
        headers: { authorization: `Bearer ${shop.key}`, 'idempotency-key': `of-a-rotation-${++calls}` },
        ...(payload && { payload }),
      })
      return { status: response.statusCode, body: response.json() }
    }
    let calls = 0

    /** Orders once more, and has it sent; whether receivers accept it under the secrets that they know. */
    async function isSignedFor(process: Process, secrets: readonly string[], hook: Hook): Promise<boolean[]> {
      const work = webhookWork(process, partner)
      const before = hook.received.length
      assert.equal((await ask(process, '/deliveries', plainOrder)).status, 201)
      await work.once()
      await work.close()
      const request = hook.received[before]
      assert.ok(request, 'Nothing was sent.')
      return Promise.all(secrets.map((secret) => accepts(secret, request, process.services.clock.now())))
    }

    async function pushStatus(process: Process): Promise<number | null> {
      const work = pushWork(process, pushes)
      const { endpoint, keys } = had.phone.subscription
      const { httpStatus } = await sendPush(work.deps, { endpoint, ...keys }, pushed)
      await work.close()
      return httpStatus
    }

    const customerLimit = async (process: Process) => {
      const { status, body } = await ask(process, '/deliveries', { ...plainOrder, promoCode: had.promoCode })
      return [status, body.details?.reason]
    }

    test('with the key before in SECRETS_KEY_PREVIOUS, sessions go on, and are signed anew', async () => {
      for (const [visitor, page] of [
        [had.owner, '/console/account'],
        [had.courier, '/courier'],
      ] as const) {
        const moved = movedTo(both, visitor)
        const [name = '', old] = [...moved.cookies].find(([each]) => each.endsWith('session_token')) ?? []
        assert.equal((await moved.open(page)).path, page)
        assert.notEqual(moved.cookies.get(name), old)
        assert.equal(moved.cookies.get(name)?.split('.')[0], old?.split('.')[0], 'the same session')
        const signed = moved.cookies.get(name)
        await moved.open(page)
        assert.equal(moved.cookies.get(name), signed, 'and once')
        visitor.cookies.clear()
        for (const cookie of moved.cookies) visitor.cookies.set(...cookie)
      }
    })

    test('links of customers, of people who sign in and of uploads that were given before work', async () => {
      for (const link of had.links) assert.ok((await get(both, link)) < 400, link)
      const visitor = newVisitor(both)
      await visitor.post(had.signInLink, {})
      assert.equal(await isSignedIn(visitor), true)
      const uploaded = await both.app.inject({
        method: 'PUT',
        url: had.upload,
        headers: { 'content-type': 'image/jpeg' },
        payload: Buffer.concat([Buffer.from('ffd8ffe0', 'hex'), Buffer.alloc(60)]),
      })
      assert.ok(uploaded.statusCode < 300, `${uploaded.statusCode} ${uploaded.body}`)
      const forged = customerToken({ ...had.order, linkVersion: 1 }, [Buffer.from(foreign, 'base64')])
      assert.equal(await get(both, `/p/${forged}`), 404)
    })

    test('second factors, cursors, secrets of webhooks and phones that hear of offers work', async () => {
      const code = totpAt(had.factor.secret, both.services.clock.now())
      await service.services.db.updateTable('second_factors').set({ last_step: null }).execute()
      assert.equal(await enterFactor(service, both, { email: had.email, code }), true)
      assert.equal((await ask(both, `/events?after=${had.cursor}`)).status, 200)
      assert.deepEqual(await isSignedFor(both, [had.endpoint.secret], had.hook), [true])
      assert.equal(await pushStatus(both), 201)
    })

    test('a customer who has used a promo code as often as they may is known', async () => {
      assert.deepEqual(await customerLimit(both), [422, 'CUSTOMER_LIMIT'])
    })

    test('colis secrets rotate seals everything under the new key, and finds nothing the second time', async () => {
      const first = await colis(both, 'secrets', 'rotate', '--json')
      assert.deepEqual(JSON.parse(first.stdout), {
        signingSecrets: { anew: 2, unreadable: 0 },
        secondFactors: { anew: 1, unreadable: 0 },
        keptKeys: 4,
      })
      const again = await colis(both, 'secrets', 'rotate')
      assert.deepEqual(again, {
        stdout:
          'Sealed anew: 0 signing secrets of webhooks, 0 second factors. Former keys kept: 0.\nNothing in the database needs SECRETS_KEY_PREVIOUS any more. Take it out 30 days from now: sessions that are not used until then, and links that customers have, need it.\n',
        stderr: '',
        exitCode: 0,
      })
    })

    test('without the key before, whoever came back is signed in, and all that the database keeps is read', async () => {
      alone = await startAgain(service, { SECRETS_KEY: fresh })
      assert.equal(await isSignedIn(movedTo(alone, had.owner)), true)
      assert.equal((await movedTo(alone, had.courier).open('/courier')).path, '/courier')
      const [backup = ''] = had.factor.backupCodes
      assert.equal(await enterFactor(service, alone, { email: had.email, code: backup }), true)
      const code = totpAt(had.factor.secret, alone.services.clock.now())
      await service.services.db.updateTable('second_factors').set({ last_step: null }).execute()
      assert.equal(await enterFactor(service, alone, { email: had.email, code }), true)
      assert.equal((await ask(alone, `/events?after=${had.cursor}`)).status, 200)
      assert.deepEqual(await isSignedFor(alone, [had.endpoint.secret], had.hook), [true])
      const { former: old, secret } = had.overlapping
      const overlap = partner.hook()
      await service.services.db
        .updateTable('webhook_endpoints')
        .set({ url: overlap.url })
        .where('webhook_endpoints.id', '=', had.overlapping.id)
        .execute()
      assert.deepEqual(await isSignedFor(alone, [old, secret], overlap), [true, true])
      assert.equal(await pushStatus(alone), 201)
      assert.deepEqual(await customerLimit(alone), [422, 'CUSTOMER_LIMIT'])
    })

    test('without the key before, its links are unknown, and whoever stayed away signs in again', async () => {
      for (const link of had.links) assert.equal(await get(alone, link), 404, link)
      const anew = `/p/${customerToken({ ...had.order, linkVersion: 1 }, alone.services.customerLinks)}`
      assert.equal(await get(alone, anew), 200)
      assert.equal(await isSignedIn(movedTo(alone, had.absent)), false)
      assert.equal(await isSignedIn(movedTo(both, had.absent)), true)
    })
  })

  describe('processes with either key first, side by side', () => {
    let service: TestService
    let shop: TestShop
    let partner: PartnerServer
    let old: Process
    let young: Process

    before(async () => {
      service = await openService(await open(), { SECRETS_KEY: former })
      shop = await service.openShop()
      partner = await openPartnerServer()
      old = await startAgain(service, { SECRETS_KEY: former, SECRETS_KEY_PREVIOUS: fresh })
      young = await startAgain(service, { SECRETS_KEY: fresh, SECRETS_KEY_PREVIOUS: former })
    })
    after(async () => {
      await Promise.all([old.close(), young.close(), partner.close()])
      await service.close()
    })

    test('what one of them makes is read by the other', async () => {
      for (const [from, to] of [
        [old, young],
        [young, old],
      ] as const) {
        const email = newEmail()
        await addPerson(service, shop.shopId, email)
        const visitor = newVisitor(from)
        await askToSignIn({ ...service, ...from }, visitor, email)
        const moved = movedTo(to, visitor)
        await moved.post((await linkSentTo(service, email)) ?? '', {})
        assert.equal(await isSignedIn(moved), true)
        assert.equal(await isSignedIn(movedTo(from, moved)), true)

        const work = webhookWork(from, partner)
        const key = await work.add(shop, partner.hook())
        await work.close()
        const row = await findEndpoint(service.services.db, key)
        assert.ok(row)
        assert.equal(endpointState(row, to.services.webhooks.sealingKeys), 'ACTIVE')
      }
    })

    test('tries are counted for both, so that nobody has twice as many', async () => {
      const tried = ({ services }: Process) =>
        countOne({ ...services, secrets: services.sessionKeys }, 'a phone', 3)
      for (const process of [old, young, old]) await tried(process)
      for (const process of [old, young]) await assert.rejects(tried(process), { code: 'RATE_LIMITED' })
    })

    test('a signing secret is sealed with a key that the service has, whoever makes it', async () => {
      await checkSealingKeyAtStart(service.services.webhooks)
      const hook = partner.hook()
      const { endpoint } = await addEndpoint(webhookWork(young, partner).services, {
        ...{ shopId: shop.shopId, url: hook.url, eventTypes: null, description: null },
      })
      const row = await findEndpoint(service.services.db, { shopId: shop.shopId, id: endpoint.id })
      assert.ok(row)
      assert.equal(endpointState(row, service.services.webhooks.sealingKeys), 'ACTIVE')
    })

    test('nothing is sealed anew while the service started last with another key', async () => {
      const sealed = () =>
        service.services.db.selectFrom('webhook_endpoints').select('sealed_secret').orderBy('id').execute()
      const before = await sealed()
      const { DATABASE_URL: url } = service.services.config
      const stranger = await openSecondService(url, { SECRETS_KEY: foreign })
      for (const process of [young, stranger]) {
        const { stdout, stderr, exitCode } = await colis(process, 'secrets', 'rotate')
        assert.deepEqual([stdout, exitCode], ['', 1])
        assert.match(
          stderr,
          /another key than the service last started with.* start the service with the new/,
        )
      }
      await stranger.close()
      assert.deepEqual(await sealed(), before)
    })

    test('what none of the keys opens is counted, and the command fails', async () => {
      const stranger = await startAgain(service, { SECRETS_KEY: foreign, SECRETS_KEY_PREVIOUS: fresh })
      const { stdout, exitCode } = await colis(stranger, 'secrets', 'rotate')
      assert.equal(exitCode, 1)
      assert.match(
        stdout,
        /^Sealed anew: \d+ signing .*\nNone of the keys opens [1-9]\d* signing secrets and 0 second factors: name the key that sealed them in SECRETS_KEY_PREVIOUS, and run this again\.\n$/,
      )
      await stranger.close()
    })
  })
})
