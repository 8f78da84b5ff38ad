import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { changeDelivery } from '../src/domain/deliveries/changing/change-delivery.ts'
import type { DeliveryKey } from '../src/domain/deliveries/delivery-store.ts'
import { listFilesOf } from '../src/domain/deliveries/files/delivery-file-store.ts'
import { arriveAtPickup } from '../src/domain/deliveries/transitions/arrive-at-pickup.ts'
import { assignCourier } from '../src/domain/deliveries/transitions/assign-courier.ts'
import { storePhoto } from '../src/domain/photos/store-photo.ts'
import { pagePath } from './support/customer-visit.ts'
import { onEachDatabase, onServer } from './support/databases.ts'
import { act, bringTo, courier } from './support/delivery-verbs.ts'
import { cameraJpeg, mp4Note, noPhotos, plainJpeg, webmNote } from './support/door-notes.ts'
import { openService, type TestService, type TestShop } from './support/open-service.ts'
import { type SignedIn, signInCourier } from './support/sign-in.ts'

type Sent = Record<string, string | { name: string; type: string; bytes: Buffer }>

const boundary = 'colis-test-boundary'
const formOf = (parts: Sent) =>
  Buffer.concat([
    ...Object.entries(parts).flatMap(([name, value]) => {
      const about =
        typeof value === 'string' ? '' : `; filename="${value.name}"\r\ncontent-type: ${value.type}`
      const head = `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${about}\r\n\r\n`
      return [
        Buffer.from(head),
        typeof value === 'string' ? Buffer.from(value) : value.bytes,
        Buffer.from('\r\n'),
      ]
    }),
    Buffer.from(`--${boundary}--\r\n`),
  ])
const jpeg = (bytes: Buffer = cameraJpeg({ orientation: 1 })) => ({
  name: 'porte.jpg',
  type: 'image/jpeg',
  bytes,
})
const sound = (bytes: Buffer = webmNote()) => ({ name: 'message', type: 'audio/webm', bytes })

onEachDatabase((open) => {
  let service: TestService
  let shop: TestShop
  let carrier: SignedIn
  let other: SignedIn
  before(async () => {
    service = await openService(await open())
    shop = await service.openShop()
    carrier = await signInCourier(service)
    other = await signInCourier(service)
  })
  after(() => service.close())

  const send = async (path: string, parts: Sent, headers: Record<string, string> = {}) =>
    service.app.inject({
      method: 'POST',
      url: path,
      remoteAddress: '10.8.0.1',
      headers: { 'content-type': `multipart/form-data; boundary=${boundary}`, ...headers },
      payload: formOf(parts),
    })
  const door = (key: DeliveryKey) => `${pagePath(service, key)}/door`
  const get = (url: string, headers: Record<string, string> = {}) =>
    service.app.inject({ url, headers, remoteAddress: '10.8.0.1' })
  const filesOf = (key: DeliveryKey) => listFilesOf(service.services.db, [key])
  const idOf = async (key: DeliveryKey, kind: string) =>
    (await filesOf(key)).find((file) => file.kind === kind)?.id ?? ''
  const photo = { act: 'photo', taken: jpeg() }
  const voice = { act: 'voice', sound: sound() }
  const asCourier = ({ visitor }: SignedIn, id: string) => visitor.open(`/courier/door/${id}`)
  /** A delivery of the carrier, who has no other one under way. */
  async function carried(status: 'ASSIGNED' | 'IN_TRANSIT' = 'IN_TRANSIT'): Promise<DeliveryKey> {
    const key = await bringTo(service, shop, 'SEARCHING_COURIER')
    await assignCourier(service.services, key, { ...courier, id: carrier.id })
    if (status === 'IN_TRANSIT') await act(service, key, 'pickUp')
    return key
  }
  async function whileCarried(use: (key: DeliveryKey) => Promise<void>) {
    const key = await carried()
    await use(key)
    await act(service, key, 'handOver')
  }

  describe('what a customer leaves for the courier', () => {
    test('a photo and a voice note are sent by forms alone, seen and heard by the customer, and taken back', async () => {
      const key = await bringTo(service, shop, 'SEARCHING_COURIER')
      const page = pagePath(service, key)
      const first = await get(page)
      assert.ok(first.body.includes(`href="${door(key)}"`))
      assert.match(first.body, /Ajouter une photo de la porte ou un message vocal/)

      const sent = await send(door(key), photo)
      assert.deepEqual([sent.statusCode, sent.headers.location], [303, `${door(key)}?done=photo`])
      assert.match(
        (await get(`${door(key)}?done=photo`)).body,
        /C’est noté\u00a0: votre livreur verra la photo\./,
      )
      assert.match((await get(page)).body, /Votre photo est prête pour le livreur\./)
      assert.equal(
        (await send(`${door(key)}?lang=en`, voice)).headers.location,
        `${door(key)}?lang=en&done=voice`,
      )
      assert.match((await get(page)).body, /Votre photo et votre message vocal sont prêts/)

      const picture = await get(`${door(key)}/${await idOf(key, 'DOOR_PHOTO')}`)
      assert.deepEqual([picture.headers['content-type'], picture.rawPayload], ['image/jpeg', plainJpeg])
      const heard = await get(`${door(key)}/${await idOf(key, 'VOICE_NOTE')}`)
      assert.deepEqual([heard.headers['content-type'], heard.rawPayload], ['audio/webm', webmNote()])

      for (const act of ['remove-photo', 'remove-voice'])
        assert.equal((await send(door(key), { act })).statusCode, 303)
      assert.deepEqual(await filesOf(key), [])
      assert.equal(
        (await get(`${door(key)}?done=voice-removed`)).body.includes('Le message est effacé.'),
        true,
      )
      assert.ok(!(await get(`${door(key)}?done=toString`)).body.includes('class="done"'))
    })

    test('only the page that records lets a script use the microphone', async () => {
      const key = await bringTo(service, shop, 'SEARCHING_COURIER')
      const { headers } = await get(door(key))
      assert.equal(headers['permissions-policy'], 'camera=(), microphone=(self), geolocation=()')
      assert.match(String(headers['content-security-policy']), /default-src 'none'.*media-src 'self' blob:;/)
      assert.equal(headers['cache-control'], 'no-store')
      const page = await get(pagePath(service, key))
      assert.match(String(page.headers['permissions-policy']), /microphone=\(\)/)
    })

    test('the courier of the parcel sees and hears them from the assignment until the hand-over, and nobody else', async () => {
      const key = await carried('ASSIGNED')
      await send(door(key), photo)
      await send(door(key), voice)
      const ids = [await idOf(key, 'DOOR_PHOTO'), await idOf(key, 'VOICE_NOTE')]
      assert.match(
        (await carrier.visitor.open('/courier')).html,
        /<summary>Le client explique comment trouver sa porte/,
      )
      for (const step of ['before', 'pickUp', 'after']) {
        if (step === 'pickUp') await act(service, key, 'pickUp')
        const { html } = await carrier.visitor.open('/courier')
        for (const id of ids) {
          assert.ok(html.includes(`src="/courier/door/${id}"`))
          const { status, headers } = await asCourier(carrier, id)
          assert.equal(status, 200)
          assert.equal(headers['cache-control'], 'no-store')
          assert.equal(headers['x-content-type-options'], 'nosniff')
          assert.equal(headers['content-security-policy'], "default-src 'none'; sandbox")
          assert.equal((await asCourier(other, id)).status, 404)
          const stranger = await get(`/courier/door/${id}`)
          assert.deepEqual([stranger.statusCode, stranger.headers.location], [303, '/courier/sign-in'])
        }
      }
      await act(service, key, 'handOver')
      for (const id of ids) assert.equal((await asCourier(carrier, id)).status, 404)
      assert.equal((await get(`${door(key)}/${ids[0]}`)).statusCode, 200)
    })

    test('a courier whose parcel another has taken over, and one who has signed out, get nothing', async () => {
      const key = await carried('ASSIGNED')
      await send(door(key), photo)
      const id = await idOf(key, 'DOOR_PHOTO')
      const cookies = new Map(carrier.visitor.cookies)
      assert.equal((await asCourier(carrier, id)).status, 200)
      await carrier.visitor.post('/courier/sign-out', { sure: 'yes' })
      for (const [name, value] of cookies) carrier.visitor.cookies.set(name, value)
      assert.equal((await asCourier(carrier, id)).path, '/courier/sign-in?ended')
      carrier = await signInCourier(service, carrier.id)
      assert.equal((await asCourier(carrier, id)).status, 200)
      await service.services.db
        .updateTable('deliveries')
        .set({ courier_id: other.id })
        .where('deliveries.id', '=', key.id)
        .execute()
      assert.equal((await asCourier(carrier, id)).status, 404)
      assert.equal((await asCourier(other, id)).status, 200)
      await act(service, key, 'cancel')
    })

    test('a failed hand-over ends what the courier may see', () =>
      (async () => {
        const key = await carried()
        await send(door(key), photo)
        const id = await idOf(key, 'DOOR_PHOTO')
        await act(service, key, 'fail')
        assert.equal((await asCourier(carrier, id)).status, 404)
        assert.ok(!(await carrier.visitor.open('/courier')).html.includes(id))
        await act(service, key, 'return')
      })())

    test('a sound is played in parts, as players ask for it', () =>
      whileCarried(async (key) => {
        await send(door(key), { act: 'voice', sound: sound(mp4Note(5)) })
        const id = await idOf(key, 'VOICE_NOTE')
        const { length } = mp4Note(5)
        const cookie = [...carrier.visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
        const part = await get(`/courier/door/${id}`, { cookie, range: 'bytes=0-1' })
        assert.deepEqual(
          [
            part.statusCode,
            part.headers['content-range'],
            part.headers['content-type'],
            part.rawPayload.length,
          ],
          [206, `bytes 0-1/${length}`, 'audio/mp4', 2],
        )
        const beyond = await get(`/courier/door/${id}`, { cookie, range: `bytes=${length}-` })
        assert.deepEqual([beyond.statusCode, beyond.headers['content-range']], [416, `bytes */${length}`])
      }))

    test('the link of another delivery, an old link and what is no id lead to nothing', async () => {
      const key = await bringTo(service, shop, 'ASSIGNED')
      const neighbour = await bringTo(service, shop, 'ASSIGNED')
      await send(door(key), photo)
      const id = await idOf(key, 'DOOR_PHOTO')
      for (const path of [
        `${door(neighbour)}/${id}`,
        `${door(key)}/x`,
        `${door(key)}/${id}/x`,
        `${door(key)}/..%2f${id}`,
      ])
        assert.equal((await get(path)).statusCode, 404, path)
      const forged = door(key).replace(/.(?=\/door$)/, (last) => (last === 'x' ? 'y' : 'x'))
      assert.equal((await get(`${forged}/${id}`)).statusCode, 404)
      const refused = await send(forged, photo)
      assert.deepEqual([refused.statusCode, refused.headers.connection], [404, 'close'])

      const customer = { lastName: 'Sossa', firstName: 'Ali', phone: '0197000055' }
      await changeDelivery(service.services, key, { customer })
      assert.equal((await get(`${door(key)}/${id}`)).statusCode, 404)
      assert.equal((await send(door(key), photo)).statusCode, 404)
    })

    test('a form of another site is refused before anything of it is read', async () => {
      const key = await bringTo(service, shop, 'SEARCHING_COURIER')
      const refused = await send(door(key), photo, { 'sec-fetch-site': 'cross-site' })
      assert.deepEqual([refused.statusCode, refused.headers.connection], [403, 'close'])
      assert.deepEqual(await filesOf(key), [])
    })

    for (const [name, bytes] of Object.entries(noPhotos))
      test(`${name} named porte.jpg is refused with words that say what to do`, async () => {
        const key = await bringTo(service, shop, 'SEARCHING_COURIER')
        const { statusCode, body } = await send(door(key), { act: 'photo', chosen: jpeg(bytes) })
        assert.equal(statusCode, 422)
        assert.match(body, /role="alert">Ce fichier n’est pas une photo que nous pouvons lire/)
        assert.deepEqual(await filesOf(key), [])
      })

    test('a photo of too many bytes, a message of too many seconds and an empty form are refused beside the form', async () => {
      const key = await bringTo(service, shop, 'SEARCHING_COURIER')
      const heavy = cameraJpeg({ after: Buffer.alloc(5 * 1024 * 1024) })
      const refusals: [parts: Sent, status: number, words: RegExp][] = [
        [{ act: 'photo', taken: jpeg(heavy) }, 422, /trop lourde : 5 Mo au plus/],
        [{ act: 'photo', taken: jpeg(Buffer.concat([heavy, heavy])) }, 413, /trop lourde : 5 Mo au plus/],
        [{ act: 'voice', sound: sound(webmNote(700 * 1024)) }, 422, /trop lourd : 600 Ko au plus/],
        [{ act: 'voice', sound: sound(mp4Note(61)) }, 422, /trop long : 30 secondes au plus/],
        [{ act: 'voice', sound: sound(plainJpeg) }, 422, /pas un enregistrement que le livreur peut écouter/],
        [{ act: 'photo' }, 422, /Choisissez d’abord un fichier/],
        [{ act: 'photo', taken: jpeg(Buffer.alloc(0)) }, 422, /Choisissez d’abord un fichier/],
        [{ act: 'voice', taken: jpeg() }, 422, /Choisissez d’abord un fichier/],
        [{ act: 'burn' }, 422, /Choisissez d’abord un fichier/],
      ]
      for (const [parts, status, words] of refusals) {
        const { statusCode, body } = await send(door(key), parts)
        assert.equal(statusCode, status, String(words))
        assert.match(body.replaceAll('\u00a0', ' '), words)
      }
      assert.deepEqual(await filesOf(key), [])
    })

    test('a body that is no form, or breaks off, is refused beside the form', async () => {
      const key = await bringTo(service, shop, 'SEARCHING_COURIER')
      const post = (type: string, payload: Buffer) =>
        service.app.inject({ method: 'POST', url: door(key), headers: { 'content-type': type }, payload })
      assert.equal((await post('application/json', Buffer.from('{}'))).statusCode, 415)
      assert.equal((await post('image/jpeg', plainJpeg)).statusCode, 415)
      const broken = formOf(photo).subarray(0, 300)
      const { statusCode, body } = await post(`multipart/form-data; boundary=${boundary}`, broken)
      assert.deepEqual([statusCode, /arrivé incomplet/.test(body)], [400, true])
      assert.equal((await post('multipart/form-data', Buffer.from('x'))).statusCode, 400)
    })

    test('of many photos sent at once one is kept, and whoever sends too many is told so', async () => {
      const key = await bringTo(service, shop, 'SEARCHING_COURIER')
      const answers = await Promise.all(Array.from({ length: 16 }, () => send(door(key), photo)))
      const statuses = new Set(answers.map(({ statusCode }) => statusCode))
      assert.deepEqual([...statuses].sort(), [303, 429])
      assert.equal((await filesOf(key)).length, 1)
      let refused = await send(door(key), photo)
      for (let tries = 0; refused.statusCode === 303 && tries < 12; tries += 1)
        refused = await send(door(key), photo)
      assert.equal(refused.statusCode, 429)
      assert.match(refused.body, /Vous en avez déjà envoyé 10 en une heure/)
    })

    for (const status of ['AWAITING_LOCATION', 'DELIVERED', 'FAILED', 'CANCELLED'] as const)
      test(`the page for it leads back to the page of a delivery that is ${status}`, async () => {
        const key = await bringTo(service, shop, status)
        const page = pagePath(service, key)
        assert.ok(!(await get(page)).body.includes('/door"'))
        for (const answer of [await get(door(key)), await send(door(key), photo)])
          assert.deepEqual([answer.statusCode, answer.headers.location], [303, page])
        assert.deepEqual(await filesOf(key), [])
      })

    test('the photo of a parcel is seen by its customer and by the courier who carries it, without what a camera wrote', async () => {
      const photoKey = await storePhoto(service.services, {
        shopId: shop.shopId,
        bytes: cameraJpeg({ orientation: 1 }),
      })
      const parcel = { category: 'FASHION', size: 'SMALL', photoKey }
      const key = await bringTo(service, shop, 'AWAITING_LOCATION', { parcel })
      const own = `${pagePath(service, key)}/parcel-photo`
      for (const moved of [false, true]) {
        if (moved) await act(service, key, 'locate')
        const { body } = await get(pagePath(service, key))
        assert.match(
          body,
          /<summary>Voir la photo du colis<\/summary><img class="photo" src="[^"]*" alt="Votre colis" loading="lazy">/,
        )
        assert.ok(body.includes(own))
        const seen = await get(own)
        assert.deepEqual([seen.headers['content-type'], seen.rawPayload], ['image/jpeg', plainJpeg])
        assert.equal(seen.headers['cache-control'], 'no-store')
      }
      const without = await bringTo(service, shop, 'SEARCHING_COURIER')
      assert.ok(!(await get(pagePath(service, without))).body.includes('parcel-photo'))
      assert.equal((await get(`${pagePath(service, without)}/parcel-photo`)).statusCode, 404)

      const path = `/courier/parcel-photo/${key.id}`
      assert.equal((await carrier.visitor.open(path)).status, 404)
      await assignCourier(service.services, key, { ...courier, id: carrier.id })
      await arriveAtPickup(service.services, key)
      assert.ok((await carrier.visitor.open('/courier')).html.includes(`src="${path}"`))
      const { status, headers } = await carrier.visitor.open(path)
      assert.deepEqual([status, headers['content-type']], [200, 'image/jpeg'])
      assert.equal((await other.visitor.open(path)).status, 404)
      assert.equal((await get(path)).statusCode, 303)
      await act(service, key, 'pickUp')
      assert.equal((await carrier.visitor.open(path)).status, 200)
      await act(service, key, 'handOver')
      assert.equal((await carrier.visitor.open(path)).status, 404)
      assert.equal((await get(own)).statusCode, 200)
    })

    test('neither the shop, its events nor the log knows of it', () =>
      whileCarried(async (key) => {
        await send(door(key), photo)
        const id = await idOf(key, 'DOOR_PHOTO')
        const { file_key: fileKey } = await service.services.db
          .selectFrom('delivery_files')
          .select('delivery_files.file_key')
          .where('delivery_files.id', '=', id)
          .executeTakeFirstOrThrow()
        const seen = [
          JSON.stringify((await shop.get(`/deliveries/${key.id}`)).body),
          JSON.stringify((await shop.get('/events')).body),
        ]
        for (const text of seen) assert.ok(!text.includes(id))
        assert.ok(!service.logged.join('').includes(String(fileKey)))
        assert.equal((await get(`/photo-uploads/${fileKey}`)).statusCode, 405)
      }))
  })
})

onServer((open) => {
  test('photos that arrive slowly are waited for, longer than the service waits for its database', async () => {
    const service = await openService(await open(), { DATABASE_TIMEOUT_MS: '2500' })
    try {
      const shop = await service.openShop()
      const key = await bringTo(service, shop, 'SEARCHING_COURIER')
      await service.app.listen({ port: 0, host: '127.0.0.1' })
      const { port } = service.app.server.address() as AddressInfo
      const body = formOf({ act: 'photo', taken: jpeg() })
      const begin = () => {
        const socket = connect(port, '127.0.0.1').setEncoding('utf8')
        socket.write(
          `POST ${pagePath(service, key)}/door HTTP/1.1\r\nhost: colis.test\r\n` +
            `content-type: multipart/form-data; boundary=${boundary}\r\ncontent-length: ${body.length}\r\n\r\n`,
        )
        socket.write(body.subarray(0, 20))
        return socket
      }
      const slow = [begin(), begin()]
      // Longer than the service answers without its database: 2.9 s.
      const { promise, resolve } = Promise.withResolvers<void>()
      setTimeout(resolve, 4_000)
      await promise
      for (const socket of slow) {
        socket.write(body.subarray(20))
        const [answer] = (await once(socket, 'data')) as [string]
        assert.match(answer, /^HTTP\/1.1 303 /)
        socket.destroy()
      }
    } finally {
      await service.close()
    }
  })
})
