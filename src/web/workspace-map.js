/** Maps of the console: those that show where a parcel and its courier are, and those on which a place is chosen. */
;(() => {
  const words = {
    fr: {
      here: 'Je suis ici',
      searching: 'Recherche de votre position…',
      found: 'Position trouvée, à ACCURACY près.',
      rough: 'Position trouvée, mais seulement à ACCURACY près. Touchez l’endroit exact sur la carte.',
      denied:
        'La position est refusée à cette page. Autorisez-la dans les réglages du navigateur, ou touchez la carte.',
      unknown: 'Position introuvable. Activez la localisation et réessayez, ou touchez la carte.',
    },
    en: {
      here: 'I am here',
      searching: 'Looking for your position…',
      found: 'Position found, to within ACCURACY.',
      rough: 'Position found, but only to within ACCURACY. Tap the exact place on the map.',
      denied: 'This page may not read your position. Allow it in the browser’s settings, or tap the map.',
      unknown: 'No position was found. Turn on location and try again, or tap the map.',
    },
  }[document.documentElement.lang === 'en' ? 'en' : 'fr']

  /** Beyond this a position of the phone is no place to send a courier to, in metres: it only moves the map. */
  const roughMeters = 100

  draw()
  document.addEventListener('live', draw)

  function draw() {
    for (const place of document.querySelectorAll('[data-map]:not([data-drawn])')) {
      /* A map in closed details has no size yet, and its library weighs more than the page. */
      const closed = place.closest('details:not([open])')
      if (closed) closed.addEventListener('toggle', draw, { once: true })
      else drawAt(place)
    }
  }

  function drawAt(place) {
    place.dataset.drawn = ''
    const about = JSON.parse(place.dataset.map)
    const field = place.dataset.field && document.getElementById(place.dataset.field)
    place.hidden = false
    if (field) offerHere(place, field)
    placeMap.draw(
      place,
      about,
      () => {
        place.hidden = true
      },
      (L, leaflet) => (field ? choose(L, leaflet, field, place, about) : showPlaces(L, leaflet, about)),
    )
  }

  function showPlaces(L, leaflet, { dropoff, courier, others = [] }) {
    const shown = []
    if (dropoff) shown.push(placeMap.labelled(L, leaflet, dropoff, 'pin'))
    if (courier?.at) shown.push(placeMap.labelled(L, leaflet, courier, 'courier'))
    for (const other of others) {
      const marker = other.field
        ? chosenAt(L, leaflet, other)
        : placeMap.labelled(L, leaflet, other, other.kind)
      shown.push(marker)
    }
    // Without animation: a marker that moves under the finger is not the one that was meant.
    if (shown.length > 0)
      leaflet.fitBounds(L.latLngBounds(shown.map((marker) => marker.getLatLng())).pad(0.3), {
        maxZoom: 16,
        animate: false,
      })
  }

  /** A marker that chooses a field when it is touched, and says whose it is. */
  function chosenAt(L, leaflet, { at, label, kind, field }) {
    const text = document.createElement('i')
    text.textContent = label
    const marker = L.marker(at, { icon: placeMap.iconOf(L, kind), title: label }).addTo(leaflet)
    marker.bindTooltip(text.innerHTML, { direction: 'bottom' })
    marker.on('click', () => {
      const chosen = document.getElementById(field)
      if (!chosen || chosen.disabled) return
      chosen.checked = true
      chosen.dispatchEvent(new Event('change', { bubbles: true }))
      chosen.closest('label, li')?.scrollIntoView({ block: 'nearest' })
    })
    return marker
  }

  /** A button that takes the position of the phone, where it gives one to this page. */
  function offerHere(place, field) {
    if (!navigator.geolocation || !isSecureContext) return
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'plain here'
    button.textContent = words.here
    const status = document.createElement('p')
    status.className = 'hint'
    status.setAttribute('role', 'status')
    place.before(button, status)
    const end = (text) => {
      button.disabled = false
      status.textContent = text
    }
    const found = ({ coords: { latitude, longitude, accuracy } }) => {
      const isRough = accuracy > roughMeters
      end((isRough ? words.rough : words.found).replace('ACCURACY', metersText(accuracy)))
      if (!isRough) write(field, { lat: latitude, lng: longitude })
      place.dispatchEvent(new CustomEvent('here', { detail: { at: [latitude, longitude], accuracy } }))
    }
    const notFound = ({ code, PERMISSION_DENIED }) =>
      end(code === PERMISSION_DENIED ? words.denied : words.unknown)
    button.addEventListener('click', () => {
      button.disabled = true
      status.textContent = words.searching
      navigator.geolocation.getCurrentPosition(found, notFound, {
        enableHighAccuracy: true,
        timeout: 20_000,
        maximumAge: 10_000,
      })
    })
  }

  function metersText(meters) {
    if (meters < 1000) return `${Math.max(1, Math.round(meters))} m`
    const digits = { maximumFractionDigits: 1 }
    return `${(meters / 1000).toLocaleString(document.documentElement.lang, digits)} km`
  }

  function write(field, { lat, lng }) {
    field.value = `${lat.toFixed(5)}, ${lng.toFixed(5)}`
    field.dispatchEvent(new Event('input', { bubbles: true }))
    field.dispatchEvent(new Event('change', { bubbles: true }))
  }

  function choose(L, leaflet, field, place, about) {
    let marker
    let circle
    const put = (at) => {
      if (marker) return marker.setLatLng(at)
      marker = L.marker(at, { icon: placeMap.iconOf(L, 'pin'), draggable: true, keyboard: false }).addTo(
        leaflet,
      )
      marker.on('dragend', () => write(field, marker.getLatLng()))
    }
    const typed = () => /^\s*(-?\d+(?:\.\d+)?)\s*,\s*(-?\d+(?:\.\d+)?)\s*$/.exec(field.value)
    const follow = () => {
      const found = typed()
      if (!found) return
      const at = [Number(found[1]), Number(found[2])]
      put(at)
      if (!leaflet.getBounds().contains(at)) leaflet.setView(at, Math.max(leaflet.getZoom(), 14))
    }
    leaflet.on('click', ({ latlng }) => {
      put(latlng)
      write(field, latlng.wrap())
    })
    place.addEventListener('here', ({ detail: { at, accuracy } }) => {
      circle?.remove()
      circle = L.circle(at, { radius: accuracy, className: 'accuracy', interactive: false }).addTo(leaflet)
      leaflet.fitBounds(circle.getBounds(), { maxZoom: 17, animate: false })
    })
    field.addEventListener('change', follow)
    placeMap.offerLandmarks(place, about, ({ name, at }) => {
      leaflet.setView(at, 16)
      const landmark = field.form?.elements.landmark
      if (landmark && !landmark.value.trim()) landmark.value = placeMap.nearText(name)
    })
    const found = typed()
    if (found) {
      put([Number(found[1]), Number(found[2])])
      leaflet.setView([Number(found[1]), Number(found[2])], 15)
    }
  }
})()
