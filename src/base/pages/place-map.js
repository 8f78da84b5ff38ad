/**
 * Draws a Leaflet map into a page, which works without it. `about` is what `PlaceMap` in place-map.ts describes. Put
 * before the script of the page that uses it.
 */
window.placeMap = (() => {
  const words = {
    fr: {
      zoomIn: 'Zoomer',
      zoomOut: 'Dézoomer',
      twoFingers: 'Bougez la carte avec deux doigts, ou touchez-la d’abord',
    },
    en: {
      zoomIn: 'Zoom in',
      zoomOut: 'Zoom out',
      twoFingers: 'Move the map with two fingers, or tap it first',
    },
  }

  /** So many pictures that do not come, before any does, are a server that is away. */
  const maxMissingTiles = 2

  /** Fills `place` with a map of its city, and calls `use` with the library and the map. */
  function draw(place, about, withoutMap, use) {
    withLibrary(about.library, withoutMap, (L) => {
      const says = words[document.documentElement.lang] ?? words.fr
      const leaflet = L.map(place, {
        zoomControl: false,
        attributionControl: Boolean(about.tiles || about.streets),
        maxZoom: 19,
      })
      L.control
        .zoom({ position: 'bottomright', zoomInTitle: says.zoomIn, zoomOutTitle: says.zoomOut })
        .addTo(leaflet)
      L.control.scale({ imperial: false }).addTo(leaflet)
      letPageScroll(leaflet, place, says)
      leaflet.attributionControl?.setPrefix(false)
      const drawCity = () => {
        if (about.outline) drawOutline(L, leaflet, about.outline)
        withStreets(({ draw }) => draw(L, leaflet, about.streets))
      }
      if (about.tiles) drawTiles(L, leaflet, about.tiles, drawCity)
      else drawCity()
      if (about.city) {
        const { bounds, center, radiusMeters } = about.city
        leaflet.fitBounds(bounds ?? L.latLng(center).toBounds(radiusMeters * 1.4))
      } else leaflet.setView([0, 0], 2)
      use(L, leaflet)
    })

    function withStreets(draw) {
      if (about.streets)
        load(
          about.streets.script,
          () => {},
          () => draw(mapStreets),
        )
    }
  }

  /** Pictures of a tile server. When the first ones do not come, `otherwise` draws what we have ourselves. */
  function drawTiles(L, leaflet, { url, attribution }, otherwise) {
    const layer = L.tileLayer(url, { maxZoom: 19, attribution: escaped(attribution) })
    let missing = 0
    const stop = () => layer.off('tileerror', failed)
    const failed = () => {
      missing += 1
      if (missing < maxMissingTiles) return
      stop()
      layer.remove()
      otherwise()
    }
    layer.on('tileerror', failed)
    layer.once('tileload', stop)
    layer.addTo(leaflet)
  }

  /** Until the map is touched, one finger and the wheel scroll the page; two fingers move the map at any time. */
  function letPageScroll(leaflet, place, says) {
    const isTouched = matchMedia('(pointer: coarse)').matches
    const rest = () => {
      leaflet.scrollWheelZoom.disable()
      if (isTouched) leaflet.dragging.disable()
    }
    const wake = () => {
      leaflet.scrollWheelZoom.enable()
      leaflet.dragging.enable()
    }
    rest()
    leaflet.on('click', wake)
    const touchedElsewhere = ({ target }) => {
      if (!place.isConnected) document.removeEventListener('pointerdown', touchedElsewhere)
      else if (!place.contains(target)) rest()
    }
    document.addEventListener('pointerdown', touchedElsewhere)
    place.dataset.hint = says.twoFingers
    const hint = (isShown) => place.classList.toggle('hinting', isShown)
    const quiet = { passive: true }
    place.addEventListener(
      'touchmove',
      ({ touches }) => hint(touches.length === 1 && !leaflet.dragging.enabled()),
      quiet,
    )
    for (const end of ['touchend', 'touchcancel']) place.addEventListener(end, () => hint(false), quiet)
  }

  /** How a landmark is named to a courier. */
  const nearText = (name) => `${document.documentElement.lang === 'en' ? 'Near' : 'Près de'} ${name}`

  /** Lets people find a landmark beside a map on which they choose a place; calls `chosen` with its name and where it is. */
  function offerLandmarks(place, { streets }, chosen) {
    if (!streets?.search) return
    load(
      streets.script,
      () => {},
      () => mapStreets.offerLandmarks(place, streets.search, chosen),
    )
  }

  function labelled(L, leaflet, { at, label, roughMeters }, kind) {
    const marker =
      roughMeters === undefined
        ? L.marker(at, { icon: iconOf(L, kind), interactive: false, keyboard: false })
        : L.circle(at, { radius: Math.max(roughMeters, 50), className: 'accuracy', interactive: false })
    marker.addTo(leaflet)
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
        if (!center) return
        const renderer = L.canvas({ pane: pane(leaflet, 'zones', 350) })
        const plain = { renderer, interactive: false }
        const city = L.circle(center, {
          ...plain,
          radius: radiusMeters,
          weight: 1,
          dashArray: '6 6',
          fillOpacity: 0.03,
        })
        // One path for all zones is drawn much faster than one each.
        const outlines = L.polygon(
          zones.flatMap(({ polygons }) => polygons.map((rings) => rings.map(lineOf))),
          { ...plain, weight: 1.5, fillOpacity: 0.1, smoothFactor: 0, noClip: true },
        )
        inColours(leaflet, (colour) => {
          for (const shape of [city, outlines]) shape.setStyle({ color: colour('--accent') })
        })
        for (const shape of [city, outlines]) shape.addTo(leaflet)
        addNames(
          L,
          leaflet,
          zones.map(({ name, center: at }) => ({ name, at })),
        )
      })
      .catch(() => {})
  }

  /** A line that was shortened for the way here (`shortLine` in short-line.ts). */
  function lineOf(steps) {
    const line = []
    let [lat, lng] = [0, 0]
    for (let index = 0; index < steps.length; index += 2) {
      lat += steps[index]
      lng += steps[index + 1]
      line.push([lat / 1e4, lng / 1e4])
    }
    return line
  }

  /** A layer of the map that takes no touch; tiles lie at 200, what is drawn on the map at 400. */
  function pane(leaflet, name, zIndex) {
    if (leaflet.getPane(name)) return name
    const made = leaflet.createPane(name)
    made.style.zIndex = zIndex
    made.style.pointerEvents = 'none'
    return name
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

  /**
   * Writes names (`{ name, at, fromZoom }`) onto the map, all on one canvas and without measuring the page. One that would cover
   * another is left out until the map is zoomed in: those that were added first, and stand first, come first.
   */
  function addNames(L, leaflet, names) {
    leaflet.names ??= nameLayer(L, leaflet).addTo(leaflet)
    leaflet.names.add(names)
  }

  function nameLayer(L, leaflet) {
    const size = 0.75 * parseFloat(getComputedStyle(document.documentElement).fontSize)
    const { fontFamily } = getComputedStyle(leaflet.getContainer())
    let ink
    let ground
    let names = []
    let fitting = { zoom: undefined, names: [] }
    const Names = L.Canvas.extend({
      add(more) {
        names = [...names, ...more]
        fitting = { zoom: undefined, names: [] }
        this._updatePaths()
      },
      _draw() {
        const context = this._ctx
        Object.assign(context, {
          font: `${size}px ${fontFamily}`,
          textAlign: 'center',
          textBaseline: 'middle',
          lineJoin: 'round',
          lineWidth: 3,
          strokeStyle: ground,
          fillStyle: ink,
        })
        if (fitting.zoom !== leaflet.getZoom())
          fitting = { zoom: leaflet.getZoom(), names: namesThatFit(context) }
        for (const { name, at } of fitting.names) {
          const { x, y } = leaflet.latLngToLayerPoint(at)
          if (!this._bounds.contains([x, y])) continue
          context.strokeText(name, x, y)
          context.fillText(name, x, y)
        }
      },
    })
    function namesThatFit(context) {
      const taken = []
      return names.filter(({ name, at, fromZoom = 0 }) => {
        if (leaflet.getZoom() < fromZoom) return false
        const { x, y } = leaflet.project(at)
        const half = context.measureText(name).width / 2 + 2
        const box = { left: x - half, right: x + half, top: y - size * 0.7, bottom: y + size * 0.7 }
        const fits = taken.every(
          (other) =>
            box.right < other.left ||
            other.right < box.left ||
            box.bottom < other.top ||
            other.bottom < box.top,
        )
        if (fits) taken.push(box)
        return fits
      })
    }
    const layer = new Names({ pane: pane(leaflet, 'names', 450) })
    inColours(leaflet, (colour) => {
      ink = colour('--soft')
      ground = colour('--card')
      if (leaflet.hasLayer(layer)) layer._updatePaths()
    })
    return layer
  }

  /** The library comes after the page itself, and only where there is a map. */
  function withLibrary(address, withoutIt, use) {
    if (window.L) return use(window.L)
    load(address, withoutIt, () => use(window.L))
  }

  const loading = {}

  /** Loads a script once, whoever asks for it. */
  function load(address, withoutIt, use) {
    loading[address] ??= new Promise((resolve, reject) => {
      const script = document.createElement('script')
      script.src = address
      script.onload = resolve
      script.onerror = () => {
        delete loading[address]
        reject(new Error(address))
      }
      document.head.append(script)
    })
    loading[address].then(use, withoutIt)
  }

  function escaped(text) {
    const element = document.createElement('i')
    element.textContent = text
    return element.innerHTML
  }

  return {
    draw,
    labelled,
    iconOf,
    escaped,
    addNames,
    lineOf,
    pane,
    inColours,
    load,
    offerLandmarks,
    nearText,
  }
})()
