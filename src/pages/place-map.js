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
        // In the same picture as the names, and one path for all zones: each element costs a cheap phone time.
        const plain = { renderer: namePicture(L, leaflet), interactive: false }
        L.circle(center, { ...plain, className: 'reach', radius: radiusMeters }).addTo(leaflet)
        L.polygon(
          zones.flatMap(({ polygons }) => polygons.map((rings) => rings.map(lineOf))),
          { ...plain, className: 'outlines', weight: 1.5, fillOpacity: 0.1, smoothFactor: 0, noClip: true },
        ).addTo(leaflet)
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

  /**
   * Writes names (`{ name, at, fromZoom }`) onto the map, without measuring the page. One that would cover another is left out
   * until the map is zoomed in: those that were added first, and stand first, come first.
   */
  function addNames(L, leaflet, names) {
    namePicture(L, leaflet)
    leaflet.names.add(names)
  }

  /**
   * The picture that has the names of a map, and under them what else is drawn with it. What a page puts on the map lies
   * above it.
   */
  function namePicture(L, leaflet) {
    if (leaflet.names) return leaflet.names.picture
    const picture = L.svg({ pane: pane(leaflet, 'names', 350) })
    const group = L.SVG.create('g')
    group.classList.add('names')
    const size = Math.min(0.75 * parseFloat(getComputedStyle(document.documentElement).fontSize), 18)
    const pen = document.createElement('canvas').getContext('2d')
    pen.font = `${size}px ${getComputedStyle(leaflet.getContainer()).fontFamily}`
    let names = []
    let fitting = { zoom: undefined, names: [] }
    const write = () => {
      if (fitting.zoom !== leaflet.getZoom()) fitting = { zoom: leaflet.getZoom(), names: namesThatFit() }
      const seen = leaflet.getBounds().pad(picture.options.padding)
      group.replaceChildren(...fitting.names.filter(({ at }) => seen.contains(at)).map(written))
      leaflet.getPane('names').querySelector('svg > g').append(group)
    }
    function written({ name, at }) {
      const text = L.SVG.create('text')
      const { x, y } = leaflet.latLngToLayerPoint(at)
      text.setAttribute('x', x)
      text.setAttribute('y', y)
      text.textContent = name
      return text
    }
    function namesThatFit() {
      const taken = []
      const isFree = (box) =>
        taken.every(
          (other) =>
            box.right < other.left ||
            other.right < box.left ||
            box.bottom < other.top ||
            other.bottom < box.top,
        )
      return names.filter(({ name, at, fromZoom = 0 }) => {
        if (leaflet.getZoom() < fromZoom) return false
        const { x, y } = leaflet.project(at)
        const rows = { top: y - size * 0.7, bottom: y + size * 0.7 }
        // Most are found here to have no room, before the slow measuring of their text.
        if (!isFree({ left: x, right: x, ...rows })) return false
        const half = pen.measureText(name).width / 2 + 2
        const box = { left: x - half, right: x + half, ...rows }
        if (!isFree(box)) return false
        taken.push(box)
        return true
      })
    }
    picture.on('update', write)
    leaflet.names = {
      picture: picture.addTo(leaflet),
      add(more) {
        names = [...names, ...more]
        fitting = { zoom: undefined, names: [] }
        write()
      },
    }
    return picture
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
    load,
    offerLandmarks,
    nearText,
  }
})()
