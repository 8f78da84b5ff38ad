import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { runCommandLine } from '../../src/cli/command-line.ts'
import { requestPaymentAgain } from '../../src/domain/money/mobile-money/request-payment-again.ts'
import { enqueuePaymentRequests } from '../../src/domain/money/mobile-money/start-payment-requests.ts'
import { openPage, textOf as pageText } from '../support/customer-visit.ts'
import { onEachDatabase } from '../support/databases.ts'
import { bringTo } from '../support/delivery-verbs.ts'
import { consumeAll } from '../support/event-work.ts'
import { openFedapayServer } from '../support/fedapay-server.ts'
import { openMtnServer } from '../support/mtn-server.ts'
import { openService, type TestService, type TestShop, testStart } from '../support/open-service.ts'
import { openOperations } from '../support/operations-work.ts'
import type { ProviderServer } from '../support/provider-server.ts'
import { providerWork } from '../support/provider-work.ts'
import { textOf } from '../support/visitor.ts'
import { openWaveServer } from '../support/wave-server.ts'

const path = '/operations/service/providers'

onEachDatabase((open) => {
  let mtn: ProviderServer
  let fedapay: ProviderServer
  let wave: ProviderServer
  let service: TestService
  let shop: TestShop
  before(async () => {
    ;[mtn, fedapay, wave] = await Promise.all([openMtnServer(), openFedapayServer(), openWaveServer()])
    service = await openService(await open(), {
      ...mtn.env,
      ...fedapay.env,
      ...wave.env,
      MOBILE_MONEY_PROVIDER: 'mtn',
      MOBILE_MONEY_ROUTES: '+229=fedapay:mtn_open,+2290197=wave,+22901=mtn,+221=wave,+999=simulated',
    })
    shop = await service.openShop()
  })
  beforeEach(() => {
    service.clock.set(new Date(Math.floor(Date.now() / 1_000) * 1_000).toISOString())
    for (const server of [mtn, fedapay, wave]) server.asked.length = 0
  })
  after(async () => {
    await service.close()
    for (const server of [mtn, fedapay, wave]) await server.close()
  })

  const command = (...argv: string[]) =>
    runCommandLine(argv, { services: async () => service.services, folder: '/' })

  test('the longest beginning of a number decides who serves it, and all others have the default', () => {
    const { providers } = service.services.mobileMoney
    const served = (phone: string) => providers.forPhone(phone)?.name
    assert.deepEqual(
      ['+2290197000001', '+2290161000001', '+2290297000001', '+221771234567', '+99901', '+22501'].map(served),
      ['wave', 'mtn', 'fedapay', 'wave', 'simulated', 'mtn'],
    )
    assert.equal(providers.named('fedapay')?.name, 'fedapay')
    assert.equal(providers.named('orange'), undefined)
  })

  test('a customer who is asked on their phone reads which number was asked, masked, until it is asked no more', async () => {
    const work = providerWork(service, shop, mtn)
    const key = await bringTo(service, shop, 'IN_TRANSIT', {
      payment: { mode: 'CASH_ON_DELIVERY', goodsAmount: 5000, collection: 'SECURE' },
      customer: { lastName: 'Dossou', firstName: 'Afi', phone: '0161234521' },
    })
    await consumeAll(service.services, enqueuePaymentRequests(work.deps))
    const says = async () => pageText((await openPage(service, key)).body)
    assert.doesNotMatch(await says(), /Demande envoyée/)
    await work.round()
    assert.match(await says(), /Demande envoyée au 01 61 •• •• 21/)
    assert.doesNotMatch(await says(), /23 45|612345/)
    mtn.refuses((await work.requestOf(key)).id)
    await work.roundAfter(2_000)
    assert.match(
      await says(),
      /a été refusé sur votre téléphone.*Paiement demandé au 01 61 •• •• 21.*Réessayer/,
    )
    await requestPaymentAgain(service.services, key)
    assert.doesNotMatch(await says(), /Demande envoyée/)
  })

  test('a customer of Wave finds the page on which they pay, until they have paid', async () => {
    service.clock.set(testStart)
    const work = providerWork(service, shop, wave)
    const key = await work.pickedUp()
    const before = await openPage(service, key)
    assert.match(pageText(before.body), /Une demande de 5.600.FCFA arrive sur votre téléphone/)
    await work.round()
    const { id, pay_link: link } = await work.requestOf(key)
    assert.match(link ?? '', /^https:\/\/pay\.wave\.com\/c\//)
    const page = await openPage(service, key)
    assert.match(pageText(page.body), /Payez 5.600.FCFA par mobile money avec le bouton ci-dessous/)
    assert.ok(page.body.includes(`<a class="big" href="${link}" rel="noreferrer">Payer maintenant</a>`))
    const versionOf = (body: string) => Number(/data-version="([\d.]+)"/.exec(body)?.[1])
    assert.ok(versionOf(page.body) > versionOf(before.body), 'an open page does not show the link')
    const english = await openPage(service, key, { 'accept-language': 'en' })
    assert.match(pageText(english.body), /Pay 5,600.FCFA by mobile money with the button below.*Pay now/)

    wave.pays(id)
    await work.roundAfter(2_000)
    const after = await openPage(service, key)
    assert.ok(!after.body.includes('pay.wave.com'))
    const back = await service.call({ url: '//paid' })
    assert.equal(back.status, 200)
    assert.match(pageText(back.body), /Retournez à votre livraison/)
  })

  test('the credentials of all providers are tried on the command line, and nothing moves', async () => {
    const outcome = await command('payments', 'probe')
    assert.deepEqual([outcome.stderr, outcome.exitCode], ['', 0])
    assert.deepEqual(outcome.stdout.trim().split('\n'), [
      'mtn, payments: credentials accepted; 125000 XOF',
      'mtn, payouts and refunds: credentials accepted; 125000 XOF',
      'fedapay, payments and payouts: credentials accepted; mtn 90500 XOF',
      'wave, payments and payouts: credentials accepted; 310000 XOF',
    ])
    for (const server of [mtn, fedapay, wave])
      assert.equal(server.count(server.calls.make) + server.count(server.calls.payOut), 0)
  })

  test('what is refused, or a clock that is wrong, is said in words that hold no secret', async () => {
    service.clock.forward(10 * 60_000)
    fedapay.refuseCredentials(true)
    wave.failing(/balance/, { status: 503 })
    const { stdout, exitCode } = await command('payments', 'probe')
    assert.equal(exitCode, 1)
    assert.match(
      stdout,
      /fedapay, payments and payouts: credentials refused; FedaPay does not accept FEDAPAY_SECRET_KEY/,
    )
    assert.match(stdout, /wave, payments and payouts: no answer; Wave answered 503/)
    assert.match(stdout, /mtn: our clock is (599|60\d) s ahead of its own: set it right/)
    for (const { secrets } of [mtn, fedapay, wave])
      for (const secret of secrets) assert.ok(!stdout.includes(secret))
    const { providers } = JSON.parse((await command('payments', 'probe', '--json')).stdout)
    assert.deepEqual(
      providers.map(({ provider }: { provider: string }) => provider),
      ['mtn', 'fedapay', 'wave'],
    )
    fedapay.refuseCredentials(false)
  })

  test('operators try the credentials on a page, in both languages; dispatchers cannot', async () => {
    const operator = await openOperations(service)
    const page = await operator.open(path)
    assert.match(textOf(page), /Aucun argent ne bouge.*MTN MoMo.*FedaPay.*Wave/)
    assert.equal(wave.asked.length, 0)
    const tried = await operator.submit(page, `${path}/probe`)
    assert.match(textOf(tried), /MTN MoMo Paiements des clients Acceptés 125000 XOF/)
    assert.match(textOf(tried), /Horloge à l’heure/)
    wave.refuseCredentials(true)
    assert.match(
      textOf(await operator.submit(page, `${path}/probe`)),
      /Wave Paiements et reversements Refusés .* Vérifiez WAVE_API_KEY/,
    )
    const english = await operator.open(`${path}?lang=en`)
    assert.match(textOf(english), /No money moves/)
    wave.refuseCredentials(false)
    const dispatcher = await openOperations(service, { role: 'DISPATCHER' })
    assert.equal((await dispatcher.open(path)).status, 403)
    assert.equal((await dispatcher.post(`${path}/probe`, {})).status, 403)
  })

  test('without any provider both say what to set', async () => {
    const empty = await openService(await open())
    const said = await runCommandLine(['payments', 'probe'], {
      services: async () => empty.services,
      folder: '/',
    })
    assert.match(said.stdout, /No provider has credentials: see MOBILE_MONEY_PROVIDER/)
    const operator = await openOperations(empty)
    assert.match(textOf(await operator.open(path)), /Aucun fournisseur n’a d’identifiants/)
    await empty.close()
  })
})
