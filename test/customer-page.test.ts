import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { cliActor } from '../src/base/kernel/actor.ts'
import { type DeliveryStatus, deliveryStatuses, type PaymentStatus } from '../src/contract/vocabulary.ts'
import { cancelDelivery } from '../src/domain/deliveries/cancelling/cancel-delivery.ts'
import type { DeliveryKey } from '../src/domain/deliveries/delivery-store.ts'
import { changePayment } from '../src/domain/deliveries/payment/change-payment.ts'
import { customerToken } from '../src/domain/deliveries/sharing/customer-link.ts'
import { assignCourier } from '../src/domain/deliveries/transitions/assign-courier.ts'
import { listPaymentRequests } from '../src/domain/money/mobile-money/payment-request-store.ts'
import { requestPaymentAgain } from '../src/domain/money/mobile-money/request-payment-again.ts'
import { courierAt } from './support/courier-work.ts'
import { fieldsOf, openPage, pagePath, sendForm, textOf } from './support/customer-visit.ts'
import { onEachDatabase, onServer } from './support/databases.ts'
import { act, bringTo, courier, rowOf } from './support/delivery-verbs.ts'
import { actWhileHeld } from './support/held-delivery.ts'
import { holdsCode } from './support/holds-code.ts'
import {
  type Answer,
  center,
  changeTariff,
  openService,
  parakou,
  type TestService,
  type TestShop,
  testStart,
  testTariff,
} from './support/open-service.ts'
import { withoutIds } from './support/without-ids.ts'

const secure = { payment: { mode: 'CASH_ON_DELIVERY', goodsAmount: 15_000 } }
const prepaid = { payment: { mode: 'PREPAID' } }
const direct = { payment: { ...secure.payment, collection: 'DIRECT' } }
/** The fields in which a script says how a position was measured, as they are without one. */
const unmeasured = { source: '', accuracy: '', measured: '' }

/** A position in the zone East as a script sends it. */
const measured = (source: string, accuracy: string) => ({
  position: '6.37000, 2.43000',
  source,
  accuracy,
  measured: '6.37000, 2.43000',
})

const typed = { step: 'price', position: '6.3700, 2.4300', zone: '', landmark: 'Portail bleu' }
/** The form for a problem, which every page ends with. */
const problemForm = {
  fr: 'Signaler un problème Que se passe-t-il ? Je n’ai pas reçu le colis Le colis est abîmé Ce n’est pas le bon colis Le livreur m’a demandé de l’argent Le livreur s’est mal comporté Autre chose Racontez-nous, si vous voulez N’écrivez ici ni code secret ni mot de passe. Envoyer',
  en: 'Report a problem What is wrong? I have not received the parcel The parcel is damaged It is the wrong parcel The courier asked me for money The courier behaved badly Something else Tell us more, if you like Never write a PIN or a password here. Send',
}
const english = { 'accept-language': 'en-GB,en;q=0.9' }

onEachDatabase((open) => {
  let service: TestService
  let shop: TestShop
  before(async () => {
    service = await openService(await open())
    shop = await service.openShop({ name: 'Boutique Ganhi' })
  })
  beforeEach(() => service.clock.set(testStart))
  after(() => service.close())

  /** Brings a delivery to a status, and pays it where the status needs that. */
  async function bring(status: DeliveryStatus, input: object = secure): Promise<DeliveryKey> {
    if (status !== 'DELIVERED') return bringTo(service, shop, status, input)
    const key = await bringTo(service, shop, 'IN_TRANSIT', input)
    await pay(key, 'PAID')
    await act(service, key, 'handOver')
    return key
  }

  async function pay(key: DeliveryKey, status: PaymentStatus): Promise<void> {
    const transition = {
      PAID: 'confirm',
      FAILED: 'fail',
      REFUSED: 'refuse',
      AWAITING_MERCHANT: 'declarePaid',
    } as const
    if (status in transition)
      await changePayment(service.services, key, transition[status as keyof typeof transition])
  }

  describe('the text of the customer’s page for each status', () => {
    const pages: [status: DeliveryStatus, fr: string, en: string][] = [
      [
        'AWAITING_LOCATION',
        'Bonjour Afi Où livrer votre colis ? Boutique Ganhi a un colis pour vous. Dites-nous où vous êtes, et un livreur vous l’apporte. Achats 15\u202f000 FCFA Livraison environ 550 FCFA À payer environ 15\u202f550 FCFA Le prix exact s’affiche avant que vous confirmiez. Écrire une position ou choisir un quartier Position Par exemple 6.3654, 2.4183, un Plus Code comme 9C89+58, ou un lien Google Maps. Ou votre quartier Choisir dans la liste East West Écrivez alors un repère plus bas : c’est lui qui guide le livreur. Un repère pour le livreur Par exemple : portail bleu, en face de la pharmacie. Voir le prix',
        'Hello Afi Where should we bring your parcel? Boutique Ganhi has a parcel for you. Tell us where you are and a courier will bring it. Goods 15,000 FCFA Delivery about 550 FCFA To pay about 15,550 FCFA The exact price is shown before you confirm. Type a position or choose a neighbourhood Position For example 6.3654, 2.4183, a Plus Code such as 9C89+58, or a Google Maps link. Or your neighbourhood Choose from the list East West Then write a landmark further down: it is what guides the courier. A landmark for the courier For example: blue gate, opposite the pharmacy. See the price',
      ],
      [
        'SEARCHING_COURIER',
        'Position Livreur En route Livré Nous cherchons un livreur C’est noté, nous savons où livrer. Vous n’avez plus rien à faire pour le moment. Paiement À payer : 15\u202f600 FCFA, par mobile money. La demande arrive sur votre téléphone quand le livreur a votre colis. Le livreur ne prend pas d’argent. On livre ici Maison Ajouter une photo de la porte ou un message vocal Pour que le livreur vous trouve plus vite. Pas là ? Quelqu’un d’autre peut le prendre Son nom Qui est-ce ? voisin gardien famille collègue Cette personne peut le prendre Actualiser',
        'Position Courier On its way Delivered We are looking for a courier We know where to deliver. There is nothing more for you to do right now. Payment To pay: 15,600 FCFA, by mobile money. The request reaches your phone once the courier has your parcel. The courier takes no money. We deliver here Maison Add a photo of the door or a voice message So that the courier finds you faster. Not there? Somebody else may take it Their name Who they are neighbour guard family colleague They may take it Refresh',
      ],
      [
        'ASSIGNED',
        'Position Livreur En route Livré Un livreur va chercher votre colis Il passe chez Boutique Ganhi, puis il vient chez vous. Votre livreur A Afi · tricycle Appeler Afi +229 01 97 00 00 02 Paiement À payer : 15\u202f600 FCFA, par mobile money. La demande arrive sur votre téléphone quand le livreur a votre colis. Le livreur ne prend pas d’argent. On livre ici Maison Ajouter une photo de la porte ou un message vocal Pour que le livreur vous trouve plus vite. Pas là ? Quelqu’un d’autre peut le prendre Son nom Qui est-ce ? voisin gardien famille collègue Cette personne peut le prendre Actualiser',
        'Position Courier On its way Delivered A courier is fetching your parcel They go to Boutique Ganhi, then they come to you. Your courier A Afi · tricycle Call Afi +229 01 97 00 00 02 Payment To pay: 15,600 FCFA, by mobile money. The request reaches your phone once the courier has your parcel. The courier takes no money. We deliver here Maison Add a photo of the door or a voice message So that the courier finds you faster. Not there? Somebody else may take it Their name Who they are neighbour guard family colleague They may take it Refresh',
      ],
      [
        'IN_TRANSIT',
        'Position Livreur En route Livré Votre colis est en route Gardez votre téléphone près de vous. Paiement Une demande de 15\u202f600 FCFA arrive sur votre téléphone. Pour payer, tapez-y votre code secret : ne le donnez à personne, pas même au livreur. Une fois payé, le livreur vous remet le colis. Payer depuis un autre numéro Un proche peut payer à votre place, ou vous avec un autre compte. La demande déjà envoyée est d’abord annulée : ne la validez plus. Numéro qui paie Par exemple 01 97 00 00 01 Envoyer la demande à ce numéro Votre code de remise CODE Donnez-le au livreur seulement quand vous avez le colis en main. Votre livreur A Afi · tricycle Appeler Afi +229 01 97 00 00 02 On livre ici Maison Ajouter une photo de la porte ou un message vocal Pour que le livreur vous trouve plus vite. Pas là ? Quelqu’un d’autre peut le prendre Son nom Qui est-ce ? voisin gardien famille collègue Cette personne peut le prendre Actualiser',
        'Position Courier On its way Delivered Your parcel is on its way Keep your phone close to you. Payment A request for 15,600 FCFA is coming to your phone. To pay, enter your secret PIN there: give it to nobody, not even to the courier. Once it is paid, the courier hands you the parcel. Pay from another number Somebody close to you can pay instead, or you from another account. The request that was sent is cancelled first: do not approve it any more. Number that pays For example 01 97 00 00 01 Send the request to this number Your handover code CODE Give it to the courier only once you hold the parcel. Your courier A Afi · tricycle Call Afi +229 01 97 00 00 02 We deliver here Maison Add a photo of the door or a voice message So that the courier finds you faster. Not there? Somebody else may take it Their name Who they are neighbour guard family colleague They may take it Refresh',
      ],
      [
        'DELIVERED',
        'Position Livreur En route Livré Votre colis est livré Merci, et à bientôt ! Comment s’est passée la livraison ? Touchez une étoile, de 1 (mal) à 5 (très bien). ☆ ☆ ☆ ☆ ☆ Paiement Payé : 15\u202f600 FCFA. Merci !',
        'Position Courier On its way Delivered Your parcel is delivered Thank you, and see you soon! How did the delivery go? Tap a star, from 1 (badly) to 5 (very well). ☆ ☆ ☆ ☆ ☆ Payment Paid: 15,600 FCFA. Thank you!',
      ],
      [
        'FAILED',
        'Le colis n’a pas pu être remis Le colis n’a pas été accepté à l’arrivée. Le livreur rapporte le colis à la boutique. Contactez Boutique Ganhi pour la suite. Actualiser',
        'The parcel could not be handed over The parcel was not accepted at the door. The courier is taking the parcel back to the shop. Please contact Boutique Ganhi about what comes next. Refresh',
      ],
      [
        'RETURNED',
        'Le colis est revenu à la boutique Le colis n’a pas été accepté à l’arrivée. Contactez Boutique Ganhi si vous l’attendez encore.',
        'The parcel is back at the shop The parcel was not accepted at the door. Please contact Boutique Ganhi if you are still waiting for it.',
      ],
      [
        'CANCELLED',
        'La livraison est annulée Boutique Ganhi l’a annulée : « Plus en stock ». Pour toute question, contactez Boutique Ganhi.',
        'The delivery is cancelled Boutique Ganhi has cancelled it: “Plus en stock”. If you have a question, please contact Boutique Ganhi.',
      ],
      [
        'EXPIRED',
        'La livraison n’a pas eu lieu Nous n’avons pas reçu à temps l’endroit où livrer. Contactez Boutique Ganhi si vous voulez encore votre colis.',
        'The delivery did not take place We did not receive the place to deliver to in time. Please contact Boutique Ganhi if you still want your parcel.',
      ],
    ]
    for (const [status, fr, en] of pages) {
      test(`the customer’s page of a delivery that is ${status} has its text in French and in English`, async () => {
        const key = await bring(status)
        const { reference, confirmation_code: code } = await rowOf(service, key)

        const inFrench = await openPage(service, key)
        const inEnglish = await openPage(service, key, english)

        assert.deepEqual([inFrench.status, inEnglish.status], [200, 200])
        const problem = status === 'AWAITING_LOCATION' ? undefined : problemForm
        assert.equal(
          textOf(inFrench.body),
          [`${fr} Livraison ${reference}`.replace('CODE', code), problem?.fr].filter(Boolean).join(' '),
        )
        assert.equal(
          textOf(inEnglish.body),
          [`${en} Delivery ${reference}`.replace('CODE', code), problem?.en].filter(Boolean).join(' '),
        )
        assert.match(inFrench.body, /<html lang="fr">/)
        assert.match(inEnglish.body, /<html lang="en">/)
        assert.deepEqual(
          [inFrench.headers['content-language'], inEnglish.headers['content-language']],
          ['fr', 'en'],
        )
      })
    }

    test('a link switches the language of the customer’s page, and its forms keep it', async () => {
      const key = await bring('AWAITING_LOCATION')
      const path = pagePath(service, key)
      assert.ok((await openPage(service, key)).body.includes(`href="${path}?lang=en"`))

      const { body, headers } = await service.call({
        url: `/${path}?lang=en`,
        headers: { 'accept-language': 'fr' },
      })

      assert.match(body, /<html lang="en">/)
      assert.equal(headers['content-language'], 'en')
      assert.ok(body.includes(`action="${path}?lang&#61;en"`))
      assert.ok(body.includes(`href="${path}?lang=fr"`))
    })

    test('an unknown language in the address of the customer’s page is ignored', async () => {
      const key = await bring('AWAITING_LOCATION')
      const { body } = await service.call({ url: `/${pagePath(service, key)}?lang=%22%3E%3Cscript%3E` })
      assert.match(body, /<html lang="fr">/)
      assert.ok(!body.includes('"><script>'))
    })
  })

  test('while a courier is searched the step under way is the courier, and no step of an ended delivery is', async () => {
    const current = async (key: DeliveryKey) =>
      /aria-current="step">([^<]*)</.exec((await openPage(service, key)).body)?.[1]
    for (const [status, step] of [
      ['SEARCHING_COURIER', 'Livreur'],
      ['ASSIGNED', 'Livreur'],
      ['IN_TRANSIT', 'En route'],
      ['DELIVERED', 'Livré'],
      ['CANCELLED', undefined],
    ] as const)
      assert.equal(await current(await bring(status)), step, status)
  })

  test('the customer’s page has no map before the courier has been seen', async () => {
    const key = await bring('ASSIGNED')
    assert.doesNotMatch((await openPage(service, key)).body, /id="map"/)
  })

  describe('who helps, on the customer’s page', () => {
    const about = (reference: string) =>
      encodeURIComponent(`Bonjour, c’est au sujet de la livraison ${reference}.`)

    test('the shop’s number stands on every page but the form, to be called and written to', async () => {
      const owned = await service.openShop({
        name: 'Chez Zoé',
        payoutPhone: '+2290197000077',
        defaultCollection: 'DIRECT',
      })
      for (const status of deliveryStatuses) {
        const key = await bringTo(service, owned, status, prepaid)
        const { body } = await openPage(service, key)
        const { reference } = await rowOf(service, key)
        const isShown = status !== 'AWAITING_LOCATION'
        assert.equal(body.includes('href="tel:+2290197000077"'), isShown, status)
        assert.equal(
          body.includes(`https://wa.me/2290197000077?text&#61;${about(reference)}`),
          isShown,
          status,
        )
      }
    })

    test('the service’s number stands on every page, and on one whose link does not work', async () => {
      const helped = await openService(await open(), { SUPPORT_PHONE: '+2290190000000' })
      const seller = await helped.openShop()
      const key = await bringTo(helped, seller, 'CANCELLED')
      const { body } = await openPage(helped, key)
      assert.match(textOf(body), /Besoin d’aide \? Service de livraison \+229 01 90 00 00 00 WhatsApp/)
      const lost = await helped.call({ url: '//p/nothing' })
      assert.equal(lost.status, 404)
      assert.match(lost.body, /href="tel:\+2290190000000"/)
      assert.doesNotMatch(lost.body, /wa\.me[^"]*COL-/)
      await helped.close()
    })

    test('an ending by those who run the service is told as theirs, without what they wrote', async () => {
      const key = await bring('SEARCHING_COURIER')
      const cancellation = { reason: null, idempotencyKey: null, interventionReason: 'soupçon de fraude' }
      await cancelDelivery({ ...service.services, actor: cliActor }, key, cancellation)
      const says = textOf((await openPage(service, key)).body)
      assert.match(says, /La livraison est annulée Le service de livraison a dû l’annuler\./)
      assert.doesNotMatch(says, /soupçon/)
    })
  })

  describe('what the customer’s page does not show', () => {
    for (const status of [
      'AWAITING_LOCATION',
      'SEARCHING_COURIER',
      'ASSIGNED',
      'DELIVERED',
      'FAILED',
      'CANCELLED',
    ] as const) {
      test(`the customer’s page of a delivery that is ${status} does not show the confirmation code`, async () => {
        const key = await bring(status)
        const { body } = await openPage(service, key)
        assert.doesNotMatch(body, /class="digits"/)
      })
    }

    test('the customer’s page shows neither their phone number, their last name nor the pickup code', async () => {
      const customer = { lastName: 'Adjovi-Zinsou', firstName: 'Afi', phone: '0197654321' }
      const key = await bring('IN_TRANSIT', { ...secure, customer })
      const { body } = await openPage(service, key)
      const { pickup_code, confirmation_code } = await rowOf(service, key)
      assert.doesNotMatch(body, /97654321|97 65 43 21|Adjovi/)
      if (pickup_code !== confirmation_code) assert.ok(!textOf(body).includes(` ${pickup_code} `))
    })

    test('the customer’s page shows the courier only while the delivery is ASSIGNED or IN_TRANSIT', async () => {
      const shown = await Promise.all(
        (['SEARCHING_COURIER', 'ASSIGNED', 'IN_TRANSIT', 'DELIVERED', 'FAILED', 'RETURNED'] as const).map(
          async (status) =>
            (await openPage(service, await bring(status))).body.includes('tel:+2290197000002'),
        ),
      )
      assert.deepEqual(shown, [false, true, true, false, false, false])
    })
  })

  test('the customer’s page shows the courier’s plate and distance, with the time in the city’s time zone', async () => {
    const key = await bring('SEARCHING_COURIER')
    const id = await courierAt(service, center)
    await assignCourier(service.services, key, {
      ...courier,
      id,
      firstName: 'Koffi',
      vehicleType: 'MOTO',
      plateNumber: 'AB 1234 RB',
    })

    const { body } = await openPage(service, key)

    assert.match(textOf(body), /Koffi · moto · AB 1234 RB Vu à 11:00, à 2,2 km de chez vous\. Appeler Koffi/)
    assert.match(
      textOf((await openPage(service, key, english)).body),
      /motorbike .* Seen at 11:00, 2\.2 km from you\./,
    )
  })

  describe('the payment on the customer’s page', () => {
    const sentences: [what: string, order: object, payment: PaymentStatus, sentence: RegExp][] = [
      [
        'is not due',
        { payment: { mode: 'PREPAID' } },
        'NOT_DUE',
        /Vous n’avez rien à payer à la livraison\./,
      ],
      [
        'is to be paid to the shop',
        direct,
        'AWAITING_CUSTOMER',
        /Payez 15\u202f600 FCFA à Boutique Ganhi, puis dites-le ici\. .* J’ai payé la boutique/,
      ],
      [
        'the shop is checking',
        direct,
        'AWAITING_MERCHANT',
        /Merci\. La boutique vérifie qu’elle a bien reçu 15\u202f600 FCFA\. .* Si elle tarde, appelez-la .* Appeler Boutique Ganhi/,
      ],
      ['is paid', direct, 'PAID', /Payé : 15\u202f600 FCFA\. Merci !/],
      [
        'failed',
        secure,
        'FAILED',
        /Nous ne pouvons pas demander 15\u202f600 FCFA à votre numéro\. Payez depuis un autre numéro/,
      ],
      [
        'was refused',
        secure,
        'REFUSED',
        /Le paiement de 15\u202f600 FCFA a été refusé sur votre téléphone\./,
      ],
    ]
    for (const [what, order, payment, sentence] of sentences) {
      test(`the customer’s page explains a payment that ${what}`, async () => {
        const key = await bring('IN_TRANSIT', order)
        await pay(key, payment)
        assert.equal((await rowOf(service, key)).payment_status, payment)
        assert.match(textOf((await openPage(service, key)).body), sentence)
      })
    }

    test('a payment that holds up the hand-over comes before the code and the map, any other after them', async () => {
      for (const [order, payment, isFirst] of [
        [direct, 'AWAITING_CUSTOMER', true],
        [direct, 'AWAITING_MERCHANT', true],
        [secure, 'REFUSED', true],
        [secure, 'FAILED', true],
        [direct, 'PAID', false],
        [prepaid, 'NOT_DUE', false],
      ] as const) {
        const key = await bring('IN_TRANSIT', order)
        await pay(key, payment)
        const says = textOf((await openPage(service, key)).body)
        assert.equal(
          says.indexOf('Paiement') < says.indexOf('Votre code de remise'),
          isFirst,
          `${payment} ${says}`,
        )
        assert.equal(says.split('Paiement').length, 2)
      }
    })

    test('the customer’s page says that nothing is to be paid for a prepaid parcel', async () => {
      const key = await bring('AWAITING_LOCATION', prepaid)
      const list = /l’apporte\. Livraison déjà payée À payer rien Écrire .* Continuer Livraison COL/
      assert.match(textOf((await openPage(service, key)).body), list)
      const shown = await sendForm(service, key, typed)
      assert.match(textOf(shown.body), /Livraison déjà payée À payer rien Vous n’avez rien à payer/)
      await sendForm(service, key, fieldsOf(shown.body, 'confirm'))
      assert.equal((await rowOf(service, key)).price_fcfa, 600)
    })

    test('the customer’s page of a delivered prepaid parcel does not mention payment', async () => {
      const key = await bringTo(service, shop, 'DELIVERED', prepaid)
      const { reference } = await rowOf(service, key)
      const text = textOf((await openPage(service, key)).body)
      assert.ok(text.includes('Votre colis est livré Merci, et à bientôt ! Comment s’est passée'))
      assert.ok(text.endsWith(` ☆ ☆ ☆ ☆ ☆ Livraison ${reference} ${problemForm.fr}`), text)
    })

    test('the shop’s payment number is shown only to a customer who is to pay the shop directly', async () => {
      const number = 'Numéro de Boutique Ganhi : 01 97 00 00 99'
      for (const [status, payment, order, isShown] of [
        ['IN_TRANSIT', 'AWAITING_CUSTOMER', direct, true],
        ['IN_TRANSIT', 'AWAITING_CUSTOMER', secure, false],
        ['IN_TRANSIT', 'AWAITING_MERCHANT', direct, false],
        ['ASSIGNED', 'NOT_REQUESTED', direct, false],
      ] as const) {
        const key = await bring(status, order)
        await pay(key, payment)
        const says = textOf((await openPage(service, key)).body)
        assert.equal(says.includes(number), isShown, `${status} ${payment} ${says}`)
      }
      const numberless = await service.openShop({ payoutPhone: null, defaultCollection: 'DIRECT' })
      const key = await bringTo(service, numberless, 'IN_TRANSIT', direct)
      const asks = textOf((await openPage(service, key)).body)
      assert.doesNotMatch(asks, /Numéro de/)
      assert.match(
        asks,
        /puis dites-le ici\. .* Demandez à Boutique Test sur quel numéro payer\. J’ai payé la boutique/,
      )
      await pay(key, 'AWAITING_MERCHANT')
      assert.doesNotMatch(textOf((await openPage(service, key)).body), /sur quel numéro/)
    })

    describe('a customer who paid for a parcel that was not delivered', () => {
      const ends = [
        ['FAILED', ['fail']],
        ['RETURNED', ['fail', 'return']],
        ['CANCELLED', ['cancel']],
      ] as const
      for (const [status, steps] of ends) {
        test(`a customer who paid for a delivery that is ${status} reads how they get it back`, async () => {
          for (const [order, fr, en] of [
            [
              direct,
              /Paiement Vous avez payé 15\u202f600 FCFA à Boutique Ganhi : voyez avec la boutique pour le remboursement\./,
              /Payment You paid 15,600 FCFA to Boutique Ganhi: ask the shop to give it back\./,
            ],
            [
              secure,
              /Vous avez payé 15\u202f600 FCFA par mobile money\. Cet argent vous sera rendu ; s’il n’arrive pas, voyez avec Boutique Ganhi\./,
              /You paid 15,600 FCFA by mobile money\. You will get this money back; if it does not come, ask Boutique Ganhi\./,
            ],
          ] as const) {
            const key = await bring('IN_TRANSIT', order)
            await pay(key, 'PAID')
            for (const step of steps) await act(service, key, step)
            assert.equal((await rowOf(service, key)).status, status)
            const says = textOf((await openPage(service, key)).body)
            assert.match(says, fr)
            assert.doesNotMatch(says, /Merci/)
            assert.match(textOf((await openPage(service, key, english)).body), en)
          }
        })
      }
    })

    test('amounts and French punctuation have no line breaks, and what the customer typed stays as it is', async () => {
      const landmark = 'Feu : « gauche » !'
      const key = await bring('AWAITING_LOCATION')
      const position = '6.37 ; 2.43'
      const shown = await sendForm(service, key, { step: 'price', position, landmark })
      const again = await sendForm(service, key, { ...fieldsOf(shown.body, 'change'), position })
      const known = { source: 'TYPED', accuracy: '1112', measured: '6.37, 2.43' }
      assert.deepEqual(fieldsOf(again.body, 'price'), {
        step: 'price',
        position,
        ...known,
        zone: '',
        landmark,
      })
      for (const { body } of [shown, again, await openPage(service, await bring('DELIVERED'))]) {
        const main = body.slice(body.indexOf('<main>')).replace(/<textarea[^<]*|<[^>]*>/g, '|')
        assert.match(main, /15\u202f[06]00\u00a0FCFA/)
        assert.doesNotMatch(main, /\d FCFA| [:;!?»]|« /)
      }
    })

    test('the customer’s page says that the shop pays the trip when it does', async () => {
      const key = await bring('AWAITING_LOCATION', { payment: { ...secure.payment, feePayer: 'MERCHANT' } })
      assert.match(
        textOf((await openPage(service, key)).body),
        /Achats 15\u202f000 FCFA Livraison environ 550 FCFA, payée par la boutique À payer 15\u202f000 FCFA Écrire/,
      )
    })
  })

  describe('without JavaScript, from the link to the courier', () => {
    test('without JavaScript a customer can type a position, see the final price and confirm', async () => {
      const key = await bring('AWAITING_LOCATION')
      const asking = await openPage(service, key)
      const fields = fieldsOf(asking.body, 'price')
      assert.deepEqual(fields, { position: '', ...unmeasured, zone: '', landmark: '', step: 'price' })

      const shown = await sendForm(service, key, {
        ...fields,
        position: '6.3700 ; 2.4300',
        landmark: ' Portail \r\n bleu ',
      })
      assert.equal(shown.status, 200)
      const { reference } = await rowOf(service, key)
      assert.equal(
        textOf(shown.body),
        `On livre ici ? Position East 6.37, 2.43 Repère Portail bleu Achats 15\u202f000 FCFA Livraison 600 FCFA À payer 15\u202f600 FCFA À payer : 15\u202f600 FCFA, par mobile money. La demande arrive sur votre téléphone quand le livreur a votre colis. Le livreur ne prend pas d’argent. Oui, livrez ici Changer Livraison ${reference}`,
      )
      assert.equal((await rowOf(service, key)).status, 'AWAITING_LOCATION')

      const confirmed = await sendForm(service, key, fieldsOf(shown.body, 'confirm'))
      assert.deepEqual([confirmed.status, confirmed.headers.location], [303, pagePath(service, key)])

      const row = await rowOf(service, key)
      assert.deepEqual(
        [
          row.status,
          row.dropoff_lat,
          row.dropoff_lng,
          row.dropoff_landmark,
          row.price_fcfa,
          row.price_is_estimate,
        ],
        ['SEARCHING_COURIER', 6.37, 2.43, 'Portail bleu', 600, false],
      )
      assert.match(textOf((await openPage(service, key)).body), /Nous cherchons un livreur/)
    })

    test('a customer who goes back to the form finds what they typed', async () => {
      const key = await bring('AWAITING_LOCATION')
      const shown = await sendForm(service, key, typed)
      const again = await sendForm(service, key, fieldsOf(shown.body, 'change'))
      assert.equal(again.status, 200)
      assert.deepEqual(fieldsOf(again.body, 'price'), {
        ...typed,
        position: '6.37, 2.43',
        source: 'TYPED',
        accuracy: '12',
        measured: '6.37, 2.43',
      })
    })

    test('a customer may give a map link as their position, and may leave out the landmark', async () => {
      const key = await bring('AWAITING_LOCATION')
      const position = 'https://maps.google.com/maps?q=6.3700%2C2.4300&z=17'
      const shown = await sendForm(service, key, { step: 'price', position, landmark: '' })
      assert.match(textOf(shown.body), /Position East 6\.37, 2\.43 Repère aucun/)
      await sendForm(service, key, fieldsOf(shown.body, 'confirm'))
      assert.equal((await rowOf(service, key)).dropoff_landmark, null)
    })

    test('the middle of a screen is told as approximate, and the pin of a link counts before it', async () => {
      const key = await bring('AWAITING_LOCATION')
      const form = { step: 'price', landmark: 'Portail bleu' }
      const screen = 'https://www.google.com/maps/place/Ganhi/@6.3700,2.4300,17z'
      const shown = await sendForm(service, key, { ...form, position: screen })
      assert.match(textOf(shown.body), /Position East approximatif Repère Portail bleu/)

      const pin = 'https://www.google.com/maps/place/6°22\'12.0"N+2°25\'48.0"E/@6.36,2.41,15z'
      const exact = await sendForm(service, key, { ...form, position: pin })
      assert.equal(fieldsOf(exact.body, 'confirm').position, '6.37, 2.43')
    })

    test('a customer may give a neighbourhood and a landmark instead of a position', async () => {
      const key = await bring('AWAITING_LOCATION')
      const fields = fieldsOf((await openPage(service, key)).body, 'price')
      const chosen = { ...fields, zone: 'East', landmark: 'Portail bleu' }
      const shown = await sendForm(service, key, chosen)
      assert.equal(shown.status, 200)
      assert.match(
        textOf(shown.body),
        /^On livre ici \? Quartier East approximatif Repère Portail bleu Le livreur vous trouvera grâce à ce repère, et peut vous appeler\. Achats 15\u202f000 FCFA Livraison 600 FCFA À payer 15\u202f600 FCFA/,
      )
      assert.doesNotMatch(shown.body, /data-map|2\.43/)
      const inEnglish = await sendForm(service, key, chosen, english)
      assert.match(
        textOf(inEnglish.body),
        /Neighbourhood East .* find you by this landmark, and may call you\./,
      )

      const again = await sendForm(service, key, fieldsOf(shown.body, 'change'))
      assert.deepEqual(fieldsOf(again.body, 'price'), chosen)
      assert.equal((await sendForm(service, key, fieldsOf(shown.body, 'confirm'))).status, 303)

      const row = await rowOf(service, key)
      assert.deepEqual(
        [row.status, row.dropoff_label, row.dropoff_landmark, row.price_fcfa, row.price_is_estimate],
        ['SEARCHING_COURIER', 'East', 'Portail bleu', 600, false],
      )
      const { lat, lng } = { lat: row.dropoff_lat ?? 0, lng: row.dropoff_lng ?? 0 }
      assert.equal(service.services.pricing.map.current().locate({ lat, lng })?.zone?.name, 'East')
    })

    test('a typed position takes precedence over a chosen neighbourhood', async () => {
      const key = await bring('AWAITING_LOCATION')
      const shown = await sendForm(service, key, { ...typed, zone: 'West' })
      assert.match(textOf(shown.body), /Position East 6\.37, 2\.43/)
      await sendForm(service, key, fieldsOf(shown.body, 'confirm'))
      const { dropoff_lng, dropoff_label } = await rowOf(service, key)
      assert.deepEqual([dropoff_lng, dropoff_label], [2.43, null])
    })

    test('a customer can declare with a button that they paid the shop', async () => {
      const key = await bring('IN_TRANSIT', direct)
      await pay(key, 'AWAITING_CUSTOMER')
      const page = await openPage(service, key)
      const answer = await sendForm(service, key, fieldsOf(page.body, 'paid'))
      assert.deepEqual([answer.status, answer.headers.location], [303, pagePath(service, key)])
      assert.equal((await rowOf(service, key)).payment_status, 'AWAITING_MERCHANT')
      assert.equal((await sendForm(service, key, { step: 'paid' })).status, 303)
      assert.equal((await rowOf(service, key)).payment_status, 'AWAITING_MERCHANT')
    })

    describe('a failed or refused payment through the service', () => {
      const asked = ({ body }: Answer) => fieldsOf(body, 'pay')
      const timesAsked = async (key: DeliveryKey) =>
        (await listPaymentRequests(service.services.db, key)).length
      const paymentOf = async (key: DeliveryKey) => (await rowOf(service, key)).payment_status

      for (const ending of ['FAILED', 'REFUSED'] as const) {
        test(`a payment that is ${ending} is requested again once for each press, and not for a form sent twice`, async () => {
          const key = await bring('IN_TRANSIT', secure)
          await pay(key, ending)
          const page = await openPage(service, key)
          assert.match(textOf(page.body), /Réessayer le paiement/)
          assert.match(textOf((await openPage(service, key, english)).body), /Try the payment again/)

          const first = await sendForm(service, key, asked(page))
          assert.deepEqual([first.status, first.headers.location], [303, pagePath(service, key)])
          assert.deepEqual([await paymentOf(key), await timesAsked(key)], ['AWAITING_CUSTOMER', 1])
          assert.equal((await sendForm(service, key, asked(page))).status, 303)
          assert.doesNotMatch((await openPage(service, key)).body, /value="pay"/)

          await pay(key, ending)
          assert.equal((await sendForm(service, key, asked(page))).status, 303)
          assert.deepEqual([await paymentOf(key), await timesAsked(key)], [ending, 1])
          await sendForm(service, key, asked(await openPage(service, key)))
          assert.deepEqual([await paymentOf(key), await timesAsked(key)], ['AWAITING_CUSTOMER', 2])
        })
      }

      test('a customer can have a payment requested again five times, and after that only the operator can', async () => {
        const key = await bring('IN_TRANSIT', secure)
        await pay(key, 'FAILED')
        for (let time = 1; time <= 5; time += 1) {
          await sendForm(service, key, asked(await openPage(service, key)))
          assert.equal(await timesAsked(key), time)
          await pay(key, 'FAILED')
        }
        const { body } = await openPage(service, key)
        assert.match(
          textOf(body),
          /Nous vous avons demandé ce paiement plusieurs fois\. Voyez avec Boutique Ganhi/,
        )
        assert.doesNotMatch(body, /value="pay"/)
        for (const count of ['5', '4', '', '-1'])
          assert.equal((await sendForm(service, key, { step: 'pay', asked: count })).status, 303)
        assert.deepEqual([await paymentOf(key), await timesAsked(key)], ['FAILED', 5])
        await requestPaymentAgain(service.services, key)
        assert.equal(await timesAsked(key), 6)
      })

      test('eight presses at the same moment request a refused payment again once', async () => {
        const key = await bring('IN_TRANSIT', secure)
        await pay(key, 'REFUSED')
        const form = asked(await openPage(service, key))
        const answers = await Promise.all(Array.from({ length: 8 }, () => sendForm(service, key, form)))
        assert.deepEqual(
          answers.map(({ status }) => status),
          Array(8).fill(303),
        )
        assert.deepEqual([await paymentOf(key), await timesAsked(key)], ['AWAITING_CUSTOMER', 1])
      })

      test('a payment that is DIRECT, still pending or for a failed delivery is not requested again', async () => {
        const failed = await bring('IN_TRANSIT', secure)
        await pay(failed, 'FAILED')
        await act(service, failed, 'fail')
        const keys = [await bring('IN_TRANSIT', direct), await bring('IN_TRANSIT', secure), failed]
        for (const key of keys) {
          const before = await rowOf(service, key)
          assert.doesNotMatch((await openPage(service, key)).body, /value="pay"/)
          assert.equal((await sendForm(service, key, { step: 'pay', asked: '0' })).status, 303)
          assert.deepEqual([await rowOf(service, key), await timesAsked(key)], [before, 0])
        }
      })
    })

    test('a customer cannot declare a payment through the service as paid', async () => {
      const key = await bring('IN_TRANSIT', secure)
      await pay(key, 'AWAITING_CUSTOMER')
      assert.doesNotMatch((await openPage(service, key)).body, /value="paid"/)
      assert.equal((await sendForm(service, key, { step: 'paid' })).status, 303)
      assert.equal((await rowOf(service, key)).payment_status, 'AWAITING_CUSTOMER')
    })
  })

  describe('refused positions and landmarks', () => {
    const refusals: [what: string, fields: Record<string, string>, fr: string, en: string][] = [
      [
        'no place',
        { position: ' ' },
        'Il manque l’endroit où livrer. Donnez une position, ou choisissez votre quartier et écrivez un repère.',
        'The place to deliver to is missing. Give a position, or choose your neighbourhood and write a landmark.',
      ],
      [
        'a neighbourhood without a landmark',
        { zone: 'East', landmark: ' ' },
        'Il manque un repère. Un quartier est grand : dites au livreur à quoi il reconnaît votre porte.',
        'A landmark is missing. A neighbourhood is large: tell the courier how to know your door.',
      ],
      [
        'words as its position and a neighbourhood',
        { position: 'Ganhi', zone: 'East' },
        'Nous ne lisons pas cette position. Écrivez deux nombres, comme 6.3654, 2.4183.',
        'We cannot read this position. Type two numbers, such as 6.3654, 2.4183.',
      ],
      [
        'words as its position',
        { position: 'Ganhi' },
        'Nous ne lisons pas cette position. Écrivez deux nombres, comme 6.3654, 2.4183.',
        'We cannot read this position. Type two numbers, such as 6.3654, 2.4183.',
      ],
      [
        'NaN as its position',
        { position: 'NaN, NaN' },
        'Nous ne lisons pas cette position. Écrivez deux nombres, comme 6.3654, 2.4183.',
        'We cannot read this position. Type two numbers, such as 6.3654, 2.4183.',
      ],
      [
        'a latitude beyond the poles',
        { position: '96.37, 2.43' },
        'Nous ne lisons pas cette position. Écrivez deux nombres, comme 6.3654, 2.4183.',
        'We cannot read this position. Type two numbers, such as 6.3654, 2.4183.',
      ],
      [
        'a short link',
        { position: 'https://maps.app.goo.gl/AbC' },
        'Ce lien court ne contient pas la position. Ouvrez-le, appuyez longtemps sur l’endroit et copiez ici les deux nombres',
        'This short link does not hold the position. Open it, press the place for a while and copy the two numbers',
      ],
      [
        'a link without a position',
        { position: 'https://exemple.test/plan' },
        'Ce lien ne contient pas de position. Touchez la carte',
        'This link holds no position. Tap the map',
      ],
      [
        'the middle of a screen and no landmark',
        { position: 'https://www.google.com/maps/@6.3700,2.4300,17z', landmark: ' ' },
        'Ce lien ne montre que le milieu d’une carte, pas votre porte.',
        'This link shows only the middle of a map, not your door.',
      ],
      [
        'a place outside every city',
        { position: '6.3700, 2.2000' },
        'Nous ne livrons pas encore à cet endroit. La zone la plus proche est West, à 22 km.',
        'We do not deliver to this place yet. The nearest zone is West, 22 km away.',
      ],
      [
        'a place in another city',
        { position: '9.3372, 2.6303' },
        'Cet endroit est à Parakou et le colis part de Cotonou : nous livrons dans une seule ville à la fois.',
        'This place is in Parakou and the parcel leaves from Cotonou: we deliver within one city.',
      ],
      [
        'a landmark that is too long',
        { position: '6.3700, 2.4300', landmark: 'é'.repeat(161) },
        'Ce repère est trop long : 160 caractères au plus.',
        'This landmark is too long: at most 160 characters.',
      ],
      [
        'a landmark with a control character',
        { position: '6.3700, 2.4300', landmark: 'Portail\u0000' },
        'Ce repère contient des signes que nous ne lisons pas.',
        'This landmark holds characters that we cannot read.',
      ],
      [
        'a landmark that changes the direction of the text',
        { position: '6.3700, 2.4300', landmark: 'Portail \u202eelbor' },
        'Ce repère contient des signes que nous ne lisons pas.',
        'This landmark holds characters that we cannot read.',
      ],
    ]
    for (const [what, fields, fr, en] of refusals) {
      test(`a position form with ${what} is refused with the reason and keeps what was typed`, async () => {
        const key = await bring('AWAITING_LOCATION')
        const sent = { landmark: 'Portail bleu', ...fields }
        for (const step of ['price', 'confirm']) {
          for (const [language, says] of [
            ['fr', fr],
            ['en', en],
          ] as const) {
            const { status, body } = await sendForm(
              service,
              key,
              { ...sent, step, price: '600' },
              { 'accept-language': language },
            )
            assert.equal(status, 422)
            assert.match(body, /role="alert"/)
            assert.ok(textOf(body).includes(says), textOf(body))
            assert.deepEqual(fieldsOf(body, 'price'), {
              position: '',
              ...unmeasured,
              zone: '',
              ...sent,
              step: 'price',
            })
          }
        }
        assert.equal((await rowOf(service, key)).status, 'AWAITING_LOCATION')
      })
    }

    const rough: [what: string, fields: Record<string, string>][] = [
      ['a phone to within 101 m', measured('PHONE', '101')],
      ['a phone to within 3,500 m', measured('PHONE', '3500')],
      ['a pin put from far away', measured('PIN', '53')],
      ['typed numbers with few decimals', { position: '6.37, 2.43' }],
      ['a phone that says NaN', measured('PHONE', 'NaN')],
      ['a phone that says nothing', measured('PHONE', '')],
      ['a negative inaccuracy', measured('PHONE', '-5')],
      ['an inaccuracy of a thousand million', measured('PIN', '1e9')],
      ['an inaccuracy of a milliard, in digits', measured('PHONE', '999999999')],
    ]
    for (const [what, fields] of rough) {
      test(`a position of ${what} needs a landmark, and is kept as approximate with one`, async () => {
        const key = await bring('AWAITING_LOCATION')
        const sent = { step: 'price', landmark: '', ...fields }
        const { status, body } = await sendForm(service, key, sent)
        assert.equal(status, 422)
        assert.match(
          body,
          /id="landmark-fault" class="notice" role="alert">Il manque un repère\. Cette position/,
        )
        assert.match(body, /id="landmark"[^>]* aria-invalid="true"/)
        assert.deepEqual(fieldsOf(body, 'price'), { ...unmeasured, zone: '', ...sent })
        const inEnglish = await sendForm(service, key, sent, english)
        assert.match(textOf(inEnglish.body), /A landmark is missing\. This position is approximate/)

        const shown = await sendForm(service, key, { ...sent, landmark: 'Portail bleu' })
        assert.match(
          textOf(shown.body),
          /Position East approximatif Repère Portail bleu Le livreur vous trouvera/,
        )
        assert.equal((await sendForm(service, key, fieldsOf(shown.body, 'confirm'))).status, 303)
        const row = await rowOf(service, key)
        assert.equal(row.dropoff_source, fields.source ?? 'TYPED')
        assert.ok((row.dropoff_accuracy_meters ?? 101) > 30)
        assert.ok((row.dropoff_accuracy_meters ?? 0) <= 100_000)
        assert.match(textOf((await openPage(service, key)).body), /On livre ici East \(approximatif\)/)
      })
    }

    for (const [source, accuracy] of [
      ['PHONE', '100'],
      ['PIN', '26.4'],
    ] as const) {
      test(`a position of ${source} to within ${accuracy} m needs no landmark`, async () => {
        const key = await bring('AWAITING_LOCATION')
        const shown = await sendForm(service, key, { step: 'price', ...measured(source, accuracy) })
        await sendForm(service, key, fieldsOf(shown.body, 'confirm'))
        const row = await rowOf(service, key)
        assert.deepEqual(
          [row.status, row.dropoff_source, row.dropoff_accuracy_meters],
          ['SEARCHING_COURIER', source, Math.ceil(Number(accuracy))],
        )
      })
    }

    test('what is typed over a measured position, or measured by nobody knows whom, counts as typed', async () => {
      for (const [fields, accuracyMeters] of [
        [{ ...measured('PHONE', '3500'), position: '6.3710, 2.4310' }, 12],
        [measured('SATELLITE', '9'), 2],
        [measured('SHOP', '9'), 2],
      ] as const) {
        const key = await bring('AWAITING_LOCATION')
        const shown = await sendForm(service, key, { step: 'price', ...fields })
        await sendForm(service, key, fieldsOf(shown.body, 'confirm'))
        const row = await rowOf(service, key)
        assert.deepEqual([row.dropoff_source, row.dropoff_accuracy_meters], ['TYPED', accuracyMeters])
      }
    })

    test('a short Plus Code is read beside the centre of the city', async () => {
      const key = await bring('AWAITING_LOCATION')
      const shown = await sendForm(service, key, { step: 'price', position: '9CCJ+22 Cotonou' })
      assert.match(textOf(shown.body), /Position East 6\.370062, 2\.430063/)
    })

    test('a neighbourhood that the city does not have is refused', async () => {
      const key = await bring('AWAITING_LOCATION')
      const { status, body } = await sendForm(service, key, { ...typed, position: '', zone: 'Ganhi' })
      assert.equal(status, 422)
      assert.match(textOf(body), /Il manque l’endroit où livrer\./)
    })

    test('in a city without zones the form offers no neighbourhood and asks for the position', async () => {
      const key = await bring('AWAITING_LOCATION', { ...secure, pickup: parakou })
      const asking = await openPage(service, key)
      assert.doesNotMatch(asking.body, /<select/)
      const { status, body } = await sendForm(service, key, { step: 'price', position: '', zone: 'East' })
      assert.equal(status, 422)
      assert.match(textOf(body), /Il manque votre position\. Écrivez-la, par exemple 6\.3654, 2\.4183\./)
      assert.doesNotMatch(body, /<select/)
    })

    test('a position of 2,000 characters that is designed to be slow to parse is refused', async () => {
      const key = await bring('AWAITING_LOCATION')
      const position = `1${' '.repeat(665)}1${' '.repeat(1_330)}x`
      const { status } = await sendForm(service, key, { ...typed, position })
      assert.equal(status, 422)
    })

    test('a landmark of 160 characters is accepted', async () => {
      const key = await bring('AWAITING_LOCATION')
      const landmark = '🏠'.repeat(160)
      await sendForm(service, key, { step: 'confirm', position: '6.3700, 2.4300', landmark, price: '600' })
      assert.equal((await rowOf(service, key)).dropoff_landmark, landmark)
    })
  })

  describe('a place that the customer changes', () => {
    /** A delivery whose customer has chosen East, at 600. */
    async function located() {
      const key = await bring('AWAITING_LOCATION')
      const shown = await sendForm(service, key, { step: 'price', ...measured('PIN', '26') })
      await sendForm(service, key, fieldsOf(shown.body, 'confirm'))
      return key
    }
    const changing = { changing: '1', landmark: '' }

    test('until the parcel is picked up the customer changes the place, at the price they agree to', async () => {
      const key = await located()
      const before = await openPage(service, key)
      assert.match(textOf(before.body), /On livre ici East Changer/)
      const form = await sendForm(service, key, fieldsOf(before.body, 'change'))
      assert.deepEqual(fieldsOf(form.body, 'price'), {
        ...changing,
        position: '6.37, 2.43',
        source: 'PIN',
        accuracy: '26',
        measured: '6.37, 2.43',
        zone: '',
        step: 'price',
      })
      const shown = await sendForm(service, key, {
        ...fieldsOf(form.body, 'price'),
        position: '6.3700, 2.4100',
        landmark: 'Portail vert',
      })
      assert.match(textOf(shown.body), /^On livre ici \? Position West 6\.37, 2\.41 .* Livraison 500 FCFA/)
      assert.equal((await rowOf(service, key)).price_fcfa, 600)
      await act(service, key, 'assign')
      assert.equal((await sendForm(service, key, fieldsOf(shown.body, 'confirm'))).status, 303)
      const row = await rowOf(service, key)
      assert.deepEqual(
        [row.status, row.dropoff_lng, row.dropoff_landmark, row.price_fcfa, row.dropoff_source],
        ['ASSIGNED', 2.41, 'Portail vert', 500, 'TYPED'],
      )
      assert.match(
        textOf((await openPage(service, key)).body),
        /On livre ici West Repère : Portail vert Changer/,
      )
    })

    test('a price that changed meanwhile is shown before the place changes', async () => {
      const key = await located()
      const shown = await sendForm(service, key, { ...changing, step: 'price', position: '6.3700, 2.4100' })
      await changeTariff(service, { baseFcfa: 800 })
      const again = await sendForm(service, key, fieldsOf(shown.body, 'confirm'))
      assert.equal(again.status, 409)
      assert.match(textOf(again.body), /Le prix vient de changer/)
      assert.equal((await rowOf(service, key)).dropoff_lng, 2.43)
      assert.equal((await sendForm(service, key, fieldsOf(again.body, 'confirm'))).status, 303)
      assert.equal((await rowOf(service, key)).dropoff_lng, 2.41)
      await changeTariff(service, testTariff)
    })

    test('a form of before, a place of the shop and a parcel that is on its way stay as they are', async () => {
      const west = { position: '6.3700, 2.4100', price: '500', landmark: '' }
      const located1 = await located()
      await sendForm(service, located1, { step: 'confirm', ...west })
      const ofShop = await bring('SEARCHING_COURIER')
      assert.doesNotMatch(textOf((await openPage(service, ofShop)).body), /Changer/)
      await sendForm(service, ofShop, { step: 'confirm', changing: '1', ...west })
      const pickedUp = await located()
      for (const transition of ['assign', 'pickUp'] as const) await act(service, pickedUp, transition)
      const { body } = await openPage(service, pickedUp)
      assert.match(textOf(body), /On livre ici East/)
      assert.doesNotMatch(textOf(body), /Changer/)
      await sendForm(service, pickedUp, { step: 'confirm', changing: '1', ...west })
      for (const key of [located1, ofShop, pickedUp])
        assert.equal((await rowOf(service, key)).dropoff_lng, 2.43)
    })
  })

  describe('the price that the customer confirms', () => {
    test('a price that changed before the confirmation is shown to the customer first', async () => {
      const key = await bring('AWAITING_LOCATION')
      const shown = await sendForm(service, key, typed)
      await changeTariff(service, { baseFcfa: 800 })

      const again = await sendForm(service, key, fieldsOf(shown.body, 'confirm'))

      assert.equal(again.status, 409)
      assert.match(
        textOf(again.body),
        /Le prix vient de changer\. Regardez-le avant de confirmer\. .* Livraison 900 FCFA À payer 15\u202f900 FCFA/,
      )
      assert.equal((await rowOf(service, key)).status, 'AWAITING_LOCATION')
      assert.equal((await sendForm(service, key, fieldsOf(again.body, 'confirm'))).status, 303)
      assert.equal((await rowOf(service, key)).price_fcfa, 900)
      await changeTariff(service, testTariff)
    })

    for (const price of ['', '599', '-600', '600.0', '6e2', 'NaN', '600 ']) {
      test(`a confirmation with the price "${price}" is not accepted for a price of 600`, async () => {
        const key = await bring('AWAITING_LOCATION')
        const answer = await sendForm(service, key, { ...typed, step: 'confirm', price })
        assert.match(textOf(answer.body), /Livraison 600 FCFA/)
        assert.equal((await rowOf(service, key)).status, 'AWAITING_LOCATION')
      })
    }
  })

  describe('the same form sent twice', () => {
    test('the confirmation of a place has no effect when it is sent a second time', async () => {
      const key = await bring('AWAITING_LOCATION')
      const confirm = { ...typed, step: 'confirm', price: '600' }
      assert.equal((await sendForm(service, key, confirm)).status, 303)
      assert.equal(
        (await sendForm(service, key, { ...confirm, position: '6.3700, 2.4100', price: '500' })).status,
        303,
      )
      assert.equal((await rowOf(service, key)).dropoff_lng, 2.43)
    })

    test('the confirmation of a place takes effect once when it is sent eight times at once', async () => {
      const key = await bring('AWAITING_LOCATION')
      const confirm = { ...typed, step: 'confirm', price: '600' }
      const answers = await Promise.all(Array.from({ length: 8 }, () => sendForm(service, key, confirm)))
      assert.deepEqual(
        answers.map(({ status }) => status),
        Array(8).fill(303),
      )
      assert.equal((await shop.get(`/deliveries/${key.id}/events`)).body.length, 2)
    })

    test('of two places confirmed at once one is stored, with its own price', async () => {
      const key = await bring('AWAITING_LOCATION')
      const places = [
        { position: '6.3700, 2.4300', price: '600' },
        { position: '6.3700, 2.4100', price: '500' },
      ]
      const answers = await Promise.all(
        places.map((place) => sendForm(service, key, { ...place, step: 'confirm' })),
      )
      assert.deepEqual(
        answers.map(({ status }) => status),
        [303, 303],
      )
      const { dropoff_lng: lng, price_fcfa: price } = await rowOf(service, key)
      assert.ok((lng === 2.43 && price === 600) || (lng === 2.41 && price === 500), `${lng} ${price}`)
    })

    test('a place confirmed for a delivery that was cancelled meanwhile is not stored', async () => {
      const key = await bring('CANCELLED')
      assert.equal((await sendForm(service, key, { ...typed, step: 'confirm', price: '600' })).status, 303)
      assert.equal((await rowOf(service, key)).dropoff_lat, null)
    })
  })

  describe('links', () => {
    const closed =
      'Ce lien ne s’ouvre pas Il est peut-être incomplet. Rouvrez-le depuis le message que vous avez reçu.'
    const reaches: [what: string, url: (path: string) => string][] = [
      ['the page', (path) => path],
      ['the outline', (path) => `${path}/outline`],
      ['the updates', (path) => `${path}/updates`],
    ]
    const wrong: Record<string, (key: DeliveryKey) => Promise<string> | string> = {
      'signed with another key': (key) => customerToken({ ...key, linkVersion: 1 }, [Buffer.alloc(32, 1)]),
      'of a delivery that never existed': ({ shopId }) =>
        customerToken(
          { shopId, id: '019a0000-0000-7000-8000-000000000001', linkVersion: 1 },
          service.services.customerLinks,
        ),
      'of another shop’s delivery under one’s own shop': async ({ id }) =>
        customerToken(
          { shopId: (await service.openShop()).shopId, id, linkVersion: 1 },
          service.services.customerLinks,
        ),
      'with one character changed': (key) => {
        const token = customerToken({ ...key, linkVersion: 1 }, service.services.customerLinks)
        return `${token.slice(0, 30)}${token[30] === 'A' ? 'B' : 'A'}${token.slice(31)}`
      },
      'that is cut off': (key) =>
        customerToken({ ...key, linkVersion: 1 }, service.services.customerLinks).slice(0, -1),
      'with a point after it': (key) =>
        `${customerToken({ ...key, linkVersion: 1 }, service.services.customerLinks)}.`,
      'that is markup': () => encodeURIComponent('"><script>alert(1)</script>'),
      'that is a path': () => encodeURIComponent('../../etc/passwd'),
    }
    for (const [what, tokenOf] of Object.entries(wrong)) {
      test(`a customer’s link ${what} is refused`, async () => {
        const key = await bring('IN_TRANSIT')
        for (const [, url] of reaches) {
          const answer = await service.call({ url: `/${url(`/p/${await tokenOf(key)}`)}` })
          assert.equal(answer.status, 404)
          assert.equal(textOf(answer.body), closed)
          assert.ok(!answer.body.includes('<script>alert'))
        }
      })
    }

    test('a form sent to a wrong customer’s link is refused with 404', async () => {
      const answer = await service.call({
        method: 'POST',
        url: `//p/${'A'.repeat(64)}`,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: 'step=confirm&position=6.37,2.43&price=600',
      })
      assert.equal(answer.status, 404)
    })

    test('a day after a delivery’s end its link opens a page that reveals nothing of the delivery', async () => {
      const key = await bring('CANCELLED')
      service.clock.set('2026-11-22T10:00:00.000Z')
      assert.equal((await openPage(service, key)).status, 200)
      service.clock.set('2026-11-22T10:00:00.001Z')

      for (const [, url] of reaches) {
        const { status, body } = await service.call({ url: `/${url(pagePath(service, key))}` })
        assert.equal(status, 410)
        assert.equal(
          textOf(body),
          'Cette page est fermée La livraison est terminée. Pour toute question, contactez la boutique.',
        )
        assert.doesNotMatch(withoutIds(body), /COL-|Ganhi|Afi/)
      }
      assert.equal((await sendForm(service, key, { step: 'paid' })).status, 410)
    })

    test('a client that tries many wrong links is rate-limited, and its valid link still works', async () => {
      const key = await bring('IN_TRANSIT')
      const remoteAddress = '192.0.2.7'
      let tries = 0
      let slowed: Answer | undefined
      while (slowed?.status !== 429 && tries < 500) {
        slowed = await service.call({ url: '//p/wrong', remoteAddress })
        tries += 1
      }
      assert.ok(tries > 20, `slowed down at try ${tries}`)
      assert.ok(slowed?.status === 429)
      assert.equal(slowed.headers['retry-after'], '1')
      assert.match(textOf(slowed.body), /Un instant, s’il vous plaît/)
      assert.equal((await service.call({ url: `/${pagePath(service, key)}`, remoteAddress })).status, 200)
    })
  })

  describe('hostile input', () => {
    const markup = `"><img src=x onerror=alert(1)><script>alert(2)</script>'&amp;`

    test('markup in names and landmarks is shown as text on the customer’s page', async () => {
      const hostile = await service.openShop({ name: markup })
      const customer = { lastName: 'Dossou', firstName: markup.slice(0, 80), phone: '0197000001' }
      const key = await bringTo(service, hostile, 'AWAITING_LOCATION', { ...direct, customer })
      const pages = [
        await openPage(service, key),
        await sendForm(service, key, { step: 'price', position: markup, landmark: markup }),
        await sendForm(service, key, { ...typed, landmark: markup }),
      ]
      await act(service, key, 'locate')
      await assignCourier(service.services, key, { ...courier, firstName: markup, plateNumber: markup })
      pages.push(await openPage(service, key))
      for (const { body } of pages) {
        assert.doesNotMatch(body, /<img|<script>|onerror=/)
        assert.ok(textOf(body).includes('<script>alert(2)</script>'), textOf(body))
      }
    })

    const path = async () => `/${pagePath(service, await bring('AWAITING_LOCATION'))}`
    const form = 'application/x-www-form-urlencoded'
    const bodies: [what: string, type: string | undefined, payload: string | Buffer, status: number][] = [
      ['a form of 20 KB', form, `position=${'9'.repeat(20_000)}`, 413],
      ['JSON', 'application/json', '{"step":"confirm"}', 415],
      ['a multipart body', 'multipart/form-data; boundary=x', '--x--', 415],
      ['no content type', undefined, 'step=price', 415],
      ['broken escapes', form, 'step=price&position=%E0%A4%A&landmark=%', 422],
      ['bytes that are not text', form, Buffer.from([0x73, 0xff, 0xfe, 0x3d, 0x80]), 303],
      ['a field twice', form, 'step=price&position=6.37,2.43&position=6.37,2.41', 422],
      [
        'fields named like members of every object',
        form,
        'step=price&__proto__=1&constructor=2&toString=3&position=6.3700,2.4300',
        200,
      ],
      ['no field', form, '', 303],
      ['an unknown button', form, 'step=drop&position=6.37,2.43', 303],
      ['1,500 fields', form, Array.from({ length: 1500 }, (_, at) => `f${at}=1`).join('&'), 303],
    ]
    for (const [what, type, payload, status] of bodies) {
      test(`a request to the customer’s page with ${what} gets the status ${status}`, async () => {
        const answer = await service.call({
          method: 'POST',
          url: await path(),
          payload,
          ...(type && { headers: { 'content-type': type } }),
        })
        assert.equal(answer.status, status)
        if (status >= 400) assert.match(answer.body, /^<!doctype html>/)
      })
    }

    for (const [what, headers, status] of [
      ['from another site', { 'sec-fetch-site': 'cross-site' }, 403],
      ['from a neighbouring site', { 'sec-fetch-site': 'same-site' }, 403],
      ['with another origin', { origin: 'https://evil.example' }, 403],
      ['with an origin that is not an address', { origin: 'evil' }, 403],
      ['from our own page', { 'sec-fetch-site': 'same-origin', origin: 'null' }, 303],
      ['from our own page in an old browser', { origin: 'http://colis.test', host: 'colis.test' }, 303],
    ] as const) {
      test(`a form of the customer’s page ${what} gets the status ${status}`, async () => {
        const key = await bring('AWAITING_LOCATION')
        const answer = await sendForm(service, key, { ...typed, step: 'confirm', price: '600' }, headers)
        assert.equal(answer.status, status)
        const expected = status === 303 ? 'SEARCHING_COURIER' : 'AWAITING_LOCATION'
        assert.equal((await rowOf(service, key)).status, expected)
      })
    }
  })

  describe('caching, embedding and logging of the customer’s page', () => {
    const policy =
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

    function assertGuarded({ headers }: Answer): void {
      assert.deepEqual(
        {
          cache: headers['cache-control'],
          policy: headers['content-security-policy'],
          referrer: headers['referrer-policy'],
          robots: headers['x-robots-tag'],
          sniff: headers['x-content-type-options'],
          cookie: headers['set-cookie'],
        },
        {
          cache: 'no-store',
          policy,
          referrer: 'no-referrer',
          robots: 'noindex, nofollow',
          sniff: 'nosniff',
          cookie: undefined,
        },
      )
    }

    test('responses of the customer’s page forbid caching, indexing, framing and sending its address to others', async () => {
      const key = await bring('AWAITING_LOCATION')
      const path = `/${pagePath(service, key)}`
      for (const answer of [
        await openPage(service, key),
        await service.call({ method: 'HEAD', url: path }),
        await service.call({ url: `${path}/outline` }),
        await service.call({ url: '//p/wrong' }),
        await sendForm(service, key, typed),
        await sendForm(service, key, { step: 'price', position: '' }),
        await sendForm(service, key, { ...typed, step: 'confirm', price: '600' }),
        await service.call({ method: 'POST', url: path, payload: { step: 'paid' } }),
        await service.call({ url: `/${pagePath(service, await bring('CANCELLED'))}/updates` }),
      ])
        assertGuarded(answer)
    })

    test('the customer’s page has no inline script or style, and loads nothing from other hosts', async () => {
      for (const status of ['AWAITING_LOCATION', 'IN_TRANSIT'] as const) {
        const { body } = await openPage(service, await bring(status))
        assert.doesNotMatch(
          // What messengers are shown names its picture by our own whole address.
          body.replace('content="http://colis.test/assets/', ''),
          /<script(?! src="\/assets\/)|<style|style=| on[a-z]+="|javascript:|https?:\/\//,
        )
      }
    })

    test('the assets of the customer’s page are cached for a year under the hash of their content', async () => {
      const { body } = await openPage(service, await bring('AWAITING_LOCATION'))
      const addresses = [...new Set<string>(body.match(/\/assets\/[\w./-]+/g))]
      assert.deepEqual(addresses.map((address) => address.replace(/[0-9a-f]{12}/, 'HASH')).sort(), [
        '/assets/customer/HASH/leaflet.js',
        '/assets/customer/HASH/map-streets.js',
        '/assets/customer/HASH/page.css',
        '/assets/customer/HASH/page.js',
        '/assets/customer/HASH/preview.png',
      ])
      for (const address of addresses) {
        const { status, headers } = await service.call({ url: `/${address}` })
        assert.equal(status, 200)
        assert.equal(headers['cache-control'], 'public, max-age=31536000, immutable')
        const other = address.replace(/[0-9a-f]{12}/, '0'.repeat(12))
        assert.equal((await service.call({ url: `/${other}` })).status, 404)
      }
    })

    test('no log line of the customer’s page holds a link, a code, a name or a place', async () => {
      const key = await bring('IN_TRANSIT')
      const { confirmation_code: code } = await rowOf(service, key)
      const token = customerToken({ ...key, linkVersion: 1 }, service.services.customerLinks)
      service.logged.length = 0
      await openPage(service, key)
      await sendForm(service, key, {
        step: 'price',
        position: '6.371234, 2.431234',
        landmark: 'Portail violet',
      })
      await sendForm(service, key, { step: 'paid' }, { 'sec-fetch-site': 'cross-site' })
      await service.call({ url: `//p/${token}x` })
      const lines = service.logged.join('\n')
      assert.match(lines, /CUSTOMER_FORM_REFUSED/)
      for (const secret of [token, token.slice(0, 32), 'Afi', '97000001', 'violet', '6.371'])
        assert.ok(!lines.includes(`${secret}`), `${secret} is in the log`)
      assert.equal(holdsCode(lines, code), false)
    })
  })

  test('map tiles may be loaded from the operator’s tile server, and from no other host', async () => {
    const other = await openService(await open(), {
      MAP_TILE_URL: 'https://tiles.example/{z}/{x}/{y}.png?key=abc',
      MAP_TILE_ATTRIBUTION: '© Cartes "du Bénin"',
    })
    const theirs = await other.openShop()
    const { body, headers } = await openPage(other, await bringTo(other, theirs, 'AWAITING_LOCATION'))
    assert.match(String(headers['content-security-policy']), /img-src 'self' data: https:\/\/tiles\.example;/)
    const about = JSON.parse(
      /data-map="([^"]*)"/
        .exec(body)?.[1]
        ?.replaceAll('&#34;', '"')
        .replaceAll('&#61;', '=')
        .replaceAll('\\"', '\\"') ?? '',
    )
    assert.deepEqual(about.tiles, {
      url: 'https://tiles.example/{z}/{x}/{y}.png?key=abc',
      attribution: '© Cartes "du Bénin"',
    })
    assert.match(about.outline, /\/outline$/, 'for when the tiles do not come')
    await other.close()
  })

  test('without a tile server the map shows the outline of the city’s zones', async () => {
    const key = await bring('AWAITING_LOCATION')
    const { status, body } = await service.call({ url: `/${pagePath(service, key)}/outline` })
    assert.equal(status, 200)
    assert.deepEqual([body.center, body.radiusMeters], [[6.37, 2.41], 15_000])
    assert.deepEqual(
      body.zones.map(({ name, center: middle }: { name: string; center: number[] }) => [name, middle]),
      [
        ['East', [6.37, 2.43]],
        ['West', [6.37, 2.41]],
      ],
    )
    // A rectangle in steps of a ten-thousandth of a degree, latitude first.
    assert.deepEqual(body.zones[0].polygons, [[[63_500, 24_200, 0, 200, 400, 0, 0, -200]]])
  })
})

onServer((open) => {
  let service: TestService
  let shop: TestShop
  before(async () => {
    service = await openService(await open())
    shop = await service.openShop({ name: 'Boutique Ganhi' })
  })
  after(() => service.close())

  /** Each form of the page, and a delivery that it could change. */
  const forms = [
    [
      'a position',
      'AWAITING_LOCATION',
      secure,
      undefined,
      { step: 'confirm', position: '6.3700,2.4300', price: '600' },
    ],
    ['a declared payment', 'IN_TRANSIT', direct, undefined, { step: 'paid' }],
    ['a payment to request again', 'IN_TRANSIT', secure, 'fail', { step: 'pay', asked: '0' }],
  ] as const
  for (const [what, status, payment, transition, fields] of forms)
    test(`${what}, sent by a link that ends while the form is handled, changes nothing (decision 81)`, async () => {
      const key = await bringTo(service, shop, status, payment)
      if (transition) await changePayment(service.services, key, transition)
      const { version, status: before, payment_status } = await rowOf(service, key)

      const answer = await actWhileHeld(
        service,
        key,
        () => sendForm(service, key, fields),
        (trx) =>
          trx
            .updateTable('deliveries')
            .set({ link_version: 2 })
            .where('deliveries.shop_id', '=', key.shopId)
            .where('deliveries.id', '=', key.id)
            .execute(),
      )

      assert.deepEqual([answer.status, answer.headers.location], [404, undefined])
      const after = await rowOf(service, key)
      assert.deepEqual([after.version, after.status, after.payment_status], [version, before, payment_status])
    })
})
