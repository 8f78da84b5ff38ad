import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { type FreshCopies, reloadWhenStale } from './base/background/reload-when-stale.ts'
import { followCellAddresses } from './base/cells/cell-addresses.ts'
import { cacheValue } from './base/database/cached-value.ts'
import { isDatabaseAway } from './base/database/database-error.ts'
import { notifyProcesses } from './base/database/notify-processes.ts'
import type { ChangedTopic, OpenDatabase } from './base/database/open-database.ts'
import { systemActor } from './base/kernel/actor.ts'
import { type Chance, type Clock, systemChance } from './base/kernel/clock.ts'
import { loadOnce } from './base/kernel/load-once.ts'
import { logSerializers } from './base/kernel/logged-error.ts'
import type { SecretKeys } from './base/kernel/secret-keys.ts'
import type { Config } from './config.ts'
import { derivedKeys, sealingKeysOf } from './derived-secrets.ts'
import {
  channelsOf,
  dataFolderOf,
  moneyProvidersOf,
  monitoringSettingsOf,
  publicUrlOf,
  pushContactOf,
} from './derived-settings.ts'
import { createAuthOnDemand } from './domain/accounts/create-auth-on-demand.ts'
import { recordKeyUses } from './domain/api-requests/record-key-uses.ts'
import { recordRequests } from './domain/api-requests/record-requests.ts'
import { followBoard } from './domain/board/follow-board.ts'
import type { DecisionDeps } from './domain/couriers/applications/approve-application.ts'
import { openPositionSink } from './domain/couriers/report-position.ts'
import { cacheBlockedCustomers } from './domain/deliveries/blocking/cache-blocked-customers.ts'
import { searchEventTypes } from './domain/deliveries/delivery-event.ts'
import { countDeliveriesWithCache, type DeliveryCount } from './domain/deliveries/finding/count-deliveries.ts'
import type { ProofPhotoAddresses } from './domain/deliveries/handover-proof/proof-photo-address.ts'
import { cacheUsedKeys } from './domain/deliveries/order/cache-used-keys.ts'
import type { CreationDeps } from './domain/deliveries/order/create-delivery.ts'
import { cacheCustomerLinks } from './domain/deliveries/sharing/cache-customer-links.ts'
import { customerPathIn } from './domain/deliveries/sharing/customer-link.ts'
import { openArchive } from './domain/maps/archive/open-archive.ts'
import { cacheMaps } from './domain/maps/cache-maps.ts'
import type { MapFetchDeps } from './domain/maps/fetching/fetch-due-maps.ts'
import { chooseChannels } from './domain/messages/choose-channels.ts'
import { enqueueApplicantMessages } from './domain/messages/enqueue-applicant-messages.ts'
import { enqueueApprovalMessages } from './domain/messages/enqueue-approval-messages.ts'
import { enqueuePayoutMessages } from './domain/messages/enqueue-payout-messages.ts'
import type { MessageDeps } from './domain/messages/message-deps.ts'
import type { StrangerTerms } from './domain/messages/strangers/stranger-scopes.ts'
import { listenToProvider } from './domain/money/mobile-money/disagreements/listen-to-provider.ts'
import { alertingRoutes } from './domain/money/mobile-money/mobile-money-provider.ts'
import { chooseProviders } from './domain/money/mobile-money/providers/choose-providers.ts'
import { simulatedProvider } from './domain/money/mobile-money/simulated-provider.ts'
import { chooseFiscalDevice } from './domain/money/statements/fiscal/choose-fiscal-device.ts'
import type { MonitoringSettings } from './domain/monitoring/monitoring-deps.ts'
import { choosePhotoStorage } from './domain/photos/choose-photo-storage.ts'
import { verifyPhotoWith } from './domain/photos/verify-photo.ts'
import { measureByGreatCircle, measureByRoutingServer } from './domain/pricing/measure-trip.ts'
import { readPriceList } from './domain/pricing/tariff-store.ts'
import { type PushDeps, pushDeadlineMs } from './domain/push/push-deps.ts'
import { vapidKeys } from './domain/push/vapid-keys.ts'
import { cacheRules } from './domain/rules/cache-rules.ts'
import { takeOverRules } from './domain/rules/take-over-rules.ts'
import { listFormerKeys } from './domain/secrets/former-key-store.ts'
import { type KeptPurpose, sealingPurpose, withFormerKeys } from './domain/secrets/former-keys.ts'
import type { ApprovalDeps } from './domain/shops/approve-shop.ts'
import { cacheShops } from './domain/shops/cache-shops.ts'
import type { PayoutDeps } from './domain/shops/payout/payout-deps.ts'
import {
  callableAddress,
  resolveByOwnServers,
  resolveBySystem,
} from './domain/webhooks/endpoints/resolve-target.ts'
import type { SenderOptions } from './domain/webhooks/sending/send-request.ts'
import type { WebhookDeps } from './domain/webhooks/webhook-deps.ts'
import { cacheServiceMap } from './domain/zones/cache-service-map.ts'
import { phoneCountries } from './domain/zones/phone-countries.ts'
import type { PublishCommitted } from './events/event-body.ts'
import { followChanges } from './events/follow-changes.ts'
import { notifyOthers } from './events/notify-others.ts'
import { observeCommitted } from './events/observe-committed.ts'
import { connectRedis, type SharedCounts } from './http/connect-redis.ts'
import type { SendError } from './http/error-handler.ts'
import type { RateLimits } from './http/rate-limit.ts'
import { makeReadiness } from './http/readiness.ts'
import type { RespondLate } from './http/response-deadline.ts'

/** How often other processes are told of new events at most, and of what may be due, in ms. */
const announceEveryMs = 40
const dueEveryMs = 1_000

type ServiceOptions = {
  config: Config
  database: OpenDatabase
  clock: Clock
  chance?: Chance
  log: Logger
  /** What counts requests where there is no Redis; each process counts its own if absent. */
  counts?: SharedCounts
}

/** What the doors, the modules and the commands use. */
export type Services = Awaited<ReturnType<typeof makeServices>>

/** What a door receives: the services, and what every door shares. */
export type DoorServices = Services & {
  rateLimits: RateLimits
  sendError: SendError
  /**
   * Limits the response time of the routes of `app`; a late one is answered by `answer` or by the common
   * error body.
   */
  limitResponseTime: (app: FastifyInstance, answer?: RespondLate) => void
}

/**
 * Makes the services and keeps their caches fresh: a committed change of prices, zones or shops is reloaded
 * within a second (decision 47). `stop` releases what they hold; the database stays open.
 */
export async function makeServices({
  config,
  database,
  clock,
  chance = systemChance,
  log: plainLog,
  counts: countsWithoutRedis,
}: ServiceOptions) {
  const { db } = database
  const log = plainLog.child({}, { serializers: logSerializers })
  // An outage has a line of its own, which is not repeated by all that fails meanwhile.
  const onError = (message: string, error: unknown) =>
    log[isDatabaseAway(error) && database.outages.current() ? 'debug' : 'warn']({ err: error }, message)
  const mapArchive = config.MAP_ARCHIVE === undefined ? undefined : await openArchive(config.MAP_ARCHIVE)
  await takeOverRules({ db, clock, log }, config.rulesGiven)
  const map = await cacheServiceMap(db)
  const [maps, priceList, rules, blockedCustomers, kept] = await Promise.all([
    cacheMaps(db, map),
    cacheValue(() => readPriceList(db)),
    cacheRules(db),
    cacheBlockedCustomers(db),
    listFormerKeys(db),
  ])
  const keysOf = (purpose: string): SecretKeys => derivedKeys(config, purpose)
  const formerKeys = { kept, seals: keysOf(sealingPurpose) }
  const keysWithKept = (purpose: KeptPurpose): SecretKeys =>
    withFormerKeys(keysOf(purpose), purpose, formerKeys)
  const shops = cacheShops(database.lookups)
  const counts = countDeliveriesWithCache(db, clock)
  const listeners = new Set<(topic: ChangedTopic) => void>()
  const commitListeners = new Set<PublishCommitted>()
  const sharedCounts = config.REDIS_URL
    ? await connectRedis({ url: config.REDIS_URL, environment: config.ENVIRONMENT }, onError)
    : countsWithoutRedis
  const keptFresh: Partial<Record<ChangedTopic, FreshCopies>> = {
    prices: reloadWhenStale({ name: 'read prices again', copies: [map, priceList], onError }),
    'blocked-customers': reloadWhenStale({
      name: 'read blocked customers again',
      copies: [blockedCustomers],
      onError,
    }),
    maps: reloadWhenStale({ name: 'read maps of cities again', copies: [maps.copy], onError }),
    rules: reloadWhenStale({ name: 'read rules again', copies: [rules], onError }),
  }
  const onChange = (topic: ChangedTopic) => {
    if (topic === 'shops' || topic === 'all') shops.forget()
    if (topic === 'deliveries' || topic === 'all') counts.forgetCounts()
    for (const [of, copies] of Object.entries(keptFresh))
      if (topic === of || topic === 'all') copies.markStale()
    for (const listener of listeners) listener(topic)
  }
  const subscribe = (listener: (topic: ChangedTopic) => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  const stopReading = () => Promise.all(Object.values(keptFresh).map((copies) => copies.stop()))
  const session = await database.listen(onChange).catch(async (error: unknown) => {
    await stopReading()
    sharedCounts?.close()
    throw error
  })
  // Changes between the first read and the start of listening caused no notice.
  for (const copies of Object.values(keptFresh)) copies.markStale()
  const readiness = makeReadiness(() => database.outages.check())
  const photos = choosePhotoStorage(config)
  const targetRules = {
    allowedRanges: config.WEBHOOK_ALLOW_RANGES,
    allowInsecure: config.WEBHOOK_ALLOW_INSECURE ?? false,
  }
  const resolve = targetRules.allowInsecure ? resolveBySystem : resolveByOwnServers(config.DNS_SERVERS)
  const closeSenders: (() => Promise<void>)[] = []
  const senderWith = (options: SenderOptions) =>
    loadOnce(async () => {
      const { sendRequestsWith } = await import('./domain/webhooks/sending/send-request.ts')
      const made = sendRequestsWith(options)
      closeSenders.push(made.close)
      return made
    })
  const sender = senderWith({ rules: targetRules, resolve })
  // Couriers choose these addresses: what the operator lets webhooks reach besides is not for them.
  const pushTargets = {
    rules: { allowedRanges: [], allowInsecure: false },
    resolve: resolveByOwnServers(config.DNS_SERVERS),
  }
  const pushSender = senderWith({ ...pushTargets, deadlineMs: pushDeadlineMs })
  const alertOperator = (message: string, about: Record<string, string>) => log.error(about, message)
  const customerLinks = keysOf('customer links')
  /** The code of this cell, empty where there are none. */
  const cell = config.CELL ?? ''
  const sessionKeys = keysOf('sessions')
  const [webPush, ...formerWebPush] = keysWithKept('web push')
  /** Whether this process has the background work; while it has not, it notifies the one that has. */
  const background = { isHere: database.kind === 'embedded', hold: session.hold }
  const tell = (topic: ChangedTopic, everyMs: number) => {
    const send = () => notifyProcesses(db, topic)
    const hear = (listener: () => void) =>
      subscribe((changed) => {
        if (changed === topic) listener()
      })
    const notify = notifyOthers({ send, hear, everyMs, chance, onError })
    return () => (background.isHere ? onChange(topic) : notify())
  }
  const announce = tell('events', announceEveryMs)
  const money = chooseProviders(moneyProvidersOf(config), {
    clock,
    alertOperator,
    simulated: config.ENVIRONMENT === 'sandbox' ? simulatedProvider({ db, clock }) : undefined,
    listen: (provider) => listenToProvider(provider, { db, clock }),
  })
  const deliveryDeps: CreationDeps & { countDeliveries: DeliveryCount; timeZone: string } = {
    db,
    clock,
    shops,
    usedKeys: cacheUsedKeys(),
    blockedCustomers,
    promoCustomers: keysWithKept('promo code customers'),
    pricing: {
      map,
      priceList,
      clock,
      measureTrip: config.ROUTING_URL
        ? measureByRoutingServer(config.ROUTING_URL, onError)
        : measureByGreatCircle,
      collecting: {
        boundsIn: money.routes.boundsIn,
        needsShopNumber: config.ENVIRONMENT === 'production',
      },
    },
    rules,
    language: config.DEFAULT_LANGUAGE,
    cell,
    customerLink: cacheCustomerLinks(`${publicUrlOf(config)}${customerPathIn(cell)}`, customerLinks),
    actor: systemActor,
    publishCommitted: (events) => {
      observeCommitted(events)
      for (const listener of commitListeners) listener(events)
      announce()
    },
    alertOperator,
    verifyPhoto: verifyPhotoWith({ db, clock, photoStorage: photos.photoStorage }),
    countDeliveries: counts.countDeliveries,
    timeZone: config.TIME_ZONE,
  }
  const strangers: StrangerTerms = {
    rules,
    timeZone: config.TIME_ZONE,
    networkKeys: keysOf('networks of strangers'),
    servedCountries: () => phoneCountries(map.current().cities, config.TIME_ZONE),
  }
  const positions = openPositionSink(db)
  const changes = followChanges({ db, subscribe, onError, ignoredTypes: searchEventTypes })
  const board = followBoard({
    db,
    clock,
    rules,
    pricing: { map },
    onError,
  })
  const requestLog = recordRequests({ db, clock, onError })
  const keyUses = recordKeyUses({ db, clock, onError })
  return {
    ...deliveryDeps,
    ...photos,
    /** The rules of the business as they hold. */
    rules,
    /** Where shops see photos of hand-overs without a key. */
    proofPhotos: {
      publicUrl: publicUrlOf(config),
      secrets: keysOf('addresses of hand-over photos'),
    } satisfies ProofPhotoAddresses,
    photoQuota: {
      perHour: config.PHOTOS_PER_HOUR,
      bytesPerHour: config.PHOTO_MEGABYTES_PER_HOUR * 1024 * 1024,
      unusedBytes: config.UNUSED_PHOTO_MEGABYTES * 1024 * 1024,
    },
    mobileMoney: { providers: alertingRoutes(money.routes, (message) => alertOperator(message, {})) },
    /** The providers whose credentials can be tried. */
    moneyAccounts: money.accounts,
    payouts: {
      db,
      clock,
      environment: config.ENVIRONMENT,
      payoutSecrets: keysOf('payout codes'),
      ...enqueuePayoutMessages({ clock, strangers }),
    } satisfies Omit<PayoutDeps, 'actor'>,
    ...(enqueueApprovalMessages({ clock }) satisfies Pick<ApprovalDeps, 'notifyApproved'>),
    ...(enqueueApplicantMessages({ clock }) satisfies Pick<DecisionDeps, 'notifyApplicant'>),
    webhooks: {
      db,
      clock,
      actor: systemActor,
      chance,
      sealingKeys: sealingKeysOf(config),
      alertOperator,
      rules: targetRules,
      resolve,
      send: async (...request) => (await sender()).send(...request),
    } satisfies WebhookDeps,
    push: {
      db,
      clock,
      map,
      vapid: {
        ...vapidKeys(webPush),
        former: formerWebPush.map(vapidKeys),
        subject: pushContactOf(config),
      },
      ...pushTargets,
      allowedHosts: config.PUSH_HOSTS,
      tours: { rules, pricing: { map } },
      post: async (...request) => (await pushSender()).send(...request),
      log,
    } satisfies PushDeps,
    positions,
    requestLog,
    keyUses,
    customerLinks,
    shownRecipients: keysOf('recipients on couriers’ pages'),
    messages: {
      db,
      clock,
      log,
      context: {
        publicUrl: publicUrlOf(config),
        customerLinks,
        cell,
        timeZone: config.TIME_ZONE,
        language: config.DEFAULT_LANGUAGE,
      },
      routes: chooseChannels(channelsOf(config), { log, rules }),
    } satisfies MessageDeps,
    /** What strangers may cause to be sent. */
    strangers,
    /** Calls the listener with the events that this process commits until the returned function is called. */
    subscribeCommitted: (listener: PublishCommitted) => {
      commitListeners.add(listener)
      return () => void commitListeners.delete(listener)
    },
    /** Calls the listener at every change until the returned function is called. */
    subscribe,
    background,
    /** Tells whoever has the background work that something may have become due. */
    tellDue: tell('due', dueEveryMs),
    mapFetching: {
      extractUrl: config.MAP_EXTRACT_URL,
      folder: join(dataFolderOf(config), 'maps'),
      callableAddress: (hostname: string) =>
        callableAddress(hostname, pushTargets.rules, pushTargets.resolve),
    } satisfies MapFetchDeps['mapFetching'],
    /** The maps of cities: landmarks and drawings. */
    maps,
    /** Streets from a file of the operator, where there is one. */
    mapArchive,
    /** Which deliveries of a shop change, for everyone in this process who asks. */
    changes,
    /** Everything under way, read once for everyone in this process who looks at it. */
    board,
    chance,
    monitoring: monitoringSettingsOf(config) satisfies MonitoringSettings,
    sessionKeys,
    secondFactorKeys: keysOf('second factors'),
    backupCodeKeys: keysWithKept('sessions'),
    /** The keys of a purpose, by the settings alone. */
    keysOf,
    /** People who sign in and their sessions, shared by all doors. */
    auth: createAuthOnDemand({ db, clock, secrets: sessionKeys, publicUrl: publicUrlOf(config) }),
    outboxToken: keysOf('the page of the outbox')[0].toString('base64url'),
    eventCursorKeys: keysWithKept('event cursors'),
    forgetCounts: counts.forgetCounts,
    environment: config.ENVIRONMENT,
    /** Finds the addresses of other cells. */
    cellAddresses: followCellAddresses(config.CELLS_FILE, { clock, onError }),
    /** The device of the tax office that signs invoices, credit notes and receipts. */
    fiscal: chooseFiscalDevice(config, clock),
    config,
    database,
    /** Whether this process takes requests or work; it does no more once it is stopping. */
    readiness,
    log,
    sharedCounts,
    onError,
    stop: async () => {
      await changes.stop()
      await board.stop()
      await session.stop()
      await stopReading()
      await positions.close()
      await requestLog.close()
      await keyUses.close()
      await Promise.all(closeSenders.map((close) => close()))
      await mapArchive?.close()
      sharedCounts?.close()
    },
  }
}
