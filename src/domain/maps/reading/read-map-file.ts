import { open } from 'node:fs/promises'
import type { LandmarkDraft } from '../landmark.ts'
import { cityDrawing } from './city-drawing.ts'
import { type CityArea, TooManyFeatures } from './city-features.ts'
import { type MapFault, MapFileRefused } from './map-fault.ts'
import { readExtract } from './read-extract.ts'
import { readGeojson } from './read-geojson.ts'

/** What a file gives a city. */
type CityMapDraft = { landmarks: LandmarkDraft[]; drawing: string; lineCount: number }

export type MapReading = { draft: CityMapDraft } | { fault: MapFault }

/** The extract of a country of the region has 20 to 300 MB. */
const maxFileBytes = 2 * 1024 * 1024 * 1024

/**
 * Reads the map of a city in a file at `path`: GeoJSON where it begins as such, else OSM PBF. Takes
 * seconds of computing, so that it runs in a thread of its own (`compute-map.ts`).
 */
export async function readMapFile(path: string, area: CityArea): Promise<MapReading> {
  const file = await open(path)
  try {
    if ((await file.stat()).size > maxFileBytes) return { fault: 'TOO_LARGE' }
    const [first] = (await file.read(Buffer.alloc(4), 0, 4, 0)).buffer
      .toString('latin1')
      .replace(/^(?:ï»¿|ÿþ|þÿ[^!-~])/, '')
      .trim()
    const isText = first === '{' || first === '[' || first === '\u001e'
    const features = isText ? await readGeojson(file, area) : await readExtract(file, area)
    const { drawing, lineCount } = cityDrawing(area, features)
    const { landmarks } = features
    if (landmarks.length + lineCount === 0) return { fault: 'NOTHING' }
    return { draft: { landmarks, drawing, lineCount } }
  } catch (error) {
    if (error instanceof MapFileRefused) return { fault: error.fault }
    if (error instanceof TooManyFeatures) return { fault: 'TOO_MANY' }
    throw error
  } finally {
    await file.close()
  }
}
