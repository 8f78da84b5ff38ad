/**
 * Shows a plain page while there is no connection, or the page of the parcel that its courier carries, and notifies of an
 * offer while no page is open. It keeps the plain page and what pages load; the page of a parcel is kept by the page
 * itself, alone in a cache of its own, until the parcel is delivered or somebody signs out. Every other request goes to
 * the network.
 */
const kept = 'colis-courier-VERSION'
const offlinePage = '/courier/offline'
const parcelCache = 'colis-courier-parcel'
/** No parcel is carried for longer: a phone that was lost or lent shows nothing of it any more. */
const parcelMs = 24 * 60 * 60_000

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
    Promise.all(
      names.filter((name) => name !== kept && name !== parcelCache).map((name) => caches.delete(name)),
    )
  event.waitUntil(
    caches
      .keys()
      .then(forgetOld)
      .then(() => clients.claim()),
  )
})

addEventListener('fetch', (event) => {
  const { request } = event
  const { pathname } = new URL(request.url)
  if (request.mode === 'navigate' && request.method === 'GET') {
    event.respondWith(fetch(request).catch(() => withoutConnection(pathname)))
  } else if (pathname === '/courier/sign-out') {
    event.waitUntil(caches.delete(parcelCache))
  } else if (pathname.startsWith('/assets/')) {
    event.respondWith(caches.match(request).then((found) => found ?? fetch(request)))
  }
})

async function withoutConnection(pathname) {
  const plain = await caches.match(offlinePage)
  const parcel =
    pathname === '/courier' ? await caches.match(pathname, { cacheName: parcelCache }) : undefined
  if (!parcel) return plain
  if (Date.now() - Number(parcel.headers.get('x-kept-at')) > parcelMs) {
    await caches.delete(parcelCache)
    return plain
  }
  // It says of itself that it was kept, and may do no more than the page that came from the service.
  const page = (await parcel.text()).replace('<body ', '<body data-kept ')
  const headers = { 'content-type': parcel.headers.get('content-type') }
  for (const name of ['content-security-policy', 'permissions-policy', 'referrer-policy'])
    headers[name] = plain.headers.get(name) ?? ''
  return new Response(page, { headers })
}

/** An offer, as the service encrypts it for this phone alone; its words come with it. */
addEventListener('push', (event) => {
  let offer = {}
  try {
    offer = event.data?.json() ?? {}
  } catch {}
  event.waitUntil(notify(offer))
})

/** Browsers want a notification for each push, so one that says nothing of an offer is shown in a general way. */
async function notify({ offer = 'offer', title = 'Colis', body = '', lang = 'fr' }) {
  const windows = await clients.matchAll({ type: 'window', includeUncontrolled: true })
  for (const each of windows) each.postMessage({ offer })
  await registration.showNotification(title, {
    body,
    lang,
    tag: offer,
    renotify: true,
    requireInteraction: true,
    vibrate: [300, 120, 300, 120, 300],
    icon: 'ICON',
    badge: 'ICON',
  })
}

addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(openPage())
})

async function openPage() {
  const windows = await clients.matchAll({ type: 'window', includeUncontrolled: true })
  const open = windows.find(({ url }) => new URL(url).pathname.startsWith('/courier'))
  if (!open) return clients.openWindow('/courier')
  await open.focus()
  open.postMessage({})
}

/** The browser gave this phone another address: it is told as it was asked for, in the same session. */
addEventListener('pushsubscriptionchange', (event) => {
  const { newSubscription, oldSubscription } = event
  if (newSubscription ?? oldSubscription) event.waitUntil(renew(newSubscription, oldSubscription?.options))
})

/** Where this fails, the page does it when it is opened next, or says that this phone is no longer told. */
async function renew(given, options) {
  const { endpoint, keys } = (given ?? (await registration.pushManager.subscribe(options))).toJSON()
  await fetch('/courier/push', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ endpoint, keys }),
  })
}
