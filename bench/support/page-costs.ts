import { Pool } from 'undici'
import type { Finding } from './finding.ts'
import { firstVisit } from './first-visit.ts'
import { percentile } from './percentile.ts'
import type { Server } from './processes.ts'

/** What a page of a workspace may cost. */
const goals = { p95Ms: 50, visitKib: 60 }

/** How long a page takes, one request after another, and what a first visit loads; and the page itself. */
export async function measurePage(
  server: Server,
  { name, path, cookie }: { name: string; path: string; cookie: string },
  pace: { warmUp: number; requests: number },
): Promise<{ html: string; findings: Finding[] }> {
  const waitsMs = await timeRequests(server, { path, cookie }, pace)
  const { bytes, html } = await firstVisit(server.url, path, cookie)
  return {
    html,
    findings: [
      { name: `${name}, p50`, kind: 'A page, p50', value: percentile(waitsMs, 0.5), unit: 'ms' },
      {
        name: `${name}, p95`,
        kind: 'A page, p95',
        value: percentile(waitsMs, 0.95),
        unit: 'ms',
        goal: { atMost: goals.p95Ms },
      },
      {
        name: `${name}, first visit by brotli`,
        kind: 'A first visit with all that the page loads, by brotli',
        value: bytes / 1024,
        unit: 'KiB',
        goal: { atMost: goals.visitKib },
      },
    ],
  }
}

/** One request after another on one connection; returns how long each took, sorted. */
async function timeRequests(
  { url }: Server,
  { path, cookie }: { path: string; cookie: string },
  { warmUp, requests }: { warmUp: number; requests: number },
): Promise<Float64Array> {
  const pool = new Pool(url, { connections: 1 })
  const waitsMs: number[] = []
  for (let count = -warmUp; count < requests; count += 1) {
    const startedAt = performance.now()
    const { statusCode, body } = await pool.request({
      method: 'GET',
      path,
      headers: { cookie, 'accept-encoding': 'gzip, deflate, br' },
    })
    await body.dump({ limit: 10 * 1024 * 1024 })
    if (statusCode !== 200) throw new Error(`${path} was answered ${statusCode}.`)
    if (count >= 0) waitsMs.push(performance.now() - startedAt)
  }
  await pool.close()
  return Float64Array.from(waitsMs).sort()
}
