import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { docsEntries } from '../src/doors/developer-docs/docs-list.ts'
import { openEmbedded } from './support/databases.ts'
import { openService } from './support/open-service.ts'

const codeBlocks = (file: string): string[] =>
  [...readFileSync(file, 'utf8').matchAll(/^```\w*\n([\s\S]*?)^```$/gm)].map(([, code]) => code ?? '')

const hasCurl = spawnSync('curl', ['--version']).status === 0

test('the commands of the guide work one after the other in a sandbox', {
  skip: hasCurl ? false : 'curl is not installed here',
}, async () => {
  const service = await openService(await openEmbedded())
  try {
    const { key } = await service.openShop()
    const address = await service.app.listen({ host: '127.0.0.1', port: 0 })
    const commands = codeBlocks('docs/partner-guide.md').filter((code) => /\bcurl -s/.test(code))
    assert.ok(commands.length >= 6)
    const script = `set -euo pipefail\ncurl() { command curl --fail-with-body "$@"; echo; }\n${commands.join('\n')}`
    const env = { PATH: process.env.PATH, KEY: key, COLIS: `${address}/api/v1/partner` }
    const { stdout } = await promisify(execFile)('bash', ['-c', script], { env })
    for (const status of ['AWAITING_LOCATION', 'DELIVERED', 'CANCELLED'])
      assert.match(stdout, new RegExp(`"status":"${status}"`))
  } finally {
    await service.close()
  }
})

for (const { slug, source } of docsEntries) {
  if (!source || slug === 'changelog') continue
  test(`the page ${slug} has the very same code in French and in English`, () => {
    assert.deepEqual(codeBlocks(source.fr), codeBlocks(source.en))
  })
}

test('the changelog has the same versions in French and in English', () => {
  const versions = (file: string) => readFileSync(file, 'utf8').match(/(?<=^## )[\d.]+/gm)
  assert.deepEqual(versions('docs/fr/changelog.md'), versions('CHANGELOG.md'))
})

test('README and guide use each Idempotency-Key with one body', () => {
  const texts = ['README.md', 'docs/partner-guide.md', 'docs/webhooks.md', 'docs/sdks.md']
    .filter((file) => existsSync(file))
    .map((file) => readFileSync(file, 'utf8'))
  const calls = texts.flatMap((text) => [
    ...text.matchAll(/Idempotency-Key: ([\w-]+)'[\s\\]*(?:-H '[^']*'[\s\\]*)*-d\s+'([^']*)'/g),
  ])
  assert.ok(calls.length >= 3)
  const bodies = Map.groupBy(calls, ([, key]) => key)
  for (const [key, uses] of bodies) assert.equal(new Set(uses.map(([, , body]) => body)).size, 1, key)
})
