import { readFile } from 'node:fs/promises'
import type { PageAsset } from '../../../../pages/page-assets.ts'

/** Reads what only the maps of zones load: the library that draws, its style and ours, and our script. */
export async function readZoneMapAssets() {
  const read = (address: string) => readFile(new URL(address), 'utf8')
  const own = (name: string) => read(new URL(name, import.meta.url).href)
  const libraryStyle = import.meta.resolve('@geoman-io/leaflet-geoman-free/dist/leaflet-geoman.css')
  // The package names its style alone; the small form of its script, half the size, lies beside it.
  const library = new URL('leaflet-geoman.min.js', libraryStyle).href
  return {
    'zone-map.js': { type: 'text/javascript', content: await own('zone-map.js') },
    'zone-map.css': {
      type: 'text/css',
      content: `${withoutToolbar(await read(libraryStyle))}\n${await own('zone-map.css')}`,
    },
    'geoman.js': { type: 'text/javascript', content: await read(library) },
  } satisfies Record<string, PageAsset>
}

/** The pages have buttons of their own: the pictures of the library's are half of its style and more. */
const withoutToolbar = (style: string): string => style.split('/* src/css/controls.css */')[0] ?? style
