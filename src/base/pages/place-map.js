/**
 * Draws a Leaflet map into a page, which works without it. `about` is what `PlaceMap` in place-map.ts describes. Put
 * before the script of the page that uses it.
 */
window.placeMap = (() => {
  /** Fills `place` with a map of its city, and calls `use` with the library and the map. */
  function draw(place, about, withoutMap, use) {
    withLibrary(about.library, withoutMap, (L) => {
      const leaflet = L.map(place, { zoomControl: false, attributionControl: Boolean(about.tiles) })
      L.control.zoom({ position: 'bottomright' }).addTo(leaflet)
      L.control.scale({ imperial: false }).addTo(leaflet)
      if (about.tiles) {
        leaflet.attributionControl.setPrefix(false)
        L.tileLayer(about.tiles.url, { maxZoom: 19, attribution: escaped(about.tiles.attribution) }).addTo(
          leaflet,
        )
      } else if (about.outline) drawOutline(L, leaflet, about.outline)
      if (about.city) leaflet.fitBounds(L.latLng(about.city.center).toBounds(about.city.radiusMeters * 1.4))
      else leaflet.setView([0, 0], 2)
      use(L, leaflet)
    })
  }

  function labelled(L, leaflet, { at, label }, kind) {
    const marker = L.marker(at, { icon: iconOf(L, kind), interactive: false, keyboard: false }).addTo(leaflet)
    if (label) marker.bindTooltip(escaped(label), { permanent: true, direction: 'bottom' })
    return marker
  }

  const icons = {
    pin: '<svg viewBox="0 0 40 52" aria-hidden="true"><path d="M20 51C9 35 3 28 3 19a17 17 0 0 1 34 0c0 9-6 16-17 32z"/><circle cx="20" cy="19" r="7"/></svg>',
    courier:
      '<svg viewBox="0 0 40 40" aria-hidden="true"><circle cx="20" cy="20" r="18"/><path d="M9 25a4 4 0 1 0 8 0 4 4 0 1 0-8 0m14 0a4 4 0 1 0 8 0 4 4 0 1 0-8 0m-6 0h6l4-9h-5m-9 3h9"/></svg>',
  }
  const iconOf = (L, kind) =>
    L.divIcon(
      kind === 'pin'
        ? {
            className: 'pin',
            html: icons.pin,
            iconSize: [40, 52],
            iconAnchor: [20, 51],
            tooltipAnchor: [0, 2],
          }
        : {
            className: 'courier',
            html: icons.courier,
            iconSize: [40, 40],
            iconAnchor: [20, 20],
            tooltipAnchor: [0, 18],
          },
    )

  /** Zones stand in for streets where the operator has no map server. */
  function drawOutline(L, leaflet, address) {
    fetch(address)
      .then((response) => response.json())
      .then(({ center, radiusMeters, zones }) => {
        L.circle(center, { radius: radiusMeters, className: 'city', interactive: false }).addTo(leaflet)
        const names = zones.map(({ name, center: middle, rings }) => {
          L.polygon(
            rings.map((ring) => [ring]),
            { className: 'zone', interactive: false },
          ).addTo(leaflet)
          return L.tooltip(middle, {
            content: escaped(name),
            permanent: true,
            direction: 'center',
            className: 'zone-name',
          }).addTo(leaflet)
        })
        showNamesThatFit(names)
        leaflet.on('zoomend', () => showNamesThatFit(names))
      })
      .catch(() => {})
  }

  /** A name that would cover another is hidden until the map is zoomed in. */
  function showNamesThatFit(names) {
    const taken = []
    for (const name of names) {
      const box = name.getElement().getBoundingClientRect()
      const fits = taken.every(
        (other) =>
          box.right < other.left ||
          other.right < box.left ||
          box.bottom < other.top ||
          other.bottom < box.top,
      )
      name.setOpacity(fits ? 1 : 0)
      if (fits) taken.push(box)
    }
  }

  /** The library comes after the page itself, and only where there is a map. */
  function withLibrary(address, withoutIt, use) {
    if (window.L) return use(window.L)
    const script = document.createElement('script')
    script.src = address
    script.onload = () => use(window.L)
    script.onerror = withoutIt
    document.head.append(script)
  }

  function escaped(text) {
    const element = document.createElement('i')
    element.textContent = text
    return element.innerHTML
  }

  return { draw, labelled, iconOf, escaped, showNamesThatFit }
})()
