import type { Loop } from '../../base/background/loop.ts'
import type { MessageDeps } from './message-deps.ts'
import { kindNames } from './message-kinds.ts'
import { sendDueMessages } from './send-due-messages.ts'

/**
 * Sends pending messages by every channel until it is stopped; logs which kinds are held because they have no
 * channel.
 */
export function startMessages(
  deps: MessageDeps & { onError: (message: string, error: unknown) => void },
): Loop {
  const held = kindNames.filter((kind) => !deps.routes.some(({ kinds }) => kinds.includes(kind)))
  if (held.length > 0)
    deps.log.warn(
      { kinds: held },
      'messages are held until there is a channel for them: see docs/operating/messages.md',
    )
  const senders = deps.routes.map((route) => sendDueMessages(deps, route))
  return {
    wake: () => {
      for (const sender of senders) sender.wake()
    },
    stop: async () => void (await Promise.all(senders.map((sender) => sender.stop()))),
  }
}
