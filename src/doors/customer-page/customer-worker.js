/**
 * Shows the page of one delivery, as it was last seen, while there is no network. Its scope is the address of that page
 * alone, or the short one that leads to it. The page itself decides what is kept (`keepPage` in customer-page.js): one
 * delivery at a time, until it is over.
 */
const kept = 'colis-customer'
/** A link works for a day after the end: what was not seen for longer is shown no more. */
const keptMs = 24 * 60 * 60_000
/** So long somebody in front of an empty page waits for a network that is hardly there. */
const patienceMs = 8_000

addEventListener('install', () => skipWaiting())
addEventListener('activate', (event) => event.waitUntil(Promise.all([clients.claim(), forgetOld()])))

addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return
  const forgotten = forgetOld().catch(() => {})
  event.waitUntil(forgotten)
  if (request.mode === 'navigate') {
    if (pathname === new URL(registration.scope).pathname) event.respondWith(pageOf(request, forgotten))
  } else if (pathname.startsWith('/assets/')) {
    event.respondWith(caches.match(request, { cacheName: kept }).then((found) => found ?? fetch(request)))
  }
})

/** Removes the delivery that was kept too long ago, with what its page loads, whichever page is opened. */
async function forgetOld() {
  if (!(await caches.has(kept))) return
  const cache = await caches.open(kept)
  for (const request of await cache.keys()) {
    const keptAt = (await cache.match(request))?.headers.get('x-kept-at')
    if (keptAt && Date.now() - Number(keptAt) > keptMs) return caches.delete(kept)
  }
}

async function pageOf(request, forgotten) {
  const fresh = fetch(request)
  const asSeen = forgotten.then(() => keptPage(request)).catch(() => undefined)
  const late = new Promise((resolve) => setTimeout(resolve, patienceMs)).then(() => asSeen)
  const first = await Promise.race([fresh.catch(() => asSeen), late])
  return first ?? fresh
}

async function keptPage({ url }) {
  const page = await caches.match(new URL(url).pathname, { cacheName: kept })
  if (!page) return undefined
  // It says of itself that it was kept, and may do no more than the page that came from the service.
  return new Response((await page.text()).replace('<body', '<body data-kept'), {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': POLICY,
      'referrer-policy': 'no-referrer',
    },
  })
}
