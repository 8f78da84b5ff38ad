import { getDeliveryKey } from '../../domain/deliveries/order/get-delivery-key.ts'
import { listMessages } from '../../domain/messages/message-store.ts'
import { resendMessage } from '../../domain/messages/resend-message.ts'
import { type AddCommand, answer, linesOr } from './command-context.ts'
import { jsonOption, limitOption, readUuid } from './option-values.ts'

type ShownMessage = Awaited<ReturnType<typeof listMessages>>[number]

/** `colis messages list | resend`. */
export const addMessagesCommand: AddCommand = (program, context) => {
  const messages = program
    .command('messages')
    .description('the messages to customers, couriers and shop owners of the last 30 days')

  messages
    .command('list')
    .description('messages and what became of them, newest first; what they say is not shown')
    .option('--delivery <id>', 'those of one delivery: its id or its reference')
    .option(...limitOption)
    .option(...jsonOption)
    .action(async (options: { delivery?: string; limit: number; json?: boolean }) => {
      const { delivery, limit } = options
      const { db } = await context.services()
      const key = delivery === undefined ? undefined : await getDeliveryKey(db, delivery)
      const rows = await listMessages(db, { limit, ...(key && { deliveryId: key.id }) })
      answer(
        context,
        options,
        { messages: rows.map(messageAnswer) },
        linesOr(rows, messageLine, 'No message.'),
      )
    })

  messages
    .command('resend')
    .description('send one message again, with what is true now')
    .requiredOption('--id <id>', 'which', readUuid)
    .option(...jsonOption)
    .action(async (options: { id: string; json?: boolean }) => {
      await resendMessage(await context.services(), options.id)
      answer(context, options, { messageId: options.id }, ['It is sent again.'])
    })
}

const messageAnswer = (row: ShownMessage) => ({
  messageId: row.id,
  kind: row.kind,
  deliveryId: row.delivery_id,
  courierId: row.courier_id,
  shopId: row.shop_id,
  state: row.state,
  attempts: row.attempts,
  channel: row.channel,
  recipient: row.recipient,
  providerStatus: row.provider_status,
  lastFailure: row.last_failure,
  passedOnFor: row.passed_for,
  createdAt: row.created_at.toISOString(),
  sentAt: row.sent_at?.toISOString() ?? null,
  dueAt: row.state === 'PENDING' ? row.due_at.toISOString() : null,
})

const messageLine = (row: ShownMessage) =>
  [
    row.created_at.toISOString(),
    `${row.kind} ${row.state}${row.provider_status ? ` (${row.provider_status})` : ''}`,
    row.last_failure,
    row.passed_for && row.passed_for !== row.last_failure && `after ${row.passed_for}`,
    row.recipient && `to ${row.recipient}${row.channel ? ` by ${row.channel}` : ''}`,
    row.state === 'PENDING' && `due ${row.due_at.toISOString()}`,
    row.id,
  ]
    .filter(Boolean)
    .join('  ')
