/**
 * Improves the customer's page, which works without it: a button that locates the phone, a map with a pin,
 * and live updates of the delivery. Sent to browsers as it is.
 */
;(() => {
  const one = (selector, root = document) => root.querySelector(selector)
  const show = (element) => element?.removeAttribute('hidden')
  const hide = (element) => element?.setAttribute('hidden', '')

  /** Beyond this a position of the phone is too rough to find a door, in metres; so says the server as well. */
  const roughMeters = 100

  /** What a thumb covers when it can mean a door, in metres, and how many pixels it is wide. */
  const doorMeters = 30
  const thumbPixels = 44

  /** How many levels a tap zooms in that cannot mean a door yet. */
  const levelsCloser = 3

  /** When a page that could not be fetched is requested again. */
  const retryMs = 5000

  /** When a page without updates looks for itself whether there is news. */
  const busyMs = 30_000

  /** How long updates may stay away before the page says so: a service that restarts is back sooner. */
  const patienceMs = 8000

  /** The name of what is kept for when there is no network. */
  const kept = 'colis-customer'

  let map
  let courierMarker
  let lostTimer
  let catchUp

  addEventListener('offline', () => show(one('#offline')))
  addEventListener('online', () => {
    reached()
    catchUp?.()
  })
  if (!navigator.onLine || 'kept' in document.body.dataset) show(one('#offline'))
  // As it came, before anything is improved.
  else keepPage(document, document.documentElement.outerHTML)
  improve()

  /* Whether updates arrive. */

  function lost() {
    lostTimer ??= setTimeout(() => show(one('#offline')), patienceMs)
  }

  function reached() {
    clearTimeout(lostTimer)
    lostTimer = undefined
    if (navigator.onLine) hide(one('#offline'))
  }

  /* What opens without a network: the page of one delivery, with its code and numbers, until it is over. */

  function keepPage(page, text) {
    if (!('caches' in window && navigator.serviceWorker)) return
    const { addresses, over } = page.body.dataset
    if (over !== undefined) forget([]).catch(() => {})
    // What was sent back for correction is a form, not the delivery.
    else if (addresses && !one('[aria-invalid]', page)) keep(addresses.split(' '), text).catch(() => {})
  }

  /** Another link that was kept, such as somebody else's, is forgotten. */
  async function keep(addresses, text) {
    const loads = [...document.querySelectorAll('link[rel=stylesheet], script[src*="/page.js"]')]
    const assets = loads.map(({ href, src }) => href ?? src)
    await forget(addresses, assets)
    const cache = await caches.open(kept)
    const headers = { 'x-kept-at': String(Date.now()) }
    for (const address of addresses) await cache.put(address, new Response(text, { headers }))
    for (const asset of assets) if (!(await cache.match(asset))) await cache.add(asset)
    for (const scope of addresses)
      await navigator.serviceWorker.register(`${scope}/worker.js`, { scope, updateViaCache: 'all' })
  }

  async function forget(exceptAddresses, exceptAssets = []) {
    if (exceptAddresses.length === 0) await caches.delete(kept)
    else {
      const cache = await caches.open(kept)
      const staying = [...exceptAddresses, ...exceptAssets].map((each) => new URL(each, location.href).href)
      for (const request of await cache.keys())
        if (!staying.includes(request.url)) await cache.delete(request)
    }
    for (const registration of await navigator.serviceWorker.getRegistrations()) {
      const { pathname } = new URL(registration.scope)
      if (/^\/[ps]\//.test(pathname) && !exceptAddresses.includes(pathname)) await registration.unregister()
    }
  }

  function improve() {
    // When somebody goes back to a page that a form produced, the browser would ask to send that form again.
    history.replaceState(null, '', location.href)
    const place = one('#map')
    const moved = one('#position') ? improveForm() : undefined
    if (place) drawMap(place, JSON.parse(place.dataset.map), moved)
    offerCopy()
    followUpdates()
  }

  /** The number to pay to is copied by its button, or by a touch on itself. */
  function offerCopy() {
    const button = one('[data-copy]')
    if (!button || !navigator.clipboard) return
    show(button)
    const copy = () =>
      navigator.clipboard.writeText(button.dataset.copy).then(
        () => {
          button.textContent = button.dataset.done
        },
        () => hide(button),
      )
    button.addEventListener('click', copy)
    one('.pay-to').addEventListener('click', copy)
  }

  /* The form that asks for a position. Returns the function to call when the pin is moved. */

  function improveForm() {
    const field = one('#position')
    const found = one('#found')
    const says = JSON.parse(found.dataset.says)
    const here = one('#here')
    if (!one('#position-fault') && !one('#zone')?.value) one('#writing').open = false

    /** What is known of the position goes along with it. */
    const [source, accuracyField, measured] = ['source', 'accuracy', 'measured'].map((name) =>
      one(`[name=${name}]`),
    )
    const write = ({ lat, lng }, known, isRough, words) => {
      field.value = `${lat.toFixed(5)}, ${lng.toFixed(5)}`
      source.value = known.source
      accuracyField.value = String(known.accuracy)
      measured.value = field.value
      found.textContent = words
      found.classList.toggle('rough', isRough)
    }
    const metersText = (meters) =>
      meters < 1000
        ? `${Math.max(1, Math.round(meters))} m`
        : `${(meters / 1000).toLocaleString(document.documentElement.lang, { maximumFractionDigits: 1 })} km`
    if (navigator.geolocation && isSecureContext) {
      show(here)
      here.addEventListener('click', () => {
        found.textContent = says.searching
        here.disabled = true
        navigator.geolocation.getCurrentPosition(located, notLocated, {
          enableHighAccuracy: true,
          timeout: 20000,
          maximumAge: 10000,
        })
      })
    }
    const located = ({ coords: { latitude, longitude, accuracy } }) => {
      here.disabled = false
      const isRough = accuracy > roughMeters
      const words = isRough ? says.foundRoughly : says.found
      const known = { source: 'PHONE', accuracy: Math.ceil(accuracy) }
      write(
        { lat: latitude, lng: longitude },
        known,
        isRough,
        words.replace('ACCURACY', metersText(accuracy)),
      )
      map?.place([latitude, longitude], accuracy)
    }
    const notLocated = ({ code, PERMISSION_DENIED }) => {
      here.disabled = false
      found.textContent = code === PERMISSION_DENIED ? says.denied : says.notFound
      found.classList.add('rough')
      one('#writing').open = true
    }
    field.addEventListener('input', () => {
      found.textContent = ''
      for (const known of [source, accuracyField, measured]) known.value = ''
      const numbers = /^\s*(-?\d+\.\d+)\s*,\s*(-?\d+\.\d+)\s*$/.exec(field.value)
      if (numbers) map?.place([Number(numbers[1]), Number(numbers[2])])
    })
    return {
      onMove: (at, thumbMeters) => {
        const isRough = thumbMeters > doorMeters
        const known = { source: 'PIN', accuracy: Math.ceil(thumbMeters) }
        write(at, known, isRough, isRough ? says.placedRoughly : says.placed)
      },
    }
  }

  /* The map. */

  function drawMap(place, about, pin) {
    show(place)
    show(one('#map-hint'))
    const withoutMap = () => {
      hide(place)
      hide(one('#map-hint'))
      if (one('#writing')) one('#writing').open = true
    }
    placeMap.draw(place, about, withoutMap, (L, leaflet) => {
      if (pin) {
        map = pinMap(L, leaflet, pin, about)
        offerLandmarks(place, about, leaflet)
      } else showCourier(L, leaflet, about)
    })
  }

  /** A landmark brings the map near; the door is then meant by a tap. */
  function offerLandmarks(place, about, leaflet) {
    const landmark = one('#landmark')
    placeMap.offerLandmarks(place, about, ({ name, at }) => {
      leaflet.setView(at, 16)
      if (!landmark.value.trim()) landmark.value = placeMap.nearText(name)
    })
  }

  /** Tap to place the pin, closer with each tap until it can mean a door; drag it to adjust. */
  function pinMap(L, leaflet, { onMove }, { city }) {
    let marker
    let circle
    // Two taps are two places, not a zoom.
    leaflet.doubleClickZoom.disable()
    const thumbMetersAt = (zoom, { lat }) =>
      (thumbPixels * 40_075_017 * Math.cos((lat * Math.PI) / 180)) / (256 * 2 ** zoom)
    const put = (at) => {
      if (marker) return marker.setLatLng(at)
      marker = L.marker(at, {
        icon: placeMap.iconOf(L, 'pin'),
        draggable: true,
        autoPan: true,
        keyboard: false,
      })
      marker.addTo(leaflet).on('dragend', () => moved(marker.getLatLng()))
    }
    const surround = (at, radius) => {
      circle?.remove()
      circle = radius
        ? L.circle(at, { radius, className: 'accuracy', interactive: false }).addTo(leaflet)
        : undefined
    }
    const moved = (at) => {
      const thumbMeters = thumbMetersAt(leaflet.getZoom(), at)
      surround(at, thumbMeters > doorMeters ? thumbMeters / 2 : 0)
      onMove(at.wrap(), thumbMeters)
      return thumbMeters
    }
    const closer = (at) => {
      let zoom = leaflet.getZoom()
      const last = zoom + levelsCloser
      while (zoom < last && thumbMetersAt(zoom, at) > doorMeters) zoom += 1
      leaflet.setView(at, zoom)
    }
    leaflet.on('click', ({ latlng }) => {
      put(latlng)
      if (moved(latlng) > doorMeters) closer(latlng)
    })
    const place = (at, accuracy) => {
      put(at)
      surround(at, accuracy)
      // What is known only roughly is seen from as far away.
      const closeZoom = accuracy > roughMeters ? leaflet.getBoundsZoom(circle.getBounds()) : 17
      // A place that was refused is shown beside the city that it is not in.
      if (one('#position-fault') && city) leaflet.fitBounds(leaflet.getBounds().extend(at).pad(0.1))
      else leaflet.setView(at, accuracy > roughMeters ? closeZoom : Math.max(leaflet.getZoom(), closeZoom))
    }
    const typed = /(-?\d+(?:\.\d+)?)\s*,\s*(-?\d+(?:\.\d+)?)/.exec(one('#position').value)
    if (typed) place([Number(typed[1]), Number(typed[2])], Number(one('[name=accuracy]').value) || undefined)
    return { place }
  }

  function showCourier(L, leaflet, { dropoff, courier }) {
    if (dropoff) placeMap.labelled(L, leaflet, dropoff, 'pin')
    courierMarker = undefined
    const moveTo = (at) => {
      if (courierMarker) courierMarker.setLatLng(at)
      else courierMarker = placeMap.labelled(L, leaflet, { at, label: courier.label }, 'courier')
      const ends = [at, dropoff?.at].filter(Boolean)
      leaflet.fitBounds(L.latLngBounds(ends).pad(0.3), { maxZoom: 16 })
    }
    const hideCourier = () => {
      courierMarker?.remove()
      courierMarker = undefined
    }
    map = { moveCourier: moveTo, hideCourier }
    if (courier?.at) moveTo(courier.at)
    else if (dropoff) leaflet.setView(dropoff.at, 15)
  }

  /* Live updates of the delivery. */

  function followUpdates() {
    const progress = one('#progress')
    if (!progress?.dataset.updates || !window.EventSource) return
    hide(one('#refresh'))
    show(one('#updated'))
    const source = new EventSource(progress.dataset.updates)
    let isTaking = false
    let isOver = false
    source.onopen = reached
    source.onmessage = ({ data }) => {
      const update = JSON.parse(data)
      const isShown = update.version === Number(one('#progress').dataset.version)
      // The map comes with the first sight of the courier.
      if (isShown && (!update.courier || one('#map'))) showSighting(update)
      else if (!isTaking) take()
    }
    const take = () => {
      isTaking = true
      takeNewPage().then(
        () => {
          source.close()
          reached()
          improve()
        },
        () => {
          lost()
          setTimeout(take, retryMs)
        },
      )
    }
    // What the network closed while it was away; a stream that the service ended stays so.
    catchUp = () => {
      if (source.readyState === EventSource.CLOSED && !isTaking && !isOver) take()
    }
    const giveUp = () => {
      source.close()
      hide(one('#updated'))
      show(one('#refresh'))
    }
    source.addEventListener('end', () => {
      isOver = true
      giveUp()
    })
    source.onerror = () => {
      if (source.readyState !== EventSource.CLOSED) return lost()
      // The service answered, and has no stream for now.
      reached()
      giveUp()
      setTimeout(catchUp, busyMs)
    }
    addEventListener('pagehide', () => source.close(), { once: true })
  }

  function showSighting({ seen, courier, arrival }) {
    const expected = one('#eta')
    if (expected && arrival !== undefined) expected.textContent = arrival
    const line = one('#seen')
    if (line && seen !== undefined) line.textContent = seen ?? ''
    if (courier) map?.moveCourier?.(courier)
    else if (courier === null) map?.hideCourier?.()
  }

  /** Replaces what has changed, and announces it to screen readers. */
  async function takeNewPage() {
    const response = await fetch(location.href, { cache: 'no-store' })
    if (response.status >= 500) throw new Error('The service is away.')
    // To the page of the second try.
    if (response.redirected) return location.replace(response.url)
    const text = await response.text()
    const fresh = new DOMParser().parseFromString(text, 'text/html')
    const progress = one('#progress', fresh)
    if (!progress) return location.reload()
    keepPage(fresh, text)
    map = undefined
    one('#progress').replaceWith(document.adoptNode(progress))
    one('#updates').textContent = one('#state').textContent
  }
})()
