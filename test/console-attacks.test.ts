import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { after, before, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { phoneName } from '../src/domain/accounts/account-name.ts'
import { invitationRules } from '../src/domain/accounts/team/invitation.ts'
import { inviteMember } from '../src/domain/accounts/team/invite-member.ts'
import { consoleAccounts } from '../src/doors/console/sign-in/console-accounts.ts'
import { addPerson, askToSignIn, isSignedIn, newPhone, newVisitor } from './support/console-sign-in.ts'
import { type ConsoleVisitor, openConsole } from './support/console-work.ts'
import { onEachDatabase, onServer } from './support/databases.ts'
import { center, openService, type TestService, type TestShop } from './support/open-service.ts'
import { codeSentTo } from './support/sign-in.ts'

const origin = 'http://colis.test'
const cookieOf = ({ cookies }: ConsoleVisitor) =>
  [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
const part = (name: string, value: string, more = '') =>
  `--XX\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`
const file = '; filename="a.jpg"\r\nContent-Type: image/jpeg'
const end = '--XX--\r\n'

onEachDatabase((open) => {
  let service: TestService
  let shop: TestShop
  let seller: ConsoleVisitor

  before(async () => {
    service = await openService(await open())
    shop = await service.openShop({ name: 'Boutique Ganhi', payoutPhone: '97000009' })
    seller = await openConsole(service, { shopId: shop.shopId, role: 'STAFF' })
  })
  after(() => service.close())

  const page = (path: string) => `/console/shops/${shop.shopId}${path}`
  const order = { act: 'order', phone: '97000001', firstName: 'Afi', mode: 'PREPAID', size: 'SMALL' }
  const failures = () => service.logged.filter((line) => line.includes('a request failed'))
  const send = async (path: string, payload: string, type = 'multipart/form-data; boundary=XX') => {
    const headers = { host: 'colis.test', origin, cookie: cookieOf(seller), 'content-type': type }
    return service.app.inject({ method: 'POST', url: page(path), headers, payload })
  }

  const broken: [string, number, string, string?][] = [
    ['that is cut off', 400, part('act', '')],
    ['without a boundary', 400, part('act', '') + end, 'multipart/form-data'],
    ['with a blank preamble', 400, ' '.repeat(100_000)],
    ['with JSON in a part', 400, part('act', '{', '\r\nContent-Type: application/json') + end],
    ['that touches the prototype', 400, part('__proto__', 'x') + end],
    ['with more fields than there are', 413, `${part('a', 'x').repeat(200)}${end}`],
    ['with two files', 413, part('photo', 'x', file) + part('photo', 'x', file) + end],
  ]
  for (const [what, status, payload, type] of broken)
    test(`a form with a file ${what} is refused, and is no failure of ours`, async () => {
      for (const path of ['/deliveries/new', '/deliveries/new/many']) {
        const answer = await send(path, payload, type)
        assert.equal(answer.statusCode, status, answer.body)
        assert.match(answer.body, /<main/)
      }
      assert.deepEqual(failures(), [])
      assert.equal(({} as { x?: string }).x, undefined)
    })

  test('a photo that is too large is refused on the form, which keeps what was typed', async () => {
    const photo = part('photo', 'x'.repeat(7 * 1024 * 1024), file)
    const answer = await send('/deliveries/new', part('firstName', 'Afi') + photo + end)
    assert.ok(answer.statusCode >= 400 && answer.statusCode < 500, String(answer.statusCode))
    assert.match(answer.body, /value="Afi"/)
    assert.deepEqual(failures(), [])
  })

  test('a file in another field is not read, and a field that is a file is not typed', async () => {
    const answer = await send('/deliveries/new', part('act', 'order', file) + part('firstName', 'Afi') + end)
    assert.equal(answer.statusCode, 200)
    assert.match(answer.body, /value="Afi"/)
  })

  test('hidden fields that no database stores are refused like unknown ones', async () => {
    const half = `x${'😀'.repeat(2_500)}`
    for (const typed of [
      { photoKey: '\0' },
      { photoKey: 'a\0b' },
      { photoKey: half },
      { pickupAddressId: half },
    ]) {
      const answer = await seller.post(page('/deliveries/new'), { ...order, ...typed })
      assert.ok(answer.status < 500, `${JSON.stringify(typed).slice(0, 40)}: ${answer.status}`)
    }
    assert.deepEqual(failures(), [])
  })

  test('the photo and the address of another shop are refused', async () => {
    const other = await service.openShop()
    const { body } = await other.post('/photos', { contentType: 'image/jpeg', sizeBytes: 1000 })
    for (const typed of [{ pickupAddressId: other.pickupAddressId }, { photoKey: String(body.photoKey) }]) {
      const answer = await seller.post(page('/deliveries/new'), { ...order, ...typed })
      assert.ok(answer.status >= 400 && answer.status < 500, JSON.stringify(typed))
    }
  })

  test('a word that every object knows is none that a page says', async () => {
    const { body } = await shop.order()
    for (const path of [page(`/deliveries/${body.id}`), '/console/account', '/console'])
      for (const word of ['constructor', 'toString', '__proto__']) {
        const { status, html } = await seller.open(`${path}?done=${word}`)
        assert.equal(status, 200)
        assert.doesNotMatch(html, /native code|\[object/)
      }
  })

  test('who signs in with a forged opening in their cookies is signed in', async () => {
    for (const forged of ['%00', 'x', "'"]) {
      const phone = newPhone()
      await addPerson(service, shop.shopId, phone)
      const visitor = newVisitor(service)
      await askToSignIn(service, visitor, phone)
      visitor.cookies.set('colis.console-opening', forged)
      const code = (await codeSentTo(service, phone)) ?? ''
      const arrived = await visitor.post('/console/sign-in/code', { code })
      assert.equal(arrived.status, 200, forged)
      assert.ok(await isSignedIn(visitor))
    }
    assert.deepEqual(failures(), [])
  })

  test('a shop that nobody has looked at invites few strangers', async () => {
    const waiting = await service.openShop({ name: 'Gagnez 500 000 F', approvedAt: null })
    const owner = await addPerson(service, waiting.shopId, newPhone())
    const deps = { ...consoleAccounts(service.services), actor: { kind: 'ACCOUNT' as const, id: owner } }
    const invite = () =>
      inviteMember(deps, { shopId: waiting.shopId, to: phoneName(newPhone()), role: 'STAFF' })
    for (let made = 0; made < invitationRules.maxPerDayUnapproved; made += 1) await invite()
    await assert.rejects(invite(), { code: 'TOO_MANY_INVITATIONS' })
  })

  test('a formula hidden behind a comma or a blank is none in a CSV file', async () => {
    const names = ['x,=1+1', 'x, @SUM(A1)', 'x,＝1+1']
    for (const landmark of names) await shop.order({ dropoff: { ...center, landmark } })
    const { status, html } = await seller.open(page('/deliveries/export.csv'))
    assert.equal(status, 200)
    for (const written of ["x,'=1+1", "x, '@SUM(A1)", "x,'＝1+1"]) assert.ok(html.includes(written), written)
  })
})

onEachDatabase((open) => {
  test('an account may not keep the service busy, and holds up nobody else on its network', async () => {
    const service = await openService(await open(), { VISITS_PER_SECOND: '10' })
    try {
      const shop = await service.openShop({ payoutPhone: '97000009' })
      const [bot, seller] = [
        await openConsole(service, { shopId: shop.shopId }),
        await openConsole(service, { shopId: shop.shopId }),
      ]
      const path = `/console/shops/${shop.shopId}`
      const ask = ({ cookies }: ConsoleVisitor, end = '', remoteAddress = '10.77.0.1') => {
        const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
        return service.app.inject({
          url: `${path}${end}`,
          remoteAddress,
          headers: { host: 'colis.test', cookie },
        })
      }
      for (const each of [bot, seller]) assert.equal((await ask(each)).statusCode, 200)
      const exported = () => ask(bot, '/deliveries/export.csv', '10.77.0.2')
      assert.deepEqual([(await exported()).statusCode, (await exported()).statusCode], [200, 429])
      assert.equal((await ask(bot, '', '10.77.0.3')).statusCode, 429, 'another network is no way out')
      assert.equal((await ask(seller)).statusCode, 200)
    } finally {
      await service.close()
    }
  })
})

onServer((open) => {
  test('photos that arrive slowly are waited for, longer than the service waits for its database', async () => {
    const service = await openService(await open(), { DATABASE_TIMEOUT_MS: '2500' })
    try {
      const shop = await service.openShop({ payoutPhone: '97000009' })
      const seller = await openConsole(service, { shopId: shop.shopId })
      await service.app.listen({ port: 0, host: '127.0.0.1' })
      const { port } = service.app.server.address() as AddressInfo
      const body = part('firstName', 'Afi') + end
      const begin = () => {
        const socket = connect(port, '127.0.0.1').setEncoding('utf8')
        socket.write(
          `POST /console/shops/${shop.shopId}/deliveries/new HTTP/1.1\r\nhost: colis.test\r\norigin: ${origin}\r\n` +
            `cookie: ${cookieOf(seller)}\r\ncontent-type: multipart/form-data; boundary=XX\r\n` +
            `content-length: ${body.length}\r\n\r\n${body.slice(0, 20)}`,
        )
        return socket
      }
      const slow = [begin(), begin(), begin()]
      // Longer than the service answers without its database: 2.9 s.
      await wait(4_000)
      for (const socket of slow) {
        socket.write(body.slice(20))
        const [answer] = (await once(socket, 'data')) as [string]
        assert.match(answer, /^HTTP\/1.1 200 /)
        socket.destroy()
      }
    } finally {
      await service.close()
    }
  })
})
