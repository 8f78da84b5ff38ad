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

/** Keys and values in turn, each in quotes; a value that is missing is NULL. */
function hstoreTags(text: string): Record<string, string> {
  const texts = quotedTexts(text)
  const keys = texts.filter((_, at) => at % 2 === 0)
  return Object.fromEntries(keys.map((key, at) => [key, texts[2 * at + 1] ?? '']))
}

function quotedTexts(text: string): string[] {
  const texts: string[] = []
  let open: string | undefined
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at] ?? ''
    if (open === undefined) {
      if (sign === '"') open = ''
      else if (text.startsWith('NULL', at)) texts.push('')
    } else if (sign === '"') {
      texts.push(open)
      open = undefined
    } else {
      if (sign === '\\') at += 1
      open += text[at] ?? ''
    }
  }
  return texts
}
