/** Maps of zones: those that show what is or would be, and those on which an outline or a line is drawn. */
;(() => {
  for (const place of document.querySelectorAll('[data-zones]')) drawAt(place)

  function drawAt(place) {
    const about = JSON.parse(place.dataset.zones)
    const field = about.draws && document.getElementById(about.draws.field)
    place.hidden = false
    const withoutMap = () => {
      place.hidden = true
    }
    placeMap.draw(place, about.map, withoutMap, (L, leaflet) => {
      fetch(about.shapes)
        .then((response) => response.json())
        .then((shapes) => {
          const edited = showShapes(L, leaflet, about, shapes)
          if (field) withLibrary(about.draws.library, () => drawInto(L, leaflet, field, about.draws, edited))
        })
        .catch(withoutMap)
    })
  }

  /** Draws everything, and returns the zone that is edited. */
  function showShapes(L, leaflet, about, shapes) {
    const { center, radiusMeters } = about.map.city
    L.circle(center, { radius: radiusMeters, className: 'city', interactive: false, pmIgnore: true }).addTo(
      leaflet,
    )
    const drawn = []
    const names = []
    let edited
    for (const { kind, name, shape } of shapes) {
      const isEdited = kind === 'EDITED'
      const layer = L.polygon(
        shape.map((polygon) => polygon.map((ring) => ring.map(([lng, lat]) => [lat, lng]))),
        {
          className: `zone ${kind.toLowerCase()}`,
          interactive: isEdited,
          pmIgnore: !isEdited,
        },
      ).addTo(leaflet)
      drawn.push(layer)
      if (isEdited) edited = layer
      if (name) names.push({ name, at: layer.getCenter() })
    }
    const framed = edited ? [edited] : drawn
    if (framed.length > 0) leaflet.fitBounds(L.featureGroup(framed).getBounds().pad(0.05), { animate: false })
    placeMap.addNames(L, leaflet, names)
    return edited
  }

  const look = { snappable: true, snapDistance: 15, allowSelfIntersection: true, continueDrawing: false }

  function drawInto(L, leaflet, field, { what, language }, edited) {
    /* The library prepares maps and layers that are made after it: these were made before. */
    leaflet.pm = new L.PM.Map(leaflet)
    if (edited) L.PM.reInitLayer(edited)
    leaflet.pm.setLang(language)
    /* Corners are for a pointer, and there are hundreds: the keyboard goes on to the field, which has them as text. */
    leaflet.on('layeradd', ({ layer }) => {
      if (!layer.options.icon?.options.className?.includes('marker-icon')) return
      layer.getElement()?.setAttribute('tabindex', '-1')
      layer.getElement()?.setAttribute('aria-hidden', 'true')
    })
    leaflet.pm.setGlobalOptions(look)
    const write = (layer) => {
      const text = what === 'LINE' ? lineText(layer) : JSON.stringify(rounded(layer.toGeoJSON().geometry))
      field.value = text
      field.dispatchEvent(new Event('input', { bubbles: true }))
    }
    const follow = (layer) => {
      layer.pm.enable(look)
      layer.on('pm:edit pm:vertexadded pm:vertexremoved pm:markerdragend', () => write(layer))
    }
    if (what === 'VERTICES') return edited && follow(edited)
    const begin = () => leaflet.pm.enableDraw(what === 'LINE' ? 'Line' : 'Polygon', look)
    let last
    leaflet.on('pm:create', ({ layer }) => {
      last?.remove()
      last = layer
      write(layer)
      follow(layer)
    })
    begin()
  }

  const lineText = (layer) =>
    layer
      .getLatLngs()
      .map(({ lat, lng }) => `${lat.toFixed(6)}, ${lng.toFixed(6)}`)
      .join('\n')

  /** A decimetre is finer than anybody draws. */
  const rounded = ({ type, coordinates }) => ({ type, coordinates: roundedIn(coordinates) })
  const roundedIn = (value) => (Array.isArray(value) ? value.map(roundedIn) : Number(value.toFixed(7)))

  function withLibrary(address, use) {
    const script = document.createElement('script')
    script.src = address
    script.onload = use
    document.head.append(script)
  }
})()
