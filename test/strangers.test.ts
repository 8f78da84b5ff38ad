import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { emailName, phoneName } from '../src/domain/accounts/account-name.ts'
import { inviteMember } from '../src/domain/accounts/team/invite-member.ts'
import { listOpenAlerts } from '../src/domain/monitoring/alerts/alert-store.ts'
import { watchAlerts } from '../src/domain/monitoring/alerts/watch-alerts.ts'
import { requestPayoutChange } from '../src/domain/shops/payout/request-payout-change.ts'
import { findCities } from '../src/domain/zones/zone-store.ts'
import { consoleAccounts } from '../src/doors/console/sign-in/console-accounts.ts'
import { watchedModules } from '../src/modules.ts'
import { addPerson, linkSentTo, newEmail, newPhone, signIn } from './support/console-sign-in.ts'
import { registerCourier } from './support/courier-work.ts'
import { onEachDatabase } from './support/databases.ts'
import { openService, type TestService } from './support/open-service.ts'
import { openOperations } from './support/operations-work.ts'
import { codeSentTo, signInCourier } from './support/sign-in.ts'
import { openVisitor, type Page, textOf } from './support/visitor.ts'

const day = 24 * 60 * 60_000
/** Numbers that cost much, and that nobody is served at: satellites, premium, and countries without a city. */
const dearNumbers = [
  '+881631234567',
  '+882161234567',
  '+979123456789',
  '+447400123456',
  '+37258123456',
  '+14155552671',
  '+2348012345678',
  '+22890112233',
]
const settings = {
  STRANGER_MESSAGES_PER_DAY: '12',
  STRANGER_MESSAGES_PER_COUNTRY: '8',
  STRANGER_MESSAGES_PER_NETWORK: '5',
}

onEachDatabase((open) => {
  let service: TestService
  let city: string

  before(async () => {
    service = await openService(await open(), settings)
    city = (await findCities(service.services.db, 'Cotonou'))[0]?.id ?? ''
  })
  after(() => service.close())

  /** Every network of the tests is another one: a /48 of IPv6. */
  let networks = 0
  const nextNetwork = () => `2001:db8:${(++networks).toString(16)}::1`
  const openShop = (name: string, from = nextNetwork(), language = 'en'): Promise<Page> =>
    openVisitor(service, from).post(
      '/console/open-shop',
      { name, shopName: 'Chez Afi', ownerName: 'Afi', city },
      { 'accept-language': language },
    )
  const apply = (phone: string, from = nextNetwork()): Promise<Page> =>
    openVisitor(service, from).post('/courier/apply', { phone, cityId: city }, { 'accept-language': 'en' })
  const as = (id: string) => ({
    ...consoleAccounts(service.services),
    actor: { kind: 'ACCOUNT' as const, id },
  })
  const sentTo = async (recipient: string) =>
    (
      await service.services.db
        .selectFrom('messages')
        .select('messages.kind')
        .where('messages.recipient', '=', recipient)
        .execute()
    ).map(({ kind }) => kind)
  const nextDay = () => service.clock.forward(day)
  /** Opens shops until no more codes go out; returns how many did. */
  async function useUp(name: () => string): Promise<number> {
    let sent = 0
    while ((await openShop(name())).status === 200) sent += 1
    return sent
  }

  describe('numbers of countries that are not served', () => {
    test('get no code to open a shop or to apply, and say what to do in the language of who asks', async () => {
      nextDay()
      for (const phone of dearNumbers) {
        const page = await openShop(phone)
        assert.equal(page.status, 422, phone)
        assert.match(textOf(page), /only to numbers of the countries that we serve.*begins with \+229\./)
        assert.equal((await apply(phone)).status, 422, phone)
        assert.match(textOf(await apply(phone)), /begins with \+229\./)
        assert.deepEqual(await sentTo(phone), [], phone)
      }
      const french = await openShop('+447400123456', nextNetwork(), 'fr')
      assert.match(textOf(french), /Prenez un numéro qui commence par \+229\./)
    })

    test('are not invited to a team, nor sent the code of a first payout number', async () => {
      const shop = await service.openShop({ payoutPhone: null, defaultCollection: 'DIRECT' })
      const owner = await addPerson(service, shop.shopId, newPhone())
      for (const phone of dearNumbers) {
        const to = phoneName(phone)
        const invited = inviteMember(as(owner), { shopId: shop.shopId, to, role: 'STAFF' })
        await assert.rejects(invited, { code: 'PHONE_COUNTRY_NOT_SERVED' })
        const { payouts } = service.services
        const { actor } = as(owner)
        const asked = requestPayoutChange({ ...payouts, actor }, { shopId: shop.shopId, phone })
        await assert.rejects(asked, { code: 'PHONE_COUNTRY_NOT_SERVED' })
        assert.deepEqual(await sentTo(phone), [], phone)
      }
    })

    test('sign in where their account is known: somebody has vouched for it', async () => {
      const shop = await service.openShop()
      await addPerson(service, shop.shopId, '+33612345678')
      const arrived = await signIn(service, openVisitor(service, nextNetwork()), '+33612345678')
      assert.equal(arrived.path, `/console/shops/${shop.shopId}`)
    })
  })

  describe('one network', () => {
    test('of IPv6 is its first 48 bits, of IPv4 its first 24, however many addresses it has', async () => {
      for (const address of [
        (at: number) => `2001:db8:ffff:${at.toString(16)}::1`,
        (at: number) => `198.51.100.${at}`,
      ]) {
        nextDay()
        for (let at = 1; at <= 5; at += 1)
          assert.equal((await openShop(newPhone(), address(at))).status, 200, address(at))
        const phone = newPhone()
        const refused = await openShop(phone, address(6))
        assert.equal(refused.status, 429)
        assert.match(textOf(refused), /Too many codes were asked for on your network today/)
        // 21 November 10:00 of Cotonou, and whole days since: 14 hours are left of the day.
        assert.ok(Number(refused.headers['retry-after']) <= 14 * 3_600)
        assert.equal((await apply(phone, address(7))).status, 429)
        assert.deepEqual(await sentTo(phone), [])
        assert.equal((await openShop(phone)).status, 200)
      }
    })
  })

  describe('the budget of a day', () => {
    test('bounds one country, then all of them and mail together, and begins anew the next day', async () => {
      nextDay()
      assert.equal(await useUp(newPhone), 8)
      const phone = newPhone()
      const refused = await openShop(phone)
      assert.equal(refused.status, 429)
      assert.match(textOf(refused), /no more go to people who are new here\. Try again tomorrow/)
      assert.equal((await apply(phone)).status, 429)
      assert.equal(await useUp(newEmail), 4)
      const email = newEmail()
      assert.equal((await openShop(email)).status, 429)
      assert.deepEqual([await sentTo(phone), await sentTo(email)], [[], []])
      nextDay()
      assert.equal((await openShop(phone)).status, 200)
      assert.equal((await apply(newPhone())).status, 200)
    })

    test('locks out nobody who has an account, nor a courier', async () => {
      nextDay()
      const shop = await service.openShop()
      const [phone, email] = [newPhone(), newEmail()]
      await addPerson(service, shop.shopId, phone)
      await addPerson(service, shop.shopId, email)
      await useUp(newPhone)
      await useUp(newEmail)
      for (const name of [phone, email])
        assert.equal(
          (await signIn(service, openVisitor(service, nextNetwork()), name)).path,
          `/console/shops/${shop.shopId}`,
        )
      await signInCourier(service, await registerCourier(service))
      assert.equal((await openShop(newPhone())).status, 429)
    })

    test('counts invitations, and the codes and links of who was invited and never came', async () => {
      nextDay()
      const shop = await service.openShop()
      const owner = await addPerson(service, shop.shopId, newPhone())
      const invite = (to: ReturnType<typeof emailName> | ReturnType<typeof phoneName>) =>
        inviteMember(as(owner), { shopId: shop.shopId, to, role: 'STAFF' })
      const [phone, email] = [newPhone(), newEmail()]
      await invite(phoneName(phone))
      await invite(emailName(email))
      const ask = (name: string) =>
        openVisitor(service, nextNetwork()).post('/console/sign-in', { name, way: 'message' })
      await ask(phone)
      await ask(email)
      assert.ok(await codeSentTo(service, phone))
      assert.ok(await linkSentTo(service, email))
      assert.equal(await useUp(newPhone), 6)
      assert.equal(await useUp(newEmail), 2)
      const before = [await sentTo(phone), await sentTo(email)]
      assert.equal((await ask(phone)).path, '/console/sign-in/code')
      assert.equal((await ask(email)).path, '/console/sign-in/link')
      assert.deepEqual([await sentTo(phone), await sentTo(email)], before)
      await assert.rejects(invite(phoneName(newPhone())), { code: 'STRANGER_MESSAGES_USED_UP' })
      await assert.rejects(invite(emailName(newEmail())), { code: 'STRANGER_MESSAGES_USED_UP' })
    })

    test('is not touched by whoever asks for codes of numbers that nobody has', async () => {
      nextDay()
      for (let at = 0; at < 15; at += 1)
        await openVisitor(service, nextNetwork()).post('/console/sign-in', {
          name: newPhone(),
          way: 'message',
        })
      assert.equal(await useUp(newPhone), 8)
    })

    test('holds for requests that come at once', async () => {
      nextDay()
      const pages = await Promise.all(Array.from({ length: 20 }, () => openShop(newPhone())))
      assert.equal(pages.filter(({ status }) => status === 200).length, 8)
    })

    test('alerts the operator at half and when it is used up', async () => {
      nextDay()
      const { services } = service
      const watch = async () => {
        service.clock.forward(60_000)
        await watchAlerts({ ...services, watched: watchedModules(services) })
        return (await listOpenAlerts(services.db))
          .filter(({ kind }) => kind === 'STRANGER_MESSAGES')
          .map(({ subject }) => subject)
          .sort()
      }
      await watch()
      service.clock.forward(10 * 60_000)
      assert.deepEqual(await watch(), [])
      for (let at = 0; at < 4; at += 1) await openShop(newPhone())
      assert.deepEqual(await watch(), ['+229 half'])
      await useUp(newPhone)
      assert.deepEqual(await watch(), ['+229 half', '+229 used up', 'ALL half'])

      const operator = await openOperations(service)
      const page = await operator.open('/operations/service/alerts')
      assert.match(textOf(page), /si vraies, relevez la limite : \/operations\/service\/settings\./)
      const [href = '', ...others] = page.html.match(/\/operations\/service\/settings#[^"]+/g) ?? []
      assert.deepEqual(
        [href, others],
        ['/operations/service/settings#STRANGER_MESSAGES_PER_COUNTRY-rule', []],
      )
      assert.match((await operator.open(href)).html, /<li id="STRANGER_MESSAGES_PER_COUNTRY-rule">/)
    })
  })
})
