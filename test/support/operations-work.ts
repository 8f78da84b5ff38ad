import type { OperatorRole } from '../../src/domain/accounts/accounts-tables.ts'
import { type ConsoleVisitor, openConsole } from './console-work.ts'
import type { TestService } from './open-service.ts'

/** Signs somebody in who runs the service, without the pages of signing in. */
export async function openOperations(
  service: TestService,
  { role = 'OPERATOR', name = 'Rachidatou Bello' }: { role?: OperatorRole; name?: string } = {},
): Promise<ConsoleVisitor> {
  const visitor = await openConsole(service, { role: 'OPERATOR', name })
  await service.services.db
    .updateTable('operators')
    .set({ role })
    .where('operators.account_id', '=', visitor.accountId)
    .execute()
  return visitor
}
