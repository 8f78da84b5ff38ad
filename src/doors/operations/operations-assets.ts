import { readFile } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import { serveWorkspaceAssets } from '../../web/serve-workspace-assets.ts'
import { readZoneMapAssets } from './cities/zones/read-zone-map-assets.ts'

export type OperationsAssets = Awaited<ReturnType<typeof serveOperationsAssets>>

/** Serves what the operator's pages load, without the hooks of the pages; returns the addresses. */
export async function serveOperationsAssets(app: FastifyInstance) {
  const own = (name: string) => readFile(new URL(name, import.meta.url), 'utf8')
  const icon = (name: string) => readFile(new URL(`../../pages/icons/${name}`, import.meta.url))
  return serveWorkspaceAssets(app, 'operations', {
    'board.css': { type: 'text/css', content: await own('board/board.css') },
    'board.js': { type: 'text/javascript', content: await own('board/board.js') },
    ...(await readZoneMapAssets()),
    'icon-192.png': { type: 'image/png', content: await icon('colis-192.png') },
    'icon-512.png': { type: 'image/png', content: await icon('colis-512.png') },
    'board-keys.js': { type: 'text/javascript', content: await own('board/board-keys.js') },
    'board-map.js': { type: 'text/javascript', content: await own('board/board-map.js') },
  })
}
