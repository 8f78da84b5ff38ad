import { sql } from 'kysely'
import { newId } from '../../src/base/kernel/clock.ts'
import { credit, debit } from '../../src/domain/money/ledger/ledger-posting.ts'
import {
  findDisagreement,
  listDisagreements,
} from '../../src/domain/money/mobile-money/disagreements/disagreement-store.ts'
import { keepDisagreement } from '../../src/domain/money/mobile-money/disagreements/keep-disagreement.ts'
import { closeMonth } from '../../src/domain/money/settlement/close-month.ts'
import { settleFiscalDocument } from '../../src/domain/money/statements/fiscal/settle-fiscal-document.ts'
import type { CreditLine } from '../../src/domain/money/statements/invoices/credit-note.ts'
import { issueCreditNote } from '../../src/domain/money/statements/invoices/issue-credit-note.ts'
import { issueInvoices } from '../../src/domain/money/statements/invoices/issue-invoices.ts'
import { changeJournalAccounts } from '../../src/domain/money/statements/journal/change-journal-accounts.ts'
import { confirmProviderBalance } from '../../src/domain/money/statements/reconciling/confirm-provider-balance.ts'
import { getProviderStatement } from '../../src/domain/money/statements/reconciling/get-provider-statement.ts'
import { importProviderStatement } from '../../src/domain/money/statements/reconciling/import-provider-statement.ts'
import { compareStatement } from '../../src/domain/money/statements/reconciling/provider-statement-store.ts'
import { removeProviderStatement } from '../../src/domain/money/statements/reconciling/remove-provider-statement.ts'
import { settleDifference } from '../../src/domain/money/statements/reconciling/settle-difference.ts'
import { settleRetoldRow } from '../../src/domain/money/statements/reconciling/settle-retold-row.ts'
import { settleDisagreement } from '../../src/domain/money/transfers/settle-disagreement.ts'
import { setShopTerms } from '../../src/domain/shops/terms/set-shop-terms.ts'
import { bringTo } from './delivery-verbs.ts'
import { post } from './money-work.ts'
import { type TestService, type TestShop, testStart } from './open-service.ts'
import { withRules } from './rules.ts'

type Scene = {
  service: TestService
  shop: TestShop
  as: TestService['services'] & { actor: { kind: 'CLI' } }
}

const company = {
  COMPANY_NAME: 'Colis',
  COMPANY_ADDRESS: 'Cotonou',
  COMPANY_RCCM: 'RB',
  COMPANY_TAX_ID: '32',
  VAT_EXEMPTION: 'Exonéré',
}

/** A provider of its own, with which 1,000 FCFA lie. */
async function openFloat({ service }: Pick<Scene, 'service'>, provider: string): Promise<void> {
  await post(service, [
    {
      cause: `trial:${provider}`,
      kind: 'DIFFERENCE_SETTLED',
      currency: 'XOF',
      shopId: null,
      deliveryId: null,
      happenedAt: new Date('2026-11-20T09:00:00Z'),
      note: null,
      entries: [debit('PROVIDER_FLOAT', 1_000, provider), credit('SUSPENSE', 1_000)],
    },
  ])
}

const statementOf = (provider: string, closingFcfa: number) => ({
  provider,
  currency: 'XOF' as const,
  fileSha256: provider,
  closingFcfa,
  rows: [
    {
      occurredAt: new Date('2026-11-20T10:00:00Z'),
      reference: 'A1',
      otherReference: '',
      isIncoming: true,
      amountFcfa: 500,
      feeFcfa: 0,
      key: 'A1 1',
    },
  ],
})

/** What the verbs on invoices, terms and the statements of providers write to the audit. */
export const moneyTrials = <
  S extends { service: TestService; shop: TestShop; as: TestService['services'] },
>() => {
  const asCli = ({ as }: S) => as as Scene['as']
  const imported = async (scene: S, provider: string) => {
    await openFloat(scene, provider)
    return (await importProviderStatement(asCli(scene), statementOf(provider, 1_500))).id
  }
  const settle = async (scene: S, statementId: string) => {
    const { services } = scene.service
    const statement = await getProviderStatement(services.db, statementId)
    const [item] = await compareStatement(services.database, statement, { limit: 1 })
    const subject = item?.subject ?? ''
    await settleDifference(asCli(scene), {
      ...{ statementId, subject, expectedFcfa: 500, into: 'SUSPENSE' },
      reason: 'Dépôt de la société',
    })
    return subject
  }
  /** A month with one trip that the shop owes, closed. */
  const closedTrip = async (scene: S, month: string) => {
    const { id } = await bringTo(scene.service, scene.shop, 'DELIVERED')
    const { shopId } = scene.shop
    await post(scene.service, [
      {
        cause: `delivery:${id}`,
        kind: 'DELIVERY_ENDED',
        currency: 'XOF',
        shopId,
        deliveryId: id,
        happenedAt: new Date(`${month}-15T10:00:00Z`),
        note: null,
        entries: [debit('SHOP_FEES', 600, shopId), credit('TRIP_REVENUE', 600)],
      },
    ])
    await closeMonth(asCli(scene), month)
    return month
  }
  const invoiced = (scene: S, month: string) =>
    issueInvoices({ ...asCli(scene), rules: withRules(asCli(scene), company) }, month)
  return {
    'issue-credit-note': {
      subjectType: 'SHOP',
      ofShop: true as const,
      prepare: async (scene: S) => {
        const [invoice] = await invoiced(scene, await closedTrip(scene, '2026-08'))
        return { invoiceId: invoice?.id ?? '', line: invoice?.lines[0] }
      },
      act: async (scene: S, { invoiceId, line }: { invoiceId: string; line: CreditLine }) => {
        await issueCreditNote(asCli(scene), {
          ...{ id: newId(scene.service.clock.now()), invoiceId, reason: 'Geste commercial' },
          lines: [{ ...line, amountFcfa: 150 }],
        })
        return scene.shop.shopId
      },
      before: null,
      after: { creditNote: 'A-2026-000001', amountFcfa: 150, reason: 'Geste commercial' },
    },
    'change-journal-accounts': {
      subjectType: 'LEDGER',
      act: async (scene: S) => {
        await changeJournalAccounts(asCli(scene), [
          { kind: 'CASH', owner: '', account: '5711' },
          { kind: 'PROVIDER_FLOAT', owner: 'mtn', account: '5521' },
          { kind: 'BANK', owner: '', account: '521' },
        ])
        return 'journal'
      },
      before: { journalAccounts: '' },
      after: { journalAccounts: 'CASH: 5711, PROVIDER_FLOAT mtn: 5521' },
    },
    'settle-fiscal-document': {
      subjectType: 'LEDGER',
      prepare: async ({ service, shop }: S) => {
        const { id } = await bringTo(service, shop, 'DELIVERED')
        await sql`
          insert into fiscal_documents (kind, id, shop_id, due_at, state, fault)
          values ('RECEIPT', ${id}, ${shop.shopId}, ${service.clock.now()}, 'UNCERTAIN', 'The answer was lost.')
        `.execute(service.services.db)
        return id
      },
      act: async (scene: S, id: string) => {
        await settleFiscalDocument(asCli(scene), { kind: 'RECEIPT', id, code: 'ABCD-0001', qr: '' })
        return `RECEIPT ${id}`
      },
      before: { state: 'UNCERTAIN', failure: 'The answer was lost.' },
      after: { state: 'SIGNED', fiscalCode: 'ABCD-0001' },
    },
    'set-shop-terms': {
      subjectType: 'SERVICE',
      act: async (scene: S) => {
        await setShopTerms(asCli(scene), { tripMinutes: 20 })
        return 'shop-terms'
      },
      before: { tripMinutes: 15, maxOwedFcfa: null },
      after: { tripMinutes: 20, maxOwedFcfa: null },
    },
    'issue-invoices': {
      subjectType: 'LEDGER',
      prepare: (scene: S) => closedTrip(scene, '2026-09'),
      act: async (scene: S, month: string) => {
        await invoiced(scene, month)
        return month
      },
      before: null,
      after: { invoices: 1 },
    },
    'import-provider-statement': {
      subjectType: 'LEDGER',
      prepare: async (scene: S) => {
        await openFloat(scene, 'trial-import')
        return 'trial-import'
      },
      act: async (scene: S, provider: string) =>
        (await importProviderStatement(asCli(scene), statementOf(provider, 1_500))).id,
      before: null,
      after: { provider: 'trial-import', statementRows: 1, newRows: 1, closingFcfa: 1_500 },
    },
    'remove-provider-statement': {
      subjectType: 'LEDGER',
      prepare: (scene: S) => imported(scene, 'trial-remove'),
      act: async (scene: S, id: string) => {
        await removeProviderStatement(asCli(scene), id)
        return id
      },
      before: { provider: 'trial-remove', statementRows: 1, newRows: 1, closingFcfa: 1_500 },
      after: null,
    },
    'settle-difference': {
      subjectType: 'LEDGER',
      prepare: (scene: S) => imported(scene, 'trial-settle'),
      act: settle,
      before: { differenceFcfa: 500 },
      after: { differenceFcfa: 0, settledInto: 'SUSPENSE', settledBecause: 'Dépôt de la société' },
    },
    'settle-disagreement': {
      subjectType: 'LEDGER',
      prepare: async ({ service }: S) => {
        const subject = `payment:${newId(service.clock.now())}`
        const word = { state: 'PAID', amount: '4999', currency: 'XOF', reference: '' } as const
        const about = { subject, provider: 'trial-told', currency: 'XOF', amountFcfa: 5_000 } as const
        await keepDisagreement(service.services, about, word)
        return subject
      },
      act: async (scene: S, subject: string) => {
        const found = await findDisagreement(scene.service.services.db, { subject })
        const settling = {
          id: found?.id ?? '',
          words: 1,
          how: 'REVERSED',
          reason: 'Rendu au client',
        } as const
        await settleDisagreement({ ...asCli(scene), onError: () => {} }, settling)
        return subject
      },
      before: { suspenseFcfa: 4_999, disagreement: null },
      after: {
        suspenseFcfa: 0,
        provider: 'trial-told',
        disagreement: 'REVERSED',
        settledBecause: 'Rendu au client',
      },
    },
    'settle-retold-row': {
      subjectType: 'LEDGER',
      prepare: async (scene: S) => {
        await imported(scene, 'trial-retold')
        const { rows, ...statement } = statementOf('trial-retold', 1_600)
        const retold = rows.map((row) => ({ ...row, amountFcfa: 600, key: 'A1 again' }))
        await importProviderStatement(asCli(scene), { ...statement, fileSha256: 'retold', rows: retold })
        const open = await listDisagreements(scene.service.services.db, 'OPEN', 100)
        return open.find(({ provider }) => provider === 'trial-retold')?.id ?? ''
      },
      act: async (scene: S, id: string) => {
        await settleRetoldRow(asCli(scene), { id, words: 1, how: 'LATER', reason: 'Corrigé par eux' })
        return (await findDisagreement(scene.service.services.db, { id }))?.subject ?? ''
      },
      before: { disagreement: null },
      after: { provider: 'trial-retold', disagreement: 'LATER', settledBecause: 'Corrigé par eux' },
    },
    'confirm-provider-balance': {
      subjectType: 'LEDGER',
      prepare: async (scene: S) => {
        const id = await imported(scene, 'trial-confirm')
        await settle(scene, id)
        return id
      },
      act: async (scene: S, id: string) => {
        await confirmProviderBalance(asCli(scene), id)
        return id
      },
      before: { confirmedAt: null },
      after: { confirmedAt: testStart, closingFcfa: 1_500 },
    },
  }
}
