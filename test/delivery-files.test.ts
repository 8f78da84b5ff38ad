import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { limits } from '../src/contract/limits.ts'
import { changeDelivery } from '../src/domain/deliveries/changing/change-delivery.ts'
import type { DeliveryKey } from '../src/domain/deliveries/delivery-store.ts'
import { listFilesOf } from '../src/domain/deliveries/files/delivery-file-store.ts'
import { purgeDeliveryFiles } from '../src/domain/deliveries/files/purge-delivery-files.ts'
import { readOwnDoorNote } from '../src/domain/deliveries/files/read-delivery-file.ts'
import { removeDeliveryFile } from '../src/domain/deliveries/files/remove-delivery-file.ts'
import {
  type DeliveryFileDeps,
  storeDeliveryFile,
} from '../src/domain/deliveries/files/store-delivery-file.ts'
import { resetShop } from '../src/domain/sandbox/reset-shop.ts'
import { onEachDatabase } from './support/databases.ts'
import { act, bringTo } from './support/delivery-verbs.ts'
import { cameraJpeg, mp4Note, noPhotos, noSounds, plainJpeg, webmNote } from './support/door-notes.ts'
import { openService, type TestService, type TestShop, testStart } from './support/open-service.ts'

const dayMs = 86_400_000

onEachDatabase((open) => {
  let service: TestService
  let shop: TestShop
  /** What the storage holds, by key; a storage that `fails` holds what it had. */
  const stored = new Map<string, Uint8Array>()
  let fails = false
  let deps: DeliveryFileDeps
  const privateFiles: DeliveryFileDeps['photoStorage']['privateFiles'] = {
    save: async (key, _type, bytes) => {
      if (fails) throw new Error('the storage is away')
      stored.set(key, bytes)
    },
    read: async (key) => stored.get(key),
    remove: async (key) => {
      if (fails) throw new Error('the storage is away')
      stored.delete(key)
    },
  }
  before(async () => {
    service = await openService(await open())
    shop = await service.openShop()
    deps = { ...service.services, photoStorage: { privateFiles } }
  })
  beforeEach(async () => {
    fails = false
    service.clock.set(new Date(testStart).toISOString())
    await service.services.db.deleteFrom('delivery_files').execute()
    stored.clear()
  })
  after(() => service.close())

  const photo = { kind: 'DOOR_PHOTO', bytes: cameraJpeg({ orientation: 1 }) } as const
  const voice = { kind: 'VOICE_NOTE', bytes: webmNote() } as const
  const kindsOf = async (key: DeliveryKey) => (await listFilesOf(deps.db, [key])).map(({ kind }) => kind)
  const later = (ms: number) => service.clock.set(new Date(new Date(testStart).getTime() + ms).toISOString())
  const rows = () => service.services.db.selectFrom('delivery_files').selectAll().execute()
  async function purge() {
    while (await purgeDeliveryFiles(deps));
  }

  describe('files of a delivery', () => {
    test('a photo is stored without what the camera wrote into it, and a recording as it is', async () => {
      const key = await bringTo(service, shop, 'SEARCHING_COURIER')
      const { id } = await storeDeliveryFile(deps, key, photo)
      const note = await storeDeliveryFile(deps, key, voice)
      const read = await readOwnDoorNote(deps, key, id)
      assert.deepEqual([read?.contentType, Buffer.from(read?.bytes ?? [])], ['image/jpeg', plainJpeg])
      const heard = await readOwnDoorNote(deps, key, note.id)
      assert.deepEqual([heard?.contentType, Buffer.from(heard?.bytes ?? [])], ['audio/webm', webmNote()])
      assert.deepEqual(await kindsOf(key), ['DOOR_PHOTO', 'VOICE_NOTE'])
    })

    test('a second one takes the place of the first, whose file is gone after the next purge', async () => {
      const key = await bringTo(service, shop, 'ASSIGNED')
      const first = await storeDeliveryFile(deps, key, photo)
      const second = await storeDeliveryFile(deps, key, photo)
      assert.equal(await readOwnDoorNote(deps, key, first.id), undefined)
      assert.ok(await readOwnDoorNote(deps, key, second.id))
      assert.equal(stored.size, 2)
      await purge()
      assert.equal(stored.size, 1)
      assert.ok(await readOwnDoorNote(deps, key, second.id))
    })

    test('of many sent at once one counts, and no file is left behind', async () => {
      const key = await bringTo(service, shop, 'IN_TRANSIT')
      const sent = await Promise.allSettled(
        Array.from({ length: limits.deliveryFilesPerHour + 3 }, () => storeDeliveryFile(deps, key, photo)),
      )
      assert.equal(sent.filter(({ status }) => status === 'fulfilled').length, limits.deliveryFilesPerHour)
      for (const refused of sent.filter((each) => each.status === 'rejected'))
        assert.equal(refused.reason.code, 'TOO_MANY_DELIVERY_FILES')
      assert.deepEqual(await kindsOf(key), ['DOOR_PHOTO'])
      await purge()
      assert.equal(stored.size, 1)
    })

    test('ten are taken within an hour, also of those taken back, and again an hour later', async () => {
      const key = await bringTo(service, shop, 'SEARCHING_COURIER')
      for (let sent = 0; sent < limits.deliveryFilesPerHour; sent += 1) {
        await storeDeliveryFile(deps, key, voice)
        await removeDeliveryFile(deps, key, 'VOICE_NOTE')
        await purge()
      }
      await assert.rejects(storeDeliveryFile(deps, key, voice), { code: 'TOO_MANY_DELIVERY_FILES' })
      await storeDeliveryFile(deps, key, photo)
      later(3_600_000)
      await storeDeliveryFile(deps, key, voice)
    })

    for (const [name, bytes] of Object.entries(noPhotos))
      test(`${name} is refused as a photo, and leaves nothing`, async () => {
        const key = await bringTo(service, shop, 'SEARCHING_COURIER')
        await assert.rejects(storeDeliveryFile(deps, key, { kind: 'DOOR_PHOTO', bytes }), {
          code: 'DELIVERY_FILE_REFUSED',
          params: { reason: 'PICTURE' },
        })
        assert.deepEqual([await rows(), stored.size], [[], 0])
      })

    for (const [name, bytes] of Object.entries(noSounds))
      test(`${name} is refused as a voice note`, async () => {
        const key = await bringTo(service, shop, 'SEARCHING_COURIER')
        await assert.rejects(storeDeliveryFile(deps, key, { kind: 'VOICE_NOTE', bytes }), {
          code: 'DELIVERY_FILE_REFUSED',
          params: { reason: 'SOUND' },
        })
      })

    test('too many bytes and too many seconds are refused, and the last that fit are taken', async () => {
      const key = await bringTo(service, shop, 'SEARCHING_COURIER')
      const refusal = (kind: 'DOOR_PHOTO' | 'VOICE_NOTE', bytes: Buffer, reason: string) =>
        assert.rejects(storeDeliveryFile(deps, key, { kind, bytes }), { params: { reason } })
      const after = (length: number) => cameraJpeg({ after: Buffer.alloc(length - cameraJpeg().length) })
      await refusal('DOOR_PHOTO', after(limits.deliveryPhotoBytes + 1), 'PICTURE_SIZE')
      await refusal('VOICE_NOTE', webmNote(limits.voiceNoteBytes), 'SOUND_SIZE')
      await refusal('VOICE_NOTE', mp4Note(limits.voiceNoteSeconds + 3), 'LENGTH')
      await storeDeliveryFile(deps, key, { kind: 'DOOR_PHOTO', bytes: after(limits.deliveryPhotoBytes) })
      await storeDeliveryFile(deps, key, { kind: 'VOICE_NOTE', bytes: mp4Note(limits.voiceNoteSeconds + 2) })
    })

    for (const status of ['AWAITING_LOCATION', 'DELIVERED', 'FAILED', 'CANCELLED'] as const)
      test(`nothing is taken or taken back of a delivery that is ${status}`, async () => {
        const key = await bringTo(service, shop, status)
        await assert.rejects(storeDeliveryFile(deps, key, photo), { code: 'TRANSITION_REFUSED' })
        await assert.rejects(removeDeliveryFile(deps, key, 'DOOR_PHOTO'), { code: 'TRANSITION_REFUSED' })
        assert.deepEqual(await rows(), [])
      })

    test('a delivery that ends while the bytes are on their way to the storage keeps none of them', async () => {
      const key = await bringTo(service, shop, 'IN_TRANSIT')
      const slow: DeliveryFileDeps = {
        ...deps,
        photoStorage: {
          privateFiles: {
            ...privateFiles,
            save: async (...file) => {
              await privateFiles.save(...file)
              await act(service, key, 'handOver')
            },
          },
        },
      }
      await assert.rejects(storeDeliveryFile(slow, key, photo), { code: 'TRANSITION_REFUSED' })
      assert.deepEqual(await kindsOf(key), [])
      await purge()
      assert.equal(stored.size, 0)
    })

    test('what the storage does not take counts for nobody, and what a process left half done goes after an hour', async () => {
      const key = await bringTo(service, shop, 'ASSIGNED')
      fails = true
      await assert.rejects(storeDeliveryFile(deps, key, photo), /the storage is away/)
      assert.deepEqual(await kindsOf(key), [])
      fails = false
      const crashed: DeliveryFileDeps = {
        ...deps,
        photoStorage: {
          privateFiles: {
            ...privateFiles,
            save: async (...file) => {
              await privateFiles.save(...file)
              await new Promise(() => {})
            },
          },
        },
      }
      void storeDeliveryFile(crashed, key, photo)
      while (stored.size === 0) await new Promise(setImmediate)
      await purge()
      assert.equal(stored.size, 1)
      later(3_600_001)
      await purge()
      assert.equal(stored.size, 0)
    })

    for (const [ending, status] of [
      ['handOver', 'IN_TRANSIT'],
      ['fail', 'IN_TRANSIT'],
      ['cancel', 'ASSIGNED'],
      ['expire', 'SEARCHING_COURIER'],
    ] as const)
      test(`a day after ${ending} the files are gone, with their rows, and not before`, async () => {
        const key = await bringTo(service, shop, status)
        await storeDeliveryFile(deps, key, photo)
        await storeDeliveryFile(deps, key, voice)
        later(60_000)
        await act(service, key, ending)
        later(60_000 + dayMs)
        await purge()
        assert.equal(stored.size, 2)
        later(60_001 + dayMs)
        await purge()
        assert.deepEqual([stored.size, await rows()], [0, []])
      })

    test('a file that the storage does not remove is tried again, and holds up no other', async () => {
      const key = await bringTo(service, shop, 'ASSIGNED')
      await storeDeliveryFile(deps, key, photo)
      await removeDeliveryFile(deps, key, 'DOOR_PHOTO')
      fails = true
      await assert.rejects(purge(), /the storage is away/)
      assert.equal((await rows()).filter(({ file_key }) => file_key !== null).length, 1)
      fails = false
      await purge()
      assert.equal(stored.size, 0)
    })

    test('a delivery that goes to another phone keeps nothing of the person it went to before', async () => {
      const key = await bringTo(service, shop, 'ASSIGNED')
      await storeDeliveryFile(deps, key, photo)
      await changeDelivery(service.services, key, {
        customer: { lastName: 'Sossa', firstName: 'Ali', phone: '0197000055' },
      })
      assert.deepEqual(await kindsOf(key), [])
      await assert.rejects(storeDeliveryFile(deps, { ...key, linkVersion: 1 }, photo), {
        code: 'CUSTOMER_LINK_INVALID',
      })
      await storeDeliveryFile(deps, { ...key, linkVersion: 2 }, photo)
    })

    test('a sandbox that is emptied keeps no file', async () => {
      const key = await bringTo(service, shop, 'ASSIGNED')
      await storeDeliveryFile(deps, key, photo)
      await resetShop(service.services, shop.shopId)
      await purge()
      assert.equal(stored.size, 0)
      later(2 * dayMs)
      await purge()
      assert.deepEqual(await rows(), [])
    })
  })
})
