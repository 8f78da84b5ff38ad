import type { Clock } from '../../base/kernel/clock.ts'
import type { DecisionDeps } from '../couriers/applications/approve-application.ts'
import { newMessage } from './enqueue-messages.ts'
import { insertMessages } from './message-store.ts'

/**
 * What the room of couriers writes to those who applied: it stands below this one, and is given this
 * function.
 */
export const enqueueApplicantMessages = ({
  clock,
}: {
  clock: Clock
}): Pick<DecisionDeps, 'notifyApplicant'> => ({
  notifyApplicant: async (trx, { kind, phone, language, firstName, ...notice }) => {
    const content = JSON.stringify({ firstName, reason: 'reason' in notice ? notice.reason : null })
    const about = {
      recipient: phone,
      language,
      content,
      courier_id: 'courierId' in notice ? notice.courierId : null,
    }
    await insertMessages(trx, [newMessage(kind, about, clock.now())])
  },
})
