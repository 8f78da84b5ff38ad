import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type HandoverReport, reportForShop } from './handover-report.ts'

test('a shop sees when and how a hand-over ended, and of the rest what the operator allows', () => {
  const report: HandoverReport = {
    outcome: 'DELIVERED',
    occurredAt: new Date('2026-11-21T10:00:00Z'),
    withCode: true,
    takenBy: 'CUSTOMER',
    takenByName: null,
    place: { lat: 6.36, lng: 2.41, accuracyMeters: 12 },
    photoId: '0192f0c1-7a3e-7c11-9d5b-3f5f7b1c2d4e',
  }
  const { takenBy, place, photoId } = report
  const hidden = { ...report, takenBy: null, place: null, photoId: null }
  assert.deepEqual(reportForShop(report, []), hidden)
  assert.deepEqual(reportForShop(report, ['PHOTO']), { ...hidden, photoId })
  assert.deepEqual(reportForShop(report, ['PLACE']), { ...hidden, place })
  assert.deepEqual(reportForShop(report, ['TAKEN_BY']), { ...hidden, takenBy })
  assert.deepEqual(reportForShop(report, ['PHOTO', 'PLACE', 'TAKEN_BY']), report)
})
