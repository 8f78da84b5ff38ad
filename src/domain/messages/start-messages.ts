import type { Loop } from '../../base/background/loop.ts'
import { kindNames } from './message-kinds.ts'
import type { MessageParts } from './message-parts.ts'
import { sendDueMessages } from './send-due-messages.ts'

/** Sends what is owed, by every channel there is, until it is stopped; says what is held for want of one. */
export function startMessages(
  parts: MessageParts & { onError: (message: string, error: unknown) => void },
): Loop {
  const held = kindNames.filter((kind) => !parts.routes.some(({ kinds }) => kinds.includes(kind)))
  if (held.length > 0)
    parts.log.warn(
      { kinds: held },
      'messages are held until there is a channel for them: see Messages in docs/operating.md',
    )
  const senders = parts.routes.map((route) => sendDueMessages(parts, route))
  return {
    wake: () => {
      for (const sender of senders) sender.wake()
    },
    stop: async () => void (await Promise.all(senders.map((sender) => sender.stop()))),
  }
}
