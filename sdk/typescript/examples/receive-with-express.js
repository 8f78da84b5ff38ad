import { expressWebhook } from '@colis/sdk/express'
import express from 'express'

/** A shop's server with Express that takes webhooks: WEBHOOK_SECRET is the signing secret, `whsec_…`. */
const app = express()

/** In your database, so that it survives a restart: ids of events, each kept before the answer. */
const kept = new Set()

app.post(
  '/hook',
  expressWebhook({
    secret: process.env.WEBHOOK_SECRET ?? '',
    onEvent: (event) => {
      if (kept.has(event.id)) return
      kept.add(event.id)
      setImmediate(() => console.log(`${event.type} ${event.data.reference ?? ''}`))
    },
  }),
)

// What reads bodies comes after the webhook, which needs the raw one.
app.use(express.json())

const port = Number(process.env.PORT ?? 3000)
app.listen(port, '127.0.0.1', () => console.log(`Listening on ${port}.`))
