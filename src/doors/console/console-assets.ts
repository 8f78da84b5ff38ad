import { readFile } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import { readMapAssets } from '../../base/pages/map-assets.ts'
import { servePageAssets } from '../../base/pages/page-assets.ts'

export type ConsoleAssets = Awaited<ReturnType<typeof serveConsoleAssets>>

/** Serves what the pages of the console load, without the hooks of the pages; returns the addresses. */
export async function serveConsoleAssets(app: FastifyInstance) {
  const shared = (name: string) => readFile(new URL(`../../base/pages/${name}`, import.meta.url), 'utf8')
  const own = (name: string) => readFile(new URL(name, import.meta.url), 'utf8')
  const map = await readMapAssets()
  return servePageAssets(app, 'console', {
    'workspace.css': { type: 'text/css', content: await shared('workspace.css') },
    'workspace.js': { type: 'text/javascript', content: await shared('workspace.js') },
    'leaflet.js': { type: 'text/javascript', content: map.library },
    'map.css': { type: 'text/css', content: map.style },
    'console-map.js': { type: 'text/javascript', content: `${map.script}\n${await own('console-map.js')}` },
    'console-live.js': { type: 'text/javascript', content: await own('console-live.js') },
    'console-share.js': { type: 'text/javascript', content: await own('console-share.js') },
    'console-logo.js': { type: 'text/javascript', content: await own('console-logo.js') },
    'console-order.js': { type: 'text/javascript', content: await own('console-order.js') },
  })
}
