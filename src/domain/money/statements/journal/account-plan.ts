import { type AccountKind, accountKinds } from '../../ledger/ledger-account.ts'

/**
 * The books as an accountant keeps them: each account of ours is one of the plan of SYSCOHADA (revised,
 * 2017), and a month is a file that Sage and Odoo take (decision 266). The operator's accountant says which
 * accounts are others.
 */
// biome-ignore format: the table is read by column
export const proposedAccounts = {
  JOURNAL:              'COL',
  PROVIDER_FLOAT:       '552',
  CASH:                 '571',
  BANK:                 '521',
  COMPANY_FUNDS:        '462',
  MONEY_SENT:           '585',
  CUSTOMER_MONEY:       '4712',
  SUSPENSE:             '4711',
  SHOP_SALES:           '4731',
  SHOP_FEES:            '4111',
  COURIER_EARNINGS:     '4011',
  VAT_COLLECTED:        '4432',
  TRIP_REVENUE:         '7061',
  COLLECTION_REVENUE:   '7061',
  CANCELLATION_REVENUE: '7061',
  RETURN_REVENUE:       '7061',
  WAITING_REVENUE:      '7061',
  DISCOUNTS:            '7061',
  PROVIDER_FEES:        '6317',
  COURIER_PAY:          '613',
} as const satisfies Record<AccountKind | 'JOURNAL', string>

export type MappedKind = keyof typeof proposedAccounts

/** An account that the operator set: of a kind, or of one provider's. */
export type MappedAccount = { kind: MappedKind; owner: string; account: string }

/**
 * A number of an account as it is kept, or a code of a journal; undefined for what neither Sage nor Odoo
 * takes.
 */
export function readAccount(typed: string): string | undefined {
  const account = typed.replaceAll(/\s/g, '').toUpperCase()
  return /^[\dA-Z]{2,13}$/.test(account) ? account : undefined
}

/** Whether the accounts of a kind are told apart by their provider. */
export const isOfProvider = (kind: MappedKind): boolean =>
  kind !== 'JOURNAL' && accountKinds[kind].owner === 'PROVIDER'

/**
 * Finds the account of the plan: what was set for the provider, what was set for the kind, what we propose.
 */
export function accountFinder(
  mapped: readonly MappedAccount[],
): (kind: MappedKind, owner?: string) => string {
  const byKey = new Map(mapped.map(({ kind, owner, account }) => [`${kind} ${owner}`, account]))
  return (kind, owner = '') =>
    byKey.get(`${kind} ${owner}`) ?? byKey.get(`${kind} `) ?? proposedAccounts[kind]
}
