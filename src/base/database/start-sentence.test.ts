import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { StartRefused } from './start-refused.ts'
import { startSentence } from './start-sentence.ts'

const failure = (message: string, more: object = {}) => Object.assign(new Error(message), more)

describe('what the database, its server or its folder refuses is one sentence that says what to do', () => {
  for (const [what, error, sentence] of [
    [
      'a wrong password',
      failure('password authentication failed for user "colis"', { code: '28P01' }),
      'The database server refuses the user or the password: password authentication failed for user "colis". Check DATABASE_URL.',
    ],
    [
      'no password',
      failure('SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string'),
      'The database server refuses the user or the password: SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string. Check DATABASE_URL.',
    ],
    [
      'a missing database',
      failure('database "colis" does not exist', { code: '3D000' }),
      'The database server has no such database: database "colis" does not exist. Create it, or check DATABASE_URL.',
    ],
    [
      'used-up connections',
      failure('sorry, too many clients already', { code: '53300' }),
      'The database server has no connection left: sorry, too many clients already. Close others, lower DATABASE_POOL_SIZE, or raise max_connections of the server.',
    ],
    [
      'a full disk of the server',
      failure('could not extend file: No space left on device', { code: '53100' }),
      'The disk of the database is full: could not extend file: No space left on device. Free some space, and start again.',
    ],
    [
      'a server that is starting',
      failure('the database system is starting up', { code: '57P03' }),
      'The database server is starting or stopping: the database system is starting up. Try again in a minute.',
    ],
    [
      'no right to create tables',
      failure('permission denied for schema public', { code: '42501' }),
      'The user of DATABASE_URL lacks a right: permission denied for schema public. Make it the owner of the database.',
    ],
    [
      'a copy of another server',
      failure('cannot execute CREATE TABLE in a read-only transaction', { code: '25006' }),
      'The database takes no changes: cannot execute CREATE TABLE in a read-only transaction. Give DATABASE_URL the primary server, not a copy of it.',
    ],
    [
      'damaged tables',
      failure('invalid page in block 0', { code: 'XX001' }),
      'The database is damaged: invalid page in block 0. Restore a backup of it.',
    ],
    [
      'a certificate that is not trusted',
      failure('self-signed certificate', { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }),
      'The database server cannot be reached with TLS: self-signed certificate. Check its certificate, and sslmode in DATABASE_URL.',
    ],
    [
      'an unknown host',
      failure('getaddrinfo ENOTFOUND nowhere', { code: 'ENOTFOUND' }),
      'The database cannot be reached: getaddrinfo ENOTFOUND nowhere. Check DATABASE_URL.',
    ],
    [
      'an address of several, each refused',
      Object.assign(new AggregateError([], ''), { code: 'ECONNREFUSED' }),
      'The database cannot be reached: ECONNREFUSED. Check DATABASE_URL.',
    ],
    [
      'several servers of which none takes writes',
      failure('No server of DATABASE_URL takes writes: The server a:1 is read-only.', { code: '57P03' }),
      'The database cannot be reached: No server of DATABASE_URL takes writes: The server a:1 is read-only. Check DATABASE_URL.',
    ],
    [
      'a server that does not respond',
      failure('timeout expired'),
      'The database cannot be reached: timeout expired. Check DATABASE_URL.',
    ],
    [
      'a folder of another user',
      failure('EACCES', { code: 'EACCES', path: '/data' }),
      '/data cannot be used as a folder for data (EACCES). Check DATABASE_URL and DATA_FOLDER.',
    ],
    [
      'a full disk',
      failure('ENOSPC', { code: 'ENOSPC', path: '/data/lock' }),
      'The disk that holds /data/lock is full. Free some space, and start again.',
    ],
    [
      'a migration that failed for such a reason',
      new StartRefused('The migration 0001_first.sql failed: permission denied for schema public', {
        cause: failure('permission denied for schema public', { code: '42501' }),
      }),
      'The migration 0001_first.sql failed: permission denied for schema public. The user of DATABASE_URL lacks a right: permission denied for schema public. Make it the owner of the database.',
    ],
    ['what was refused already', new StartRefused('This is why.'), 'This is why.'],
  ] as const)
    test(what, () => assert.equal(startSentence(error), sentence))
})

describe('whatever was thrown is printed', () => {
  for (const [what, error, text] of [
    ['nothing', undefined, 'It failed: undefined'],
    ['null', null, 'It failed: null'],
    ['a text', 'broken', "It failed: 'broken'"],
    [
      'an object without message and stack',
      { name: 'ErrnoError', errno: 51 },
      "It failed: { name: 'ErrnoError', errno: 51 }",
    ],
    ['an error without stack', failure('broken', { stack: undefined }), 'broken'],
    ['an error without either', failure('', { stack: '' }), 'It failed: [Error]'],
  ] as const)
    test(what, () => assert.equal(startSentence(error), text))

  test('the stack of a fault of ours', () => {
    assert.match(
      startSentence(new TypeError('x is not a function')),
      /^TypeError: x is not a function\n {4}at /,
    )
  })
})
