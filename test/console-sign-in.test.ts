import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { spacedPhone } from '../src/base/kernel/phone-number.ts'
import { scopes } from '../src/contract/vocabulary.ts'
import { approveShop } from '../src/domain/shops/approve-shop.ts'
import { createApiKey } from '../src/domain/shops/create-api-key.ts'
import {
  addPerson,
  askToSignIn,
  isSignedIn,
  linkSentTo,
  newEmail,
  newPhone,
  newVisitor,
  openRecordedApp,
  prove,
  secretIn,
  signIn,
  switchFactorOn,
  totpAt,
} from './support/console-sign-in.ts'
import { registerCourier } from './support/courier-work.ts'
import { onEachDatabase } from './support/databases.ts'
import {
  center,
  openService,
  plainOrder,
  productionSettings,
  type TestService,
  type TestShop,
} from './support/open-service.ts'
import { codeSentTo, signInCourier } from './support/sign-in.ts'
import { openVisitor, type Page, textOf, type Visitor } from './support/visitor.ts'

const hour = 60 * 60_000
const password = 'marché de dantokpa'

onEachDatabase((open) => {
  let service: TestService
  let shop: TestShop

  before(async () => {
    service = await openService(await open())
    shop = await service.openShop({ name: 'Boutique Ganhi' })
  })
  after(() => service.close())

  const home = () => `/console/shops/${shop.shopId}`

  /** Somebody who owns the shop and is signed in. */
  async function signedInOwner(name = newPhone()): Promise<{ visitor: Visitor; name: string; id: string }> {
    const id = await addPerson(service, shop.shopId, name)
    const visitor = newVisitor(service)
    assert.equal((await signIn(service, visitor, name)).path, home())
    return { visitor, name, id }
  }

  async function setPassword(visitor: Visitor): Promise<void> {
    await prove(service, visitor)
    const page = await visitor.post('/console/account/password', { password })
    assert.equal(page.path, '/console/account?done=password', textOf(page))
  }

  const withPassword = async (visitor: Visitor, name: string, typed: string): Promise<Page> => {
    const asked = await visitor.post('/console/sign-in', { name, way: 'password' })
    assert.equal(asked.path, '/console/sign-in/password', textOf(asked))
    return visitor.post('/console/sign-in/password', { password: typed })
  }

  test('an owner signs in with a code by WhatsApp, and arrives in their only shop', async () => {
    const { visitor, name } = await signedInOwner()
    assert.match((await codeSentTo(service, name)) ?? '', /^\d{6}$/)
    assert.equal(await isSignedIn(visitor), true)
  })

  test('an owner signs in with a link by mail, in another browser than the one that asked', async () => {
    const email = newEmail()
    await addPerson(service, shop.shopId, email)
    await askToSignIn(service, newVisitor(service), ` ${email.toUpperCase()} `)
    const link = (await linkSentTo(service, email)) ?? ''
    const other = newVisitor(service)
    const page = await other.open(link)
    assert.match(textOf(page), new RegExp(`Vous entrez avec l’adresse ${email}`))
    assert.equal(await isSignedIn(other), false, 'opening the link is not signing in')
    assert.equal((await other.post(link, {})).path, home())
  })

  test('a scanner that opens a link ten times does not use it up', async () => {
    const email = newEmail()
    await addPerson(service, shop.shopId, email)
    const visitor = newVisitor(service)
    await askToSignIn(service, visitor, email)
    const link = (await linkSentTo(service, email)) ?? ''
    for (let time = 0; time < 10; time++) assert.equal((await newVisitor(service).open(link)).status, 200)
    assert.equal((await visitor.post(link, {})).path, home())
  })

  test('a link signs in once, of two browsers that press its button at the same time', async () => {
    const email = newEmail()
    await addPerson(service, shop.shopId, email)
    await askToSignIn(service, newVisitor(service), email)
    const link = (await linkSentTo(service, email)) ?? ''
    const pages = await Promise.all([1, 2, 3].map(() => newVisitor(service).post(link, {})))
    assert.deepEqual(pages.map(({ status }) => status).sort(), [200, 410, 410])
    assert.match(textOf(await newVisitor(service).open(link)), /Ce lien ne sert plus/)
  })

  test('a link is refused after fifteen minutes, and a made-up one always', async () => {
    const email = newEmail()
    await addPerson(service, shop.shopId, email)
    await askToSignIn(service, newVisitor(service), email)
    const link = (await linkSentTo(service, email)) ?? ''
    service.clock.forward(15 * 60_000 - 1)
    assert.equal((await newVisitor(service).open(link)).status, 200)
    service.clock.forward(1)
    for (const path of [link, `/console/sign-in/link/${'a'.repeat(43)}`, '/console/sign-in/link/x%00'])
      assert.equal((await newVisitor(service).post(path, {})).status, 410, path)
  })

  test('links are stored as hashes, and neither they nor addresses are logged', async () => {
    const email = newEmail()
    await addPerson(service, shop.shopId, email)
    const visitor = newVisitor(service)
    await signIn(service, visitor, email)
    const token = ((await linkSentTo(service, email)) ?? '').split('/').at(-1) ?? ''
    const { rows } = await sql<{ row: string }>`select sign_in_links::text as row from sign_in_links`.execute(
      service.services.db,
    )
    assert.ok(rows.length > 0)
    for (const { row } of rows) assert.equal(row.includes(token), false)
    await newVisitor(service).open(`/console/sign-in/link/${token}?x=${token}`)
    for (const line of service.logged) assert.equal(line.includes(token) || line.includes(email), false, line)
  })

  test('an owner signs in with their phone or their address and a password', async () => {
    const { visitor, name } = await signedInOwner()
    await setPassword(visitor)
    assert.equal((await withPassword(newVisitor(service), name, password)).path, home())
    const national = name.replace('+229', '').replaceAll(/(..)/g, '$1 ')
    assert.equal((await withPassword(newVisitor(service), national, password)).path, home())
    const wrong = await withPassword(newVisitor(service), name, `${password}!`)
    assert.equal(wrong.status, 422)
    assert.match(textOf(wrong), /Le numéro, l’e-mail ou le mot de passe est faux/)
  })

  test('whoever signs in gets the same responses and causes the same work, known or not, in each way', async () => {
    const { app, texts } = await openRecordedApp(service)
    const known = { phone: newPhone(), email: newEmail(), plain: newPhone() }
    for (const name of Object.values(known)) await addPerson(service, shop.shopId, name)
    for (const name of [known.phone, known.email]) {
      const visitor = newVisitor(service)
      await signIn(service, visitor, name)
      await setPassword(visitor)
    }
    const seen = async (name: string) => {
      const visitor = newVisitor({ app })
      texts.length = 0
      service.clock.forward(1_000)
      const asked = await visitor.post('/console/sign-in', { name, way: 'message' })
      const pages = [asked]
      if (asked.path.endsWith('/code'))
        pages.push(await visitor.post('/console/sign-in/code', { code: '000000' }))
      pages.push(await withPassword(visitor, name, 'tout à fait faux'))
      const said = pages.map(({ status, path, html, headers }) => {
        const { date: _, 'content-length': __, 'set-cookie': cookies, ...rest } = headers
        return JSON.stringify({ status, path, html, rest, cookies })
          .replaceAll(name, 'NAME')
          .replaceAll(spacedPhone(name), 'NAME')
          .replaceAll(/[0-9a-f-]{36}/g, 'ID')
      })
      return { said, texts: [...texts] }
    }
    await seen(newPhone())
    const [knownPhone, plainPhone, unknownPhone] = [
      await seen(known.phone),
      await seen(known.plain),
      await seen(newPhone()),
    ]
    assert.ok(knownPhone.texts.length > 10)
    assert.deepEqual(unknownPhone, knownPhone)
    assert.deepEqual(plainPhone, knownPhone)
    const [knownEmail, unknownEmail] = [await seen(known.email), await seen(newEmail())]
    assert.ok(knownEmail.texts.length > 6)
    assert.deepEqual(unknownEmail, knownEmail)
    await app.close()
  })

  test('an unknown phone or address is sent nothing, and the rows about it are those of a known one', async () => {
    const { db } = service.services
    const rowsAfter = async (name: string, kind: string) => {
      await askToSignIn(service, newVisitor(service), name)
      const { rows } = await sql<{
        state: string
        has_content: boolean
        courier_id: string | null
      }>`select state, content is not null as has_content, courier_id from messages where kind = ${kind} order by created_at desc, id desc limit 1`.execute(
        db,
      )
      return rows[0]
    }
    for (const kind of ['SIGN_IN_CODE', 'SIGN_IN_LINK']) {
      const known = kind === 'SIGN_IN_CODE' ? newPhone() : newEmail()
      await addPerson(service, shop.shopId, known)
      const ofKnown = await rowsAfter(known, kind)
      const ofUnknown = await rowsAfter(kind === 'SIGN_IN_CODE' ? newPhone() : newEmail(), kind)
      assert.deepEqual(ofKnown, { state: 'PENDING', has_content: true, courier_id: null })
      assert.deepEqual(ofUnknown, { state: 'SKIPPED', has_content: true, courier_id: null })
    }
  })

  test('nobody who is unknown gets an account by signing in', async () => {
    const [phone, email] = [newPhone(), newEmail()]
    for (const name of [phone, email]) await askToSignIn(service, newVisitor(service), name)
    const { rows } = await sql`select from accounts where phone = ${phone} or email = ${email}`.execute(
      service.services.db,
    )
    assert.deepEqual(rows, [])
  })

  test('wrong passwords are limited by network and by name, and a known browser keeps its own tries', async () => {
    const { visitor, name } = await signedInOwner()
    await setPassword(visitor)
    await visitor.post('/console/sign-out', {})
    const stranger = newVisitor(service)
    const statuses: number[] = []
    for (let time = 0; time < 11; time++)
      statuses.push((await withPassword(stranger, name, 'deviné au hasard')).status)
    assert.deepEqual(statuses, [...Array(10).fill(422), 429])
    for (let network = 0; network < 3; network++) {
      const other = newVisitor(service)
      for (let time = 0; time < 10; time++) await withPassword(other, name, 'deviné au hasard')
    }
    assert.equal((await withPassword(newVisitor(service), name, password)).status, 429)
    assert.equal((await withPassword(visitor, name, password)).path, home(), 'the owner’s own browser')
    service.clock.forward(hour)
    assert.equal((await withPassword(newVisitor(service), name, password)).path, home())
  })

  test('strangers who use up a name’s passwords leave its codes alone', async () => {
    const name = newPhone()
    await addPerson(service, shop.shopId, name)
    for (let network = 0; network < 5; network++) {
      const stranger = newVisitor(service)
      for (let time = 0; time < 10; time++) await withPassword(stranger, name, 'deviné au hasard')
    }
    assert.equal((await signIn(service, newVisitor(service), name)).path, home())
  })

  test('the sixth link for an address from one network is refused, and the twenty-first from all', async () => {
    const email = newEmail()
    const visitor = newVisitor(service)
    const statuses: number[] = []
    for (let time = 0; time < 6; time++) statuses.push((await askToSignIn(service, visitor, email)).status)
    assert.deepEqual(statuses, [200, 200, 200, 200, 200, 429])
    statuses.length = 0
    for (let time = 0; time < 16; time++)
      statuses.push((await askToSignIn(service, newVisitor(service), email)).status)
    assert.deepEqual(statuses, [...Array(15).fill(200), 429])
  })

  test('a code is good in the browser that asked for it alone, and once', async () => {
    const name = newPhone()
    await addPerson(service, shop.shopId, name)
    const visitor = newVisitor(service)
    await askToSignIn(service, visitor, name)
    const code = (await codeSentTo(service, name)) ?? ''
    const thief = newVisitor(service)
    thief.cookies.set('colis.console-name', encodeURIComponent(name))
    assert.match(textOf(await thief.post('/console/sign-in/code', { code })), /n’est plus valable/)
    const kept = new Map(visitor.cookies)
    assert.equal((await visitor.post('/console/sign-in/code', { code })).path, home())
    for (const [each, value] of kept) thief.cookies.set(each, value)
    assert.match(textOf(await thief.post('/console/sign-in/code', { code })), /n’est plus valable/)
  })

  test('signing in begins a new session, ends the one before it, and follows no address of the request', async () => {
    const { visitor, name } = await signedInOwner()
    const before = new Map(visitor.cookies)
    service.clock.forward(1_000)
    const page = await visitor.open('/console/sign-in?next=https://evil.test&return=//evil.test')
    assert.doesNotMatch(page.html, /(href|action|value)="(https:)?\/\/evil/)
    await visitor.post('/console/sign-in?next=https://evil.test', {
      name,
      way: 'message',
      next: '//evil.test',
    })
    const landed = await visitor.post('/console/sign-in/code?next=//evil.test', {
      code: (await codeSentTo(service, name)) ?? '',
    })
    assert.equal(landed.path, home())
    assert.notEqual(visitor.cookies.get('colis.session_token'), before.get('colis.session_token'))
    const old = newVisitor(service)
    for (const [each, value] of before) old.cookies.set(each, value)
    assert.equal(await isSignedIn(old), false)
  })

  test('a session that was planted in a browser is not the one that signing in begins', async () => {
    const { visitor: attacker } = await signedInOwner()
    const name = newPhone()
    await addPerson(service, shop.shopId, name)
    const victim = newVisitor(service)
    victim.cookies.set('colis.session_token', attacker.cookies.get('colis.session_token') ?? '')
    await signIn(service, victim, name)
    assert.notEqual(victim.cookies.get('colis.session_token'), attacker.cookies.get('colis.session_token'))
    assert.match((await victim.open('/console/account')).html, new RegExp(name.slice(-4)))
  })

  test('huge and malformed forms of signing in are refused, and sign in nobody', async () => {
    const visitor = newVisitor(service)
    const paths = [
      '/console/sign-in',
      '/console/sign-in/code',
      '/console/sign-in/password',
      '/console/sign-in/second-factor',
      `/console/sign-in/link/${'a'.repeat(43)}`,
      '/console/open-shop',
    ]
    for (const path of paths) {
      assert.equal((await visitor.post(path, `name=${'x'.repeat(9_000)}`)).status, 413, path)
      for (const body of ['', '=', 'name=%zz&code=%00', 'name=1&name=2', 'code[]=1', '\u0000'])
        assert.ok((await visitor.post(path, body)).status < 500, `${path} ${body}`)
      const json = await visitor.post(path, '{"name":1}', { 'content-type': 'application/json' })
      assert.ok(json.status < 500, path)
    }
    for (const cookie of ['colis.console-factor', 'colis.console-name', 'colis.console-known'])
      for (const value of ['%', 'e30.x', 'a.b.c', '%7B%7D', 'x'.repeat(4_000)]) {
        const odd = newVisitor(service)
        odd.cookies.set(cookie, value)
        for (const path of [
          '/console/sign-in/second-factor',
          '/console/sign-in/password',
          '/console/sign-in/code',
        ])
          assert.ok((await odd.post(path, { code: '123456', password: 'x' })).status < 500)
      }
    assert.equal(await isSignedIn(visitor), false)
  })

  test('the second factor is asked for after a code, after a link and after a password', async () => {
    const { visitor, name } = await signedInOwner()
    await setPassword(visitor)
    const { secret } = await switchFactorOn(service, visitor)
    for (const way of ['code', 'password'] as const) {
      service.clock.forward(60_000)
      const other = newVisitor(service)
      const asked =
        way === 'code' ? await signIn(service, other, name) : await withPassword(other, name, password)
      assert.equal(asked.path, '/console/sign-in/second-factor', way)
      assert.equal(await isSignedIn(other), false)
      const code = totpAt(secret, service.clock.now())
      assert.equal((await other.post('/console/sign-in/second-factor', { code })).path, home())
    }
    const byMail = await signedInOwner(newEmail())
    const factor = await switchFactorOn(service, byMail.visitor)
    service.clock.forward(60_000)
    const other = newVisitor(service)
    assert.equal((await signIn(service, other, byMail.name)).path, '/console/sign-in/second-factor')
    const code = totpAt(factor.secret, service.clock.now())
    assert.equal((await other.post('/console/sign-in/second-factor', { code })).path, home())
  })

  test('a code of the app is good one half minute before and after, and once', async () => {
    const { visitor, name } = await signedInOwner()
    const { secret } = await switchFactorOn(service, visitor)
    // At the beginning of a half minute: the sign-ins below take six seconds.
    const later = service.clock.now().getTime() + 5 * 60_000
    service.clock.set(new Date(later - (later % 30_000)).toISOString())
    const enter = async (atMs: number) => {
      const other = newVisitor(service)
      await signIn(service, other, name)
      const code = totpAt(secret, new Date(service.clock.now().getTime() + atMs))
      return (await other.post('/console/sign-in/second-factor', { code })).path
    }
    const asked = '/console/sign-in/second-factor'
    assert.equal(await enter(-60_000), asked)
    assert.equal(await enter(60_000), asked)
    assert.equal(await enter(-30_000), home())
    assert.equal(await enter(30_000), home())
    assert.equal(await enter(0), asked, 'earlier than the last that was used')
    assert.equal(await enter(30_000), asked, 'used before')
  })

  test('one code of the app, sent by two browsers at the same time, signs in one of them', async () => {
    const { visitor, name } = await signedInOwner()
    const { secret } = await switchFactorOn(service, visitor)
    service.clock.forward(60_000)
    const browsers = [newVisitor(service), newVisitor(service), newVisitor(service)]
    for (const browser of browsers) await signIn(service, browser, name)
    const code = totpAt(secret, service.clock.now())
    const pages = await Promise.all(
      browsers.map((browser) => browser.post('/console/sign-in/second-factor', { code })),
    )
    assert.deepEqual(pages.map(({ path }) => path === home()).sort(), [false, false, true])
  })

  test('after five wrong codes strangers wait an hour, and the owner’s own browser does not', async () => {
    const { visitor, name } = await signedInOwner()
    const { secret } = await switchFactorOn(service, visitor)
    await visitor.post('/console/sign-out', {})
    const thief = newVisitor(service)
    await signIn(service, thief, name)
    const statuses: number[] = []
    for (let time = 0; time < 6; time++)
      statuses.push((await thief.post('/console/sign-in/second-factor', { code: '000000' })).status)
    assert.deepEqual(statuses, [422, 422, 422, 422, 422, 429])
    service.clock.forward(60_000)
    const code = totpAt(secret, service.clock.now())
    assert.equal((await thief.post('/console/sign-in/second-factor', { code })).status, 429)
    await signIn(service, visitor, name)
    assert.equal((await visitor.post('/console/sign-in/second-factor', { code })).path, home())
  })

  test('a browser that the courier’s door knows is none of the console, and tries count by account', async () => {
    const phone = newPhone()
    const { visitor, id } = await signedInOwner(phone)
    const { secret } = await switchFactorOn(service, visitor)
    const courierId = await registerCourier(service, { phone })
    const thief = newVisitor(service)
    await signIn(service, thief, phone)
    const tries = async (each: Visitor, count: number) => {
      const statuses: number[] = []
      for (let time = 0; time < count; time += 1)
        statuses.push((await each.post('/console/sign-in/second-factor', { code: '000000' })).status)
      return statuses
    }
    assert.deepEqual(await tries(thief, 6), [422, 422, 422, 422, 422, 429])
    for (let time = 0; time < 2; time += 1) {
      const courier = await signInCourier(service, courierId)
      const minted = courier.visitor.cookies.get('colis.known-browser') ?? ''
      assert.notEqual(minted, '')
      thief.cookies.set('colis.console-known', minted)
      assert.deepEqual(await tries(thief, 1), [429])
    }
    // The owner, in the browser where they switched it on, has tries of their own, wherever they make them.
    service.clock.forward(30_000)
    await signIn(service, visitor, phone)
    assert.deepEqual(await tries(visitor, 3), [422, 422, 422])
    const code = totpAt(secret, service.clock.now())
    assert.equal((await visitor.post('/console/sign-in/second-factor', { code })).path, home())
    const remove = async () =>
      (await visitor.post('/console/account/second-factor/remove', { code: '000000' })).status
    for (let time = 0; time < 5; time += 1) assert.notEqual(await remove(), 429)
    assert.equal(await remove(), 429)
    await signIn(service, visitor, phone)
    assert.deepEqual(await tries(visitor, 1), [429])
    const elsewhere = newVisitor(service)
    await signIn(service, elsewhere, phone)
    assert.deepEqual(await tries(elsewhere, 1), [429])
    assert.ok(id)
  })

  test('a session alone sets no first password and no second factor; its owner is told of both', async () => {
    for (const name of [newPhone(), newEmail()]) {
      const { visitor } = await signedInOwner(name)
      const told = async () =>
        (
          await service.services.db
            .selectFrom('messages')
            .select(['messages.kind', 'messages.content'])
            .where('messages.recipient', '=', name)
            .where('messages.kind', 'in', ['SIGN_IN_CHANGED', 'SIGN_IN_CHANGED_MAIL'])
            .orderBy('messages.created_at')
            .execute()
        ).map(({ kind, content }) => [kind, (content as unknown as { what: string }).what])
      const kind = name.includes('@') ? 'SIGN_IN_CHANGED_MAIL' : 'SIGN_IN_CHANGED'
      await prove(service, visitor)
      // A secret that was begun in time is not confirmed too late.
      const shown = await visitor.post('/console/account/second-factor', {})
      service.clock.forward(11 * 60_000)
      const code = totpAt(secretIn(shown), service.clock.now())
      for (const [path, fields] of [
        ['/console/account/password', { password }],
        ['/console/account/second-factor', {}],
        ['/console/account/second-factor/confirm', { code }],
      ] as const) {
        const refused = await visitor.post(path, fields)
        assert.equal(refused.status, 403, path)
        assert.match(textOf(refused), /Montrez d’abord que c’est bien vous/)
      }
      assert.deepEqual(await told(), [])
      await signIn(service, visitor, name)
      await setPassword(visitor)
      assert.deepEqual(await told(), [[kind, 'PASSWORD']])
      // The password shows nothing new of whoever knows it already.
      service.clock.forward(11 * 60_000)
      const withIt = await withPassword(newVisitor(service), name, password)
      assert.equal(withIt.path, home())
      await withPassword(visitor, name, password)
      assert.equal((await visitor.post('/console/account/second-factor', {})).status, 403)
      await signIn(service, visitor, name)
      await switchFactorOn(service, visitor)
      assert.deepEqual(await told(), [
        [kind, 'PASSWORD'],
        [kind, 'SECOND_FACTOR'],
      ])
    }
  })

  test('neither the code that began a session nor one of another session proves anything in it', async () => {
    const { visitor, name } = await signedInOwner()
    const other = newVisitor(service)
    await signIn(service, other, name)
    const proof = '/console/account/proof'
    service.clock.forward(1_000)
    await visitor.post('/console/sign-in', { name, way: 'message' })
    const ofSignIn = (await codeSentTo(service, name)) ?? ''
    service.clock.forward(1_000)
    await other.post(proof, {})
    const ofOther = (await codeSentTo(service, name)) ?? ''
    for (const code of [ofSignIn, ofOther, '', '12'])
      assert.equal((await visitor.post(`${proof}/code`, { code })).status, 422)
    for (const path of ['password', 'second-factor'])
      assert.equal((await visitor.post(`/console/account/${path}`, { password })).status, 403)
    assert.match(textOf(await visitor.open('/console/account')), /Confirmer que c’est vous/)
    const page = await visitor.open(proof)
    assert.match(textOf(page), /Recevoir un code/)
    assert.doesNotMatch(textOf(page), /Code à 6 chiffres/)
    await prove(service, visitor)
    await setPassword(visitor)
  })

  test('codes to prove a session are limited as codes to sign in are, and tried three times', async () => {
    const { visitor, name } = await signedInOwner()
    const proof = '/console/account/proof'
    await visitor.post(proof, {})
    const code = (await codeSentTo(service, name)) ?? ''
    for (let tries = 0; tries < 3; tries += 1)
      await visitor.post(`${proof}/code`, { code: code === '000000' ? '000001' : '000000' })
    assert.equal((await visitor.post(`${proof}/code`, { code })).status, 422)
    const statuses = []
    for (let asked = 0; asked < 6; asked += 1) statuses.push((await visitor.post(proof, {})).status)
    assert.equal(statuses.at(-1), 429)
    assert.equal((await newVisitor(service).post(proof, {})).path, '/console/sign-in')
  })

  test('what remembers the first factor lasts five minutes and cannot be forged or moved to another account', async () => {
    const { visitor, name } = await signedInOwner()
    const { secret } = await switchFactorOn(service, visitor)
    const other = newVisitor(service)
    await signIn(service, other, name)
    const kept = other.cookies.get('colis.console-factor') ?? ''
    const [body = '', signed = ''] = kept.split('.')
    const forged = Buffer.from(
      JSON.stringify({ ...JSON.parse(Buffer.from(body, 'base64url').toString()), end: 9_999_999_999 }),
    ).toString('base64url')
    other.cookies.set('colis.console-factor', `${forged}.${signed}`)
    assert.equal((await other.open('/console/sign-in/second-factor')).path, '/console/sign-in')
    other.cookies.set('colis.console-factor', kept)
    assert.equal((await other.open('/console/sign-in/second-factor')).path, '/console/sign-in/second-factor')
    service.clock.forward(5 * 60_000)
    const code = totpAt(secret, service.clock.now())
    assert.equal((await other.post('/console/sign-in/second-factor', { code })).path, '/console/sign-in')
  })

  test('each backup code signs in once', async () => {
    const { visitor, name } = await signedInOwner()
    const { backupCodes } = await switchFactorOn(service, visitor)
    assert.equal(new Set(backupCodes).size, 8)
    const enter = async (code: string) => {
      const other = newVisitor(service)
      await signIn(service, other, name)
      return (await other.post('/console/sign-in/second-factor', { code })).path
    }
    const [first = '', second = ''] = backupCodes
    assert.equal(await enter(first.toUpperCase().replace('-', ' ')), home())
    assert.equal(await enter(first), '/console/sign-in/second-factor')
    assert.equal(await enter(second), home())
  })

  test('a courier’s code alone does not open the console of an account with a second factor', async () => {
    const phone = newPhone()
    const { visitor } = await signedInOwner(phone)
    await switchFactorOn(service, visitor)
    const courierId = await registerCourier(service, { phone })
    const { visitor: courier } = await signInCourier(service, courierId)
    assert.equal((await courier.open('/courier')).path, '/courier')
    assert.equal((await courier.open('/console')).path, '/console/sign-in?ended')
  })

  test('an owner who is a courier too has one account, whichever came first', async () => {
    const accountsOf = async (phone: string) =>
      (
        await sql<{ id: string }>`select id from accounts where phone = ${phone}`.execute(service.services.db)
      ).rows.map(({ id }) => id)
    const shopFirst = newPhone()
    const { id } = await signedInOwner(shopFirst)
    const courier = await signInCourier(service, await registerCourier(service, { phone: shopFirst }))
    assert.deepEqual(await accountsOf(shopFirst), [id])
    assert.equal((await courier.visitor.open('/console')).path, home())

    const courierFirst = newPhone()
    const courierId = await registerCourier(service, { phone: courierFirst })
    await signInCourier(service, courierId)
    const [own] = await accountsOf(courierFirst)
    await signedInOwner(courierFirst)
    assert.deepEqual(await accountsOf(courierFirst), [own])
    assert.equal((await (await signInCourier(service, courierId)).visitor.open('/courier')).path, '/courier')
  })

  test('a person who owns nothing yet opens a shop by phone, and may order in it at once in a sandbox', async () => {
    const phone = newPhone()
    const visitor = newVisitor(service)
    const landed = await openShopAs(visitor, phone)
    assert.match(landed.path, /^\/console\/shops\/[0-9a-f-]{36}$/)
    const { rows } = await sql<{
      name: string
      country: string
      approved: boolean
      role: string
      person: string
    }>`
      select shops.name, shops.country, shops.approved_at is not null as approved, memberships.role,
        accounts.name as person
      from accounts join memberships on memberships.account_id = accounts.id
      join shops on shops.id = memberships.shop_id where accounts.phone = ${phone}`.execute(
      service.services.db,
    )
    assert.deepEqual(rows, [
      { name: 'Chez Afi', country: 'BJ', approved: true, role: 'OWNER', person: 'Afi Dossou' },
    ])
  })

  test('a person opens a shop by mail, and the link opens it in another browser', async () => {
    const email = newEmail()
    await fillOpening(newVisitor(service), email)
    const other = newVisitor(service)
    const landed = await other.post((await linkSentTo(service, email)) ?? '', {})
    assert.match(landed.path, /^\/console\/shops\//)
    assert.match(landed.html, /Chez Afi/)
  })

  test('somebody else’s opening is not opened by whoever holds its identifier', async () => {
    const victim = newPhone()
    const visitor = newVisitor(service)
    await fillOpening(visitor, victim)
    const { name, visitor: thief } = await signedInOwner()
    await thief.post('/console/sign-out', {})
    await askToSignIn(service, thief, name)
    thief.cookies.set('colis.console-opening', visitor.cookies.get('colis.console-opening') ?? '')
    const landed = await thief.post('/console/sign-in/code', {
      code: (await codeSentTo(service, name)) ?? '',
    })
    assert.equal(landed.path, home())
    const { rows } = await sql`select from accounts where phone = ${victim}`.execute(service.services.db)
    assert.deepEqual(rows, [])
  })

  test('one person opens at most five shops, even at the same time', async () => {
    const visitor = newVisitor(service)
    await openShopAs(visitor, newPhone())
    const another = { shopName: 'Une de plus', city: cityId() }
    const pages = await Promise.all([1, 2, 3, 4, 5, 6].map(() => visitor.post('/console/open-shop', another)))
    assert.deepEqual(pages.map(({ status }) => status).sort(), [200, 200, 200, 200, 409, 409])
  })

  test('one network begins ten openings an hour', async () => {
    const visitor = newVisitor(service)
    const statuses: number[] = []
    for (let time = 0; time < 11; time++) statuses.push((await fillOpening(visitor, newPhone())).status)
    assert.deepEqual(statuses, [...Array(10).fill(200), 429])
  })

  test('an opening keeps what was typed and names each faulty field', async () => {
    const visitor = newVisitor(service)
    const page = await visitor.post('/console/open-shop', {
      shopName: 'Chez <Afi>',
      city: 'nowhere',
      ownerName: '\u200b',
      name: '12',
    })
    assert.equal(page.status, 422)
    assert.match(page.html, /value="Chez &#60;Afi&#62;"/)
    for (const field of ['city', 'ownerName', 'name'])
      assert.match(page.html, new RegExp(`id="${field}-error"`))
    assert.doesNotMatch(page.html, /id="shopName-error"/)
    const without = await visitor.post('/console/open-shop', { shopName: 'Chez Afi', city: '' })
    assert.match(without.html, /id="city-error"/)
  })

  test('a sandbox that keeps its messages says where the code can be read', async () => {
    const asked = await askToSignIn(service, newVisitor(service), newPhone())
    assert.match(asked.html, /href="\/dev\/outbox"/)
  })

  test('forms of another site neither sign in nor out', async () => {
    const { visitor } = await signedInOwner()
    for (const path of [
      '/console/sign-in',
      '/console/sign-out',
      '/console/sign-in/code',
      '/console/open-shop',
    ])
      assert.equal((await visitor.post(path, {}, { origin: 'https://evil.test' })).status, 403, path)
    assert.equal(await isSignedIn(visitor), true)
  })

  test('signing out ends the session on the server', async () => {
    const { visitor } = await signedInOwner()
    const kept = new Map(visitor.cookies)
    assert.equal((await visitor.post('/console/sign-out', {})).path, '/console/sign-in')
    const thief = newVisitor(service)
    for (const [name, value] of kept) thief.cookies.set(name, value)
    assert.equal(await isSignedIn(thief), false)
  })

  const cityId = () => service.services.pricing.map.current().cities[0]?.id ?? ''

  async function fillOpening(visitor: Visitor, name: string): Promise<Page> {
    service.clock.forward(1_000)
    return visitor.post('/console/open-shop', {
      shopName: 'Chez Afi',
      city: cityId(),
      ownerName: 'Afi Dossou',
      name,
    })
  }

  async function openShopAs(visitor: Visitor, phone: string): Promise<Page> {
    const asked = await fillOpening(visitor, phone)
    assert.equal(asked.path, '/console/sign-in/code', textOf(asked))
    return visitor.post('/console/sign-in/code', { code: (await codeSentTo(service, phone)) ?? '' })
  }
})

onEachDatabase((open) => {
  test('in production a shop waits for approval: it can prepare everything and order nothing', async () => {
    const service = await openService(await open(), {
      ...productionSettings,
      PUBLIC_URL: 'https://colis.test',
    })
    try {
      const { services } = service
      const phone = newPhone()
      const visitor = openVisitor(service, '10.6.0.1')
      const secure = { origin: 'https://colis.test', host: 'colis.test' }
      const city = services.pricing.map.current().cities[0]?.id ?? ''
      const asked = await visitor.post(
        '/console/open-shop',
        { shopName: 'Chez Afi', city, ownerName: 'Afi Dossou', name: phone },
        secure,
      )
      assert.equal(asked.path, '/console/sign-in/code')
      assert.doesNotMatch(asked.html, /dev\/outbox/)
      const code = (await codeSentTo(service, phone)) ?? ''
      const landed = await visitor.post('/console/sign-in/code', { code }, secure)
      assert.match(landed.path, /^\/console\/shops\//)
      assert.match(textOf(landed), /attend d’être approuvée/)
      const shopId = landed.path.split('/').at(-1) ?? ''
      const { key } = await createApiKey(services, { shopId, scopes: [...scopes], label: null })
      const order = () =>
        service.call({
          method: 'POST',
          url: '/deliveries',
          headers: { authorization: `Bearer ${key}`, 'idempotency-key': 'order-unapproved' },
          payload: { ...plainOrder, pickup: center },
        })
      const refused = await order()
      assert.deepEqual([refused.status, refused.body.code], [403, 'SHOP_NOT_APPROVED'])
      await approveShop(services, shopId)
      assert.equal((await order()).status, 201)
    } finally {
      await service.close()
    }
  })
})
