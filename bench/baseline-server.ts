import Fastify from 'fastify'
import pg from 'pg'

/**
 * What Colis is measured against: bare Fastify and `pg`, no logic at all, payloads of the same size and
 * columns of the same number. Takes its options as one argument of JSON.
 */
export type BaselineOptions = {
  databaseUrl: string
  poolSize: number
  /** Whether statements are prepared once on each connection, which Colis does and few begin with. */
  isPreparing: boolean
  /** How long the answers of Colis are. */
  bytes: { created: number; read: number; quote: number }
}

const { databaseUrl, poolSize, isPreparing, bytes } = JSON.parse(process.argv[2] ?? '') as BaselineOptions
const pool = new pg.Pool({ connectionString: databaseUrl, max: poolSize })
const { rows } = await pool.query('select * from baseline_deliveries limit 1')
const sample = rows[0] as Record<string, unknown>
const columns = Object.keys(sample)
const insert = `insert into baseline_deliveries (${columns.join(', ')}) values (${columns.map((_, i) => `$${i + 1}`).join(', ')})`

/** The columns that a reader of a delivery sees. */
const answered = `id, reference, external_ref, status, created_at, customer_last_name, customer_first_name,
  customer_phone, pickup_label, pickup_landmark, pickup_lat, pickup_lng, dropoff_label, dropoff_landmark,
  dropoff_lat, dropoff_lng, parcel_category, parcel_size, parcel_fragile, payment_mode, goods_amount_fcfa,
  fee_payer, collection, payment_status, paid_at, price_fcfa, price_is_estimate, cancellation_fee_fcfa,
  return_fee_fcfa, failure_code, failure_note, courier_first_name, courier_phone`
const select = `select ${answered} from baseline_deliveries where shop_id = $1 and id = $2`

const update = `update baseline_deliveries set instructions = $3, version = version + 1
  where shop_id = $1 and id = $2 returning ${answered}`
const { rows: changeable } = await pool.query<{ id: string }>(
  'select id from baseline_deliveries where shop_id = $1',
  [sample.shop_id],
)
let changes = 0

const app = Fastify()

type Order = { externalRef: string }
app.post<{ Body: Order }>('/api/v1/partner/deliveries', async (request, reply) => {
  const id = crypto.randomUUID()
  const own: Record<string, unknown> = {
    id,
    reference: id,
    external_ref: request.body.externalRef,
    idempotency_key: request.headers['idempotency-key'],
    created_at: new Date(),
  }
  const values = columns.map((column) => own[column] ?? sample[column])
  await pool.query({ ...(isPreparing && { name: 'insert' }), text: insert, values })
  return reply.code(201).send(filled({ id, externalRef: request.body.externalRef }, bytes.created))
})

app.get<{ Params: { id: string } }>('/api/v1/partner/deliveries/:id', async (request) => {
  const values = [sample.shop_id, request.params.id]
  const found = await pool.query({ ...(isPreparing && { name: 'select' }), text: select, values })
  // Its values alone: with the names of the columns it would be longer than what Colis answers.
  return filled({ delivery: Object.values(found.rows[0]) }, bytes.read)
})

// Its own rows in turn, whichever delivery is named: those of Colis are not in its table.
app.patch<{ Body: { instructions: string } }>('/api/v1/partner/deliveries/:id', async (request) => {
  changes += 1
  const values = [sample.shop_id, changeable[changes % changeable.length]?.id, request.body.instructions]
  const found = await pool.query({ ...(isPreparing && { name: 'update' }), text: update, values })
  return filled({ delivery: Object.values(found.rows[0]) }, bytes.read)
})

app.post<{ Body: { parcelSize: string } }>('/api/v1/partner/quotes', async (request) =>
  filled({ parcelSize: request.body.parcelSize }, bytes.quote),
)

const fillings = new Map<number, string>()

/** Makes an answer as long as Colis's: how much is missing is found out once for each size. */
function filled(answer: Record<string, unknown>, length: number): Record<string, unknown> {
  let filling = fillings.get(length)
  if (filling === undefined) {
    filling = 'x'.repeat(Math.max(0, length - Buffer.byteLength(JSON.stringify({ ...answer, filling: '' }))))
    fillings.set(length, filling)
  }
  answer.filling = filling
  return answer
}

process.once('SIGTERM', async () => {
  await app.close()
  await pool.end()
})

console.log(`Baseline server ready on ${await app.listen({ host: '127.0.0.1', port: 0 })}`)
