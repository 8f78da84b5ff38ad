import { readFile } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import { withTokens } from '../pages/design-tokens.ts'
import { leanText } from '../pages/lean-text.ts'
import { readMapAssets } from '../pages/map-assets.ts'
import { type PageAsset, servePageAssets } from '../pages/page-assets.ts'

/**
 * Serves what the pages of a door load, without the hooks of the pages: what both doors have, and their own.
 * Returns the addresses.
 */
export async function serveWorkspaceAssets<Name extends string>(
  app: FastifyInstance,
  door: string,
  own: Record<Name, PageAsset>,
) {
  const ofBase = (name: string) => readFile(new URL(`../pages/${name}`, import.meta.url), 'utf8')
  const ofDoors = (name: string) => readFile(new URL(name, import.meta.url), 'utf8')
  const map = await readMapAssets()
  const shared = {
    'workspace.css': {
      type: 'text/css',
      content: withTokens(await ofBase('workspace.css'), { isWhole: true }),
    },
    'figures.css': { type: 'text/css', content: await ofDoors('figures/figures.css') },
    'workspace.js': { type: 'text/javascript', content: await ofBase('workspace.js') },
    'leaflet.js': { type: 'text/javascript', content: map.library },
    'map-streets.js': { type: 'text/javascript', content: map.streets },
    'protomaps.js': { type: 'text/javascript', content: map.vectors },
    'map.css': { type: 'text/css', content: map.style },
    'workspace-map.js': {
      type: 'text/javascript',
      content: `${map.script}\n${await ofDoors('workspace-map.js')}`,
    },
    'workspace-live.js': { type: 'text/javascript', content: await ofDoors('live/workspace-live.js') },
  } satisfies Record<string, PageAsset>
  const assets = Object.entries<PageAsset>({ ...shared, ...own }).map(([name, asset]) => [name, lean(asset)])
  return servePageAssets<Name | keyof typeof shared>(app, door, Object.fromEntries(assets))
}

const lean = ({ type, content }: PageAsset): PageAsset => ({
  type,
  content: type === 'text/css' ? leanText(`${content}`) : content,
})
