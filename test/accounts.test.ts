import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { buildApp } from '../src/app.ts'
import { publicUrlOf } from '../src/derived-settings.ts'
import { createAuthOnDemand } from '../src/domain/accounts/create-auth-on-demand.ts'
import { knownBrowserOf, knownBrowserToken } from '../src/domain/accounts/known-browser.ts'
import { retireCourier } from '../src/domain/couriers/retire-courier.ts'
import { addCity } from '../src/domain/zones/add-city.ts'
import { registerCourier } from './support/courier-work.ts'
import { onEachDatabase } from './support/databases.ts'
import { holdsCode } from './support/holds-code.ts'
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

  test('a courier signs in with the code that is sent to their phone, and stays signed in', async () => {
    const { visitor, phone } = await signInCourier(service)
    assert.match((await codeSentTo(service, phone)) ?? '', /^\d{6}$/)
    const home = await visitor.open('/courier')
    assert.deepEqual([home.status, home.path], [200, '/courier'])
  })

  test('a courier may type their phone number in national form, with spaces', async () => {
    const phone = await phoneOfCourier(service)
    const national = phone.replace('+229', '').replaceAll(/(..)/g, '$1 ')
    const asked = await askCode(service, national)
    assert.equal(asked.path, '/courier/sign-in/code')
    assert.match((await codeSentTo(service, phone)) ?? '', /^\d{6}$/)
  })

  test('a national number that is possible in two served countries signs in the courier who has it', async () => {
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

  test('an impossible phone number is refused, and the sign-in form keeps what was typed', async () => {
    const asked = await askCode(service, '12<b>')
    assert.equal(asked.status, 422)
    assert.match(asked.html, /value="12&#60;b&#62;"/)
    assert.match(textOf(asked), /Ce numéro n’est pas possible/)
  })

  test('after three wrong sign-in codes even the right one is refused', async () => {
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

  test('a sign-in code is accepted only once', async () => {
    const { phone } = await signInCourier(service)
    const visitor = visitorOf(service)
    visitor.cookies.set('colis.sign-in-phone', phone)
    const again = await visitor.post('/courier/sign-in/code', {
      code: (await codeSentTo(service, phone)) ?? '',
    })
    assert.match(textOf(again), new RegExp(expired))
  })

  test('a new sign-in code replaces the previous one', async () => {
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

  test('a sign-in code is refused after five minutes', async () => {
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

  test('an unknown phone gets the same sign-in responses as a courier’s phone, and is sent no code', async () => {
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

  test('requesting and confirming a code does the same work for a courier’s phone and a stranger’s', async () => {
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

  test('no response reveals in which of two possible countries a number is a courier’s', async () => {
    // An earlier test added Abidjan as a served city.
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

  test('a sign-in code requested for a national number cannot be tried with a country prefix', async () => {
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

  test('wrong codes from another browser do not invalidate a courier’s sign-in code', async () => {
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

  test('a sign-in code is accepted only in the browser that requested it', async () => {
    const phone = await phoneOfCourier(service)
    await askCode(service, phone)
    const elsewhere = visitorOf(service)
    elsewhere.cookies.set('colis.sign-in-phone', phone)
    elsewhere.cookies.set('colis.sign-in-browser', randomUUID())
    const code = (await codeSentTo(service, phone)) ?? ''
    assert.match(textOf(await elsewhere.post('/courier/sign-in/code', { code })), new RegExp(expired))
  })

  test('a browser in which the courier signed in before gets a code after strangers used up the phone’s limit', async () => {
    const { phone, visitor } = await signInCourier(service)
    await useUpCodes(service, phone)
    await visitor.post('/courier/sign-out', {})
    service.clock.forward(1_000)
    const asked = await visitor.submit(await visitor.open('/courier/sign-in'), '/courier/sign-in', { phone })
    assert.equal(asked.path, '/courier/sign-in/code', textOf(asked))
    const code = (await codeSentTo(service, phone)) ?? ''
    assert.equal((await visitor.submit(asked, '/courier/sign-in/code', { code })).path, '/courier')
  })

  test('browsers in which a courier signed in before may request five codes each and twenty together', async () => {
    const { phone, visitor } = await signInCourier(service)
    const ask = async (browser: string) => {
      const one = visitorOf(service)
      one.cookies.set('colis.known-browser', browser)
      return (await one.post('/courier/sign-in', { phone })).status
    }
    const known = (id: string) =>
      knownBrowserToken({ id, phone, door: 'courier' }, service.clock.now(), service.services.sessionKeys)
    const statuses: number[] = []
    for (let time = 0; time < 6; time++)
      statuses.push(await ask(visitor.cookies.get('colis.known-browser') ?? ''))
    assert.deepEqual(statuses, [200, 200, 200, 200, 200, 429])
    statuses.length = 0
    for (let time = 0; time < 16; time++) statuses.push(await ask(known(String(time))))
    assert.deepEqual(statuses, [...Array(15).fill(200), 429])
  })

  test('the token of a known browser is valid for one phone and one year, and a forged one is refused', async () => {
    const { phone, visitor } = await signInCourier(service)
    const token = visitor.cookies.get('colis.known-browser') ?? ''
    const { sessionKeys: secret } = service.services
    const now = service.clock.now()
    const [id = '', end = '', signed = ''] = token.split('.')
    const knownOf = (kept: string | undefined, phones: string[], at = now) =>
      knownBrowserOf(kept, phones, at, secret, 'courier')
    assert.deepEqual(knownOf(token, ['+2290199999992', phone]), { id, phone, door: 'courier' })
    assert.equal(knownBrowserOf(token, [phone], now, secret, 'console'), undefined)
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

  test('a browser in which the courier signed in before can sign in after strangers used up its network’s limit', async () => {
    const { phone, visitor } = await signInCourier(service)
    const network = '10.9.9.8'
    const stranger = openVisitor(service, network)
    for (let time = 0; time < 61; time++) await stranger.post('/courier/sign-in', { phone: '12' })
    const fresh = openVisitor(service, network)
    assert.equal((await fresh.post('/courier/sign-in', { phone })).status, 429)
    for (const [name, value] of visitor.cookies) fresh.cookies.set(name, value)
    assert.equal((await fresh.post('/courier/sign-in', { phone })).status, 200)
  })

  test('nobody can create an account for themselves', async () => {
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

  test('the sixth sign-in code for a phone from one IP address is refused until an hour has passed', async () => {
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

  test('a stranger’s repeated requests for codes do not prevent the courier from signing in', async () => {
    const phone = await phoneOfCourier(service)
    const stranger = visitorOf(service)
    for (let time = 0; time < 30; time++) await stranger.post('/courier/sign-in', { phone })
    service.clock.forward(1_000)
    const visitor = visitorOf(service)
    const asked = await visitor.post('/courier/sign-in', { phone })
    const code = (await codeSentTo(service, phone)) ?? ''
    assert.equal((await visitor.submit(asked, '/courier/sign-in/code', { code })).path, '/courier')
  })

  test('all addresses of one IPv6 /64 network share one limit of sign-in codes', async () => {
    const phone = await phoneOfCourier(service)
    const ask = (host: number) =>
      openVisitor(service, `2001:db8:1:2::${host}`).post('/courier/sign-in', { phone })
    const statuses: number[] = []
    for (let host = 1; host <= 6; host++) statuses.push((await ask(host)).status)
    assert.deepEqual(statuses, [200, 200, 200, 200, 200, 429])
  })

  test('at most twenty sign-in codes an hour are made for one phone, whatever addresses request them', async () => {
    const phone = await phoneOfCourier(service)
    const statuses: number[] = []
    for (let time = 0; time < 21; time++) statuses.push((await askCode(service, phone)).status)
    assert.deepEqual(statuses, [...Array(20).fill(200), 429])
    service.clock.forward(60 * 60_000)
    assert.equal((await askCode(service, phone)).status, 200)
  })

  test('sign-in forms with impossible numbers count towards the limit of their IP address', async () => {
    const visitor = visitorOf(service)
    const statuses = new Set<number>()
    for (let time = 0; time < 60; time++)
      statuses.add((await visitor.post('/courier/sign-in', { phone: '12' })).status)
    assert.deepEqual([...statuses], [422])
    assert.equal((await visitor.post('/courier/sign-in', { phone: '12' })).status, 429)
  })

  test('an IP address may send sixty sign-in forms in ten minutes, whatever the phones', async () => {
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

  test('a retired courier is sent no sign-in code, and their session ends', async () => {
    const { id, phone, visitor } = await signInCourier(service)
    const before = await codeSentTo(service, phone)
    await retireCourier(service.services, id)
    const turnedAway = await visitor.open('/courier')
    assert.equal(turnedAway.path, '/courier/sign-in?ended')
    await askCode(service, phone)
    assert.equal(await codeSentTo(service, phone), before)
  })

  test('a phone number that passes to another courier opens the new courier’s account', async () => {
    const { id, phone } = await signInCourier(service)
    await retireCourier(service.services, id)
    const heir = await registerCourier(service, { phone, firstName: 'Sena' })
    const { visitor } = await signInCourier(service, heir)
    assert.match(textOf(await visitor.open('/courier')), /Bonjour Sena/)
  })

  test('signing out ends the session on the server, so that its cookie is no longer accepted', async () => {
    const { visitor } = await signInCourier(service)
    const kept = new Map(visitor.cookies)
    const home = await visitor.open('/courier')
    assert.equal((await visitor.submit(home, '/courier/sign-out')).path, '/courier/sign-in')
    const thief = visitorOf(service)
    for (const [name, value] of kept) thief.cookies.set(name, value)
    assert.equal((await thief.open('/courier')).path, '/courier/sign-in?ended')
  })

  test('an expired session is refused, and its courier is asked to sign in again', async () => {
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

  test('a forged or altered session cookie is not accepted', async () => {
    const { visitor } = await signInCourier(service)
    const [name = '', value = ''] =
      [...visitor.cookies].find(([each]) => each.includes('session_token')) ?? []
    for (const forged of [`${value.slice(0, -8)}AAAAAA%3D`, value.split('.')[0] ?? '', 'x.y', '%00', '']) {
      const thief = visitorOf(service)
      thief.cookies.set(name, forged)
      assert.match((await thief.open('/courier')).path, /^\/courier\/sign-in/, forged)
    }
  })

  test('sign-in codes and the phones of counted requests are stored as hashes and never logged', async () => {
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
    for (const line of service.logged) {
      assert.equal(holdsCode(line, code), false)
      assert.ok(!line.includes(phone.slice(4)))
    }
  })
})

onEachDatabase((open) => {
  test('when the service is on HTTPS, every cookie of a sign-in has the Secure attribute', async () => {
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
  test('a session is read from the database once for several requests, whatever other cookies they carry', async () => {
    const service = await openService(await open())
    const { app, texts } = await openRecordedApp(service)
    const versionStatus = async (cookie: string): Promise<number> =>
      (
        await app.inject({
          method: 'POST',
          url: '/courier/look',
          headers: {
            cookie,
            host: 'colis.test',
            origin: 'http://colis.test',
            'content-type': 'application/json',
          },
          payload: '{"position":null}',
        })
      ).statusCode
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

/** A second app on the same services, which records its SQL statements. */
async function openRecordedApp({ services }: TestService) {
  const { db, texts } = recordStatements(services.db)
  const auth = createAuthOnDemand({
    db,
    clock: services.clock,
    secrets: services.sessionKeys,
    publicUrl: publicUrlOf(services.config),
  })
  const app = await buildApp({ ...services, db, auth })
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

/** The cookies that a browser sends after a response. */
const cookiesOf = (answer: Sent) =>
  setCookiesOf(answer)
    .map((line) => line.split(';')[0])
    .join('; ')

/** Requests, from four addresses, all the codes that strangers may request for a phone. */
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

/** A visitor with an IP address of their own, whose limits no other test has used up. */
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
 * The pages of a visitor who requests a code and enters a wrong one four times, without what differs by visit.
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
