import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { html } from 'ghtml'
import { type Static, Type } from 'typebox'
import { Strict } from '../../../base/kernel/json-types.ts'
import type { SpokenLanguage } from '../../../base/kernel/language.ts'
import { deletePushOfSession, type KnownPhone } from '../../../domain/couriers/push-subscription-store.ts'
import { addPushSubscription } from '../../../domain/push/add-push-subscription.ts'
import type { PushDeps } from '../../../domain/push/push-deps.ts'
import type { RateLimits } from '../../../http/rate-limit.ts'
import { spokenLanguageOf } from '../../../http/response-language.ts'
import { attributesOf } from '../../../pages/form-parts.ts'
import { speak, speakEach } from '../courier-words.ts'
import { courierOf, courierSessionOf } from '../signed-in-courier.ts'

/** Of sound and vibration while the page is open; the script shows one text of each switch. */
const sound = {
  on: 'Ringing: on. Tap to silence',
  off: 'Ringing: silenced. Tap to turn on',
  needsTap: 'Touch the screen once: the browser then allows ringing.',
} as const

/** Of the screen while the page is open and the courier on duty. */
const screen = {
  on: 'Screen: stays on. Tap to let it turn off',
  off: 'Screen: may turn off. Tap to keep it on',
} as const

/** Of notifications while the phone is in a pocket. */
const push = {
  start: 'Tell me even with the phone in my pocket',
  stop: 'No longer tell me in my pocket',
  on: 'This phone tells you, even in your pocket.',
  lost: 'This phone no longer tells you in your pocket. Tap to be told again.',
  elsewhere: 'Another phone of yours tells you. This one does not yet.',
  asking: 'One moment…',
  denied:
    'The browser refuses notifications. Allow them for this site in its settings, then reload the page.',
  unsupported:
    'This browser cannot tell you in your pocket. With an iPhone, first add this page to the home screen.',
  failed: 'That did not work. Check the network, then try again.',
} as const

/** What the card is made of. */
export type Alerts = {
  /** By which push services know us, in base64url. */
  publicKey: string
  /** What the service has of this phone, which the page compares with what the browser has. */
  known: KnownPhone
}

/**
 * The switches for ringing, for the screen and for notifications; without JavaScript there is nothing to
 * switch.
 */
export function alertsCard(language: SpokenLanguage, { publicKey, known }: Alerts): string {
  const says = {
    sound: speakEach(language, sound),
    push: speakEach(language, push),
    screen: speakEach(language, screen),
  }
  const about = attributesOf({
    'data-key': publicKey,
    'data-pushed': known.endpoint === null ? '' : addressName(known.endpoint),
    'data-failing': `${known.isFailing}`,
    'data-elsewhere': `${known.isElsewhere}`,
    'data-say': JSON.stringify(says),
  })
  return html`<section class="card" id="alerts" hidden!${about}>
<h2>${speak(language)('Being told')}</h2>
<p class="hint" data-sound-hint hidden></p>
<button type="button" class="plain" data-sound></button>
<button type="button" class="plain" data-screen hidden></button>
<p class="hint" data-push-hint role="status" hidden></p>
<button type="button" class="plain" data-push hidden></button>
</section>`
}

/** The page compares addresses by their digests, so that none stands in it. */
const addressName = (endpoint: string): string => createHash('sha256').update(endpoint).digest('base64url')

type AlertDeps = { push: PushDeps; rateLimits: RateLimits }

/** How many visits a subscription counts as: a name is looked up for it. */
const subscriptionCost = 20
/** The largest subscription: an address of 1,000 characters and two keys. */
const subscriptionBytes = 4_096

/** What a courier's phone asks so that it hears of offers in a pocket. Behind a session. */
export async function courierPushes(app: FastifyInstance, { push, rateLimits }: AlertDeps): Promise<void> {
  app.post<{ Body: Static<typeof SubscriptionBody> }>(
    '/courier/push',
    { bodyLimit: subscriptionBytes, schema: { body: SubscriptionBody, hide: true } },
    async (request, reply) => {
      const { id: courierId } = courierOf(request)
      rateLimits.countVisit(request, { who: courierId, cost: subscriptionCost })
      const { endpoint, keys } = request.body
      const asking = {
        courierId,
        sessionToken: courierSessionOf(request),
        language: spokenLanguageOf(request),
      }
      await addPushSubscription(push, asking, { endpoint, ...keys })
      return reply.code(204).send()
    },
  )

  // It names no subscription: a session can only end its own.
  app.post('/courier/push/stop', async (request, reply) => {
    await deletePushOfSession(push.db, courierSessionOf(request))
    return reply.code(204).send()
  })
}

/** A subscription as a browser gives it out, with its keys in base64url. */
const SubscriptionBody = Strict({
  endpoint: Type.String({ minLength: 9, maxLength: 1_000 }),
  keys: Strict({
    p256dh: Type.String({ minLength: 87, maxLength: 87 }),
    auth: Type.String({ minLength: 22, maxLength: 22 }),
  }),
})
