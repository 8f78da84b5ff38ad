import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, beforeEach, describe, test } from 'node:test'
import { failureCodes } from '../src/contract/vocabulary.ts'
import { checkCourier } from '../src/domain/couriers/check-courier.ts'
import { findPosition } from '../src/domain/couriers/position-store.ts'
import { reportPosition } from '../src/domain/couriers/report-position.ts'
import { retireCourier } from '../src/domain/couriers/retire-courier.ts'
import { cancelDelivery } from '../src/domain/deliveries/cancelling/cancel-delivery.ts'
import { unlockCode } from '../src/domain/deliveries/codes/unlock-code.ts'
import type { DeliveryKey } from '../src/domain/deliveries/delivery-store.ts'
import { assignCourier } from '../src/domain/deliveries/transitions/assign-courier.ts'
import { insertOffers } from '../src/domain/matching/offer-store.ts'
import { findShopPhone } from '../src/domain/shops/shop-phone-store.ts'
import { offersOf, openOffersOf, searchOnce } from './support/courier-work.ts'
import { onEachDatabase, openOnServer, skipServer } from './support/databases.ts'
import { eventsOf, rowOf } from './support/delivery-verbs.ts'
import { holdsCode } from './support/holds-code.ts'
import { center, openService, type TestService, type TestShop } from './support/open-service.ts'
import { ownerWithPhone } from './support/shop-members.ts'
import { offerTrip, type SignedIn, signInCourier } from './support/sign-in.ts'
import { hiddenFieldsOf, openVisitor, type Page, textOf, type Visitor } from './support/visitor.ts'
import { withoutIds } from './support/without-ids.ts'

const act = (action: string) => `/courier/actions/${action}`

onEachDatabase((open) => {
  let service: TestService
  let shop: TestShop

  before(async () => {
    service = await openService(await open(), { SUPPORT_PHONE: '+2290197000009' })
    shop = await service.openShop({ name: 'Boutique Ganhi' })
  })
  // A trip is offered to few couriers at once, so the couriers and searches of earlier tests are removed first.
  beforeEach(async () => {
    await service.services.db.updateTable('couriers').set({ on_duty_since: null }).execute()
    await service.services.db.deleteFrom('courier_searches').execute()
  })
  after(() => service.close())

  test('of a place that names no door the courier reads the area and the landmark, and the map has no pin', async () => {
    const { visitor } = await signInCourier(service)
    const key = await offerTrip(service, shop)
    const accepted = await visitor.submit(await visitor.open('/courier'), act('accept'))
    await visitor.submit(accepted, act('arrive'))
    await service.services.db
      .updateTable('deliveries')
      .set({ dropoff_label: 'East', dropoff_source: 'ZONE', dropoff_accuracy_meters: 900 })
      .where('deliveries.id', '=', key.id)
      .execute()
    const { pickup_code } = await rowOf(service, key)
    const taken = await visitor.submit(await visitor.open('/courier'), act('pick-up'), { code: pickup_code })
    assert.match(
      textOf(taken),
      /Lieu approximatif : East .*La porte n’est pas connue : suivez le repère.* Ouvrir la carte du quartier/,
    )
    assert.match(taken.html, /href="geo:6\.37,2\.43\?z(?:&#61;|=)15"/)
    assert.doesNotMatch(taken.html, /maps\/dir/)
    await service.services.db
      .updateTable('deliveries')
      .set({ dropoff_label: null, dropoff_source: 'PHONE', dropoff_accuracy_meters: 3_500 })
      .where('deliveries.id', '=', key.id)
      .execute()
    assert.match(
      textOf(await visitor.open('/courier')),
      /Lieu approximatif : East .*La porte n’est pas connue/,
      'a fix of kilometres is told by its neighbourhood, too',
    )
  })

  test('a courier can take a trip from its offer to the customer with HTML forms alone', async () => {
    const { id, visitor } = await signInCourier(service)
    const key = await offerTrip(service, shop, {
      parcel: { ...parcel, fragile: true },
      instructions: 'Sonnez.',
    })

    const offered = await visitor.open('/courier')
    assert.match(
      textOf(offered),
      /^Une course proposée 580 FCFA pour vous Trajet De West à East Vers la boutique 10 m Vers le client 2,9 km Argent du client .* Taille Petit colis, fragile/,
    )
    const accepted = await visitor.submit(offered, act('accept'))
    assert.match(textOf(accepted), /^La course est à vous\. COL-\w{6} Étape 1 sur 3 Allez à la boutique/)
    assert.match(
      accepted.html,
      /href="geo:6\.37,2\.41\?q&#61;6\.37,2\.41\(|href="geo:6\.37,2\.41\?q=6\.37,2\.41\(/,
    )
    const arrived = await visitor.submit(accepted, act('arrive'))
    assert.match(textOf(arrived), /^Votre arrivée est notée\. COL-\w{6} Étape 2 sur 3 Prenez le colis/)
    assert.match(textOf(arrived), /Fragile Consignes : Sonnez\./)
    assert.doesNotMatch(arrived.html, /0197000001/)
    const { pickup_code, confirmation_code } = await rowOf(service, key)
    const taken = await visitor.submit(arrived, act('pick-up'), { code: pickup_code })
    assert.match(
      textOf(taken),
      /^Colis pris\. Bonne route ! COL-\w{6} Étape 3 sur 3 Livrez le colis Afi Dossou/,
    )
    assert.match(textOf(taken), /Portail bleu .*Rien à encaisser : le colis est déjà payé\./)
    assert.match(taken.html, /href="tel:\+2290197000001"/)
    assert.match(taken.html, /https:\/\/www\.google\.com\/maps\/dir\/\?api=1&amp;destination=6\.37,2\.43/)
    const done = await visitor.submit(taken, act('hand-over'), { code: confirmation_code })
    assert.match(
      textOf(done),
      /^Colis remis\. Merci ! Pas de course pour l’instant .* Aujourd’hui : 580 FCFA, 1 course /,
    )

    const after = await rowOf(service, key)
    assert.deepEqual([after.status, after.courier_id], ['DELIVERED', id])
  })

  test('the courier reads a customer without a last name by their first name alone', async () => {
    const { visitor } = await signInCourier(service)
    const customer = { firstName: 'Afi', lastName: '-', phone: '0197000001' }
    const key = await offerTrip(service, shop, { customer })
    await visitor.submit(await visitor.open('/courier'), act('accept'))
    await visitor.submit(await visitor.open('/courier'), act('arrive'))
    const { pickup_code } = await rowOf(service, key)
    const taken = await visitor.submit(await visitor.open('/courier'), act('pick-up'), { code: pickup_code })
    assert.match(textOf(taken), /Livrez le colis Afi (?!-)/)
  })

  test('the courier’s page shows none of the delivery’s codes', async () => {
    const { visitor, key } = await carrying(service, shop, 'PICK_UP')
    const { pickup_code, confirmation_code, return_code } = await rowOf(service, key)
    const { html } = await visitor.open('/courier')
    for (const code of [pickup_code, confirmation_code, return_code].filter((each) => each !== null))
      assert.equal(holdsCode(html, code), false)
  })

  test('an offer that is declined disappears from the courier’s page', async () => {
    const { visitor } = await signInCourier(service)
    await offerTrip(service, shop)
    const declined = await visitor.submit(await visitor.open('/courier'), act('decline'))
    assert.match(textOf(declined), /^Course refusée\. Pas de course pour l’instant/)
  })

  test('when two couriers accept one trip, the second reads that it is no longer offered', async () => {
    const [first, second] = [await signInCourier(service), await signInCourier(service)]
    await offerTrip(service, shop)
    const [offered, alsoOffered] = [
      await first.visitor.open('/courier'),
      await second.visitor.open('/courier'),
    ]
    await first.visitor.submit(offered, act('accept'))
    const late = await second.visitor.submit(alsoOffered, act('accept'))
    assert.match(textOf(late), /^Cette course n’est plus proposée\. Pas de course/)
  })

  test('the courier’s page replaces the hand-over form by an explanation until the payment is settled', async () => {
    const { visitor, key, page } = await carrying(service, shop, 'HAND_OVER', cash)
    assert.match(textOf(page), /Ne remettez pas encore le colis : le client doit d’abord payer 13 100 FCFA/)
    assert.doesNotMatch(page.html, new RegExp(act('hand-over')))
    assert.match(page.html, /data-refresh-seconds="5"/)
    const { confirmation_code } = await rowOf(service, key)
    const forced = await visitor.post(act('hand-over'), {
      ...hiddenFieldsOf(page, act('fail')),
      code: confirmation_code,
    })
    assert.match(textOf(forced), /^Ne remettez pas encore le colis : il n’est pas payé\./)
    assert.equal((await rowOf(service, key)).status, 'IN_TRANSIT')

    await service.services.db
      .updateTable('deliveries')
      .set({ payment_status: 'PAID', paid_at: service.clock.now() })
      .where('deliveries.id', '=', key.id)
      .execute()
    const paid = await visitor.open('/courier')
    assert.match(textOf(paid), /Le client a payé 13 100 FCFA\. Vous pouvez remettre le colis\./)
    const done = await visitor.submit(paid, act('hand-over'), { code: confirmation_code })
    assert.match(textOf(done), /^Colis remis\./)
  })

  test('a wrong pickup code is refused with the number of tries left, and then the code is locked', async () => {
    const { visitor, key, page } = await carrying(service, shop, 'PICK_UP')
    const { pickup_code } = await rowOf(service, key)
    const code = pickup_code === '0000' ? '1111' : '0000'
    let answer = page
    const behind = hiddenFieldsOf(page, act('pick-up'))
    for (const left of [4, 3, 2, 1]) {
      answer = await visitor.submit(answer, act('pick-up'), { code })
      assert.match(
        textOf(answer),
        new RegExp(`Code de retrait Ce code est faux\\. Essais restants : ${left}\\.`),
      )
      assert.match(
        answer.html,
        /<input id="code"[^>]* aria-invalid="true" autofocus aria-describedby="code-error">/,
      )
      assert.doesNotMatch(answer.html, /<p class="notice (?:done|refused)/)
    }
    answer = await visitor.submit(answer, act('pick-up'), { code })
    const locked = /Ce code est bloqué après trop d’essais\. .*Vous pourrez réessayer aujourd’hui à 11 h 15\./
    assert.match(textOf(answer), locked)
    assert.doesNotMatch(answer.html, /<p class="notice (?:done|refused)|name="code"|Essais restants/)
    const token = randomUUID()
    const tried = await visitor.post(act('pick-up'), { ...behind, token, code: pickup_code })
    assert.match(textOf(tried), locked)
    assert.equal((await rowOf(service, key)).status, 'ASSIGNED')
    service.clock.forward(15 * 60_000)
    const open = await visitor.open('/courier')
    assert.match(textOf(await visitor.submit(open, act('pick-up'), { code: pickup_code })), /^Colis pris\./)
  })

  test('a confirmation code that only the operator unlocks offers their number, and nothing says to hand over', async () => {
    const { visitor, key, page } = await carrying(service, shop, 'HAND_OVER')
    assert.match(textOf(page), /Rien à encaisser : le colis est déjà payé\./)
    const { confirmation_code } = await rowOf(service, key)
    const code = confirmation_code === '0000' ? '1111' : '0000'
    const fields = hiddenFieldsOf(page, act('hand-over'))
    for (let round = 0; round < 3; round++) {
      for (let time = 0; time < 5; time++)
        await visitor.post(act('hand-over'), { ...fields, token: randomUUID(), code })
      if (round < 2) service.clock.forward(15 * 60_000)
    }
    const closed = await visitor.post(act('hand-over'), { ...fields, token: randomUUID(), code })
    assert.match(
      textOf(closed),
      /Ce code est bloqué après trop d’essais\. Gardez le colis et appelez votre responsable/,
    )
    assert.match(
      closed.html,
      /role="alert"[\s\S]*href="tel:\+2290197000009">Appeler le responsable<[\s\S]*<\/section>/,
    )
    assert.doesNotMatch(closed.html, /money open|notice done|name="code"|déjà payé/)
    await unlockCode(service.services, key)
    const open = await visitor.open('/courier')
    assert.match(
      textOf(await visitor.submit(open, act('hand-over'), { code: confirmation_code })),
      /^Colis remis\./,
    )
  })

  test('the shop, the customer and the operator can be called or written to on the page of each step', async () => {
    const owned = await service.openShop({ name: 'Boutique Dantokpa', payoutPhone: '0197000003' })
    const { visitor, key, page } = await carrying(service, owned, 'PICK_UP')
    const { reference, pickup_code } = await rowOf(service, key)
    const about = encodeURIComponent(`Livraison ${reference} : `)
    const reaches = ({ html }: Page, phone: string) =>
      html.includes(`href="tel:${phone}"`) && html.includes(`href="https://wa.me/${phone.slice(1)}`)
    const [shopPhone, customerPhone, support] = ['+2290197000003', '+2290197000001', '+2290197000009']
    const stands = async (shown: Page) =>
      [shopPhone, customerPhone, support].map((phone) => reaches(shown, phone))
    assert.deepEqual(await stands(page), [false, false, true])
    await service.services.db
      .updateTable('shops')
      .set({ default_collection: 'DIRECT' })
      .where('shops.id', '=', owned.shopId)
      .execute()
    const direct = await visitor.open('/courier')
    assert.deepEqual(await stands(direct), [true, false, true])
    assert.ok(direct.html.includes(`https://wa.me/2290197000003?text&#61;${about}`))
    assert.match(direct.html, /aria-label="Écrire à Boutique Dantokpa par WhatsApp"/)
    const taken = await visitor.submit(direct, act('pick-up'), { code: pickup_code })
    assert.deepEqual(await stands(taken), [true, true, true])
    const failed = await visitor.submit(taken, act('fail'), { reason: 'CUSTOMER_ABSENT' })
    assert.deepEqual(await stands(failed), [true, false, true])
  })

  test('a shop is called at the number that its owner has shown to be theirs', async () => {
    const owned = await service.openShop({ payoutPhone: '0197000003' })
    const { db } = service.services
    const owner = await ownerWithPhone(service, owned.shopId, '+2290197000061')
    await db
      .updateTable('accounts')
      .set({ phone_verified: false })
      .where('accounts.id', '=', owner.id)
      .execute()
    assert.equal(await findShopPhone(db, owned.shopId), null)
    service.clock.forward(1_000)
    await ownerWithPhone(service, owned.shopId, '+2290197000062')
    assert.equal(await findShopPhone(db, owned.shopId), '+2290197000062')
  })

  test('a malformed code is shown again without counting as a try, and spaces in a code are ignored', async () => {
    const { visitor, key, page } = await carrying(service, shop, 'PICK_UP')
    const refused = await visitor.submit(page, act('pick-up'), { code: '12' })
    assert.equal(refused.status, 422)
    assert.match(textOf(refused), /Le code a 4 chiffres\. Vérifiez-le\./)
    assert.match(refused.html, /name="code"[^>]* value="12"/)
    const { pickup_code, pickup_code_tries } = await rowOf(service, key)
    assert.equal(pickup_code_tries, 0)
    const spaced = [...pickup_code].join(' ')
    assert.match(textOf(await visitor.submit(refused, act('pick-up'), { code: spaced })), /^Colis pris\./)
  })

  for (const code of failureCodes) {
    test(`a parcel whose hand-over fails with ${code} goes back to the shop and is returned with the return code`, async () => {
      const { visitor, key, page } = await carrying(service, shop, 'HAND_OVER')
      const words = code === 'OTHER' ? 'La rue\nest  inondée ' : 'effacé'
      const failed = await visitor.submit(page, act('fail'), { reason: code, words })
      assert.match(textOf(failed), /^Échec signalé\. COL-\w{6} Retour Rapportez le colis à la boutique/)
      const row = await rowOf(service, key)
      assert.deepEqual(
        [row.status, row.failure_code, row.failure_note],
        ['FAILED', code, code === 'OTHER' ? 'La rue est inondée' : null],
      )
      if (code === 'OTHER') assert.match(textOf(failed), /Remise impossible : La rue est inondée\./)
      const done = await visitor.submit(failed, act('bring-back'), { code: row.return_code ?? '' })
      assert.match(textOf(done), /^Colis rendu\. Merci !/)
      assert.equal((await rowOf(service, key)).status, 'RETURNED')
    })
  }

  test('a failure form without a reason, or with OTHER and no words, is shown again with what was typed', async () => {
    const { visitor, page } = await carrying(service, shop, 'HAND_OVER')
    const without = await visitor.submit(page, act('fail'), { words: 'Bloqué' })
    assert.match(textOf(without), /Choisissez ce qui se passe\./)
    assert.match(without.html, /<details class="fail" open>/)
    assert.match(without.html, /id="words"[^>]* value="Bloqué"/)
    const wordless = await visitor.submit(page, act('fail'), { reason: 'OTHER', words: '  ' })
    assert.match(textOf(wordless), /Dites en quelques mots ce qui se passe\./)
    assert.match(wordless.html, /value="OTHER" required checked/)
    const long = await visitor.submit(page, act('fail'), { reason: 'OTHER', words: 'a'.repeat(201) })
    assert.match(textOf(long), /C’est trop long : 200 caractères au plus\./)
  })

  test('when a shop cancels a delivery in transit, the courier’s page first says to bring the parcel back', async () => {
    const { visitor, key } = await carrying(service, shop, 'HAND_OVER')
    await cancelDelivery(service.services, key, { reason: null, idempotencyKey: null })
    const page = await visitor.open('/courier')
    assert.match(
      textOf(page),
      /^Livraison annulée La boutique a annulé la livraison COL-\w{6}\. Rapportez-lui le colis .* Boutique Ganhi/,
    )
    service.clock.forward(3 * 60 * 60_000)
    assert.doesNotMatch(textOf(await visitor.open('/courier')), /annulée/)
  })

  describe('a parcel that is called back', () => {
    test('a parcel that its shop calls back is declared back once, and its courier is offered no trip before', async () => {
      const { id, visitor, key } = await carrying(service, shop, 'HAND_OVER')
      const cancelled = await cancel(service, key)
      const offered = await offerTrip(service, shop)
      assert.deepEqual(await offersOf(service, offered.id), [])
      const page = await visitor.open('/courier')
      assert.doesNotMatch(textOf(page), /course proposée|Pas de course/)

      service.clock.forward(60_000)
      const back = await visitor.submit(page, act('parcel-is-back'))
      assert.match(textOf(back), /^C’est noté : le colis est à la boutique\. Merci ! Pas de course/)
      const row = await rowOf(service, key)
      assert.deepEqual([row.status, row.brought_back_at], ['CANCELLED', service.clock.now()])
      assert.deepEqual(row.called_back_at, cancelled)
      service.clock.forward(60_000)
      await visitor.submit(page, act('parcel-is-back'))
      const again = hiddenFieldsOf(page, act('parcel-is-back'))
      await visitor.post(act('parcel-is-back'), { ...again, token: randomUUID() })
      assert.deepEqual((await rowOf(service, key)).brought_back_at, row.brought_back_at)

      await reportPosition(service.services, id, { ...center, accuracyMeters: 12 })
      await searchOnce(service)
      assert.deepEqual(
        (await offersOf(service, offered.id)).map(({ courierId }) => courierId),
        [id],
      )
    })

    test('a parcel that its shop calls back closes the courier’s offers, and is shown below their other parcel', async () => {
      const { id, visitor, key } = await carrying(service, shop, 'HAND_OVER')
      await cancel(service, key)
      const other = await offerTrip(service, shop)
      await insertOpenOffer(service, id, other)
      assert.deepEqual(await openOffersOf(service, id, service.clock.now()), [])
      const token = randomUUID()
      const refused = await visitor.post(act('accept'), { token, shop: other.shopId, delivery: other.id })
      assert.match(textOf(refused), /^Cette course n’est plus proposée\./)

      await assignCourier(service.services, other, await checkCourier(service.services.db, id))
      const page = await visitor.open('/courier')
      assert.match(textOf(page), /^COL-\w{6} Étape 1 sur 3 .* Livraison annulée .* C’est rapporté$/)
      assert.match(textOf(await visitor.submit(page, act('parcel-is-back'))), /^C’est noté .* Étape 1 sur 3/)
    })
  })

  test('a courier whose delivery is cancelled before pickup sees a notice of it for half an hour', async () => {
    const { visitor, key, page } = await carrying(service, shop, 'PICK_UP')
    await cancel(service, key)
    const { reference } = await rowOf(service, key)
    const emitted = `Livraison annulée La livraison ${reference} est annulée : n’y allez plus. J’ai compris Pas de course`
    assert.ok(textOf(await visitor.open('/courier')).startsWith(emitted))
    const late = await visitor.submit(page, act('pick-up'), { code: '0000' })
    assert.ok(
      textOf(late).startsWith(`La boutique a annulé cette livraison entre-temps. ${emitted}`),
      textOf(late),
    )
    service.clock.forward(30 * 60_000)
    assert.match(textOf(await visitor.open('/courier')), /^Pas de course/)
  })

  test('a courier puts away the notice of a cancelled delivery, and reads of the next one', async () => {
    const { id, visitor, key } = await carrying(service, shop, 'PICK_UP')
    const { visitor: stranger } = await signInCourier(service)
    await cancel(service, key)
    const page = await visitor.open('/courier')
    const strange = await stranger.post(act('put-away'), hiddenFieldsOf(page, act('put-away')))
    assert.match(textOf(strange), /^Cette livraison n’est pas ou n’est plus la vôtre\./)
    assert.match(textOf(await visitor.open('/courier')), /^Livraison annulée/)
    assert.match(textOf(await visitor.submit(page, act('put-away'))), /^C’est noté\. Pas de course/)
    assert.match(textOf(await visitor.open('/courier')), /^Pas de course/)

    service.clock.forward(1_000)
    const next = await offerTrip(service, shop)
    await assignCourier(service.services, next, await checkCourier(service.services.db, id))
    await cancel(service, next)
    assert.match(textOf(await visitor.open('/courier')), /^Livraison annulée/)
    const again = { ...hiddenFieldsOf(page, act('put-away')), token: randomUUID() }
    assert.match(textOf(await visitor.post(act('put-away'), again)), /^C’est noté\. Livraison annulée/)
  })

  test('the page of a parcel that is called back has one heading of the first level', async () => {
    const { visitor, key } = await carrying(service, shop, 'HAND_OVER')
    await cancel(service, key)
    for (const page of [
      await visitor.open('/courier'),
      await visitor.submit(await visitor.open('/courier'), act('go-off-duty'), { sure: 'yes' }),
    ])
      assert.deepEqual(page.html.match(/<h1>[^<]*/g), ['<h1>Livraison annulée'])
  })

  test('a courier who has a parcel is asked once more before they sign out or end their duty', async () => {
    const { visitor, key, page } = await carrying(service, shop, 'HAND_OVER')
    const asked = await visitor.submit(page, '/courier/sign-out')
    assert.match(
      textOf(asked),
      /^Vous avez encore un colis Si vous vous déconnectez, .*Se déconnecter quand même$/,
    )
    assert.doesNotMatch(withoutIds(asked.html), /Afi|Portail bleu|COL-/)
    assert.match(textOf(await visitor.open('/courier')), /Livrez le colis/)
    const token = randomUUID()
    const off = await visitor.post(act('go-off-duty'), { token })
    assert.match(textOf(off), /^Vous avez encore un colis Même hors service, le colis reste à vous/)
    assert.match((await visitor.open('/courier')).html, /id="duty">En service/)
    assert.match(textOf(await visitor.submit(off, act('go-off-duty'))), /^Votre service est terminé\. COL-/)
    await cancel(service, key)
    const calledBack = await visitor.open('/courier')
    assert.match(textOf(await visitor.submit(calledBack, '/courier/sign-out')), /^Vous avez encore un colis/)
    const out = await visitor.submit(asked, '/courier/sign-out')
    assert.equal(out.path, '/courier/sign-in')
    assert.equal((await visitor.open('/courier')).path, '/courier/sign-in')
  })

  test('French punctuation stays with the word before it on the courier’s pages', async () => {
    const { visitor, page } = await carrying(service, shop, 'HAND_OVER')
    assert.match(page.html, /Rien à encaisser\u00a0: le colis/)
    assert.match(page.html, /Un souci\u00a0\?/)
    const english = await visitor.open('/courier?lang=en')
    assert.match(english.html, /Nothing to collect: the parcel/)
  })

  test('a courier whose delivery is cancelled before pickup is offered other trips at once', async () => {
    const { id, key } = await carrying(service, shop, 'PICK_UP')
    await cancel(service, key)
    await reportPosition(service.services, id, { ...center, accuracyMeters: 12 })
    const offered = await offerTrip(service, shop)
    assert.deepEqual(
      (await offersOf(service, offered.id)).map(({ courierId }) => courierId),
      [id],
    )
  })

  test('a courier’s accepted trip cannot be declined from an outdated page', async () => {
    const { visitor } = await signInCourier(service)
    const key = await offerTrip(service, shop)
    const [first, behind] = [await visitor.open('/courier'), await visitor.open('/courier')]
    await visitor.submit(first, act('accept'))
    const late = await visitor.submit(behind, act('decline'))
    assert.match(textOf(late), /^La livraison a changé entre-temps : voici où elle en est\. .*Étape 1 sur 3/)
    assert.equal((await rowOf(service, key)).status, 'ASSIGNED')
  })

  test('an offer says that the place it leads to is approximate', async () => {
    const { visitor } = await signInCourier(service)
    const key = await offerTrip(service, shop)
    await service.services.db
      .updateTable('deliveries')
      .set({ dropoff_source: 'ZONE', dropoff_accuracy_meters: 900 })
      .where('deliveries.id', '=', key.id)
      .execute()
    const shown = await visitor.open('/courier')
    assert.ok(textOf(shown).includes('Trajet De West à East (approximatif) '), textOf(shown))
    await visitor.submit(shown, act('decline'))
  })

  test('an offer names the neighbourhoods, what the customer pays and how, and nothing else of the customer', async () => {
    const { visitor } = await signInCourier(service)
    const sale = { mode: 'CASH_ON_DELIVERY', feePayer: 'CUSTOMER', goodsAmount: 15_000 }
    const offers: [object, string][] = [
      [{ payment: { mode: 'PREPAID' } }, 'Rien à encaisser'],
      [
        { payment: { ...sale, collection: 'SECURE' } },
        '15 600 FCFA par mobile money, demandés par le service. Vous ne touchez pas l’argent.',
      ],
      [
        { payment: { ...sale, collection: 'DIRECT' } },
        '15 600 FCFA payés sur le numéro de la boutique. Vous ne touchez pas l’argent.',
      ],
    ]
    for (const [order, money] of offers) {
      await offerTrip(service, shop, order)
      const shown = await visitor.open('/courier')
      assert.ok(textOf(shown).includes(`Trajet De West à East`), textOf(shown))
      assert.ok(textOf(shown).includes(`Argent du client ${money} Taille Petit colis`), textOf(shown))
      assert.doesNotMatch(withoutIds(shown.html), /Afi|Dossou|0197000001|Portail bleu/)
      await visitor.submit(shown, act('decline'))
    }
    await offerTrip(service, shop, { dropoff: center })
    assert.match(textOf(await visitor.open('/courier')), /Trajet Dans West/)
    await visitor.open('/courier?lang=en')
    assert.match(textOf(await visitor.open('/courier')), /Trip Within West .* Customer’s money/)
  })

  test('an offer names its shop even when its pickup place has no label', async () => {
    const { visitor } = await signInCourier(service)
    await offerTrip(service, shop, { pickup: center })
    assert.match(textOf(await visitor.open('/courier')), /Retrait Boutique Ganhi Encore/)
  })

  test('without JavaScript the courier’s page reloads by itself only when it has no field to fill in', async () => {
    const { visitor } = await signInCourier(service)
    const refresh = /<noscript><meta http-equiv="refresh"/
    const reload = /<a class="button plain" href="\/courier">Recharger<\/a>/
    assert.match((await visitor.open('/courier')).html, refresh)
    for (const step of ['PICK_UP', 'HAND_OVER', 'RETURN_TO_SHOP'] as const) {
      const carried = await carrying(service, shop, step === 'RETURN_TO_SHOP' ? 'HAND_OVER' : step)
      if (step === 'RETURN_TO_SHOP')
        await carried.visitor.submit(carried.page, act('fail'), { reason: 'REFUSED' })
      const { html } = await carried.visitor.open('/courier')
      assert.doesNotMatch(html, refresh)
      assert.match(html, reload)
      await service.services.db.updateTable('couriers').set({ on_duty_since: null }).execute()
    }
  })

  test('a chosen language is kept on the courier’s pages and while signing in', async () => {
    const { id } = await signInCourier(service)
    const { visitor } = await signInCourier(service, id)
    const chosen = await visitor.open('/courier?lang=en')
    assert.match(textOf(chosen), /^No trip for now/)
    assert.match(
      chosen.html,
      /<a class="button quiet" href="\/courier\?lang=fr" lang="fr" hreflang="fr">Français/,
    )
    const page = await visitor.open('/courier', { 'accept-language': 'fr' })
    assert.match(page.html, /<html lang="en">/)
    assert.equal(page.headers['content-language'], 'en')
    assert.match(textOf(await visitor.submit(page, act('go-off-duty'))), /^You are off duty\./)

    const nobody = openVisitor(service)
    const asked = await nobody.open('/courier?lang=en')
    assert.equal(asked.path, '/courier/sign-in')
    assert.match(textOf(asked), /^Sign in/)
    assert.match(asked.html, /href="\/courier\/sign-in\?lang=fr"/)
    assert.match(textOf(await nobody.open('/courier/sign-in?lang=fr')), /^Connexion/)
    nobody.cookies.set('colis.language', 'xx')
    assert.match(textOf(await nobody.open('/courier/sign-in')), /^Connexion/)
  })

  describe('the version of a page', () => {
    const versionOf = ({ html }: Page) => /<main id="main" data-version="([^"]+)"/.exec(html)?.[1]

    test('the version of the courier’s page is the same for the same content and changes with it', async () => {
      const { visitor } = await signInCourier(service)
      const first = await visitor.open('/courier')
      assert.equal((await look(visitor)).html, versionOf(first))
      const key = await offerTrip(service, shop)
      const offered = await visitor.open('/courier')
      assert.equal((await look(visitor)).html, versionOf(offered))
      assert.notEqual(versionOf(offered), versionOf(first))
      await visitor.submit(offered, act('accept'))
      const accepted = (await look(visitor)).html
      await cancel(service, key)
      assert.notEqual((await look(visitor)).html, accepted)
    })

    test('the version of the courier’s page is not sent to a retired courier or after the session has ended', async () => {
      const { id, visitor } = await signInCourier(service)
      assert.equal((await look(visitor)).status, 200)
      await retireCourier(service.services, id)
      assert.equal((await look(visitor)).path, '/courier/sign-in?ended')

      const { visitor: other } = await signInCourier(service)
      const cookie = [...other.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      assert.equal((await look(other, null, { cookie })).status, 200)
      await other.submit(await other.open('/courier'), '/courier/sign-out')
      assert.equal((await look(other, null, { cookie })).path, '/courier/sign-in?ended')
    })
  })

  describe('the same form sent again', () => {
    test('a courier’s form sent twice gets the same response and acts once', async () => {
      const { visitor, key, page } = await carrying(service, shop, 'PICK_UP')
      const { pickup_code } = await rowOf(service, key)
      const fields = { ...hiddenFieldsOf(page, act('pick-up')), code: pickup_code }
      const [first, second] = [
        await visitor.post(act('pick-up'), fields),
        await visitor.post(act('pick-up'), fields),
      ]
      assert.match(textOf(first), /^Colis pris\./)
      assert.deepEqual([second.path, textOf(second)], [first.path, textOf(first)])
      const emitted = (await eventsOf(service, key)).filter(({ type }) => type === 'delivery.picked_up')
      assert.equal(emitted.length, 1)
    })

    test('a courier’s form with a wrong code sent several times counts as one try', async () => {
      const { visitor, key, page } = await carrying(service, shop, 'PICK_UP')
      const { pickup_code } = await rowOf(service, key)
      const code = pickup_code === '0000' ? '1111' : '0000'
      const fields = { ...hiddenFieldsOf(page, act('pick-up')), code }
      for (let time = 0; time < 3; time++)
        assert.match(textOf(await visitor.post(act('pick-up'), fields)), /Essais restants : 4\./)
      assert.equal((await rowOf(service, key)).pickup_code_tries, 1)
    })

    test('a courier’s form sent again after the delivery changed its status gets the same response', async () => {
      const { visitor, key, page } = await carrying(service, shop, 'PICK_UP')
      const { pickup_code, confirmation_code } = await rowOf(service, key)
      const fields = { ...hiddenFieldsOf(page, act('pick-up')), code: pickup_code }
      const taken = await visitor.post(act('pick-up'), fields)
      await visitor.submit(taken, act('hand-over'), { code: confirmation_code })
      assert.match(textOf(await visitor.post(act('pick-up'), fields)), /^Colis pris\. .*Pas de course/)
    })

    test('a courier’s form sent eight times at once acts once', async () => {
      const { visitor, key, page } = await carrying(service, shop, 'HAND_OVER')
      const { confirmation_code } = await rowOf(service, key)
      const fields = { ...hiddenFieldsOf(page, act('hand-over')), code: confirmation_code }
      const answers = await Promise.all(
        Array.from({ length: 8 }, () => visitor.post(act('hand-over'), fields)),
      )
      for (const { status } of answers) assert.ok(status === 200 || status === 503, String(status))
      assert.ok(answers.some((answer) => /^Colis remis/.test(textOf(answer))))
      assert.match(textOf(await visitor.post(act('hand-over'), fields)), /^Colis remis\./)
    })
  })

  test('an action interrupted by a database error gets 503 for 30 s, and succeeds when sent again after that', async () => {
    const { visitor, key, page } = await carrying(service, shop, 'PICK_UP')
    const fields = {
      ...hiddenFieldsOf(page, act('pick-up')),
      code: (await rowOf(service, key)).pickup_code,
    }
    const { withSession } = service.services.database
    // The database refuses the verb, and then the deletion of the action.
    await withSession((session) => session.runScript(loseActions))
    assert.equal((await visitor.post(act('pick-up'), fields)).status, 500)
    await withSession((session) => session.runScript(loseNoMoreActions))

    const early = await visitor.post(act('pick-up'), fields)
    assert.deepEqual([early.status, early.headers['retry-after']], [503, '2'])
    const { level, code } = JSON.parse(service.logged.at(-1) ?? '{}')
    assert.deepEqual({ level, code }, { level: 40, code: 'SERVICE_UNAVAILABLE' })
    assert.equal((await rowOf(service, key)).status, 'ASSIGNED')
    service.clock.forward(30_001)
    assert.match(textOf(await visitor.post(act('pick-up'), fields)), /^Colis pris\./)
    assert.match(textOf(await visitor.post(act('pick-up'), fields)), /^Colis pris\./)
  })

  test('a form sent from an outdated tab leads to the current step of the delivery', async () => {
    const { visitor, key, page } = await carrying(service, shop, 'PICK_UP')
    const behind = await visitor.open('/courier')
    const { pickup_code: code } = await rowOf(service, key)
    await visitor.submit(page, act('pick-up'), { code })
    const late = await visitor.submit(behind, act('pick-up'), { code })
    assert.match(textOf(late), /^La livraison a changé entre-temps : voici où elle en est\. .*Étape 3 sur 3/)
  })

  test('a courier can neither see nor change another courier’s delivery', async () => {
    const { key, page } = await carrying(service, shop, 'HAND_OVER')
    const { reference, pickup_code, confirmation_code, return_code } = await rowOf(service, key)
    const { visitor: stranger } = await signInCourier(service)
    const { token } = hiddenFieldsOf(page, act('hand-over'))
    assert.doesNotMatch((await stranger.open(`/courier?answer=${token}`)).html, new RegExp(reference))
    const delivery = { shop: key.shopId, delivery: key.id }
    const forms: [string, Record<string, string>][] = [
      ['accept', {}],
      ['decline', {}],
      ['arrive', {}],
      ['pick-up', { code: pickup_code }],
      ['hand-over', { code: confirmation_code }],
      ['fail', { reason: 'REFUSED' }],
      ['bring-back', { code: return_code ?? '0000' }],
    ]
    for (const [action, typed] of forms) {
      const answer = await stranger.post(act(action), { token: randomUUID(), ...delivery, ...typed })
      assert.equal(answer.status, 200)
      assert.doesNotMatch(answer.html, new RegExp(`${reference}|Dossou|0197000001`), action)
      if (!['accept', 'decline'].includes(action))
        assert.match(textOf(answer), /^Cette livraison n’est pas ou n’est plus la vôtre\./)
    }
    assert.equal((await rowOf(service, key)).status, 'IN_TRANSIT')
  })

  test('the token of another courier’s action shows the same page as an unknown token', async () => {
    const { visitor } = await signInCourier(service)
    const done = await visitor.submit(await visitor.open('/courier'), act('go-off-duty'))
    assert.match(textOf(done), /^Votre service est terminé\./)
    const token = new URL(done.path, 'http://colis.test').searchParams.get('answer')
    const { visitor: stranger } = await signInCourier(service)
    const [strange, unknown] = [
      await stranger.open(`/courier?answer=${token}`),
      await stranger.open(`/courier?answer=${randomUUID()}`),
    ]
    assert.equal(textOf(strange), textOf(unknown))
  })

  test('a courier can go on and off duty, and the page says whether they are on duty', async () => {
    const { visitor } = await signInCourier(service)
    const off = await visitor.submit(await visitor.open('/courier'), act('go-off-duty'))
    assert.match(textOf(off), /^Votre service est terminé\. Bonjour Koffi Vous n’êtes pas en service/)
    assert.match(off.html, /data-shares-position="false"/)
    const on = await visitor.submit(off, act('go-on-duty'))
    assert.match(textOf(on), /^Vous êtes en service\. Pas de course/)
    assert.match(on.html, /data-shares-position="true"/)
  })

  test('a courier’s phone can report its position, and malformed positions are refused', async () => {
    const { id, visitor } = await signInCourier(service)
    service.clock.forward(5_000)
    assert.equal((await look(visitor, { lat: 6.38, lng: 2.42, accuracyMeters: 8.5 })).status, 200)
    const position = await findPosition(service.services.db, id)
    assert.deepEqual([position?.lat, position?.lng, position?.accuracyMeters], [6.38, 2.42, 8.5])
    const hostile = [
      {},
      null,
      [],
      { lat: 91, lng: 0, accuracyMeters: null },
      { lat: '6', lng: 2, accuracyMeters: null },
      { lat: 6, lng: 2, accuracyMeters: -1 },
      { lat: 6, lng: 2, accuracyMeters: 1, courierId: id },
    ]
    for (const body of hostile.map((each) => ({ position: each })).concat([{}, [], 'x', null] as never[]))
      if (body?.position !== null)
        assert.equal((await lookWith(visitor, JSON.stringify(body))).status, 400, JSON.stringify(body))
    assert.equal(
      (await lookWith(visitor, JSON.stringify({ position: null, x: 'y'.repeat(9_000) }))).status,
      400,
    )
    assert.deepEqual((await findPosition(service.services.db, id))?.lat, 6.38)
  })

  test('the version comes without the headers of a page, and none of a courier’s position is kept off duty', async () => {
    const { id, visitor } = await signInCourier(service)
    const { headers, html } = await look(visitor, { lat: 6.38, lng: 2.42, accuracyMeters: 5 })
    assert.match(html, /^[\w-]{16}$/)
    assert.deepEqual(Object.keys(headers).sort(), [
      'connection',
      'content-length',
      'content-type',
      'date',
      'x-request-id',
    ])
    await visitor.submit(await visitor.open('/courier'), act('go-off-duty'))
    assert.equal((await look(visitor, { lat: 6.38, lng: 2.42, accuracyMeters: 5 })).status, 200)
    assert.equal(await findPosition(service.services.db, id), undefined)
  })

  test('a courier’s phone that has signed out can no longer report its position', async () => {
    const { id, visitor } = await signInCourier(service)
    const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const report = (lat: number) => look(visitor, { lat, lng: 2.42, accuracyMeters: null }, { cookie })
    service.clock.forward(5_000)
    assert.equal((await report(6.38)).status, 200)
    await visitor.submit(await visitor.open('/courier'), '/courier/sign-out')
    service.clock.forward(5_000)
    assert.equal((await report(6.39)).path, '/courier/sign-in?ended')
    assert.equal((await findPosition(service.services.db, id))?.lat, 6.38)
  })

  test('without a session every page and form of the courier redirects to sign-in and does nothing', async () => {
    const { key } = await carrying(service, shop, 'HAND_OVER')
    const { confirmation_code } = await rowOf(service, key)
    const nobody = openVisitor(service)
    assert.equal((await nobody.open('/courier')).path, '/courier/sign-in')
    const fields = { token: randomUUID(), shop: key.shopId, delivery: key.id, code: confirmation_code }
    assert.equal((await nobody.post(act('hand-over'), fields)).path, '/courier/sign-in')
    const position = await look(nobody, { lat: 6, lng: 2, accuracyMeters: null })
    assert.equal(position.path, '/courier/sign-in')
    assert.equal((await rowOf(service, key)).status, 'IN_TRANSIT')
  })

  test('an action refused because the session had ended succeeds after signing in again', async () => {
    const { id, visitor, key, page } = await carrying(service, shop, 'PICK_UP')
    const { pickup_code } = await rowOf(service, key)
    const fields = { ...hiddenFieldsOf(page, act('pick-up')), code: pickup_code }
    for (const name of visitor.cookies.keys())
      if (name.includes('session')) visitor.cookies.set(name, 'ended')
    assert.equal((await visitor.post(act('pick-up'), fields)).path, '/courier/sign-in?ended')
    const { visitor: again } = await signInCourier(service, id)
    assert.match(textOf(await again.post(act('pick-up'), fields)), /^Colis pris\./)
  })

  test('a courier’s form whose origin is another site or hidden is refused', async () => {
    const { visitor, key, page } = await carrying(service, shop, 'PICK_UP')
    const { pickup_code } = await rowOf(service, key)
    const fields = { ...hiddenFieldsOf(page, act('pick-up')), code: pickup_code }
    const origins: Record<string, string>[] = [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: '' },
      { origin: 'http://colis.test.evil.example' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
    ]
    for (const headers of origins) {
      const answer = await visitor.post(act('pick-up'), fields, headers)
      assert.equal(answer.status, 403, JSON.stringify(headers))
      assert.match(textOf(answer), /ne vient pas d’une page de Colis/)
    }
    assert.equal((await rowOf(service, key)).status, 'ASSIGNED')
    const own = { 'sec-fetch-site': 'same-origin' }
    assert.match(textOf(await visitor.post(act('pick-up'), fields, own)), /^Colis pris\./)
  })

  test('text that people entered is escaped on the courier’s pages', async () => {
    const nasty = `"><script>alert(1)</script>'&{{7*7}}`
    const other = await service.openShop({ name: nasty, withoutAddress: true })
    const place = { label: nasty, landmark: nasty, lat: 6.37, lng: 2.41 }
    const input = {
      pickup: place,
      dropoff: { ...place, lng: 2.43 },
      customer: { lastName: nasty, firstName: nasty, phone: '0197000001' },
      parcel: { ...parcel, category: nasty },
      instructions: nasty,
    }
    const { visitor, page } = await carrying(service, other, 'HAND_OVER', input)
    const failed = await visitor.submit(page, act('fail'), { reason: 'OTHER', words: nasty })
    const typed = await visitor.submit(failed, act('bring-back'), { code: nasty })
    for (const { html } of [page, failed, typed]) {
      assert.doesNotMatch(html, /<script>alert/)
      assert.match(html, /&#62;&#60;script&#62;alert\(1\)/)
      assert.doesNotMatch(html, / on\w+=/)
    }
  })

  describe('hostile forms', () => {
    const token = '0192f0c1-7a3e-4c11-9d5b-3f5f7b1c2d4e'
    const delivery = { shop: token, delivery: token }
    const malformed: [string, string, Record<string, string> | string][] = [
      ['an action that does not exist', 'steal', { token, ...delivery }],
      ['an action named after an object’s member', 'constructor', { token, ...delivery }],
      ['no fields at all', 'arrive', ''],
      ['no token', 'arrive', delivery],
      ['a malformed token', 'arrive', { ...delivery, token: `${token}' or 1=1 --` }],
      ['two tokens', 'arrive', `token=${token}&token=${token}&shop=${token}&delivery=${token}`],
      ['a malformed delivery id', 'arrive', { token, shop: token, delivery: 'COL-AAAAAA' }],
      ['a field named __proto__', 'arrive', `__proto__=x&token=${token}`],
      ['broken percent-encoding', 'arrive', 'token=%zz&%=%'],
      ['zero bytes', 'arrive', `token=%00${token}`],
    ]
    for (const [name, action, fields] of malformed) {
      test(`a courier’s form with ${name} is refused with an error page`, async () => {
        const { visitor } = await signInCourier(service)
        const answer = await visitor.post(act(action), fields)
        assert.equal(answer.status, 400)
        assert.match(textOf(answer), /^Cela n’a pas marché Cette page n’a pas compris/)
      })
    }

    test('a courier’s form of 10 KB is refused with 413, signed in or not', async () => {
      const huge = { token, ...delivery, words: 'a'.repeat(10_000) }
      const { visitor } = await signInCourier(service)
      assert.equal((await visitor.post(act('fail'), huge)).status, 413)
      assert.equal(
        (await openVisitor(service).post('/courier/sign-in', { phone: 'a'.repeat(10_000) })).status,
        413,
      )
    })

    test('a courier’s form of another content type is refused with an HTML page', async () => {
      const { visitor } = await signInCourier(service)
      const answer = await visitor.post(act('arrive'), '<x/>', { 'content-type': 'text/xml' })
      assert.deepEqual([answer.status, answer.headers['content-type']], [415, 'text/html; charset=utf-8'])
    })

    test('control characters are removed from the words of a failed hand-over', async () => {
      const { visitor, key, page } = await carrying(service, shop, 'HAND_OVER')
      const fields = new URLSearchParams({ ...hiddenFieldsOf(page, act('fail')), reason: 'OTHER' })
      await visitor.post(act('fail'), `${fields}&words=rue%00%1b%0Abarr%C3%A9e%20`)
      assert.equal((await rowOf(service, key)).failure_note, 'rue barrée')
    })
  })

  test('the courier’s pages cannot be cached or framed, and run no script from elsewhere', async () => {
    const { visitor } = await signInCourier(service)
    for (const path of ['/courier', '/courier/sign-in', '/courier/offline']) {
      const { headers, html } = await visitor.open(path)
      assert.equal(headers['cache-control'], 'no-store')
      assert.match(
        String(headers['content-security-policy']),
        /^default-src 'none'; script-src 'self'; style-src 'self';.*manifest-src 'self'.*frame-ancestors 'none'$/,
      )
      assert.equal(headers['referrer-policy'], 'same-origin')
      assert.equal(headers['x-content-type-options'], 'nosniff')
      assert.doesNotMatch(html, /<script>| style=|src="http/)
    }
  })

  test('the courier’s pages are in English for a browser that asks for it', async () => {
    const { visitor } = await signInCourier(service)
    const english = { 'accept-language': 'en' }
    assert.match(textOf(await visitor.open('/courier', english)), /^No trip for now Keep this page open/)
    assert.match((await visitor.open('/courier', english)).html, /<html lang="en">/)
    const { body } = await service.call({ url: '//courier/manifest.webmanifest', headers: english })
    assert.equal(body.name, 'Colis – courier')
  })

  test('the courier’s pages can be installed, with a manifest, icons and a service worker', async () => {
    const { body: manifest, headers } = await service.call({ url: '//courier/manifest.webmanifest' })
    assert.equal(headers['content-type'], 'application/manifest+json; charset=utf-8')
    assert.deepEqual(
      [manifest.start_url, manifest.scope, manifest.display, manifest.lang],
      ['/courier', '/courier', 'standalone', 'fr'],
    )
    for (const { src, sizes, type } of manifest.icons as { src: string; sizes: string; type: string }[]) {
      const icon = await service.app.inject({ url: src })
      assert.deepEqual([icon.statusCode, icon.headers['content-type']], [200, type])
      const size = type === 'image/png' ? icon.rawPayload.readUInt32BE(16) : 'any'
      assert.equal(sizes, size === 'any' ? 'any' : `${size}x${size}`)
    }
    const worker = await service.app.inject({ url: '/courier/worker.js' })
    assert.equal(worker.headers['service-worker-allowed'], '/courier')
    assert.match(worker.body, /colis-courier-[0-9a-f]{12}/)
  })

  test('the courier’s pages are not in the OpenAPI description', async () => {
    const { body } = await service.call({ url: '//openapi.json' })
    assert.deepEqual(
      Object.keys(body.paths).filter((path) => path.includes('courier')),
      [],
    )
  })
})

test('an action that failed because of the database succeeds when it is sent again', {
  skip: skipServer,
}, async () => {
  const database = await openOnServer()
  const service = await openService(database)
  const shop = await service.openShop({ name: 'Boutique Ganhi' })
  const { visitor, key, page } = await carrying(service, shop, 'PICK_UP')
  const { pickup_code } = await rowOf(service, key)
  const fields = { ...hiddenFieldsOf(page, act('pick-up')), code: pickup_code }
  const { db } = service.services
  await db.schema.alterTable('deliveries').renameTo('deliveries_away').execute()
  assert.equal((await visitor.post(act('pick-up'), fields)).status, 500)
  await db.schema.alterTable('deliveries_away').renameTo('deliveries').execute()
  assert.match(textOf(await visitor.post(act('pick-up'), fields)), /^Colis pris\./)
  await service.close()
})

/** What a phone asks every few seconds. */
const look = (
  visitor: Visitor,
  position: { lat: number; lng: number; accuracyMeters: number | null } | null = null,
  headers: Record<string, string> = {},
) => lookWith(visitor, JSON.stringify({ position }), headers)

const lookWith = (visitor: Visitor, body: string, headers: Record<string, string> = {}) =>
  visitor.post('/courier/look', body, { 'content-type': 'application/json', ...headers })

/** Cancels as the shop does; returns when. */
async function cancel({ services, clock }: TestService, key: DeliveryKey): Promise<Date> {
  await cancelDelivery(services, key, { reason: null, idempotencyKey: null })
  return clock.now()
}

/** An offer made before the courier had a parcel to bring back. */
async function insertOpenOffer({ services, clock }: TestService, courierId: string, key: DeliveryKey) {
  const [offeredAt, expiresAt] = [clock.now(), new Date(clock.now().getTime() + 60_000)]
  const promise = { payFcfa: 480, bonusFcfa: 0, tripVersion: 1, distanceMeters: 10 }
  const offer = { ...key, ...promise, deliveryId: key.id, courierId, round: 1 }
  await services.db.transaction().execute((trx) => insertOffers(trx, [{ ...offer, offeredAt, expiresAt }]))
}

const loseActions = `
  alter table deliveries rename to deliveries_away;
  create function keep_action() returns trigger language plpgsql as $$ begin raise 'away'; end $$;
  create trigger keep_action before delete on courier_actions for each row execute function keep_action();`
const loseNoMoreActions = `
  alter table deliveries_away rename to deliveries;
  drop trigger keep_action on courier_actions;
  drop function keep_action;`

const parcel = { category: 'FASHION', size: 'SMALL' }
const cash = {
  payment: { mode: 'CASH_ON_DELIVERY', goodsAmount: 12_500, feePayer: 'CUSTOMER', collection: 'DIRECT' },
}

/** A courier with a parcel of their own, at one of the steps, with the page they see there. */
async function carrying(
  service: TestService,
  shop: TestShop,
  step: 'PICK_UP' | 'HAND_OVER',
  input: object = {},
): Promise<SignedIn & { key: DeliveryKey; page: Page }> {
  const signedIn = await signInCourier(service)
  const { visitor } = signedIn
  const key = await offerTrip(service, shop, input)
  const fields = { token: randomUUID(), shop: key.shopId, delivery: key.id }
  let page = await visitor.submit(await visitor.post(act('accept'), fields), act('arrive'))
  if (step === 'HAND_OVER') {
    const { pickup_code: code } = await rowOf(service, key)
    page = await visitor.submit(page, act('pick-up'), { code })
  }
  return { ...signedIn, key, page: { ...page, path: '/courier' } }
}
