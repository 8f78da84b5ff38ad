/** The baseline of zone-map.ts: each zone an SVG polygon with a permanent tooltip, those that would cover another hidden. */
window.tooltipMap = (place, about) => {
  const L = window.L
  const leaflet = L.map(place)
  leaflet.fitBounds(about.city.bounds)
  fetch(about.outline)
    .then((response) => response.json())
    .then(({ zones }) => {
      const names = zones.map(({ name, center, polygons }) => {
        const lines = polygons.map((rings) => rings.map(placeMap.lineOf))
        L.polygon(lines, { interactive: false }).addTo(leaflet)
        const look = { content: name, permanent: true, direction: 'center' }
        return L.tooltip(center, look).addTo(leaflet)
      })
      const taken = []
      for (const name of names) {
        const box = name.getElement().getBoundingClientRect()
        const isApart = (other) =>
          box.right < other.left || other.right < box.left || box.bottom < other.top || other.bottom < box.top
        name.setOpacity(taken.every(isApart) ? 1 : 0)
        if (taken.every(isApart)) taken.push(box)
      }
    })
}
