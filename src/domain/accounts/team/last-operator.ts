import type { OperatorRole } from '../accounts-tables.ts'

/** Whether nobody could run the service from its pages any more without this account. */
export const isLastOperator = (roles: ReadonlyMap<string, OperatorRole>, accountId: string): boolean =>
  roles.get(accountId) === 'OPERATOR' &&
  ![...roles].some(([other, role]) => other !== accountId && role === 'OPERATOR')
