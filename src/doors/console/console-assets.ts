import { readFile } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import type { PageAsset } from '../../pages/page-assets.ts'
import { serveWorkspaceAssets } from '../../web/serve-workspace-assets.ts'

export type ConsoleAssets = Awaited<ReturnType<typeof serveConsoleAssets>>

/** Serves what the pages of the console load, without the hooks of the pages; returns the addresses. */
export async function serveConsoleAssets(app: FastifyInstance) {
  const script = async (name: string): Promise<PageAsset> => ({
    type: 'text/javascript',
    content: await readFile(new URL(name, import.meta.url), 'utf8'),
  })
  const icon = async (size: 192 | 512): Promise<PageAsset> => ({
    type: 'image/png',
    content: await readFile(new URL(`sharing/console-icon-${size}.png`, import.meta.url)),
  })
  return serveWorkspaceAssets(app, 'console', {
    'console-share.js': await script('console-share.js'),
    'console-logo.js': await script('console-logo.js'),
    'console-order.js': await script('console-order.js'),
    'console-icon-192.png': await icon(192),
    'console-icon-512.png': await icon(512),
  })
}
