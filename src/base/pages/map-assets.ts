import { readFile } from 'node:fs/promises'

/**
 * What pages with a map load: the library, and what is put before their own script and style; what draws streets and
 * the library of streets in shapes come later, where there are any.
 */
export type MapAssets = { library: string; script: string; style: string; streets: string; vectors: string }

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
  return { library, script, style: `${libraryStyle}\n${style}`, streets, vectors }
}
