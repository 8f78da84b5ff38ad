import type { Trx } from '../database/open-database.ts'

/** Something a person is to be told. Written with what it tells of; channels send it later. */
export type Message = {
  id: string
  shopId: string
  kind: 'ENDPOINT_DISABLED'
  /** Where it goes; null while nobody said. */
  recipient: string | null
  content: object
  createdAt: Date
}

export async function insertMessage(trx: Trx, message: Message): Promise<void> {
  await trx
    .insertInto('messages')
    .values({
      id: message.id,
      shop_id: message.shopId,
      kind: message.kind,
      recipient: message.recipient,
      content: JSON.stringify(message.content),
      created_at: message.createdAt,
    })
    .execute()
}
