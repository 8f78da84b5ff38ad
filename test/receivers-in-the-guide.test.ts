import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import vectors from '../vectors/webhook-signatures.json' with { type: 'json' }

const guide = readFileSync('docs/partner-guide.md', 'utf8')

/** The code block of a language in the partner guide. */
function codeOf(language: string): string {
  return new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(guide)?.[1] ?? ''
}

const lacks = (program: string) =>
  spawnSync(program, ['--version']).status === 0 ? false : `${program} is not installed here`

const cases = JSON.stringify(vectors.cases)
const expected = vectors.cases.map(({ refusal }) => refusal === null)

test('the receiver in Python accepts and refuses what the vectors say', { skip: lacks('python3') }, () => {
  const program = `${codeOf('python')}
import json, sys
cases = json.loads(sys.stdin.read())
secret = ${JSON.stringify(vectors.secret)}
print(json.dumps([verify_webhook(c["header"], c["body"].encode(), secret, c["now"]) for c in cases]))
`
  assert.deepEqual(
    JSON.parse(execFileSync('python3', ['-c', program], { input: cases, encoding: 'utf8' })),
    expected,
  )
})

test('the receiver in PHP accepts and refuses what the vectors say', { skip: lacks('php') }, () => {
  const program = `${codeOf('php').replace('<?php', '')}
$cases = json_decode(stream_get_contents(STDIN), true);
$secret = ${JSON.stringify(vectors.secret)};
echo json_encode(array_map(fn ($c) => verify_webhook($c['header'], $c['body'], $secret, $c['now']), $cases));
`
  assert.deepEqual(
    JSON.parse(execFileSync('php', ['-r', program], { input: cases, encoding: 'utf8' })),
    expected,
  )
})

test('the receiver in TypeScript names functions that the SDK has', () => {
  const code = codeOf('ts')
  assert.match(code, /import \{ verifyWebhook \} from '\.\/verify-webhook\.ts'/)
  assert.match(readFileSync('sdk/verify-webhook.ts', 'utf8'), /export function verifyWebhook/)
})
