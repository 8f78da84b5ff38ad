import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '../src/base/kernel/clock.ts'
import { credit, debit } from '../src/domain/money/ledger/ledger-posting.ts'
import { getProviderStatement } from '../src/domain/money/statements/reconciling/get-provider-statement.ts'
import { importProviderStatement } from '../src/domain/money/statements/reconciling/import-provider-statement.ts'
import { maxProviderRows } from '../src/domain/money/statements/reconciling/provider-file.ts'
import { compareStatement } from '../src/domain/money/statements/reconciling/provider-statement-store.ts'
import { onEachDatabase } from './support/databases.ts'
import { beginBooks, post } from './support/money-work.ts'
import { openService } from './support/open-service.ts'

const postedAtOnce = 1_000

onEachDatabase((open) => {
  test('a statement of the largest size is compared with as many payments in the books', async () => {
    const service = await openService(await open())
    await beginBooks(service)
    const { clock, services } = service
    const begunAt = clock.now().getTime()
    const payments = Array.from({ length: maxProviderRows }, (_, at) => ({
      id: newId(clock.now()),
      paidAt: new Date(begunAt + at * 1_000),
    }))
    for (let at = 0; at < payments.length; at += postedAtOnce)
      await post(
        service,
        payments.slice(at, at + postedAtOnce).map(({ id, paidAt }) => ({
          cause: `payment-request:${id}`,
          kind: 'PAYMENT_RECEIVED',
          currency: 'XOF',
          shopId: null,
          deliveryId: null,
          happenedAt: paidAt,
          note: null,
          entries: [debit('PROVIDER_FLOAT', 5_600, 'simulated'), credit('CUSTOMER_MONEY', 5_600)],
        })),
      )
    clock.forward(maxProviderRows * 1_000)
    const rows = payments.map(({ paidAt }, at) => ({
      occurredAt: paidAt,
      reference: `MP-${at}`,
      otherReference: '',
      isIncoming: true,
      amountFcfa: 5_600,
      feeFcfa: 0,
      key: `MP-${at}`,
    }))
    const read = { provider: 'simulated', currency: 'XOF' as const, fileSha256: 'a', rows, closingFcfa: null }
    const { id } = await importProviderStatement(services, read)
    const statement = await getProviderStatement(services.db, id)
    const [first] = await compareStatement(services.database, statement, { limit: 1 })
    assert.deepEqual([first?.compared, first?.openFcfa], [2 * maxProviderRows, 0])
    await service.close()
  })
})
