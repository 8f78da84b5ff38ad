import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { approveApplication } from '../src/domain/couriers/applications/approve-application.ts'
import { alertsIn } from '../src/domain/monitoring/alerts/alert-rules.ts'
import { readHealth } from '../src/domain/monitoring/health/read-health.ts'
import { findTariffDraft } from '../src/domain/pricing/drafting/tariff-draft-store.ts'
import { knownCity, proposedTariff } from '../src/domain/pricing/known/known-cities.ts'
import { openKnownCity } from '../src/domain/pricing/known/open-known-city.ts'
import { findTariff } from '../src/domain/pricing/tariff-store.ts'
import { changeShop } from '../src/domain/shops/change-shop.ts'
import { createShop } from '../src/domain/shops/create-shop.ts'
import { findCities, readMap } from '../src/domain/zones/zone-store.ts'
import { watchedModules } from '../src/modules.ts'
import { plainApplicant, sendApplication, verifiedApplicant } from './support/applicant-work.ts'
import { type ConsoleVisitor, openConsole } from './support/console-work.ts'
import { onEachDatabase } from './support/databases.ts'
import { openService, type TestService, type TestShop } from './support/open-service.ts'
import { openOperations } from './support/operations-work.ts'
import { textOf } from './support/visitor.ts'

/** What a browser asks for with every page. */
const inBrowser = { accept: 'text/html,application/xhtml+xml' }

onEachDatabase((open) => {
  let service: TestService
  let shop: TestShop
  let operator: ConsoleVisitor
  let dispatcher: ConsoleVisitor

  before(async () => {
    service = await openService(await open())
    shop = await service.openShop({ name: 'Boutique Ganhi' })
    operator = await openOperations(service)
    dispatcher = await openOperations(service, { role: 'DISPATCHER' })
  })
  after(() => service.close())

  const db = () => service.services.db
  const asOperator = () => ({
    ...service.services,
    actor: { kind: 'OPERATOR' as const, id: operator.accountId },
  })
  const waitingShop = (name: string, ownerEmail: string | null = null) =>
    createShop(service.services, {
      name,
      country: 'BJ',
      payoutPhone: null,
      discountPercent: 0,
      ownerEmail,
      approvedAt: null,
    })
  const messagesOf = (shopId: string) =>
    db()
      .selectFrom('messages')
      .select(['messages.kind', 'messages.recipient'])
      .where('messages.shop_id', '=', shopId)
      .orderBy('messages.recipient')
      .execute()

  describe('the first steps of the service, before there is a courier', () => {
    test('those of the service stand on the board of operators until they put them away', async () => {
      const board = await operator.open('/operations')
      assert.match(textOf(board), /étapes? sur 7/)
      assert.doesNotMatch((await dispatcher.open('/operations')).html, /first-steps/)
      assert.equal((await dispatcher.open('/operations/first-steps')).status, 403)
      const away = await operator.submit(board, '/operations/first-steps')
      assert.match(textOf(away), /Les premiers pas sont rangés/)
      assert.doesNotMatch((await operator.open('/operations')).html, /class="card first-steps"/)
      const other = await openOperations(service)
      assert.match((await other.open('/operations')).html, /class="card first-steps"/)
      const settings = await operator.open('/operations/service/settings')
      assert.match(settings.html, /href="\/operations\/first-steps"/)
      await operator.submit(await operator.open('/operations/first-steps'), '/operations/first-steps')
      assert.match((await operator.open('/operations')).html, /class="card first-steps"/)
    })
  })

  describe('a known city', () => {
    test('is found without accents or capitals, by its country too, and not once it is served', async () => {
      for (const [typed, found] of [
        ['ndjam', 'N&#39;Djamena'],
        ['GABON', 'Libreville'],
        ['saint louis', 'Saint-Louis'],
        ['Atlantis', ''],
        ['lome', 'Lomé'],
      ]) {
        const page = await operator.open(`/operations/cities/known?q=${encodeURIComponent(typed ?? '')}`)
        assert.equal(page.status, 200)
        if (found) assert.ok(page.html.includes(`<strong>${found}</strong>`), `${typed}: ${textOf(page)}`)
        else assert.match(textOf(page), /n’est pas une ville que nous connaissons/)
      }
      // Cotonou and Parakou are served already.
      const all = await operator.open('/operations/cities/known')
      assert.doesNotMatch(all.html, /<strong>(Cotonou|Parakou)</)
      assert.match(all.html, /href="\/operations\/cities\/new"/)
    })

    test('another one is made by hand, with the name that was sought', async () => {
      const page = await operator.open('/operations/cities/known?q=Ouidah')
      assert.match(page.html, /href="\/operations\/cities\/new\?name&#61;Ouidah"/)
      assert.match((await operator.open('/operations/cities/new?name=Ouidah')).html, /value="Ouidah"/)
    })

    test('comes with its place, its zones and a draft of its prices, of which none is in force', async () => {
      const page = await operator.open('/operations/cities/known/SN/Dakar')
      assert.match(textOf(page), /Africa\/Dakar/)
      const opened = await operator.post('/operations/cities/known/SN/Dakar', { zones: 'on' })
      assert.match(opened.path, /\/tariff\?done=opened$/)
      assert.match(textOf(opened), /Regardez ses prix, puis mettez-les en vigueur/)
      const [city] = await findCities(db(), 'Dakar')
      assert.ok(city)
      const { zones } = await readMap(db())
      assert.ok(zones.filter(({ cityId }) => cityId === city.id).length > 5)
      const dakar = knownCity('SN', 'Dakar')
      assert.ok(dakar)
      assert.deepEqual((await findTariffDraft(db(), city.id))?.terms, proposedTariff(dakar))
      assert.equal(await findTariff(db(), city.id, service.clock.now()), undefined)
    })

    test('can be opened without zones, and once alone; nobody else opens one', async () => {
      const opened = await operator.post('/operations/cities/known/TG/Lom%C3%A9', {})
      assert.equal(opened.status, 200)
      const [city] = await findCities(db(), 'Lomé')
      const { zones } = await readMap(db())
      assert.deepEqual(
        zones.filter(({ cityId }) => cityId === city?.id),
        [],
      )
      const again = await operator.post('/operations/cities/known/TG/Lom%C3%A9', {})
      assert.deepEqual([again.status, /Lomé/.test(textOf(again))], [409, true])
      for (const path of ['SN/Atlantis', 'FR/Paris', 'BJ/Lom%C3%A9'])
        assert.equal((await operator.open(`/operations/cities/known/${path}`)).status, 404)
      assert.equal((await dispatcher.post('/operations/cities/known/ML/Kayes', {})).status, 403)
      const kayes = knownCity('ML', 'Kayes')
      assert.ok(kayes)
      const actor = { kind: 'OPERATOR' as const, id: dispatcher.accountId }
      await assert.rejects(openKnownCity({ ...service.services, actor }, kayes, { withZones: true }), {
        code: 'ROLE_REQUIRED',
      })
      assert.deepEqual(await findCities(db(), 'Kayes'), [])
    })
  })

  describe('who waits for an operator', () => {
    test('shops and applications are counted in the menu and on the board, for those who decide them', async () => {
      const { id } = await waitingShop('Boutique qui attend')
      const someone = await verifiedApplicant(service)
      const sent = await sendApplication(service, someone)
      assert.equal(sent.path, '/courier/apply/sent')
      const board = await operator.open('/operations', inBrowser)
      assert.match(
        board.html,
        /<b class="count" title="1 boutique attend votre approbation" aria-hidden="true">1<\/b>/,
      )
      assert.match(
        board.html,
        /<b class="count" title="1 candidature de livreur à lire" aria-hidden="true">1<\/b>/,
      )
      assert.match(
        board.html,
        /id="board-notices"><ul class="alarm"><li class="wait">.*<a href="\/operations\/shops\?state&#61;WAITING">/,
      )
      for (const page of [
        await dispatcher.open('/operations', inBrowser),
        await dispatcher.open('/operations/couriers', inBrowser),
      ])
        assert.doesNotMatch(page.html, /class="count"|state&#61;WAITING/)

      const watching = { ...service.services, watched: watchedModules(service.services) }
      const limits = { noCourierMinutes: 10, webhookMinutes: 10, diskFreePercent: 0 }
      const kinds = async () => alertsIn(await readHealth(watching), limits).map(({ kind }) => kind)
      assert.deepEqual(
        (await kinds()).filter((kind) => kind.endsWith('S_WAITING') && kind !== 'WEBHOOKS_WAITING'),
        ['SHOPS_WAITING', 'APPLICATIONS_WAITING'],
      )

      const approved = await operator.post(`/operations/shops/${id}/approve`, {})
      assert.match(textOf(approved), /La boutique est approuvée/)
      const application = await db().selectFrom('courier_applications').select('id').executeTakeFirstOrThrow()
      await approveApplication(asOperator(), application.id)
      assert.doesNotMatch((await operator.open('/operations', inBrowser)).html, /class="count"/)
      assert.ok(!(await kinds()).includes('SHOPS_WAITING'))
    })

    test('a shop that is approved is told once by mail, each of its owners, else on the phone', async () => {
      const byMail = await waitingShop('Chez Afi', 'Boutique@example.com')
      const owner = await openConsole(service, { shopId: byMail.id })
      const { email } = await db()
        .selectFrom('accounts')
        .select('accounts.email')
        .where('accounts.id', '=', owner.accountId)
        .executeTakeFirstOrThrow()
      for (const path of ['approve', 'approve'])
        await operator.post(`/operations/shops/${byMail.id}/${path}`, {})
      assert.deepEqual(
        (await messagesOf(byMail.id)).map(({ kind, recipient }) => [kind, recipient]).toSorted(),
        [
          ['SHOP_APPROVED', 'Boutique@example.com'],
          ['SHOP_APPROVED', email],
        ].toSorted(),
      )
      const byPhone = await waitingShop('Chez Codjo')
      await operator.post(`/operations/shops/${byPhone.id}/approve`, {})
      assert.deepEqual(await messagesOf(byPhone.id), [{ kind: 'SHOP_APPROVED_PHONE', recipient: null }])
    })
  })

  describe('first steps', () => {
    test('those of a shop follow what is there, and leave its home once it has ordered', async () => {
      const fresh = await waitingShop('Chez Sènami')
      const owner = await openConsole(service, { shopId: fresh.id })
      const home = `/console/shops/${fresh.id}`
      const steps = async () => textOf(await owner.open(home)).match(/(\d) étapes? sur 4/)?.[1]
      assert.equal(await steps(), '0')
      assert.doesNotMatch(
        (await owner.open(home)).html,
        /class="button primary" href="[^"]*\/deliveries\/new">Commander/,
      )
      await operator.post(`/operations/shops/${fresh.id}/approve`, {})
      assert.equal(await steps(), '1')
      await changeShop(service.services, fresh.id, { payoutPhone: '+2290197000077' })
      assert.equal(await steps(), '2')
      const place = { label: 'Boutique', position: '6.37, 2.41' }
      await owner.post(`${home}/settings/addresses/new`, place)
      assert.equal(await steps(), '3')
      assert.match((await owner.open(home)).html, /<a class="button primary" href="[^"]*\/deliveries\/new">/)

      const staff = await openConsole(service, { shopId: fresh.id, role: 'STAFF' })
      const away = await owner.submit(await owner.open(home), `${home}/first-steps`)
      assert.match(textOf(away), /Les premiers pas sont rangés\. Les voir/)
      assert.equal(await steps(), undefined)
      assert.match(textOf(await staff.open(home)), /étapes? sur 4/)
      const kept = await owner.open(`${home}/first-steps`)
      assert.match(textOf(kept), /3 étapes sur 4/)
      await owner.submit(kept, `${home}/first-steps`)
      assert.equal(await steps(), '3')

      await shop.order()
      const seller = await openConsole(service, { shopId: shop.shopId })
      assert.doesNotMatch((await seller.open(`/console/shops/${shop.shopId}`)).html, /first-steps/)
    })
  })

  describe('somebody with one name alone', () => {
    test('becomes a courier by the operator’s form and by their own application', async () => {
      const [city] = await findCities(db(), 'Cotonou')
      const form = { phone: '0197112233', vehicleType: 'MOTO', [`city-${city?.id}`]: 'on' }
      for (const names of [
        { firstName: 'Sikirou' },
        { lastName: 'Sikirou' },
        { firstName: 'Sikirou', lastName: '-' },
      ]) {
        const phone = `01971122${Object.keys(names).length}${Object.keys(names)[0]?.length}`
        const added = await operator.post('/operations/couriers/new', { ...form, ...names, phone })
        assert.match(added.path, /\/operations\/couriers\/[0-9a-f-]{36}/)
        assert.match(added.html, /<h1>Sikirou<\/h1>/)
        const change = { ...form, firstName: 'Sika', lastName: '' }
        const changed = await operator.post(added.path.replace(/\?.*$/, '/change'), change)
        assert.match(changed.html, /<h1>Sika<\/h1>/)
      }
      assert.equal((await operator.post('/operations/couriers/new', form)).status, 422)

      const someone = await verifiedApplicant(service)
      const { lastName: _, ...single } = plainApplicant
      assert.equal((await sendApplication(service, someone, single)).path, '/courier/apply/sent')
      const { id } = await db()
        .selectFrom('courier_applications')
        .select('id')
        .where('status', '=', 'WAITING')
        .executeTakeFirstOrThrow()
      const page = await operator.open(`/operations/couriers/applications/${id}`)
      assert.match(page.html, /<h1>Codjo<\/h1>/)
      const list = await operator.open('/operations/couriers/applications')
      assert.match(list.html, /<strong>Codjo<\/strong>/)
      await approveApplication(asOperator(), id)
      assert.match((await operator.open('/operations/couriers')).html, /<strong>Codjo<\/strong>/)
    })

    test('is ordered for with their name in either field, and greeted by it', async () => {
      const seller = await openConsole(service, { shopId: shop.shopId })
      const path = `/console/shops/${shop.shopId}/deliveries/new`
      for (const names of [{ firstName: 'Sèna' }, { lastName: 'Sèna' }]) {
        const page = await seller.open(path)
        const ordered = await seller.submit(page, path, {
          ...names,
          phone: '0197000001',
          mode: 'PREPAID',
          act: 'order',
        })
        assert.match(ordered.path, /deliveries\/[0-9a-f-]{36}/, textOf(ordered))
        assert.doesNotMatch(textOf(ordered), /- Sèna|Sèna -/)
        assert.match(decodeURIComponent(ordered.html), /Bonjour Sèna/)
      }
      const unnamed = await seller.submit(await seller.open(path), path, {
        phone: '0197000001',
        mode: 'PREPAID',
        act: 'order',
      })
      assert.equal(unnamed.status, 422)
    })
  })
})
