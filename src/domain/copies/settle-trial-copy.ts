import type { Trx } from '../../base/database/open-database.ts'
import { deleteEveryPush } from '../couriers/push-subscription-store.ts'
import { skipEveryMessage } from '../messages/message-store.ts'
import { pauseEveryEndpoint } from '../webhooks/endpoints/endpoint-store.ts'
import { deleteFingerprint } from '../webhooks/endpoints/sealing-key-store.ts'
import { giveUpEveryDispatch } from '../webhooks/sending/dispatch-store.ts'
import { insertTrialCopy } from './trial-copy-store.ts'

/** What waited in the source and is not sent from the copy. */
export type HeldBack = { endpoints: number; dispatches: number; messages: number }

/**
 * Makes a copy one to try things on, from which nothing reaches anybody: endpoints are paused, what waits to
 * be sent is given up, no phone hears of offers, and from then on the service starts on it with nothing that
 * leads outside (`refuse-trial-settings.ts`). What providers of money were asked for stays as it is: without
 * their credentials nobody asks them again.
 */
export async function settleTrialCopy(trx: Trx, now: Date): Promise<HeldBack> {
  await deleteEveryPush(trx)
  await deleteFingerprint(trx)
  await insertTrialCopy(trx, now)
  return {
    endpoints: await pauseEveryEndpoint(trx, now),
    dispatches: await giveUpEveryDispatch(trx),
    messages: await skipEveryMessage(trx),
  }
}
