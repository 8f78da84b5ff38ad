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
  return serveWorkspaceAssets(app, 'console', {
    'console-share.js': await script('console-share.js'),
    'console-logo.js': await script('console-logo.js'),
    'console-order.js': await script('console-order.js'),
  })
}
