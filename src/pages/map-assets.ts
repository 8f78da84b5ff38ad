import { readFile } from 'node:fs/promises'

/**
 * What pages with a map load: the library, and what is put before their own script and style; what draws
 * streets and the library of streets in shapes come later, where there are any. `leanStyle` is for light
 * pages, whose maps open no windows.
 */
type MapAssets = {
  library: string
  script: string
  style: string
  leanStyle: string
  streets: string
  vectors: string
}

/** Reads the map library, with the script and the style that draw our maps with it. */
export async function readMapAssets(): Promise<MapAssets> {
  const read = (address: string) => readFile(new URL(address), 'utf8')
  const own = (name: string) => read(new URL(name, import.meta.url).href)
  const [library, libraryStyle, script, style, streets, vectors] = await Promise.all([
    read(import.meta.resolve('leaflet/dist/leaflet.js')),
    read(import.meta.resolve('leaflet/dist/leaflet.css')),
    own('place-map.js'),
    own('place-map.css'),
    own('map-streets.js'),
    read(new URL('../protomaps-leaflet.js', import.meta.resolve('protomaps-leaflet')).href),
  ])
  return {
    library,
    script,
    style: `${libraryStyle}\n${style}`,
    leanStyle: `${withoutUnused(libraryStyle)}\n${style}`,
    streets,
    vectors,
  }
}

const unused = [
  /popup|control-layers|oldie|safari|vml|zoom-box|crosshair|shadow|image-layer|default-icon|div-icon|flag/,
  /tooltip-(?:top|left|right)|line:not|selection|touch \.leaflet-bar a|attribution a:|bar a:hover|bar a:focus/,
  /a\.leaflet-disabled|bar a:last/,
]

/**
 * The library's style without windows, lists of layers, pictures, its own pins, labels at other sides than
 * below, the looks of buttons that ours replace, and old browsers.
 */
function withoutUnused(style: string): string {
  const isUnused = (selector: string) => unused.some((part) => part.test(selector))
  return withoutComments(style)
    .split('}')
    .flatMap((rule) => {
      const [, before = '', selectors = '', declarations = ''] = /^(.*\{)?([^{]*)\{([^{]*)$/s.exec(rule) ?? []
      if (selectors === '') return [rule]
      const used = selectors.split(',').filter((selector) => !isUnused(selector))
      if (used.length === 0) return before === '' ? [] : [before]
      return [`${before}${used.join(',')}{${declarations.split('\n').filter(isOfToday).join('\n')}`]
    })
    .join('}')
}

/** Whether a line is no spelling that browsers needed before a property had its name, and no tint of a touch. */
const isOfToday = (line: string): boolean =>
  !/^\s*-(?:ms|moz|webkit-(?:transform|transition|print|tap|user-drag))-?|:\s*-(?:webkit|moz)-/.test(line)

const withoutComments = (style: string): string =>
  style
    .split('/*')
    .map((part, index) => (index === 0 ? part : part.slice(part.indexOf('*/') + 2)))
    .join('')
