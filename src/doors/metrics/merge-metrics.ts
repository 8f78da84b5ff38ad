/**
 * What several processes tell, each in the text format of Prometheus, as one text: the samples of a metric
 * stand together under its heading, and each series is there once.
 */
export function mergeMetrics(texts: readonly string[]): string {
  const metrics = new Map<string, { heading: Set<string>; samples: Map<string, string> }>()
  for (const text of texts) {
    let current: ReturnType<typeof metrics.get>
    for (const line of text.split('\n')) {
      const [, name] = /^# (?:HELP|TYPE) (\S+)/.exec(line) ?? []
      if (name !== undefined) {
        current = metrics.get(name) ?? { heading: new Set(), samples: new Map() }
        metrics.set(name, current)
        current.heading.add(line)
      } else if (line !== '' && current) {
        const series = line.slice(0, line.lastIndexOf(' '))
        if (!current.samples.has(series)) current.samples.set(series, line)
      }
    }
  }
  const lines = [...metrics.values()].map(({ heading, samples }) => [...heading, ...samples.values(), ''])
  return lines.flat().join('\n')
}
