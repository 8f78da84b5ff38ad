import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * Compiles what is published: `dist/` for import, `dist/cjs/` for require, `dist/cli/` for the command `colis`. The folder
 * is kept in the repository, so that it installs as it is, and a service packs it without a compiler.
 */
const folder = dirname(fileURLToPath(import.meta.url))
const dist = process.argv[2] ?? join(folder, 'dist')
const tsc = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc')

rmSync(dist, { recursive: true, force: true })
for (const [project, out] of [
  ['tsconfig.json', dist],
  ['tsconfig.cjs.json', join(dist, 'cjs')],
  ['tsconfig.cli.json', dist],
]) {
  const { status } = spawnSync(process.execPath, [tsc, '-p', join(folder, project), '--outDir', out], {
    stdio: 'inherit',
  })
  if (status !== 0) process.exit(1)
}
mkdirSync(join(dist, 'cjs'), { recursive: true })
writeFileSync(join(dist, 'cjs/package.json'), '{ "type": "commonjs" }\n')
