import type { Clock } from '../../base/kernel/clock.ts'
import type { ConsoleAccountDeps } from '../accounts/account-deps.ts'
import { newMessage } from './enqueue-messages.ts'
import { insertMessages } from './message-store.ts'

/** What the room of accounts writes to people about their own account: it stands below this one. */
export const enqueueAccountMessages = ({
  clock,
}: {
  clock: Clock
}): Pick<ConsoleAccountDeps, 'notifyAccount'> => ({
  notifyAccount: async (trx, { phone, email, language }, what) => {
    const about = { language, content: JSON.stringify({ what }) }
    const now = clock.now()
    await insertMessages(trx, [
      ...(phone === null ? [] : [newMessage('SIGN_IN_CHANGED', { ...about, recipient: phone }, now)]),
      ...(email === null ? [] : [newMessage('SIGN_IN_CHANGED_MAIL', { ...about, recipient: email }, now)]),
    ])
  },
})
