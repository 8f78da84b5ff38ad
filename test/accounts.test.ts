import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { buildApp } from '../src/app.ts'
import { knownBrowserOf, knownBrowserToken } from '../src/domain/accounts/known-browser.ts'
import { retireCourier } from '../src/domain/couriers/retire-courier.ts'
import { addCity } from '../src/domain/zones/add-city.ts'
import { registerCourier } from './support/courier-work.ts'
import { onEachDatabase } from './support/databases.ts'
import { openService, type TestService } from './support/open-service.ts'
import { codeSentTo, signInCourier } from './support/sign-in.ts'
import { recordStatements } from './support/statements.ts'
import { openVisitor, type Page, textOf } from './support/visitor.ts'

const wrong = 'Ce code est faux. Vérifiez-le et réessayez.'
const expired = 'Ce code n’est plus valable. Demandez-en un autre.'
const tooManyTries = 'Trop d’essais. Demandez un autre code.'

let addresses = 0

onEachDatabase((open) => {
  let service: TestService

  before(async () => {
    service = await openService(await open())
  })
  after(() => service.close())

  test('a courier signs in with the code that is sent to their phone, and the session lasts', async () => {
    const { visitor, phone } = await signInCourier(service)
    assert.match((await codeSentTo(service, phone)) ?? '', /^\d{6}$/)
    const home = await visitor.open('/courier')
    assert.deepEqual([home.status, home.path], [200, '/courier'])
  })

  test('a phone is read as people write it', async () => {
    const phone = await phoneOfCourier(service)
    const national = phone.replace('+229', '').replaceAll(/(..)/g, '$1 ')
    const asked = await askCode(service, national)
    assert.equal(asked.path, '/courier/sign-in/code')
    assert.match((await codeSentTo(service, phone)) ?? '', /^\d{6}$/)
  })

  test('a number without its country, possible in two that are served, is its courier’s', async () => {
    const [here, there] = ['+2290140000901', '+2250740000902']
    await addCity(service.services, {
      name: 'Abidjan',
      country: 'CI',
      timeZone: 'Africa/Abidjan',
      currency: 'XOF',
      center: { lat: 5.34, lng: -4.02 },
      serviceRadiusMeters: 15_000,
    })
    await service.services.pricing.map.reload()
    for (const phone of [here, there]) {
      await registerCourier(service, { phone })
      const asked = await askCode(service, phone.slice(4))
      assert.equal(asked.path, '/courier/sign-in/code')
      assert.match((await codeSentTo(service, phone)) ?? '', /^\d{6}$/)
    }
  })

  test('an impossible number is shown again, with what was typed', async () => {
    const asked = await askCode(service, '12<b>')
    assert.equal(asked.status, 422)
    assert.match(asked.html, /value="12&#60;b&#62;"/)
    assert.match(textOf(asked), /Ce numéro n’est pas possible/)
  })

  test('three wrong codes are too many: not even the right one opens then', async () => {
    const phone = await phoneOfCourier(service)
    const visitor = visitorOf(service)
    const asked = await visitor.submit(await visitor.open('/courier'), '/courier/sign-in', { phone })
    const right = (await codeSentTo(service, phone)) ?? ''
    for (const expected of [wrong, wrong, wrong]) {
      const answer = await visitor.submit(asked, '/courier/sign-in/code', { code: otherThan(right) })
      assert.equal(answer.status, 422)
      assert.match(textOf(answer), new RegExp(expected))
    }
    const answer = await visitor.submit(asked, '/courier/sign-in/code', { code: right })
    assert.match(textOf(answer), new RegExp(tooManyTries))
    assert.equal((await visitor.open('/courier')).path, '/courier/sign-in')
  })

  test('a code is accepted once', async () => {
    const { phone } = await signInCourier(service)
    const visitor = visitorOf(service)
    visitor.cookies.set('colis.sign-in-phone', phone)
    const again = await visitor.post('/courier/sign-in/code', {
      code: (await codeSentTo(service, phone)) ?? '',
    })
    assert.match(textOf(again), new RegExp(expired))
  })

  test('a new code takes the place of the one before', async () => {
    const phone = await phoneOfCourier(service)
    await askCode(service, phone)
    const first = (await codeSentTo(service, phone)) ?? ''
    service.clock.forward(1_000)
    const visitor = visitorOf(service)
    const asked = await visitor.submit(await visitor.open('/courier'), '/courier/sign-in', { phone })
    const second = (await codeSentTo(service, phone)) ?? ''
    const answer = await visitor.submit(asked, '/courier/sign-in/code', { code: first })
    if (first !== second) assert.match(textOf(answer), new RegExp(wrong))
    const home = await visitor.submit(asked, '/courier/sign-in/code', { code: second })
    assert.equal(home.path, '/courier')
  })

  test('a code is refused after five minutes', async () => {
    const phone = await phoneOfCourier(service)
    const visitor = visitorOf(service)
    const asked = await visitor.submit(await visitor.open('/courier'), '/courier/sign-in', { phone })
    const { expires_at, created_at } = await codeRowOf(service, phone)
    assert.equal(Math.round((expires_at.getTime() - created_at.getTime()) / 1000), 300)
    await setCodeExpiry(service, phone, new Date(created_at.getTime() - 1_000))
    const answer = await visitor.submit(asked, '/courier/sign-in/code', {
      code: (await codeSentTo(service, phone)) ?? '',
    })
    assert.match(textOf(answer), new RegExp(expired))
  })

  test('an unknown phone gets the same responses from the first page to the last, and is sent nothing', async () => {
    const known = await phoneOfCourier(service)
    const unknown = '+2290199999999'
    const [ofKnown, ofUnknown] = [await pagesOf(service, known), await pagesOf(service, unknown)]
    assert.deepEqual(ofUnknown, ofKnown)
    assert.deepEqual(
      ofKnown.map(({ status }) => status),
      [200, 422, 422, 422, 422],
    )
    assert.equal(await codeSentTo(service, unknown), undefined)
  })

  test('whoever’s phone it is, asking for a code and saying a wrong one is the same work', async () => {
    const { app, texts } = await openRecordedApp(service)
    const known = await phoneOfCourier(service)
    const workFor = async (phone: string) => {
      const asked = await sendForm({ app }, '/courier/sign-in', { fields: { phone } })
      const code = otherThan((await codeSentTo(service, phone)) ?? '')
      for (let time = 0; time < 4; time++)
        await sendForm({ app }, '/courier/sign-in/code', { fields: { code }, cookie: cookiesOf(asked) })
      return texts.splice(0)
    }
    await workFor('+2290199999990')
    const [ofKnown, ofStranger] = [await workFor(known), await workFor('+2290199999991')]
    assert.ok(ofKnown.length > 10, `only ${ofKnown.length} statements were recorded`)
    assert.deepEqual(ofStranger, ofKnown)
    await app.close()
  })

  test('of a number that is possible in two countries, no answer says in which of them it is a courier’s', async () => {
    // Abidjan is served since the test above.
    const [inBenin, inIvoryCoast, unknown] = ['0140000903', '0140000904', '0140000906']
    await registerCourier(service, { phone: `+229${inBenin}` })
    await registerCourier(service, { phone: `+225${inIvoryCoast}` })
    const seen = async (typed: string) => {
      const asked = await sendForm(service, '/courier/sign-in', { fields: { phone: typed } })
      const cookie = cookiesOf(asked)
      const shown = await service.app.inject({ url: '/courier/sign-in/code', headers: { cookie } })
      const said = await sendForm(service, '/courier/sign-in/code', { fields: { code: '000000' }, cookie })
      return [asked, shown, said].map(({ statusCode, headers, body }) =>
        JSON.stringify({ statusCode, headers, body })
          .replaceAll(typed, '(typed)')
          .replaceAll(/[0-9a-f-]{36}|"(date|content-length)":"[^"]*"/g, ''),
      )
    }
    const ofNobody = await seen(unknown)
    assert.deepEqual(await seen(inBenin), ofNobody)
    assert.deepEqual(await seen(inIvoryCoast), ofNobody)
  })

  test('a code that was asked for without a country cannot be tried with one, to learn whose it is', async () => {
    const typed = '0140000905'
    await registerCourier(service, { phone: `+225${typed}` })
    const asked = await sendForm(service, '/courier/sign-in', { fields: { phone: typed } })
    const browser = setCookiesOf(asked).find((line) => line.startsWith('colis.sign-in-browser='))
    assert.ok(browser)
    for (const country of ['+225', '+229']) {
      const cookie = `${browser.split(';')[0]}; colis.sign-in-phone=${country}${typed}`
      const { body } = await sendForm(service, '/courier/sign-in/code', {
        fields: { code: '000000' },
        cookie,
      })
      assert.match(body, new RegExp(expired), country)
    }
  })

  test('wrong codes from another browser do not end a courier’s code', async () => {
    const phone = await phoneOfCourier(service)
    service.clock.forward(1_000)
    const visitor = visitorOf(service)
    const asked = await visitor.submit(await visitor.open('/courier/sign-in'), '/courier/sign-in', { phone })
    const code = (await codeSentTo(service, phone)) ?? ''
    const stranger = visitorOf(service)
    stranger.cookies.set('colis.sign-in-phone', phone)
    for (let time = 0; time < 4; time++) {
      const answer = await stranger.post('/courier/sign-in/code', { code: otherThan(code) })
      assert.match(textOf(answer), new RegExp(expired))
    }
    await askCode(service, phone)
    const home = await visitor.submit(asked, '/courier/sign-in/code', { code })
    assert.equal(home.path, '/courier')
  })

  test('a code opens in the browser that asked for it alone', async () => {
    const phone = await phoneOfCourier(service)
    await askCode(service, phone)
    const elsewhere = visitorOf(service)
    elsewhere.cookies.set('colis.sign-in-phone', phone)
    elsewhere.cookies.set('colis.sign-in-browser', randomUUID())
    const code = (await codeSentTo(service, phone)) ?? ''
    assert.match(textOf(await elsewhere.post('/courier/sign-in/code', { code })), new RegExp(expired))
  })

  test('a browser in which the courier has signed in before gets a code when strangers have used up the phone’s', async () => {
    const { phone, visitor } = await signInCourier(service)
    await useUpCodes(service, phone)
    await visitor.post('/courier/sign-out', {})
    service.clock.forward(1_000)
    const asked = await visitor.submit(await visitor.open('/courier/sign-in'), '/courier/sign-in', { phone })
    assert.equal(asked.path, '/courier/sign-in/code', textOf(asked))
    const code = (await codeSentTo(service, phone)) ?? ''
    assert.equal((await visitor.submit(asked, '/courier/sign-in/code', { code })).path, '/courier')
  })

  test('what browsers that are known may ask for is bounded too: five each, twenty together', async () => {
    const { phone, visitor } = await signInCourier(service)
    const ask = async (browser: string) => {
      const one = visitorOf(service)
      one.cookies.set('colis.known-browser', browser)
      return (await one.post('/courier/sign-in', { phone })).status
    }
    const known = (id: string) =>
      knownBrowserToken({ id, phone }, service.clock.now(), service.services.sessionsKey)
    const statuses: number[] = []
    for (let time = 0; time < 6; time++)
      statuses.push(await ask(visitor.cookies.get('colis.known-browser') ?? ''))
    assert.deepEqual(statuses, [200, 200, 200, 200, 200, 429])
    statuses.length = 0
    for (let time = 0; time < 16; time++) statuses.push(await ask(known(String(time))))
    assert.deepEqual(statuses, [...Array(15).fill(200), 429])
  })

  test('a browser is known by the phone it signed in with, for a year, and not by what it makes up', async () => {
    const { phone, visitor } = await signInCourier(service)
    const token = visitor.cookies.get('colis.known-browser') ?? ''
    const { sessionsKey: secret } = service.services
    const now = service.clock.now()
    const [id = '', end = '', signed = ''] = token.split('.')
    const knownOf = (kept: string | undefined, phones: string[], at = now) =>
      knownBrowserOf(kept, phones, at, secret)
    assert.deepEqual(knownOf(token, ['+2290199999992', phone]), { id, phone })
    assert.equal(knownOf(token, ['+2290199999992']), undefined)
    assert.equal(knownOf(token, [phone], new Date(Number(end) * 1000)), undefined)
    assert.equal(Number(end), Math.floor(now.getTime() / 1000) + 365 * 24 * 60 * 60)
    for (const forged of [
      undefined,
      '',
      'x',
      `${id}.${Number(end) + 1}.${signed}`,
      `other.${end}.${signed}`,
      `${id}.${end}.`,
    ])
      assert.equal(knownOf(forged, [phone]), undefined, forged)
  })

  test('strangers who send too many forms from a courier’s network do not keep a known browser out', async () => {
    const { phone, visitor } = await signInCourier(service)
    const network = '10.9.9.8'
    const stranger = openVisitor(service, network)
    for (let time = 0; time < 61; time++) await stranger.post('/courier/sign-in', { phone: '12' })
    const fresh = openVisitor(service, network)
    assert.equal((await fresh.post('/courier/sign-in', { phone })).status, 429)
    for (const [name, value] of visitor.cookies) fresh.cookies.set(name, value)
    assert.equal((await fresh.post('/courier/sign-in', { phone })).status, 200)
  })

  test('nobody opens an account for themselves', async () => {
    const visitor = visitorOf(service)
    visitor.cookies.set('colis.sign-in-phone', '+2290199999998')
    await askCode(service, '+2290199999998')
    for (let code = 0; code < 3; code++)
      await visitor.post('/courier/sign-in/code', { code: String(100_000 + code) })
    const strangers = await service.services.db
      .selectFrom('accounts')
      .select('accounts.id')
      .where('accounts.phone', '=', '+2290199999998')
      .execute()
    assert.deepEqual(strangers, [])
    for (const path of [
      '/api/auth/sign-up/email',
      '/api/auth/phone-number/verify',
      '/api/auth/get-session',
    ]) {
      assert.equal((await visitor.post(path, {})).status, 404)
    }
  })

  test('the sixth code for a phone from one address within an hour is refused, and given after it', async () => {
    const phone = await phoneOfCourier(service)
    const visitor = visitorOf(service)
    const ask = () => visitor.post('/courier/sign-in', { phone })
    for (let time = 0; time < 5; time++) assert.equal((await ask()).status, 200)
    const refused = await ask()
    assert.equal(refused.status, 429)
    assert.match(textOf(refused), /Trop de demandes\. Réessayez dans 60 minutes\./)
    service.clock.forward(60 * 60_000)
    assert.equal((await ask()).status, 200)
  })

  test('a stranger who requests codes does not keep a courier out, however often they ask', async () => {
    const phone = await phoneOfCourier(service)
    const stranger = visitorOf(service)
    for (let time = 0; time < 30; time++) await stranger.post('/courier/sign-in', { phone })
    service.clock.forward(1_000)
    const visitor = visitorOf(service)
    const asked = await visitor.post('/courier/sign-in', { phone })
    const code = (await codeSentTo(service, phone)) ?? ''
    assert.equal((await visitor.submit(asked, '/courier/sign-in/code', { code })).path, '/courier')
  })

  test('all addresses of one IPv6 connection are one', async () => {
    const phone = await phoneOfCourier(service)
    const ask = (host: number) =>
      openVisitor(service, `2001:db8:1:2::${host}`).post('/courier/sign-in', { phone })
    const statuses: number[] = []
    for (let host = 1; host <= 6; host++) statuses.push((await ask(host)).status)
    assert.deepEqual(statuses, [200, 200, 200, 200, 200, 429])
  })

  test('a phone is made no more than twenty codes an hour, from wherever they are asked for', async () => {
    const phone = await phoneOfCourier(service)
    const statuses: number[] = []
    for (let time = 0; time < 21; time++) statuses.push((await askCode(service, phone)).status)
    assert.deepEqual(statuses, [...Array(20).fill(200), 429])
    service.clock.forward(60 * 60_000)
    assert.equal((await askCode(service, phone)).status, 200)
  })

  test('forms with impossible numbers are counted too', async () => {
    const visitor = visitorOf(service)
    const statuses = new Set<number>()
    for (let time = 0; time < 60; time++)
      statuses.add((await visitor.post('/courier/sign-in', { phone: '12' })).status)
    assert.deepEqual([...statuses], [422])
    assert.equal((await visitor.post('/courier/sign-in', { phone: '12' })).status, 429)
  })

  test('an address that sends sixty forms in ten minutes waits, whatever the phones', async () => {
    const visitor = openVisitor(service, '10.9.9.9')
    const form = await visitor.open('/courier/sign-in')
    const statuses: number[] = []
    for (let time = 0; time < 61; time++) {
      const phone = `+22901980${String(time).padStart(5, '0')}`
      statuses.push((await visitor.submit(form, '/courier/sign-in', { phone })).status)
    }
    assert.deepEqual(statuses, [...Array(60).fill(200), 429])
    assert.equal((await askCode(service, '+2290198999999')).status, 200)
  })

  test('a retired courier is a stranger: no code, and the session they had is over', async () => {
    const { id, phone, visitor } = await signInCourier(service)
    const before = await codeSentTo(service, phone)
    await retireCourier(service.services, id)
    const turnedAway = await visitor.open('/courier')
    assert.equal(turnedAway.path, '/courier/sign-in?ended')
    await askCode(service, phone)
    assert.equal(await codeSentTo(service, phone), before)
  })

  test('a number that passes to another courier opens their account, not the former one’s', async () => {
    const { id, phone } = await signInCourier(service)
    await retireCourier(service.services, id)
    const heir = await registerCourier(service, { phone, firstName: 'Sena' })
    const { visitor } = await signInCourier(service, heir)
    assert.match(textOf(await visitor.open('/courier')), /Bonjour Sena/)
  })

  test('signing out ends the session itself: its cookie is no longer accepted', async () => {
    const { visitor } = await signInCourier(service)
    const kept = new Map(visitor.cookies)
    const home = await visitor.open('/courier')
    assert.equal((await visitor.submit(home, '/courier/sign-out')).path, '/courier/sign-in')
    const thief = visitorOf(service)
    for (const [name, value] of kept) thief.cookies.set(name, value)
    assert.equal((await thief.open('/courier')).path, '/courier/sign-in?ended')
  })

  test('a session ends by itself', async () => {
    const { id, visitor } = await signInCourier(service)
    await service.services.db
      .updateTable('sessions')
      .set({ expires_at: new Date(0) })
      .where('sessions.account_id', 'in', (qb) =>
        qb
          .selectFrom('courier_accounts')
          .select('courier_accounts.account_id')
          .where('courier_accounts.courier_id', '=', id),
      )
      .execute()
    const page = await visitor.open('/courier')
    assert.equal(page.path, '/courier/sign-in?ended')
    assert.match(textOf(page), /Votre session est terminée/)
  })

  test('a cookie that was made up or changed is not accepted', async () => {
    const { visitor } = await signInCourier(service)
    const [name = '', value = ''] =
      [...visitor.cookies].find(([each]) => each.includes('session_token')) ?? []
    for (const forged of [`${value.slice(0, -8)}AAAAAA%3D`, value.split('.')[0] ?? '', 'x.y', '%00', '']) {
      const thief = visitorOf(service)
      thief.cookies.set(name, forged)
      assert.match((await thief.open('/courier')).path, /^\/courier\/sign-in/, forged)
    }
  })

  test('codes and phones are sealed in the database and never logged', async () => {
    const phone = await phoneOfCourier(service)
    await askCode(service, phone)
    const code = (await codeSentTo(service, phone)) ?? ''
    const { value } = await codeRowOf(service, phone)
    assert.match(value, /^[0-9a-f]{64}:0$/)
    const counted = await service.services.db
      .selectFrom('sign_in_code_requests')
      .select('phone_hmac')
      .execute()
    assert.ok(counted.every(({ phone_hmac }) => /^[0-9a-f]{64}$/.test(phone_hmac)))
    for (const line of service.logged) assert.doesNotMatch(line, new RegExp(`${code}|${phone.slice(4)}`))
  })
})

onEachDatabase((open) => {
  test('over https the session’s cookie is for https alone', async () => {
    const service = await openService(await open(), { PUBLIC_URL: 'https://colis.test' })
    try {
      const phone = await phoneOfCourier(service)
      const asked = await sendForm(service, '/courier/sign-in', { fields: { phone } })
      const code = (await codeSentTo(service, phone)) ?? ''
      const answer = await sendForm(service, '/courier/sign-in/code', {
        fields: { code },
        cookie: cookiesOf(asked),
      })
      const [session, known] = setCookiesOf(answer)
      assert.match(session ?? '', /^__Secure-colis\.session_token=.+; HttpOnly; Secure; SameSite=Lax$/)
      assert.match(
        known ?? '',
        /^colis\.known-browser=[\w.-]+; Max-Age=31536000; Path=\/courier\/sign-in; HttpOnly; SameSite=Lax; Secure$/,
      )
      for (const line of setCookiesOf(asked))
        assert.match(
          line,
          /^colis\.sign-in-.+; Max-Age=900; Path=\/courier\/sign-in; HttpOnly; SameSite=Lax; Secure$/,
        )
    } finally {
      await service.close()
    }
  })
})

onEachDatabase((open) => {
  test('a phone’s session is looked up once, whatever other cookies come with it', async () => {
    const service = await openService(await open())
    const { app, texts } = await openRecordedApp(service)
    const versionStatus = async (cookie: string): Promise<number> =>
      (await app.inject({ url: '/courier/version', headers: { cookie } })).statusCode
    try {
      const { visitor } = await signInCourier(service)
      const session = [...visitor.cookies].find(([name]) => name.includes('session_token'))?.join('=')
      assert.ok(session)
      texts.length = 0
      for (let time = 0; time < 5; time++)
        assert.equal(await versionStatus(`other=${time}${'x'.repeat(5_000)}; ${session}; last=${time}`), 200)
      assert.equal(texts.filter((text) => text.includes('"sessions"')).length, 1)

      const forged = session
        .replace(/%3D$/, '%3d')
        .replace(/.(?=....$)/, (last) => (last === 'A' ? 'B' : 'A'))
      assert.equal(await versionStatus(forged), 303, 'the name of a session alone is not believed')
    } finally {
      await app.close()
      await service.close()
    }
  })
})

/** The HTTP side once more, with a record of what it asks of the database. */
async function openRecordedApp({ services }: TestService) {
  const { db, texts } = recordStatements(services.db)
  const app = await buildApp({ ...services, db })
  await app.ready()
  return { app, texts }
}

type Form = { fields: Record<string, string>; cookie?: string }

/** Sends a form from an address of its own; redirects are not followed. */
function sendForm({ app }: Pick<TestService, 'app'>, url: string, { fields, cookie }: Form) {
  return app.inject({
    method: 'POST',
    url,
    remoteAddress: newAddress(),
    headers: {
      host: 'colis.test',
      origin: 'http://colis.test',
      'content-type': 'application/x-www-form-urlencoded',
      ...(cookie && { cookie }),
    },
    payload: new URLSearchParams(fields).toString(),
  })
}

type Sent = Awaited<ReturnType<typeof sendForm>>

const setCookiesOf = ({ headers }: Sent) => [headers['set-cookie'] ?? []].flat()

/** What a browser sends along after an answer. */
const cookiesOf = (answer: Sent) =>
  setCookiesOf(answer)
    .map((line) => line.split(';')[0])
    .join('; ')

/** Four addresses that ask for all the codes that strangers may have of a phone. */
async function useUpCodes(service: TestService, phone: string): Promise<void> {
  let refused = 0
  for (let address = 0; address < 4; address++) {
    const stranger = visitorOf(service)
    for (let time = 0; time < 5; time++)
      if ((await stranger.post('/courier/sign-in', { phone })).status === 429) refused += 1
  }
  assert.equal(refused, 1, 'one of the twenty was the courier’s own')
  assert.equal((await askCode(service, phone)).status, 429)
}

/** A visitor at an address of their own, so that no other test has used up its forms. */
const visitorOf = (service: TestService) => openVisitor(service, newAddress())

const newAddress = () => `10.2.${Math.floor(++addresses / 250)}.${addresses % 250}`

async function askCode(service: TestService, phone: string): Promise<Page> {
  service.clock.forward(1_000)
  const visitor = visitorOf(service)
  return visitor.submit(await visitor.open('/courier/sign-in'), '/courier/sign-in', { phone })
}

async function phoneOfCourier(service: TestService): Promise<string> {
  const id = await registerCourier(service)
  const { phone } = await service.services.db
    .selectFrom('couriers')
    .select('couriers.phone')
    .where('couriers.id', '=', id)
    .executeTakeFirstOrThrow()
  return phone
}

/**
 * What a visitor sees who requests a code and guesses four times, without what differs from visit to visit.
 */
async function pagesOf(service: TestService, phone: string) {
  const visitor = visitorOf(service)
  const asked = await visitor.submit(await visitor.open('/courier/sign-in'), '/courier/sign-in', { phone })
  const pages = [asked]
  const code = otherThan((await codeSentTo(service, phone)) ?? '')
  for (let time = 0; time < 4; time++)
    pages.push(await visitor.submit(asked, '/courier/sign-in/code', { code }))
  return pages.map(({ status, path, html, headers }) => ({
    status,
    path,
    html: html.replaceAll(phone, '(phone)'),
    headers: { ...headers, 'x-request-id': '', date: '', 'content-length': '' },
  }))
}

const otherThan = (code: string) => (code === '000000' ? '111111' : '000000')

const codeRowOf = (service: TestService, phone: string) =>
  service.services.db
    .selectFrom('sign_in_codes')
    .selectAll()
    .where('sign_in_codes.identifier', 'like', `%${phone}`)
    .orderBy('sign_in_codes.created_at', 'desc')
    .executeTakeFirstOrThrow()

const setCodeExpiry = (service: TestService, phone: string, at: Date) =>
  service.services.db
    .updateTable('sign_in_codes')
    .set({ expires_at: at })
    .where('sign_in_codes.identifier', 'like', `%${phone}`)
    .execute()
