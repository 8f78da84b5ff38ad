import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { docsEntries } from '../src/doors/developer-docs/docs-list.ts'
import { openAny } from './support/databases.ts'
import { openService } from './support/open-service.ts'

const codeBlocks = (file: string): string[] =>
  [...readFileSync(file, 'utf8').matchAll(/^```\w*\n([\s\S]*?)^```$/gm)].map(([, code]) => code ?? '')

const hasCurl = spawnSync('curl', ['--version']).status === 0

test('the commands of the guide work one after the other in a sandbox', {
  skip: hasCurl ? false : 'curl is not installed here',
}, async () => {
  const service = await openService(await openAny())
  const home = mkdtempSync(join(tmpdir(), 'colis-guide-'))
  try {
    const { key } = await service.openShop()
    const address = await service.app.listen({ host: '127.0.0.1', port: 0 })
    const commands = codeBlocks('docs/partner-guide.md').filter((code) => /\bcurl -s|read -rs/.test(code))
    assert.ok(commands.length >= 7)
    const script = `set -euo pipefail\ncurl() { command curl --fail-with-body "$@"; echo; }\n${commands.join('\n')}`
    const run = promisify(execFile)('bash', ['-c', script.replace('http://127.0.0.1:8080', address)], {
      env: { PATH: process.env.PATH, HOME: home },
    })
    run.child.stdin?.end(`${key}\n`)
    const { stdout } = await run
    for (const status of ['AWAITING_LOCATION', 'DELIVERED', 'CANCELLED'])
      assert.match(stdout, new RegExp(`"status":"${status}"`))
    const file = join(home, '.colis-sandbox')
    assert.equal(statSync(file).mode & 0o777, 0o600)
    assert.match(readFileSync(file, 'utf8'), /^export WEBHOOK_SECRET=whsec_[\w+/=]{44}$/m)
  } finally {
    rmSync(home, { recursive: true, force: true })
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
  assert.ok(calls.length >= 1)
  const bodies = Map.groupBy(calls, ([, key]) => key)
  for (const [key, uses] of bodies) assert.equal(new Set(uses.map(([, , body]) => body)).size, 1, key)
})

test('no Idempotency-Key of the guide is the same on another day', () => {
  const code = codeBlocks('docs/partner-guide.md').join('\n')
  const keys = [...code.matchAll(/Idempotency-Key: ([^'"\n]+)/g)].map(([, key]) => key)
  assert.deepEqual(keys, ['guide-$(date +%s)', '$ORDER'])
  assert.match(code, /^ORDER=order-\$\(date /m)
})

test('the guide tells colis listen which sandbox it follows', () => {
  for (const file of ['docs/partner-guide.md', 'docs/webhooks.md']) {
    const commands =
      codeBlocks(file)
        .join('\n')
        .match(/^.* listen .*$/gm) ?? []
    assert.equal(commands.length, 1)
    assert.match(commands[0] ?? '', / --url "\$\{COLIS%\/api\/\*\}" /)
  }
})
