/** Maps of the console: those that show where a parcel and its courier are, and those on which a place is chosen. */
;(() => {
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

  function choose(L, leaflet, field, place, about) {
    let marker
    const put = (at) => {
      if (marker) return marker.setLatLng(at)
      marker = L.marker(at, { icon: placeMap.iconOf(L, 'pin'), draggable: true, keyboard: false }).addTo(
        leaflet,
      )
      marker.on('dragend', () => write(marker.getLatLng()))
    }
    const write = ({ lat, lng }) => {
      field.value = `${lat.toFixed(5)}, ${lng.toFixed(5)}`
      field.dispatchEvent(new Event('input', { bubbles: true }))
      field.dispatchEvent(new Event('change', { bubbles: true }))
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
      write(latlng.wrap())
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
