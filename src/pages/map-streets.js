/**
 * Draws water, main roads and landmarks of a city onto a map, under its zones, finds landmarks by name, and shows streets from an archive when
 * somebody asks for them. Loaded by place-map.js once the map stands; `streets` is what `MapStreets` in place-map.ts
 * describes.
 */
window.mapStreets = (() => {
  const words = {
    fr: {
      streets: 'Voir les rues',
      near: 'Près de…',
      example: 'pharmacie, marché, école…',
      none: 'Aucun repère de ce nom. Touchez la carte.',
      away: 'La recherche ne répond pas. Touchez la carte.',
      shown: 'La carte montre NAME. Touchez maintenant l’endroit exact.',
    },
    en: {
      streets: 'Show the streets',
      near: 'Near…',
      example: 'pharmacy, market, school…',
      none: 'No landmark of this name. Tap the map.',
      away: 'The search does not respond. Tap the map.',
      shown: 'The map shows NAME. Now tap the exact place.',
    },
  }[document.documentElement.lang === 'en' ? 'en' : 'fr']

  /** Landmarks are named from here on: farther out there is no room for them. */
  const namesFromZoom = 14

  /** Pixels wide at the zoom at which a phone shows some streets, the most important roads first. */
  const widths = [4.5, 3.5, 2.5, 1.5]

  function draw(L, leaflet, streets) {
    const { attributionControl } = leaflet
    let drawing
    if (streets.drawing) {
      attributionControl?.addAttribution(placeMap.escaped(streets.drawing.attribution))
      drawing = fetch(streets.drawing.url)
        .then((response) => (response.ok ? response.json() : undefined))
        .then((read) => read && drawCity(L, leaflet, read))
        .catch(() => undefined)
    }
    if (streets.vector) offerStreets(L, leaflet, streets.vector, drawing ?? Promise.resolve())
  }

  function drawCity(L, leaflet, { origin, grid, water, streams, roads, places }) {
    const renderer = L.canvas({ pane: placeMap.pane(leaflet, 'streets', 300) })
    const at = (x, y) => [origin[1] + y * grid, origin[0] + x * grid]
    const line = (steps) => {
      const positions = []
      let [x, y] = [0, 0]
      for (let index = 0; index < steps.length; index += 2) {
        x += steps[index]
        y += steps[index + 1]
        positions.push(at(x, y))
      }
      return positions
    }
    const plain = { renderer, interactive: false }
    const layers = L.layerGroup()
    const areas = water.map((rings) => L.polygon(rings.map(line), { ...plain, weight: 0, fillOpacity: 1 }))
    const rivers = L.polyline(streams.map(line), { ...plain, weight: 2 })
    // The least important first: the others are drawn over them.
    const ways = roads.map((lines, rank) => ({ rank, way: L.polyline(lines.map(line), plain) })).reverse()
    for (const layer of [...areas, rivers, ...ways.map(({ way }) => way)]) layers.addLayer(layer)

    const widen = () => {
      const scale = 1.35 ** (leaflet.getZoom() - 14)
      for (const { rank, way } of ways) way.setStyle({ weight: Math.max(0.6, widths[rank] * scale) })
    }
    inColours(leaflet, (colour) => {
      for (const area of areas) area.setStyle({ fillColor: colour('--map-water') })
      rivers.setStyle({ color: colour('--map-water') })
      for (const { way } of ways) way.setStyle({ color: colour('--map-road') })
    })
    widen()
    leaflet.on('zoomend', widen)
    layers.addTo(leaflet)
    placeMap.addNames(
      L,
      leaflet,
      places.map(([x, y, name, fromZoom = namesFromZoom]) => ({ name, at: at(x, y), fromZoom })),
    )
    return layers
  }

  /** Calls `paint` with what looks up a colour of the page, now and when the page turns dark or light. */
  function inColours(leaflet, paint) {
    const place = leaflet.getContainer()
    const colour = (name) => getComputedStyle(place).getPropertyValue(name).trim()
    const scheme = matchMedia('(prefers-color-scheme: dark)')
    const again = () => {
      if (place.isConnected) paint(colour)
      else scheme.removeEventListener('change', again)
    }
    scheme.addEventListener('change', again)
    paint(colour)
  }

  /** The streets weigh more than the page: they come when somebody asks for them. */
  function offerStreets(L, leaflet, vector, drawing) {
    const control = L.control({ position: 'topright' })
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'streets'
    button.textContent = words.streets
    control.onAdd = () => {
      L.DomEvent.disableClickPropagation(button)
      return button
    }
    control.addTo(leaflet)
    button.addEventListener('click', () => {
      button.disabled = true
      placeMap.load(
        vector.library,
        () => {
          button.disabled = false
        },
        () => {
          control.remove()
          const isDark = matchMedia('(prefers-color-scheme: dark)').matches
          const layer = protomapsL.leafletLayer({
            url: vector.url,
            maxDataZoom: vector.maxZoom,
            flavor: isDark ? 'dark' : 'light',
            lang: document.documentElement.lang,
            attribution: placeMap.escaped(vector.attribution),
          })
          // The drawing stays until there is something in its place.
          layer.once('load', () => drawing.then((drawn) => drawn?.remove()))
          layer.addTo(leaflet)
        },
      )
    })
  }

  /** How long somebody pauses before what they typed is searched, in ms. */
  const pauseMs = 300

  /** A field above the map that finds landmarks as one types. */
  function offerLandmarks(place, address, chosen) {
    const box = made('div', { className: 'near' })
    const input = made('input', {
      type: 'search',
      id: `near-${document.querySelectorAll('.near').length}`,
      maxLength: 100,
      autocomplete: 'off',
      placeholder: words.example,
    })
    const list = made('ul')
    const status = made('p', { className: 'hint', role: 'status' })
    box.append(made('label', { htmlFor: input.id, textContent: words.near }), input, status, list)
    place.before(box)

    let timer
    let asked = 0
    input.addEventListener('input', () => {
      clearTimeout(timer)
      timer = setTimeout(look, pauseMs)
    })
    // The form around it is not sent by a search.
    for (const type of ['input', 'change']) input.addEventListener(type, (event) => event.stopPropagation())
    input.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter') return
      event.preventDefault()
      list.querySelector('button')?.click()
    })

    async function look() {
      asked += 1
      const mine = asked
      const typed = input.value
      const found = typed.trim().length < 2 ? [] : await search(typed)
      if (mine !== asked) return
      list.replaceChildren(...(found ?? []).map(choice))
      status.textContent = found ? (found.length > 0 || typed.trim() === '' ? '' : words.none) : words.away
    }

    async function search(typed) {
      try {
        const response = await fetch(address + encodeURIComponent(typed))
        return response.ok ? (await response.json()).landmarks : undefined
      } catch {
        return undefined
      }
    }

    function choice(landmark) {
      const button = made('button', { type: 'button', textContent: `${landmark.name} ` })
      button.append(made('small', { textContent: landmark.kind }))
      button.addEventListener('click', () => {
        asked += 1
        input.value = landmark.name
        list.replaceChildren()
        status.textContent = words.shown.replace('NAME', () => landmark.name)
        chosen(landmark)
      })
      const item = made('li')
      item.append(button)
      return item
    }
  }

  const made = (name, properties = {}) => Object.assign(document.createElement(name), properties)

  return { draw, offerLandmarks }
})()
