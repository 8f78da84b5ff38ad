import { reassignCourier } from '../couriers/reassign-courier.ts'
import type { Database } from '../database/open-database.ts'
import { type DeliveryKey, findDeliveryKey } from '../deliveries/delivery-store.ts'
import { type AddCommand, answer, CommandRefused } from './command-context.ts'
import { readUuid } from './option-values.ts'

type AssignOptions = { delivery: string; courier: string; json?: boolean }

/** `colis deliveries assign`. */
export const addDeliveriesCommand: AddCommand = (program, context) => {
  const deliveries = program.command('deliveries').description('deliveries that need the operator')

  deliveries
    .command('assign')
    .description('give a parcel that was not picked up yet to another courier')
    .requiredOption('--delivery <id>', 'which delivery: its id or its reference')
    .requiredOption('--courier <id>', 'who carries it from now on', readUuid)
    .option('--json', 'answer with one JSON object')
    .action(async (options: AssignOptions) => {
      const parts = await context.parts()
      const key = await deliveryKey(parts.db, options.delivery)
      const { id, reference, status, courier_first_name } = await reassignCourier(parts, key, options.courier)
      answer(context, options, { deliveryId: id, reference, status, courierId: options.courier }, [
        `${reference} is ${courier_first_name}’s now.`,
      ])
    })
}

async function deliveryKey(db: Database, named: string): Promise<DeliveryKey> {
  const key = await findDeliveryKey(db, named)
  if (!key) throw new CommandRefused(`There is no delivery ${named}.`)
  return key
}
