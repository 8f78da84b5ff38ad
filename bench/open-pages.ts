import { get } from 'node:http'
import type { Finding } from './support/finding.ts'
import { startColis } from './support/processes.ts'
import { printReport } from './support/report.ts'
import { runBench } from './support/run-bench.ts'

/**
 * What a browser downloads of the pages that are open to everybody, with all that each of them loads: as they are, and
 * compressed as phones get them.
 */
const pages: Record<string, { path: string; maxKib: number }> = {
  'The first page': { path: '/', maxKib: 2 },
  'Developers: the guide, in French': { path: '/docs/fr/guide', maxKib: 20 },
  'Developers: the operations, in English': { path: '/docs/en/reference', maxKib: 20 },
  'Developers: the error codes, in French': { path: '/docs/fr/errors', maxKib: 20 },
  'Developers: trying the calls': { path: '/docs/try/', maxKib: 490 },
  'Developers: the description': { path: '/openapi.json', maxKib: 30 },
}

await runBench(async () => {
  const server = await startColis({ DATABASE_URL: 'memory:', ENVIRONMENT: 'sandbox' })
  const findings: Finding[] = []
  for (const [name, { path, maxKib }] of Object.entries(pages)) {
    const plain = await weigh(server.url, path, 'identity')
    findings.push(
      { name: `${name}, as it is`, value: plain / 1024, unit: 'KiB' },
      {
        name: `${name}, gzip`,
        value: (await weigh(server.url, path, 'gzip')) / 1024,
        unit: 'KiB',
      },
      {
        name: `${name}, brotli`,
        value: (await weigh(server.url, path, 'br')) / 1024,
        unit: 'KiB',
        goal: { atMost: maxKib },
      },
    )
  }
  await server.stop()
  return printReport(findings, {})
})

/** The bytes of an answer and of the style sheets and scripts that it names. */
async function weigh(base: string, path: string, encoding: string): Promise<number> {
  const { bytes, text } = await load(new URL(path, base), encoding)
  const files = [...text.matchAll(/<(?:link rel="stylesheet"|link|script)[^>]*?(?:href|src)="([^"]+)"/g)]
    .map(([, address = '']) => new URL(address, new URL(path, base)))
    .filter(({ pathname }) => /\.(css|js)$/.test(pathname))
  const loaded = await Promise.all(files.map((file) => load(file, encoding)))
  return loaded.reduce((sum, each) => sum + each.bytes, bytes)
}

/** An answer as it came over the wire, without its headers; its text is read once more where it is compressed. */
async function load(address: URL, encoding: string): Promise<{ bytes: number; text: string }> {
  const bytes = await new Promise<number>((resolve, reject) => {
    get(address, { headers: { 'accept-encoding': encoding } }, (response) => {
      if (response.statusCode !== 200)
        reject(new Error(`${address.pathname} was answered ${response.statusCode}.`))
      let sum = 0
      response.on('data', (chunk: Buffer) => {
        sum += chunk.length
      })
      response.on('end', () => resolve(sum))
    }).on('error', reject)
  })
  const isPage = !/\.(css|js|json)$/.test(address.pathname)
  const text = isPage
    ? await (await fetch(address, { headers: { 'accept-encoding': 'identity' } })).text()
    : ''
  return { bytes, text }
}
