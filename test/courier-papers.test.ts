import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { addDocument } from '../src/domain/couriers/documents/add-document.ts'
import { changeDocument } from '../src/domain/couriers/documents/change-document.ts'
import { removeDocument } from '../src/domain/couriers/documents/remove-document.ts'
import { retireCourier } from '../src/domain/couriers/retire-courier.ts'
import { remindOfPapers } from '../src/domain/messages/couriers/remind-of-papers.ts'
import { registerCourier } from './support/courier-work.ts'
import { onEachDatabase } from './support/databases.ts'
import { messageWork } from './support/message-work.ts'
import { openService, type TestService, testStart } from './support/open-service.ts'
import { openOperations } from './support/operations-work.ts'
import { signInCourier } from './support/sign-in.ts'
import { textOf } from './support/visitor.ts'

onEachDatabase((open) => {
  let service: TestService

  before(async () => {
    service = await openService(await open())
  })
  beforeEach(async () => {
    service.clock.set(testStart)
    await service.services.db.deleteFrom('messages').execute()
    await service.services.db.deleteFrom('courier_documents').execute()
  })
  after(() => service.close())

  const paper = (courierId: string, expiresOn: string | null, kind: 'INSURANCE' | 'OTHER' = 'INSURANCE') =>
    addDocument(service.services, { courierId, kind, expiresOn, file: undefined })

  /** What couriers are told of their papers at noon of a day: the ends of those papers. */
  async function toldOn(day: string): Promise<string[]> {
    const { db } = service.services
    await db.deleteFrom('messages').execute()
    service.clock.set(`${day}T11:00:00.000Z`)
    while (await remindOfPapers(service.services.messages));
    const rows = await db.selectFrom('messages').select(['kind', 'content']).execute()
    return rows
      .map(({ kind, content }) => `${kind} ${(content as { expiresOn?: string } | null)?.expiresOn}`)
      .toSorted()
  }

  test('a courier is told of a paper 14 and 3 days before it ends and on its last day, once each', async () => {
    const courierId = await registerCourier(service)
    await paper(courierId, '2026-12-20')
    const told = ['COURIER_PAPER_ENDS 2026-12-20']
    for (const [day, expected] of [
      ['2026-12-05', []],
      ['2026-12-06', told],
      ['2026-12-06', []],
      ['2026-12-16', []],
      ['2026-12-17', told],
      ['2026-12-19', []],
      ['2026-12-20', told],
      ['2026-12-21', []],
    ] as const)
      assert.deepEqual(await toldOn(day), expected, day)
  })

  test('a service that stood still tells the latest alone, and nothing of what ended long ago', async () => {
    const courierId = await registerCourier(service)
    await paper(courierId, '2026-12-20')
    await paper(courierId, '2026-11-01', 'OTHER')
    assert.deepEqual(await toldOn('2026-12-18'), ['COURIER_PAPER_ENDS 2026-12-20'])
    assert.deepEqual(await toldOn('2026-12-19'), [])
    assert.deepEqual(await toldOn('2026-12-21'), ['COURIER_PAPER_ENDS 2026-12-20'])
  })

  test('nobody is told at night, of a paper that was renewed, or after they left', async () => {
    const [night, renewed, gone] = [
      await registerCourier(service),
      await registerCourier(service),
      await registerCourier(service),
    ]
    await paper(renewed, '2026-11-25')
    await paper(renewed, '2027-11-25')
    await paper(gone, '2026-11-25')
    await retireCourier(service.services, gone)
    assert.deepEqual(await toldOn('2026-11-22'), [])
    await paper(night, '2026-11-25')
    for (const time of ['2026-11-22T05:59:00.000Z', '2026-11-22T19:00:00.000Z']) {
      service.clock.set(time)
      assert.equal(await remindOfPapers(service.services.messages), false)
    }
    assert.deepEqual(await service.services.db.selectFrom('messages').selectAll().execute(), [])
    assert.deepEqual(await toldOn('2026-11-22'), ['COURIER_PAPER_ENDS 2026-11-25'])
  })

  test('another day of a paper is told of anew, the same is not', async () => {
    const courierId = await registerCourier(service)
    const { id } = await paper(courierId, '2026-11-25')
    assert.deepEqual(await toldOn('2026-11-22'), ['COURIER_PAPER_ENDS 2026-11-25'])
    await changeDocument(service.services, { courierId, id }, '2026-11-25')
    assert.deepEqual(await toldOn('2026-11-22'), [])
    await changeDocument(service.services, { courierId, id }, '2026-12-01')
    assert.deepEqual(await toldOn('2026-11-22'), ['COURIER_PAPER_ENDS 2026-12-01'])
  })

  test('a message about a paper that was removed meanwhile is not sent', async () => {
    const courierId = await registerCourier(service)
    const { id } = await paper(courierId, '2026-11-25')
    await paper(courierId, '2026-11-25', 'OTHER')
    assert.equal((await toldOn('2026-11-22')).length, 2)
    await removeDocument(service.services, { courierId, id })
    const work = messageWork(service)
    await work.once()
    const rows = await service.services.db.selectFrom('messages').select(['state', 'last_failure']).execute()
    assert.deepEqual(rows.map(({ state, last_failure }) => `${state} ${last_failure}`).toSorted(), [
      'SENT null',
      'SKIPPED NO_LONGER_TRUE',
    ])
    assert.deepEqual(work.reportedErrors, [])
  })

  test('a courier sees their papers that end within 14 days, and those that have, in their language', async () => {
    const { id, visitor } = await signInCourier(service)
    await paper(id, '2026-12-06')
    assert.doesNotMatch(textOf(await visitor.open('/courier')), /Assurance/)
    await paper(id, '2026-12-05', 'OTHER')
    assert.match(textOf(await visitor.open('/courier')), /Un papier : jusqu’au 5 déc\. 2026 Renouvelez/)
    service.clock.set('2026-12-06T12:00:00.000Z')
    const says = async (language: string) =>
      textOf(await visitor.open('/courier', { 'accept-language': language }))
    assert.match(await says('en'), /Insurance: until 6 Dec 2026/)
    assert.match(await says('en'), /A paper: ended on 5 Dec 2026 /)
  })

  test('operators see on the board how many couriers have a paper to renew, dispatchers do not', async () => {
    const [operator, dispatcher] = [
      await openOperations(service),
      await openOperations(service, { role: 'DISPATCHER' }),
    ]
    const [one, other, renewed] = [
      await registerCourier(service, { firstName: 'Sessi' }),
      await registerCourier(service),
      await registerCourier(service, { firstName: 'Bio' }),
    ]
    await paper(one, '2026-12-20')
    // Nobody noted until when it counts: it renews nothing.
    await paper(one, null)
    await paper(one, '2026-12-18', 'OTHER')
    await paper(other, '2026-12-21')
    await paper(renewed, '2026-12-01')
    await paper(renewed, '2028-12-01')
    await paper(other, null)
    const board = await operator.open('/operations')
    assert.match(textOf(board), /1 livreur a un papier à renouveler\. Voir les papiers/)
    assert.match(board.html, /href="\/operations\/couriers\?standing(=|&#61;)DOCUMENTS"/)
    const list = textOf(await operator.open('/operations/couriers?standing=DOCUMENTS'))
    assert.match(list, /Papiers à renouveler \(1\)/)
    assert.match(list, /Sessi/)
    assert.doesNotMatch(list, /Bio/)
    assert.doesNotMatch(textOf(await dispatcher.open('/operations')), /papier à renouveler/)
  })
})
