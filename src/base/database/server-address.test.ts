import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readServerAddress, settingsIn } from './server-address.ts'

const cases: [string, string[], boolean][] = [
  ['postgres://a/b', ['postgres://a/b'], false],
  ['postgres:///b', ['postgres:///b'], false],
  ['postgres://u@/b?host=/var/run/postgresql', ['postgres://u@/b?host=/var/run/postgresql'], false],
  ['postgres://a/b?target_session_attrs=any', ['postgres://a/b?target_session_attrs=any'], false],
  [
    'postgres://a/b?target_session_attrs=read-write',
    ['postgres://a/b?target_session_attrs=read-write'],
    true,
  ],
  ['postgres://a:1,b:2/c', ['postgres://a:1/c', 'postgres://b:2/c'], true],
  [
    'postgresql://u:p%40,w@a:1,[::1]:2,c/d?sslmode=require&target_session_attrs=primary',
    [
      'postgresql://u:p%40,w@a:1/d?sslmode=require',
      'postgresql://u:p%40,w@[::1]:2/d?sslmode=require',
      'postgresql://u:p%40,w@c/d?sslmode=require',
    ],
    true,
  ],
  [
    'postgres://u@/d?host=a,b&port=1,2',
    ['postgres://u@/d?host=a&port=1', 'postgres://u@/d?host=b&port=2'],
    true,
  ],
  [
    'postgres://u@/d?host=a,b&port=1',
    ['postgres://u@/d?host=a&port=1', 'postgres://u@/d?host=b&port=1'],
    true,
  ],
]

for (const [url, urls, mustTakeWrites] of cases)
  test(`${url} names ${urls.length} ${urls.length === 1 ? 'server' : 'servers'}`, () =>
    assert.deepEqual(readServerAddress(url), { urls, mustTakeWrites }))

for (const wanted of ['read-only', 'standby', 'prefer-standby', 'nonsense'])
  test(`an address that wants a server to be ${wanted} is refused`, () =>
    assert.throws(() => readServerAddress(`postgres://a,b/c?target_session_attrs=${wanted}`), {
      name: 'SettingsRefused',
    }))

test('the settings that an address sets are known by their names', () => {
  const options = encodeURIComponent('-c jit=on -cWork_Mem=5MB --enable-seqscan=on')
  assert.deepEqual(
    [...settingsIn(`postgres://a/b?lock_timeout=1&options=${options}`)],
    ['lock_timeout', 'options', 'jit', 'work_mem', 'enable_seqscan'],
  )
})
