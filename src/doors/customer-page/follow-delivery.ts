import type { ServerResponse } from 'node:http'

/** What an open page is told: the version it should show, and where the courier is. */
export type DeliveryUpdate = {
  version: number
  seen: string | null
  courier: [lat: number, lng: number] | null
  /** Nothing more can happen. */
  isLast: boolean
}

/** `close` lets the page connect again, `dismiss` tells it not to. */
export type Stream = { close(): void; dismiss(): void }

/** A delivery is looked at this often, and silence is broken this often, in ms. */
const pollEveryMs = 2_000
const heartbeatMs = 20_000
/** After this a page connects again by itself, so that nobody who has gone is followed for ever, in ms. */
const maxDurationMs = 30 * 60_000
const reconnectMs = 5_000
/** A client that has not taken this much is not there any more. */
const maxUnsentBytes = 16_384

/**
 * Writes news of a delivery to a response as server-sent events, whenever they differ from what was said
 * before, until the last of them. A failed reading is tried again. `ended` is called once, when nothing
 * more is written for whatever reason.
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
      if (!isFailing) onError('News of a delivery could not be read; they are read again.', error)
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
