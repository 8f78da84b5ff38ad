/** The properties into which programs pack tags: osmium, ogr with its two settings, QGIS. */
export const packingNames = ['tags', 'other_tags', 'all_tags', 'hstore'] as const

/** Longer texts are no tags of one thing. */
const maxLength = 20_000

/** Tags that stand in one property: as an object, as JSON, or as hstore (`"name"=>"Ganhi"`). */
export function packedTags(packed: unknown): Readonly<Record<string, unknown>> {
  if (typeof packed === 'object' && packed !== null) return packed as Record<string, unknown>
  if (typeof packed !== 'string' || packed.length > maxLength) return {}
  const text = packed.trim()
  return text.startsWith('{') ? jsonTags(text) : hstoreTags(text)
}

function jsonTags(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>
  } catch {
    return {}
  }
}

const hstorePair = /"((?:[^"\\]|\\.){1,255})" ?=> ?"((?:[^"\\]|\\.){0,1000})"/g

const hstoreTags = (text: string): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(hstorePair)].map(([, key = '', value = '']) => [unescaped(key), unescaped(value)]),
  )

const unescaped = (text: string): string => text.replaceAll(/\\(.)/g, '$1')
