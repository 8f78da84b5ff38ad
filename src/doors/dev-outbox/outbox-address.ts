import type { Config } from '../../config.ts'
import { keepsOutbox, publicUrlOf } from '../../derived-settings.ts'
import { isForThisMachine } from './outbox-access.ts'

type OutboxSettings = { config: Config; outboxToken: string }

/** The token that opens the outbox, where being on this machine is not enough. */
export const outboxTokenOf = ({ config, outboxToken }: OutboxSettings): string | undefined =>
  isForThisMachine(config.PUBLIC_URL) ? undefined : outboxToken

/** The address with the token, for whoever starts the service; undefined where no token is needed. */
export function tokenAddress(settings: OutboxSettings): string | undefined {
  const token = keepsOutbox(settings.config) ? outboxTokenOf(settings) : undefined
  return token && `${publicUrlOf(settings.config)}/dev/outbox?token=${token}`
}
