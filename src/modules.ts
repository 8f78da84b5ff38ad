import { accountsModule } from './domain/accounts/accounts-module.ts'
import { apiRequestsModule } from './domain/api-requests/api-requests-module.ts'
import { arrivalsModule } from './domain/arrivals/arrivals-module.ts'
import { couriersModule } from './domain/couriers/couriers-module.ts'
import { deliveriesModule } from './domain/deliveries/deliveries-module.ts'
import { searchModule } from './domain/deliveries/searching/search-module.ts'
import { mapsModule } from './domain/maps/maps-module.ts'
import { matchingModule } from './domain/matching/matching-module.ts'
import { messagesModule } from './domain/messages/messages-module.ts'
import { mobileMoneyModule } from './domain/money/mobile-money/mobile-money-module.ts'
import { settlementModule } from './domain/money/settlement/settlement-module.ts'
import { fiscalModule } from './domain/money/statements/fiscal/fiscal-module.ts'
import { transfersModule } from './domain/money/transfers/transfers-module.ts'
import { monitoringModule } from './domain/monitoring/monitoring-module.ts'
import { photosModule } from './domain/photos/photos-module.ts'
import { pushModule } from './domain/push/push-module.ts'
import { reportsModule } from './domain/reports/reports-module.ts'
import { shopsModule } from './domain/shops/shops-module.ts'
import { webhooksModule } from './domain/webhooks/webhooks-module.ts'
import { eventLogModule } from './events/event-log-module.ts'
import type { Module } from './events/start-modules.ts'
import { upkeepModule } from './events/upkeep-module.ts'
import type { Services } from './services.ts'

/** Every room that consumes events, runs loops or purges rows: a new room is one line here. */
const watched: readonly ((services: Services) => Module)[] = [
  webhooksModule,
  messagesModule,
  transfersModule,
  matchingModule,
  arrivalsModule,
  pushModule,
  mobileMoneyModule,
  settlementModule,
  fiscalModule,
  deliveriesModule,
  searchModule,
  reportsModule,
  accountsModule,
  shopsModule,
  apiRequestsModule,
  couriersModule,
  photosModule,
  mapsModule,
  eventLogModule,
  upkeepModule,
]

/** The modules as they state themselves, for whoever looks at how they do. */
export const watchedModules = (services: Services): Module[] => watched.map((module) => module(services))

/** The modules that are started; the one that watches the others is the last. */
export const modules: readonly ((services: Services) => Module)[] = [
  ...watched,
  (services) => monitoringModule({ ...services, watched: watchedModules(services) }),
]
