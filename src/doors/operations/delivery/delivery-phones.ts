import type { FastifyInstance } from 'fastify'
import { html } from 'ghtml'
import { listMembers } from '../../../domain/accounts/membership-store.ts'
import { getShop } from '../../../domain/shops/get-shop.ts'
import { languageOf } from '../../../http/response-language.ts'
import type { OperationsDeps } from '../operations-deps.ts'
import { speak } from '../operations-words.ts'
import { calling } from './operated-cards-page.ts'
import { type OperatedRoute, operatedPath, operatedRow } from './operated-delivery-key.ts'

/** The most people of a shop whose phones are shown. */
const maxPeople = 3

/**
 * `GET /operations/deliveries/ID/phones`: whom to call about a delivery, as a part of a page: its courier
 * first, then the shop. The board asks for it row by row, so that no number is in its stream.
 */
export async function deliveryPhones(app: FastifyInstance, { db }: OperationsDeps): Promise<void> {
  app.get<OperatedRoute>(
    `${operatedPath}/phones`,
    { config: { operates: 'DISPATCH' } },
    async (request, reply) => {
      const row = await operatedRow(db, request.params.deliveryId)
      const shop = await getShop(db, row.shop_id)
      const members = await listMembers(db, row.shop_id)
      const t = speak(languageOf(request))
      const courier =
        row.courier_first_name !== null && row.courier_phone !== null
          ? [{ name: row.courier_first_name, phone: row.courier_phone }]
          : []
      const people = members.flatMap(({ name, phone }) => (phone ? [{ name: name || phone, phone }] : []))
      const lines = [
        ...courier.map((person) => calling(`${person.name} (${t('courier')})`, person)),
        ...people.slice(0, maxPeople).map((person) => calling(`${person.name} (${shop.name})`, person)),
      ]
      const none = html`<p>${t('no number known')}</p>`
      return reply
        .type('text/html; charset=utf-8')
        .send(html`<h2>${row.reference}</h2>!${lines.length > 0 ? html`<dl>!${lines}</dl>` : none}`)
    },
  )
}
