import type { BrowserContext } from 'playwright-core'
import type { PushBrowser } from './push-server.ts'

/**
 * Gives pages of a context subscriptions of a push service on this machine, since no public one can be reached: one after
 * the other, kept as a browser keeps them, until a test takes them away.
 */
export async function givePushes(context: BrowserContext, browsers: readonly PushBrowser[]): Promise<void> {
  const subscriptions = browsers.map(({ subscription }) => subscription)
  await context.addInitScript(`{
    const given = ${JSON.stringify(subscriptions)}
    const read = (name) => JSON.parse(localStorage.getItem(name) ?? 'null')
    const made = ({ number, key }) => ({
      endpoint: given[number].endpoint,
      options: { userVisibleOnly: true, applicationServerKey: Uint8Array.from(key).buffer },
      toJSON: () => ({ ...given[number], expirationTime: null }),
      unsubscribe: async () => {
        localStorage.removeItem('test-push')
        return true
      },
    })
    PushManager.prototype.getSubscription = async () => {
      const kept = read('test-push')
      return kept && made(kept)
    }
    PushManager.prototype.subscribe = async ({ userVisibleOnly, applicationServerKey }) => {
      if (!userVisibleOnly || applicationServerKey.length !== 65) throw new Error('not as browsers want it')
      if (Notification.permission !== 'granted') throw new DOMException('denied', 'NotAllowedError')
      const number = read('test-given') ?? 0
      if (!given[number]) throw new DOMException('the push service is away', 'AbortError')
      const kept = { number, key: [...applicationServerKey] }
      localStorage.setItem('test-given', number + 1)
      localStorage.setItem('test-push', JSON.stringify(kept))
      return made(kept)
    }
  }`)
}

/** In the page: the browser loses its subscription in silence. */
export const losesPush = "localStorage.removeItem('test-push')"

/** In the page: the browser's subscription is one of another key of the service. */
export const hasPushOfOtherKey = `{
  const kept = JSON.parse(localStorage.getItem('test-push'))
  localStorage.setItem('test-push', JSON.stringify({ ...kept, key: kept.key.map((byte) => byte ^ 1) }))
}`
