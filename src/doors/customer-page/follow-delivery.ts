import type { ServerResponse } from 'node:http'
import { ApiError } from '../../contract/errors.ts'

/** What an open page receives: the version it should show, and where the courier is. */
export type DeliveryUpdate = {
  version: number
  seen: string | null
  /** When the courier is expected; empty where that cannot be said. */
  arrival: string
  courier: [lat: number, lng: number] | null
  /** Nothing more can happen. */
  isLast: boolean
}

/** After `close` the page connects again, after `dismiss` it does not. */
export type Stream = { close(): void; dismiss(): void }

/** How often a delivery is polled, and how often a heartbeat is sent, in ms. */
const pollEveryMs = 2_000
const heartbeatMs = 20_000
/**
 * After this time, in ms, the page must connect again, so that no stream to a closed page stays open for
 * ever.
 */
const maxDurationMs = 30 * 60_000
const reconnectMs = 5_000
/** A client with this many unread bytes is gone. */
const maxUnsentBytes = 16_384

/**
 * Writes updates of a delivery to a response as server-sent events, whenever they differ from the last one,
 * until the delivery or its link ends. A failed read is retried. `ended` is called once, when nothing more is
 * written for whatever reason.
 */
export function followDelivery(
  readUpdate: () => Promise<DeliveryUpdate>,
  raw: ServerResponse,
  { ended, onError }: { ended: () => void; onError: (message: string, error: unknown) => void },
): Stream {
  let written = ''
  let isReading = false
  let isFailing = false

  async function look(): Promise<void> {
    if (isReading || raw.destroyed) return
    isReading = true
    try {
      const { isLast, ...update } = await readUpdate()
      const text = JSON.stringify(update)
      if (text !== written) write(`data: ${text}\n\n`)
      written = text
      isFailing = false
      if (isLast) dismiss()
    } catch (error) {
      if (error instanceof ApiError) return dismiss()
      if (!isFailing) onError('The updates of a delivery could not be read; trying again.', error)
      isFailing = true
    } finally {
      isReading = false
    }
  }

  function write(text: string): void {
    if (raw.writableEnded) return
    if (raw.writableLength > maxUnsentBytes) raw.destroy()
    else raw.write(text)
  }

  function dismiss(): void {
    write('event: end\ndata: {}\n\n')
    close()
  }

  function close(): void {
    for (const timer of timers) clearInterval(timer)
    raw.end()
  }

  write(`retry: ${reconnectMs}\n\n`)
  const timers = [
    setInterval(look, pollEveryMs),
    setInterval(() => write(': still here\n\n'), heartbeatMs),
    setTimeout(close, maxDurationMs),
  ]
  raw.once('close', () => {
    close()
    ended()
  })
  void look()
  return { close, dismiss }
}
