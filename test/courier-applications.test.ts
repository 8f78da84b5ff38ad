import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { Actor } from '../src/base/kernel/actor.ts'
import { newId } from '../src/base/kernel/clock.ts'
import { photoFolderOf } from '../src/derived-settings.ts'
import {
  approveApplication,
  refuseApplication,
} from '../src/domain/couriers/applications/approve-application.ts'
import { purgeDocuments } from '../src/domain/couriers/documents/purge-documents.ts'
import { retireCourier } from '../src/domain/couriers/retire-courier.ts'
import {
  applicationOf,
  identity,
  plainApplicant,
  plainPdf,
  portrait,
  sendApplication,
  verifiedApplicant,
} from './support/applicant-work.ts'
import { type ConsoleVisitor, openConsole } from './support/console-work.ts'
import { registerCourier } from './support/courier-work.ts'
import { onEachDatabase } from './support/databases.ts'
import { assertVerbRefused } from './support/delivery-verbs.ts'
import { cameraJpeg, placeInPicture } from './support/door-notes.ts'
import { openService, type TestService } from './support/open-service.ts'
import { openOperations } from './support/operations-work.ts'
import { plainPng, pngOf } from './support/pictures.ts'
import { codeSentTo, signInCourier } from './support/sign-in.ts'
import { openVisitor, textOf } from './support/visitor.ts'

const day = 86_400_000

onEachDatabase((open) => {
  let service: TestService
  let operator: ConsoleVisitor
  let dispatcher: ConsoleVisitor
  before(async () => {
    service = await openService(await open())
    operator = await openOperations(service)
    dispatcher = await openOperations(service, { role: 'DISPATCHER' })
  })
  after(() => service.close())

  const folder = () => join(photoFolderOf(service.services.config), 'private')
  const filesKept = () => (existsSync(folder()) ? readdirSync(folder()) : [])
  const asOperator = (): Actor => ({ kind: 'OPERATOR', id: operator.accountId })
  const acting = () => ({ ...service.services, actor: asOperator() })

  describe('applying', () => {
    test('somebody applies with a verified phone, and only then anything is kept of them', async () => {
      const before = filesKept().length
      const { application, documents, phone } = await applicationOf(service)
      const { id, created_at, city_id, ...rest } = application
      assert.deepEqual(rest, {
        first_name: 'Codjo',
        last_name: 'Hounsou',
        phone,
        vehicle_type: 'MOTO',
        plate_number: 'AB 1234 RB',
        language: 'fr',
        status: 'WAITING',
        decided_at: null,
        decided_by: null,
        reason: null,
        courier_id: null,
      })
      assert.deepEqual(documents.map(({ kind, content_type }) => [kind, content_type]).sort(), [
        ['IDENTITY', 'application/pdf'],
        ['PHOTO', 'image/png'],
      ])
      assert.equal(filesKept().length, before + 2)
      const photo = documents.find(({ kind }) => kind === 'PHOTO')
      assert.deepEqual(readFileSync(join(folder(), photo?.file_key ?? '')), portrait.bytes)
      assert.equal(statSync(folder()).mode & 0o077, 0)
    })

    test('without a code no file is read and no form is shown', async () => {
      const stranger = openVisitor(service, '10.7.0.1')
      assert.equal((await stranger.open('/courier/apply/form')).path, '/courier/apply')
      stranger.cookies.set('colis.apply-verified', 'WyIrMjI5MDE5NzAwMDAwMSIsIngiLDk5OTk5OTk5OTld.AAAA')
      const sent = await sendApplication(service, { visitor: stranger, address: '10.7.0.1' })
      assert.equal(sent.path, '/courier/apply')
    })

    test('a wrong code opens nothing, and a code for applying does not sign in', async () => {
      const courierId = await registerCourier(service)
      const { phone } = await signInCourier(service, courierId)
      const { visitor } = await verifiedApplicant(service, phone)
      const form = await visitor.open('/courier/apply/form')
      assert.equal(form.status, 409)
      assert.match(textOf(form), /déjà inscrit avec ce numéro/)
      const asked = openVisitor(service, '10.7.0.2')
      service.clock.forward(1_000)
      await asked.post('/courier/sign-in', { phone })
      const code = await codeSentTo(service, phone)
      asked.cookies.set('colis.apply-browser', asked.cookies.get('colis.sign-in-browser') ?? '')
      asked.cookies.set('colis.apply-phone', phone.slice(1))
      asked.cookies.set('colis.apply-city', (await cityId()) ?? '')
      const tried = await asked.post('/courier/apply/code', { code: code ?? '' })
      assert.equal(tried.status, 422)
    })

    test('a phone has one open application; after a refusal it may have another', async () => {
      const { phone, id } = await applicationOf(service)
      const again = await verifiedApplicant(service, phone)
      assert.match(textOf(again.form), /déjà reçu une candidature/)
      const sent = await sendApplication(service, again)
      assert.equal(sent.status, 409)
      await refuseApplication(acting(), id, 'Pas de permis')
      assert.equal((await sendApplication(service, again)).path, '/courier/apply/sent')
    })

    test('what is typed is checked, and shown again beside what is wrong', async () => {
      const applicant = await verifiedApplicant(service)
      const kept = filesKept().length
      const sent = await sendApplication(
        service,
        applicant,
        { firstName: ' ', lastName: 'D'.repeat(81), vehicleType: 'ROCKET', plateNumber: '<b>' },
        { photo: portrait },
      )
      assert.equal(sent.status, 422)
      const text = textOf(sent)
      for (const words of ['À remplir.', 'C’est trop long.', 'Choisissez un fichier.'])
        assert.ok(text.includes(words), words)
      assert.ok(sent.html.includes('value="&#60;B&#62;"'))
      assert.equal(filesKept().length, kept)
    })

    const hostile: { what: string; photo?: Buffer; identity?: Buffer; words: RegExp }[] = [
      {
        what: 'a script called a photo',
        photo: Buffer.from('<script>alert(1)</script>'),
        words: /savons pas lire/,
      },
      {
        what: 'an SVG',
        photo: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
        words: /savons pas lire/,
      },
      { what: 'a PDF as portrait', photo: plainPdf(), words: /savons pas lire/ },
      { what: 'HTML as identity', identity: Buffer.from('<html></html>'), words: /savons pas lire/ },
      { what: 'a program as identity', identity: Buffer.from('MZ\u0090\u0000'), words: /savons pas lire/ },
      { what: 'half a PDF', identity: Buffer.from('%PDF-1.4\nhalf'), words: /savons pas lire/ },
      {
        what: 'a picture of too many pixels',
        photo: pngOf({ width: 40_000, height: 40_000, compressed: Buffer.from('x') }),
        words: /savons pas lire/,
      },
      { what: 'a JPEG without a size', photo: Buffer.from('ffd8ffe0', 'hex'), words: /savons pas lire/ },
      { what: 'a photo of more than 5 MB', photo: plainPng({ noise: 5 * 1024 * 1024 }), words: /trop lourd/ },
    ]
    for (const { what, photo, identity: paper, words } of hostile)
      test(`${what} is refused, and nothing is kept`, async () => {
        const applicant = await verifiedApplicant(service)
        const kept = filesKept()
        const sent = await sendApplication(service, applicant, plainApplicant, {
          photo: { ...portrait, ...(photo && { bytes: photo }) },
          identity: { ...identity, ...(paper && { bytes: paper }) },
        })
        assert.equal(sent.status, 422)
        assert.match(textOf(sent), words)
        assert.deepEqual(filesKept(), kept)
      })

    test('pictures of an application are stored without where they were taken', async () => {
      const picture = { name: 'a.jpg', type: 'image/jpeg', bytes: cameraJpeg() }
      const sent = await sendApplication(service, await verifiedApplicant(service), plainApplicant, {
        photo: picture,
        identity: picture,
      })
      assert.equal(sent.path, '/courier/apply/sent')
      for (const name of filesKept()) assert.ok(!readFileSync(join(folder(), name)).includes(placeInPicture))
    })

    test('a form of more than both files is refused before it is read', async () => {
      const applicant = await verifiedApplicant(service)
      const sent = await sendApplication(service, applicant, plainApplicant, {
        photo: portrait,
        identity: { ...identity, bytes: Buffer.alloc(12 * 1024 * 1024) },
      })
      assert.equal(sent.status, 413)
      assert.equal(sent.headers.connection, 'close')
    })

    test('a file name with a path leads nowhere, and a file of two kinds is shown as one alone', async () => {
      const applicant = await verifiedApplicant(service)
      const polyglot = Buffer.concat([plainPng(), Buffer.from('<script>alert(1)</script>'), plainPdf()])
      const sent = await sendApplication(service, applicant, plainApplicant, {
        photo: { name: '../../../../etc/passwd', type: 'text/html', bytes: polyglot },
        identity: { name: '..\\..\\x.html', type: 'text/html', bytes: plainPdf('<script>alert(2)</script>') },
      })
      assert.equal(sent.path, '/courier/apply/sent')
      for (const name of filesKept()) assert.match(name, /^file_[A-Za-z0-9]{32}$/)
      const { id } = await service.services.db
        .selectFrom('courier_applications')
        .select('courier_applications.id')
        .where('courier_applications.phone', '=', applicant.phone)
        .executeTakeFirstOrThrow()
      const page = await operator.open(`/operations/couriers/applications/${id}`)
      const addresses = [...page.html.matchAll(/href="([^"]*\/file)"/g)].map(([, address]) => address ?? '')
      assert.equal(addresses.length, 2)
      const types = []
      for (const address of addresses) {
        const { status, headers } = await operator.open(address)
        assert.equal(status, 200)
        types.push(headers['content-type'])
        assert.equal(headers['cache-control'], 'no-store')
        assert.equal(headers['x-content-type-options'], 'nosniff')
        assert.match(String(headers['content-security-policy']), /default-src 'none'; sandbox/)
      }
      assert.deepEqual(types.sort(), ['application/pdf', 'image/png'])
    })

    test('one network sends sixty forms in ten minutes, and one number gets five codes of a network in an hour', async () => {
      service.clock.forward(3 * 3_600_000)
      const visitor = openVisitor(service, '10.6.0.1')
      const city = (await cityId()) ?? ''
      const statuses = []
      for (let at = 0; at < 6; at += 1)
        statuses.push(
          (await visitor.post('/courier/apply', { phone: '+2290155990001', cityId: city })).status,
        )
      assert.deepEqual(statuses, [200, 200, 200, 200, 200, 429])
      const others = []
      for (let at = 0; at < 56; at += 1)
        others.push((await visitor.post('/courier/apply', { phone: 'x', cityId: city })).status)
      assert.deepEqual([others[0], others.at(-1)], [422, 429])
    })
  })

  describe('deciding', () => {
    test('an approved applicant is a courier with an account and their papers, and is told in their language', async () => {
      const { id, phone, documents } = await applicationOf(service)
      const page = await operator.open(`/operations/couriers/applications/${id}`)
      const decided = await operator.submit(page, `/operations/couriers/applications/${id}/approve`)
      const courierId = decided.path.match(/couriers\/([^/?]+)/)?.[1] ?? ''
      assert.match(textOf(decided), /Candidature acceptée/)
      const { db } = service.services
      const courier = await db
        .selectFrom('couriers')
        .innerJoin('courier_accounts', 'courier_accounts.courier_id', 'couriers.id')
        .select(['couriers.phone', 'couriers.plate_number', 'couriers.on_duty_since'])
        .where('couriers.id', '=', courierId)
        .executeTakeFirstOrThrow()
      assert.deepEqual(courier, { phone, plate_number: 'AB 1234 RB', on_duty_since: null })
      const papers = await db
        .selectFrom('courier_documents')
        .select(['courier_documents.id', 'courier_documents.application_id'])
        .where('courier_documents.courier_id', '=', courierId)
        .execute()
      assert.deepEqual(papers.map((each) => each.id).sort(), documents.map((each) => each.id).sort())
      assert.ok(papers.every((each) => each.application_id === null))
      assert.deepEqual(await messagesTo(phone), [['COURIER_APPROVED', 'fr']])
      const { id: signedIn } = await signInCourier(service, courierId)
      assert.equal(signedIn, courierId)
    })

    test('a refusal needs a reason, which the person is told', async () => {
      const { id, phone } = await applicationOf(service)
      const path = `/operations/couriers/applications/${id}`
      const short = await operator.post(`${path}/refuse`, { reason: ' x ' })
      assert.equal(short.status, 422)
      const refused = await operator.post(`${path}/refuse`, { reason: 'La photo est floue' })
      assert.equal(refused.path, '/operations/couriers/applications?done=refused')
      assert.deepEqual(await messagesTo(phone), [['COURIER_REFUSED', 'fr']])
      const again = await operator.post(`${path}/approve`, {})
      assert.equal(again.status, 409)
      assert.match(textOf(again), /déjà refusé cette candidature/)
    })

    test('of two operators who decide at once, one decides', async () => {
      const { id, phone } = await applicationOf(service)
      const outcomes = await Promise.allSettled([
        approveApplication(acting(), id),
        refuseApplication(acting(), id, 'Trop tard'),
        approveApplication(acting(), id),
      ])
      assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1)
      for (const outcome of outcomes)
        if (outcome.status === 'rejected') assert.equal(outcome.reason.code, 'APPLICATION_DECIDED')
      assert.equal((await messagesTo(phone)).length, 1)
    })

    test('an application is decided by operators alone', async () => {
      const { id } = await applicationOf(service)
      const shop = await service.openShop()
      const owner = await openConsole(service, { shopId: shop.shopId })
      const actors: Actor[] = [
        { kind: 'OPERATOR', id: dispatcher.accountId },
        { kind: 'OPERATOR', id: owner.accountId },
        { kind: 'ACCOUNT', id: owner.accountId },
        { kind: 'API_KEY', id: shop.keyId },
        { kind: 'COURIER', id: newId(service.clock.now()) },
        { kind: 'CUSTOMER' },
      ]
      for (const actor of actors) {
        const deps = { ...service.services, actor }
        await assert.rejects(approveApplication(deps, id), { code: 'ROLE_REQUIRED' })
        await assert.rejects(refuseApplication(deps, id, 'Parce que'), { code: 'ROLE_REQUIRED' })
      }
    })

    test('papers are shown to operators alone, and only under the person whose they are', async () => {
      const [one, other] = [await applicationOf(service), await applicationOf(service)]
      const documentId = one.documents[0]?.id
      const path = (id: string) => `/operations/couriers/applications/${id}/documents/${documentId}/file`
      assert.equal((await operator.open(path(one.id))).status, 200)
      assert.equal((await operator.open(path(other.id))).status, 404)
      assert.equal((await dispatcher.open(path(one.id))).status, 403)
      const shop = await service.openShop()
      assert.equal(
        (await (await openConsole(service, { shopId: shop.shopId })).open(path(one.id))).status,
        404,
      )
      assert.equal((await openVisitor(service, '10.7.1.1').open(path(one.id))).path, '/console/sign-in')
      const { courierId } = await approveApplication(acting(), one.id)
      assert.equal((await operator.open(path(one.id))).status, 404)
      const theirs = `/operations/couriers/${courierId}/documents/${documentId}/file`
      assert.equal((await operator.open(theirs)).status, 200)
      const stranger = await registerCourier(service)
      const guessed = `/operations/couriers/${stranger}/documents/${documentId}`
      assert.equal((await operator.open(`${guessed}/file`)).status, 404)
      assert.equal((await operator.post(`${guessed}/remove`, {})).status, 404)
      const key = one.documents[0]?.file_key ?? ''
      for (const address of [`/photo-uploads/${key}`, `/photo-uploads/private/${key}`, `/private/${key}`])
        assert.ok([404, 405].includes((await service.app.inject({ url: address })).statusCode), address)
    })
  })

  test('files of who was refused go after thirty days, those of who left after a year', async () => {
    const refused = await applicationOf(service)
    const approved = await applicationOf(service)
    const waiting = await applicationOf(service)
    const keysOf = ({ documents }: typeof refused) => documents.map(({ file_key }) => file_key ?? '')
    await refuseApplication(acting(), refused.id, 'Pas de place')
    const { courierId } = await approveApplication(acting(), approved.id)
    const kept = (keys: string[]) => keys.filter((key) => filesKept().includes(key)).length
    const purge = async () => {
      while (await purgeDocuments(service.services));
    }
    service.clock.forward(29 * day)
    await purge()
    assert.deepEqual([kept(keysOf(refused)), kept(keysOf(approved)), kept(keysOf(waiting))], [2, 2, 2])
    service.clock.forward(2 * day)
    await purge()
    assert.deepEqual([kept(keysOf(refused)), kept(keysOf(approved)), kept(keysOf(waiting))], [0, 2, 2])
    const left = await service.services.db
      .selectFrom('courier_applications')
      .select('courier_applications.id')
      .where('courier_applications.id', 'in', [refused.id, approved.id, waiting.id])
      .execute()
    assert.deepEqual(left, [{ id: waiting.id }])
    await retireCourier(acting(), courierId)
    service.clock.forward(366 * day)
    await purge()
    assert.deepEqual([kept(keysOf(approved)), kept(keysOf(waiting))], [0, 2])
    await assertVerbRefused(approveApplication(acting(), refused.id), {
      status: 404,
      code: 'APPLICATION_NOT_FOUND',
      en: 'There is no such application.',
      fr: 'Cette candidature n’existe pas.',
    })
  })

  async function cityId() {
    const [city] = service.services.pricing.map.current().cities.filter(({ name }) => name === 'Cotonou')
    return city?.id
  }

  async function messagesTo(phone: string) {
    const rows = await service.services.db
      .selectFrom('messages')
      .select(['messages.kind', 'messages.language'])
      .where('messages.recipient', '=', phone)
      .where('messages.kind', '<>', 'SIGN_IN_CODE')
      .execute()
    return rows.map(({ kind, language }) => [kind, language])
  }
})
