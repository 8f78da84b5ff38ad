/**
 * Shows a plain page while there is no connection. It keeps that page and what the page loads, and no personal
 * data: every other request goes to the network.
 */
const kept = 'colis-courier-VERSION'
const offlinePage = '/courier/offline'

addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(kept)
      .then(async (cache) => {
        const page = await fetch(offlinePage, { cache: 'reload' })
        const loads = (await page.clone().text()).matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)
        await Promise.all([
          cache.put(offlinePage, page),
          cache.addAll([...new Set([...loads].map(([, url]) => url))]),
        ])
      })
      .then(() => skipWaiting()),
  )
})

addEventListener('activate', (event) => {
  const forgetOld = (names) =>
    Promise.all(names.filter((name) => name !== kept).map((name) => caches.delete(name)))
  event.waitUntil(
    caches
      .keys()
      .then(forgetOld)
      .then(() => clients.claim()),
  )
})

addEventListener('fetch', (event) => {
  const { request } = event
  if (request.mode === 'navigate' && request.method === 'GET') {
    event.respondWith(fetch(request).catch(() => caches.match(offlinePage)))
  } else if (new URL(request.url).pathname.startsWith('/assets/')) {
    event.respondWith(caches.match(request).then((found) => found ?? fetch(request)))
  }
})
