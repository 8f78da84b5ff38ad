import { setTimeout as pause } from 'node:timers/promises'

/** How often a load balancer asks its processes, and how long that may take. */
const everyMs = 250

/** Stands for the load balancer before several processes: requests go, in turns, to those whose readiness it has seen. */
export function balanceLoad(urls: readonly string[]) {
  const ready = new Set(urls)
  let [turn, isOver] = [0, false]
  const watch = async (url: string) => {
    while (!isOver) {
      const asked = fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(2_000) })
      const isReady = await asked.then(
        (answer) => answer.arrayBuffer().then(() => answer.ok),
        () => false,
      )
      if (isReady) ready.add(url)
      else ready.delete(url)
      await pause(everyMs)
    }
  }
  const watching = Promise.all(urls.map(watch))
  return {
    /** The address of the next request; where none is ready, of any. */
    next: (): string => {
      const choice = ready.size > 0 ? [...ready] : urls
      return choice[turn++ % choice.length] ?? ''
    },
    isReady: (url: string): boolean => ready.has(url),
    close: async () => {
      isOver = true
      await watching
    },
  }
}
