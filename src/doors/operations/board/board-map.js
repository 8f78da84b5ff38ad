/**
 * The map of the board, drawn on a canvas: couriers are rings while they are free and discs while they carry, parcels
 * squares where they are fetched, and once they are on their way where they go, diamonds where they are late. A click
 * leads to the delivery.
 */
window.boardMap = (() => {
  const colors = { free: '#1b7f4d', carrying: '#1f5fbf', old: '#8a938e', parcel: '#c77700', late: '#c62824' }

  /** Draws the map into `place`; `use` is given what puts couriers and parcels on it. */
  function draw(place, { map, words, filter, textOf }, withoutMap, use) {
    placeMap.draw(place, map, withoutMap, (L, leaflet) => {
      const renderer = L.canvas({ padding: 0.3 })
      const Square = L.CircleMarker.extend({
        _updatePath() {
          const { _ctx: context, _drawing } = this._renderer
          if (!_drawing || this._empty()) return
          const { x, y } = this._point
          const r = this._radius
          context.beginPath()
          if (this.color === 'late') {
            const reach = r * 1.4
            context.moveTo(x, y - reach)
            context.lineTo(x + reach, y)
            context.lineTo(x, y + reach)
            context.lineTo(x - reach, y)
            context.closePath()
          } else context.rect(x - r, y - r, 2 * r, 2 * r)
          this._renderer._fillStroke(context, this)
        },
      })
      const layers = { parcels: L.layerGroup().addTo(leaflet), couriers: L.layerGroup().addTo(leaflet) }
      const parcels = new Map()
      const couriers = new Map()
      let isFitted = Boolean(filter.cityId)

      function put(known, layer, id, at, color, make) {
        const marker = known.get(id)
        if (!at) {
          if (marker) layer.removeLayer(marker)
          known.delete(id)
          return
        }
        if (!marker) {
          const made = make(at, { ...style(color), renderer })
          made.color = color
          known.set(id, made.addTo(layer))
          return
        }
        const { lat, lng } = marker.getLatLng()
        if (lat !== at[0] || lng !== at[1]) marker.setLatLng(at)
        if (marker.color === color) return
        marker.color = color
        marker.setStyle(style(color))
        if (color === 'late') marker.bringToFront()
      }

      const style = (color) => ({
        radius: 7,
        weight: 2,
        color: color === 'free' ? colors.free : '#fff',
        fillColor: color === 'free' ? '#fff' : colors[color],
        fillOpacity: 1,
      })
      const popup = (lines, href) => {
        const box = document.createElement('div')
        box.className = 'board-popup'
        for (const line of lines)
          box.append(Object.assign(document.createElement('div'), { textContent: line }))
        if (href)
          box.append(
            Object.assign(document.createElement('a'), {
              href,
              className: 'board-open',
              textContent: words.open,
            }),
          )
        return box
      }
      const placeOf = ({ status, pickup, dropoff }) => (status === 'IN_TRANSIT' && dropoff) || pickup

      /** Puts everything on the map as it is now; what is not there any more goes. */
      function show({ deliveries, shownCouriers, now, oldAfterMs, hrefOf }) {
        for (const id of parcels.keys()) if (!deliveries.has(id)) put(parcels, layers.parcels, id)
        for (const id of couriers.keys()) if (!shownCouriers.has(id)) put(couriers, layers.couriers, id)
        for (const row of deliveries.values())
          put(parcels, layers.parcels, row.id, placeOf(row), row.late[0] ? 'late' : 'parcel', (at, options) =>
            new Square(at, { ...options, radius: 6 }).bindPopup(() =>
              popup(textOf.delivery(row.id), hrefOf(row.id)),
            ),
          )
        for (const { id, at, seenAt, carries } of shownCouriers.values()) {
          const color = now - (seenAt ?? 0) > oldAfterMs ? 'old' : carries.length > 0 ? 'carrying' : 'free'
          put(couriers, layers.couriers, id, at, color, (where, options) =>
            L.circleMarker(where, options).bindPopup(() => {
              const { lines, carried } = textOf.courier(id)
              return popup(lines, carried && hrefOf(carried))
            }),
          )
        }
        if (isFitted || parcels.size + couriers.size === 0) return
        isFitted = true
        const all = [...parcels.values(), ...couriers.values()].map((marker) => marker.getLatLng())
        leaflet.fitBounds(L.latLngBounds(all).pad(0.05), { maxZoom: 15, animate: false })
      }

      use({ show })
    })
  }

  return { draw }
})()
