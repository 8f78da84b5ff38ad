/**
 * The value in a text that programs write JSON into: JSON, one value on each line as NDJSON and GeoJSON text
 * sequences have them, which makes a list, or a script that a map of a browser loads (`var zones = {…};`).
 * Undefined for any other text.
 */
export const writtenJson = (text: string): unknown => parsed(text) ?? parsed(bareScript(text)) ?? lines(text)

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const bareScript = (text: string): string =>
  text
    .trim()
    .replace(/^(?:(?:var|let|const) {1,4})?[\w$.]{1,80} {0,4}= {0,4}/, '')
    .replace(/;$/, '')

function lines(text: string): unknown {
  const values: unknown[] = []
  for (const line of text.replaceAll('\u001e', '\n').split('\n')) {
    if (line.trim() === '') continue
    const value = parsed(line)
    if (value === undefined) return undefined
    values.push(value)
  }
  return values.length > 0 ? values : undefined
}
