/**
 * Headers from `name=value,name=value` with percent-encoded values, as OpenTelemetry writes them; undefined
 * where the text is anything else.
 */
export function namedHeaders(text: string): Record<string, string> | undefined {
  const pairs = text.split(',').map((pair) => /^([\w-]+)=(.*)$/.exec(pair.trim()) ?? [])
  try {
    const named = pairs.map(([, name, value = '']) => [name, decodeURIComponent(value)] as const)
    const isValid = named.every(([name, value]) => name !== undefined && /^[ -~]+$/.test(value))
    return isValid ? Object.fromEntries(named) : undefined
  } catch {
    return undefined
  }
}
