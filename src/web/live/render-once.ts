import type { Clock } from '../../base/kernel/clock.ts'
import type { ChangeFollower } from '../../events/follow-changes.ts'
import { changedMessage, type LiveMessage, liveEvent } from './live-message.ts'

type RenderDeps = {
  clock: Clock
  changes: ChangeFollower
  onError: (message: string, error: unknown) => void
}

/** Renders parts of pages once for everyone who looks at the same. */
type PartRenderer = {
  /**
   * Calls `receive` with an event of the part, as soon as it is rendered and whenever it has become
   * different, until the returned function is called.
   */
  follow(part: FollowedPart, receive: Receive): () => void
  /** Renders again what is older than five minutes or failed: what depends on the time has no event. */
  tick(): void
}

/**
 * A part of a page. Those that have the same name, shop and `variant` share one rendering: the variant says
 * all else that it depends on.
 */
type FollowedPart = { name: string; shopId: string; variant: string; render: () => Promise<string> }

type Receive = (message: LiveMessage) => void
type Part = {
  name: string
  render: () => Promise<string>
  receivers: Set<Receive>
  html: string | undefined
  /** The event, made once for all who receive it. */
  message: LiveMessage | undefined
  renderedMs: number
  isRendering: boolean
  unsubscribe: () => void
}

/** How many parts are rendered at once: their queries leave connections to everybody else. */
const maxAtOnce = 3
/** After this time without a change a part is rendered again, in ms. */
const staleMs = 5 * 60_000

/** A part that is longer, in characters, is not sent: pages are told that something has changed. */
const maxLength = 48_000

/**
 * Makes the renderer of this process: each part is rendered once for a change however many consoles show it,
 * so that the number of queries follows the shops that change and not the consoles that are open.
 */
export function renderOnce({ clock, changes, onError }: RenderDeps): PartRenderer {
  const parts = new Map<string, Part>()
  /** Parts whose rendering is out of date. */
  const waiting = new Set<Part>()
  let underWay = 0

  function renderNext(): void {
    for (const part of waiting) {
      if (underWay >= maxAtOnce) return
      if (!part.isRendering) void renderPart(part)
    }
  }

  async function renderPart(part: Part): Promise<void> {
    waiting.delete(part)
    part.isRendering = true
    underWay += 1
    try {
      const html = await part.render()
      part.renderedMs = clock.now().getTime()
      if (html === part.html) return
      part.html = html
      const isTooLong = html.length > maxLength
      part.message = isTooLong ? changedMessage([]) : liveEvent(part.name, html)
      for (const receive of [...part.receivers]) receive(part.message)
    } catch (error) {
      part.renderedMs = -Infinity
      onError('A part of open consoles could not be rendered; it is tried again.', error)
    } finally {
      part.isRendering = false
      underWay -= 1
      renderNext()
    }
  }

  function refresh(part: Part): void {
    waiting.add(part)
    renderNext()
  }

  function addPart(key: string, { name, shopId, render }: FollowedPart): Part {
    const part: Part = {
      name,
      render,
      receivers: new Set(),
      html: undefined,
      message: undefined,
      renderedMs: clock.now().getTime(),
      isRendering: false,
      unsubscribe: changes.subscribeShop(shopId, () => refresh(part)),
    }
    parts.set(key, part)
    // What commits from then on is told: nothing happens unseen between this rendering and the first change.
    void changes.whenReading().then(() => parts.get(key) === part && refresh(part))
    return part
  }

  return {
    follow: (followed, receive) => {
      const key = JSON.stringify([followed.name, followed.shopId, followed.variant])
      const part = parts.get(key) ?? addPart(key, followed)
      part.receivers.add(receive)
      if (part.message) receive(part.message)
      return () => {
        part.receivers.delete(receive)
        if (part.receivers.size > 0 || parts.get(key) !== part) return
        parts.delete(key)
        waiting.delete(part)
        part.unsubscribe()
      }
    },
    tick: () => {
      const now = clock.now().getTime()
      for (const part of parts.values()) if (now - part.renderedMs >= staleMs) refresh(part)
    },
  }
}
