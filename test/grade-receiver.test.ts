import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { after, describe, type TestContext, test } from 'node:test'
import { CommandRefused } from '../sdk/typescript/src/cli/command-refused.ts'
import { type GradeReceiverDeps, gradeReceiverAt } from '../sdk/typescript/src/cli/grade-receiver-at.ts'
import { findReceiver } from '../sdk/typescript/src/cli/grading/find-receiver.ts'
import { type GradingTimes, gradeReceiver } from '../sdk/typescript/src/cli/grading/grade-receiver.ts'
import type { Grade, Verdict } from '../sdk/typescript/src/cli/grading/receiver-grade.ts'
import { signedHeaders } from '../sdk/typescript/src/cli/sign-event.ts'
import { verifyWebhook } from '../sdk/typescript/src/verify-webhook.ts'
import { systemClock } from '../src/base/kernel/clock.ts'
import { signedHeaders as headersOfService } from '../src/domain/webhooks/sending/webhook-signature.ts'
import { runColis } from './support/colis-process.ts'
import { guideReceivers } from './support/guide-receivers.ts'
import { freePort } from './support/postgres-cluster.ts'
import { startReceiver } from './support/receiver-process.ts'

const secret = 'whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY='

const folder = mkdtempSync(join(tmpdir(), 'colis-grading-'))
after(() => rmSync(folder, { recursive: true, force: true }))

const brokenReceiver = (name: string) => () => [process.execPath, resolve('test/support', name)]

/** Grades whatever listens at `url`, with short pauses. */
async function gradesAt(url: string, times: Partial<GradingTimes> = {}): Promise<Grade[]> {
  const receiver = await findReceiver(url)
  assert.ok(receiver)
  return gradeReceiver({ receiver, secret, clock: systemClock, times: { pauseMs: 20, ...times } })
}

const idsOf = (grades: Grade[], verdict: Verdict) =>
  grades.filter((grade) => grade.verdict === verdict).map(({ id }) => id)

const gradeNamed = (grades: Grade[], name: string): Grade => {
  const grade = grades.find(({ id }) => id === name)
  assert.ok(grade, name)
  return grade
}

/** A fault says in both languages what was seen and how to fix it, each in one or two sentences. */
function assertExplained(grades: Grade[]): void {
  for (const { id, verdict, seen, fix } of grades) {
    if (verdict === 'FAIL' || verdict === 'WARN')
      for (const text of [seen?.fr, seen?.en, fix?.fr, fix?.en])
        assert.match(text ?? '', /^\p{Lu}?[^{}]{10,}\.$/u, id)
  }
}

describe('receivers of the guide', () => {
  for (const { language, command, skip } of guideReceivers)
    test(`the ${language} receiver in the guide passes every check`, { skip }, async (t) => {
      const env = { WEBHOOK_SECRET: secret, EVENTS_FOLDER: join(folder, `events-${language}`) }
      const receiver = await startReceiver(t, (port) => command(port, folder), { folder, env })

      const grades = await gradesAt(receiver.url)

      assert.deepEqual(
        grades.filter(({ verdict }) => verdict !== 'PASS').map(({ id, seen }) => [id, seen]),
        [],
      )
      assert.equal(receiver.ended(), false)
    })
})

describe('broken receivers', () => {
  test('of a receiver that rewrites the body, ignores the time and redirects, just these faults are named', async (t) => {
    const env = { WEBHOOK_SECRET: secret }
    const receiver = await startReceiver(t, brokenReceiver('rewriting-receiver.ts'), { folder, env })

    const grades = await gradesAt(receiver.url)

    assert.deepEqual(idsOf(grades, 'FAIL'), ['signed', 'old', 'future', 'raw-body'])
    assert.deepEqual([idsOf(grades, 'WARN'), idsOf(grades, 'UNKNOWN')], [[], []])
    assertExplained(grades)
    const { seen, fix } = gradeNamed(grades, 'signed')
    assert.equal(seen?.fr, 'Votre récepteur a répondu 302 à un événement signé.')
    assert.match(fix?.fr ?? '', /^Colis ne suit pas les redirections/)
    assert.equal(
      gradeNamed(grades, 'old').seen?.en,
      'Your receiver responded with 302 to an event signed 310 seconds ago.',
    )
  })

  test('of a receiver that compares a prefix, trusts what is unsigned and dies of a broken connection, just these faults are named', async (t) => {
    const env = { WEBHOOK_SECRET: secret }
    const receiver = await startReceiver(t, brokenReceiver('trusting-receiver.ts'), { folder, env })

    const grades = await gradesAt(receiver.url)

    assert.deepEqual(idsOf(grades, 'FAIL'), [
      'no-header',
      'half-signature',
      'short-signature',
      'broken-connection',
    ])
    assert.deepEqual([idsOf(grades, 'WARN'), idsOf(grades, 'UNKNOWN')], [[], []])
    assertExplained(grades)
    assert.deepEqual(gradeNamed(grades, 'broken-connection').seen, {
      fr: 'Votre récepteur n’accepte plus de connexion après une connexion coupée au milieu d’un événement.',
      en: 'Your receiver accepts no more connections after a connection that broke within an event.',
    })
    assert.equal(receiver.ended(), true)
  })

  test('of a receiver that takes known types alone, fails on doubles and responds late, just these faults are named', async (t) => {
    const env = { WEBHOOK_SECRET: secret, WORK_MS: '3300' }
    const receiver = await startReceiver(t, brokenReceiver('choosy-receiver.ts'), { folder, env })

    const grades = await gradesAt(receiver.url, { deadlineMs: 3_000, slowMs: 3_000 })

    assert.deepEqual(idsOf(grades, 'FAIL'), ['unknown-type', 'ping', 'repeated', 'in-time'])
    assert.deepEqual([idsOf(grades, 'WARN'), idsOf(grades, 'UNKNOWN')], [[], ['at-once']])
    assertExplained(grades)
    assert.match(
      gradeNamed(grades, 'in-time').seen?.fr ?? '',
      /^Votre récepteur a mis 3,\d s à répondre à un événement delivery\.delivered\.$/,
    )
    assert.equal(
      gradeNamed(grades, 'repeated').seen?.en,
      'Your receiver responded with 500 to an event sent twice.',
    )
  })
})

type Incoming = { headers: IncomingHttpHeaders; body: Buffer }
type Reacts = (incoming: Incoming, response: ServerResponse) => void | Promise<void>

/** A receiver in this process, and what it received. */
async function openReceiver(t: TestContext, reacts: Reacts) {
  const received: Incoming[] = []
  const server = createServer(async (request, response) => {
    try {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk)
      const incoming = { headers: request.headers, body: Buffer.concat(chunks) }
      received.push(incoming)
      await reacts(incoming, response)
    } catch {
      response.destroy()
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const stop = () => {
    server.close()
    server.closeAllConnections()
  }
  t.after(stop)
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, received, stop }
}

const isSigned = async ({ headers, body }: Incoming) => {
  try {
    await verifyWebhook({ header: headers['svc-signature'] as string, body, secret })
    return true
  } catch {
    return false
  }
}

/** Responds to what is signed with this status, to the rest with 400. */
const verifies =
  (status = 204): Reacts =>
  async (incoming, response) =>
    void response.writeHead((await isSigned(incoming)) ? status : 400).end()

const refusedIds = [
  'forged',
  'other-secret',
  'no-header',
  'no-v1',
  'half-signature',
  'short-signature',
  'changed-body',
  'changed-time',
  'old',
  'future',
  'empty-key',
]

describe('what is sent', () => {
  test('what the commands sign is signed as the service signs it', () => {
    const message = { id: 'E1', type: 'delivery.created', body: '{"id":"E1","note":"Près de l’école"}' }
    for (const secrets of [[secret], [secret, `${secret.slice(0, -2)}A=`]])
      assert.deepEqual(
        signedHeaders(message, secrets, 1_795_255_200),
        headersOfService(message, secrets, 1_795_255_200),
      )
  })

  test('graded events are signed and sent as real ones are, about fifty of them', async (t) => {
    const receiver = await openReceiver(t, verifies())
    const grades = await gradesAt(receiver.url)

    assert.deepEqual(idsOf(grades, 'PASS').length, grades.length)
    assert.ok(receiver.received.length > 40 && receiver.received.length < 60, `${receiver.received.length}`)
    const [first] = receiver.received
    assert.ok(first)
    assert.deepEqual(Object.keys(first.headers).sort(), [
      'connection',
      'content-length',
      'content-type',
      'host',
      'svc-event',
      'svc-event-id',
      'svc-signature',
      'user-agent',
      'webhook-id',
      'webhook-signature',
      'webhook-timestamp',
    ])
    assert.equal(first.headers['user-agent'], 'Colis-Webhooks/1')
    const event = JSON.parse(first.body.toString('utf8'))
    assert.deepEqual(Object.keys(event), ['id', 'type', 'createdAt', 'data'])
    assert.equal(event.id, first.headers['svc-event-id'])
    assert.match(event.data.reference, /^COL-/)
  })

  test('each check sends events of its own, so that a receiver that drops what it has seen sees every check', async (t) => {
    const receiver = await openReceiver(t, verifies())
    await gradesAt(receiver.url)

    const ids = receiver.received.map(({ headers }) => headers['svc-event-id'])
    const doubled = ids.filter((id, nth) => ids.indexOf(id) !== nth)
    assert.equal(doubled.length, 2, 'the one sent again and the one sent twice at once')
  })
})

/** Responds with 500 to an event that comes while the same one is being processed. */
function failsOnWhatIsUnderWay(): Reacts {
  const underWay = new Set<unknown>()
  return async (incoming, response) => {
    if (!(await isSigned(incoming))) return void response.writeHead(400).end()
    const id = incoming.headers['svc-event-id']
    if (underWay.has(id)) return void response.writeHead(500).end()
    underWay.add(id)
    setTimeout(() => {
      underWay.delete(id)
      response.writeHead(204).end()
    }, 20)
  }
}

function refusesUnknownDeliveries(): Reacts {
  const created = new Set<unknown>()
  return async (incoming, response) => {
    const { type, data } = JSON.parse(incoming.body.toString('utf8'))
    if (type === 'delivery.created' && (await isSigned(incoming))) created.add(data.id)
    const isKnown = created.has(data.id) || /ping|added_later/.test(type)
    response.writeHead((await isSigned(incoming)) ? (isKnown ? 204 : 409) : 400).end()
  }
}

describe('what receivers do wrong', () => {
  const cases: { what: string; reacts: Reacts; faults: string[]; times?: Partial<GradingTimes> }[] = [
    {
      what: 'accepts everything',
      reacts: (_, response) => void response.writeHead(200).end(),
      faults: refusedIds,
    },
    {
      what: 'verifies with one of two secrets, the other of which is empty',
      reacts: async (incoming, response) => {
        const [t = '', v1] = String(incoming.headers['svc-signature']).split(',')
        const right = [secret, ''].map((key) => `v1=${hmac(key, `${t.slice(2)}.${incoming.body}`)}`)
        const isForged = !right.includes(v1 ?? '')
        response.writeHead((await isSigned(incoming)) || !isForged ? 204 : 400).end()
      },
      // It looks at no time either where it compares by itself.
      faults: ['old', 'future', 'empty-key'],
    },
    {
      what: 'reads the first v1 alone',
      reacts: async (incoming, response) => {
        const [t, first] = String(incoming.headers['svc-signature']).split(',')
        const headers = { 'svc-signature': `${t},${first}` }
        response.writeHead((await isSigned({ ...incoming, headers })) ? 204 : 400).end()
      },
      faults: ['right-signature-second'],
    },
    {
      what: 'reads the body as Latin-1',
      reacts: async (incoming, response) => {
        const body = Buffer.from(incoming.body.toString('latin1'), 'utf8')
        response.writeHead((await isSigned({ ...incoming, body })) ? 204 : 400).end()
      },
      faults: ['non-ascii'],
    },
    {
      what: 'allows one minute alone',
      reacts: async (incoming, response) => {
        const t = Number(incoming.headers['webhook-timestamp'])
        const isNear = Math.abs(Date.now() / 1000 - t) < 60
        response.writeHead(isNear && (await isSigned(incoming)) ? 204 : 400).end()
      },
      faults: ['slightly-old', 'slightly-ahead'],
    },
    {
      what: 'compares the time on one side alone',
      reacts: async (incoming, response) => {
        const t = Number(incoming.headers['webhook-timestamp'])
        const now = new Date(Math.max(Date.now(), t * 1000))
        const header = incoming.headers['svc-signature'] as string
        try {
          await verifyWebhook({ header, body: incoming.body, secret, now })
          response.writeHead(204).end()
        } catch {
          response.writeHead(400).end()
        }
      },
      faults: ['future'],
    },
    {
      what: 'takes no more than 20 KB',
      reacts: async (incoming, response) =>
        void response
          .writeHead(incoming.body.length > 20_000 ? 413 : (await isSigned(incoming)) ? 204 : 400)
          .end(),
      faults: ['large'],
    },
    {
      what: 'fails on a cancelled delivery without a drop-off',
      reacts: async (incoming, response) => {
        const { type, data } = JSON.parse(incoming.body.toString('utf8'))
        const isStruck = type === 'delivery.cancelled' && data.dropoff === null
        response.writeHead(isStruck ? 500 : (await isSigned(incoming)) ? 204 : 400).end()
      },
      faults: ['every-type'],
    },
    {
      what: 'refuses fields that it does not know',
      reacts: async (incoming, response) => {
        const isKnown = !incoming.body.includes('addedLater')
        response.writeHead((await isSigned(incoming)) && isKnown ? 204 : 400).end()
      },
      faults: ['unknown-field'],
    },
    {
      what: 'fails on an event while it works on it',
      reacts: failsOnWhatIsUnderWay(),
      faults: ['at-once'],
    },
    {
      what: 'refuses deliveries whose creation it has not seen',
      reacts: refusesUnknownDeliveries(),
      faults: ['out-of-order'],
    },
    {
      what: 'closes the connection on a ping',
      reacts: (incoming, response) => {
        if (incoming.headers['svc-event'] === 'ping') return void response.destroy()
        verifies()(incoming, response)
      },
      faults: ['ping'],
    },
  ]
  for (const { what, reacts, faults, times } of cases)
    test(`of a receiver that ${what}, just that is named: ${faults.join(', ')}`, async (t) => {
      const receiver = await openReceiver(t, reacts)
      const grades = await gradesAt(receiver.url, times)

      assert.deepEqual(idsOf(grades, 'FAIL'), faults)
      assertExplained(grades)
    })

  test('a receiver that puts text together instead of bytes fails when an event comes in pieces, and only then', async (t) => {
    const server = createServer((request, response) => {
      let text = ''
      request.on('error', () => {})
      request.on('data', (chunk: Buffer) => {
        text += chunk.toString('utf8')
      })
      request.on('end', () => {
        const incoming = { headers: request.headers, body: Buffer.from(text) }
        verifies()(incoming, response)
      })
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    t.after(() => server.close())

    const grades = await gradesAt(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
    assert.deepEqual(idsOf(grades, 'FAIL'), ['slow-body'])
  })

  test('a long response is doubtful, and a slow one that comes in time too', async (t) => {
    const receiver = await openReceiver(t, async (incoming, response) => {
      if (!(await isSigned(incoming))) return void response.writeHead(400).end()
      const isSlow = incoming.headers['svc-event'] === 'ping'
      setTimeout(() => response.writeHead(200).end('x'.repeat(5_000)), isSlow ? 2_100 : 0)
    })
    const grades = await gradesAt(receiver.url, { slowMs: 2_000 })

    assert.deepEqual([idsOf(grades, 'FAIL'), idsOf(grades, 'WARN')], [[], ['in-time', 'brief']])
    assertExplained(grades)
  })
})

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest('hex')

describe('receivers that refuse every event', () => {
  /** Accepts what the signature of a mistake fits. */
  const mistaken =
    (
      signature: (t: string, body: string) => string,
      isNear = (t: number) => Math.abs(Date.now() / 1000 - t) < 300,
    ) =>
    ({ headers, body }: Incoming, response: ServerResponse) => {
      const [t = '', v1 = ''] = String(headers['svc-signature']).slice('t='.length).split(',v1=')
      const isRight = v1 === signature(t, body.toString('utf8')) && isNear(Number(t))
      response.writeHead(isRight ? 204 : 401).end()
    }
  const spaced = (body: string) =>
    JSON.stringify(JSON.parse(body), null, 1)
      .replace(/\n\s*/g, ' ')
      .replace(/([{[]) /g, '$1')
      .replace(/ ([}\]])/g, '$1')
  const bare = secret.slice('whsec_'.length)

  for (const [what, reacts, seen] of [
    [
      'writes the JSON again with blanks, as Python does',
      mistaken((t, body) => hmac(secret, `${t}.${spaced(body)}`)),
      /^Your receiver parses the body and writes it again/,
    ],
    [
      'takes the secret without whsec_',
      mistaken((t, body) => hmac(bare, `${t}.${body}`)),
      /^Your receiver takes only what follows whsec_/,
    ],
    [
      'decodes the secret',
      mistaken((t, body) => hmac(Buffer.from(bare, 'base64'), `${t}.${body}`)),
      /^Your receiver decodes the secret/,
    ],
    [
      'signs the body alone',
      mistaken((_, body) => hmac(secret, body)),
      /^Your receiver computes the signature of the body alone/,
    ],
    [
      'expects base64',
      mistaken((t, body) => Buffer.from(hmac(secret, `${t}.${body}`), 'hex').toString('base64')),
      /^Your receiver expects a signature in base64/,
    ],
    [
      'compares the time in milliseconds',
      mistaken(
        (t, body) => hmac(secret, `${t}.${body}`),
        (t) => Math.abs(Date.now() - t) < 300_000,
      ),
      /^Your receiver compares t to a time in milliseconds/,
    ],
  ] as const)
    test(`a receiver that ${what} is told so, and that the rest cannot be seen yet`, async (t) => {
      const receiver = await openReceiver(t, reacts)
      const grades = await gradesAt(receiver.url)

      assert.deepEqual(idsOf(grades, 'FAIL'), ['signed'])
      assert.match(gradeNamed(grades, 'signed').seen?.en ?? '', seen)
      assert.deepEqual(idsOf(grades, 'PASS'), ['in-time', 'brief'])
      assertExplained(grades)
    })

  for (const [status, fix] of [
    [400, /^Start it with this very secret/],
    [403, /CSRF/],
    [404, /^Check the path/],
    [429, /^A rate limit/],
    [500, /^Your code fails with an error/],
  ] as const)
    test(`a receiver that responds to everything with ${status} is told what that suggests`, async (t) => {
      const receiver = await openReceiver(t, (_, response) => void response.writeHead(status).end())
      const grades = await gradesAt(receiver.url)

      assert.deepEqual(idsOf(grades, 'FAIL'), ['signed'])
      assert.match(gradeNamed(grades, 'signed').fix?.en ?? '', fix)
      assert.deepEqual(idsOf(grades, 'PASS'), ['in-time', 'brief'])
    })

  test('of a server that redirects everything, nothing but the redirect is named', async (t) => {
    const receiver = await openReceiver(
      t,
      (_, response) => void response.writeHead(308, { location: 'https://shop.example/hook' }).end(),
    )
    const grades = await gradesAt(receiver.url)

    assert.deepEqual(idsOf(grades, 'FAIL'), ['signed'])
    assert.deepEqual(idsOf(grades, 'PASS'), ['in-time', 'brief'])
  })

  test('of a receiver that never responds, nothing but that is named, and it is asked once', async (t) => {
    const receiver = await openReceiver(t, () => {})
    const grades = await gradesAt(receiver.url, { deadlineMs: 1_000, slowMs: 1_000 })

    assert.deepEqual(idsOf(grades, 'FAIL'), ['in-time'])
    assert.match(
      gradeNamed(grades, 'in-time').seen?.fr ?? '',
      /^Votre récepteur n’avait toujours pas répondu/,
    )
    assert.equal(receiver.received.length, 1)
  })

  test('a receiver that ends at a forged event is told so, and nothing more is sent', async (t) => {
    const receiver = await openReceiver(t, async (incoming, response) => {
      if (await isSigned(incoming)) return void response.writeHead(204).end()
      receiver.stop()
    })
    const grades = await gradesAt(receiver.url)

    assert.deepEqual(idsOf(grades, 'FAIL'), ['forged'])
    assert.deepEqual(idsOf(grades, 'PASS'), ['signed', 'in-time', 'brief'])
    assert.equal(
      gradeNamed(grades, 'forged').seen?.fr,
      'Votre récepteur n’accepte plus de connexion après un événement à la signature inventée.',
    )
    assert.equal(receiver.received.length, 2)
  })

  test('a grading ends when its time is over, and says that the receiver is too slow', async (t) => {
    const receiver = await openReceiver(t, verifies())
    const grades = await gradesAt(receiver.url, { maxDurationMs: 0 })

    assert.deepEqual(idsOf(grades, 'PASS'), ['signed', 'in-time', 'brief'])
    assert.equal(
      gradeNamed(grades, 'forged').seen?.en,
      'There was no time left: your receiver responds too slowly.',
    )
    assert.equal(receiver.received.length, 1)
  })
})

describe('colis grade-receiver', () => {
  const command = (url: string, ...more: string[]) => [
    'src/cli/colis.ts',
    'grade-receiver',
    '--url',
    url,
    ...more,
  ]

  /** Runs the command as its function; `answers` are typed at the terminal, one after the other. */
  async function run(url: string, deps: Partial<GradeReceiverDeps> = {}, language: 'fr' | 'en' = 'en') {
    const lines: string[] = []
    const passed = await gradeReceiverAt(
      { url, language, times: { pauseMs: 5, settleMs: 5 } },
      {
        print: (line) => void lines.push(...line.split('\n')),
        secret,
        ask: async () => undefined,
        isTerminal: false,
        ...deps,
      },
    )
    return { lines, passed }
  }

  test('a receiver that passes gets a line for each check, a summary, and the exit code 0', async (t) => {
    const receiver = await openReceiver(t, verifies())
    const { code, stdout, stderr } = await runColis({ WEBHOOK_SECRET: secret }, command(receiver.url))

    assert.deepEqual([code, stderr], [0, ''])
    const lines = stdout.trimEnd().split('\n')
    assert.equal(lines[0], `Récepteur : ${receiver.url}`)
    assert.equal(lines[2], 'bon       Un événement signé est accepté')
    assert.equal(lines.at(-2), '30 contrôles : 30 bons.')
    assert.match(lines.at(-1) ?? '', /^À vérifier vous-même.* Cherchez-y [0-9a-f-]{36}, [0-9a-f-]{36}\.$/)
    assert.equal(stdout.includes(secret), false)
  })

  test('a receiver with a fault gets the exit code 1, with what was seen and how to fix it, in the language of the terminal', async (t) => {
    const receiver = await openReceiver(t, async (incoming, response) => {
      response
        .writeHead(incoming.headers['svc-event'] === 'ping' ? 422 : (await isSigned(incoming)) ? 204 : 400)
        .end()
    })
    const env = { WEBHOOK_SECRET: secret, LANG: 'en_US.UTF-8' }
    const { code, stdout, stderr } = await runColis(env, command(receiver.url))

    assert.deepEqual([code, stderr], [1, ''])
    const lines = stdout.split('\n')
    assert.deepEqual(lines.slice(lines.indexOf('FAULT     A ping is accepted')).slice(1, 3), [
      '          Your receiver responded with 422 to a ping.',
      '          → A ping tests the address and carries no delivery: respond with 2xx before you read data.',
    ])
    assert.ok(lines.includes('30 checks: 29 good, 1 fault.'))
  })

  test('--json prints one object, in the language that --lang names', async (t) => {
    const receiver = await openReceiver(t, verifies(500))
    const env = { WEBHOOK_SECRET: secret, LANG: 'fr_BJ.UTF-8' }
    const { code, stdout, stderr } = await runColis(env, command(receiver.url, '--json', '--lang', 'en'))

    assert.deepEqual([code, stderr], [1, ''])
    assert.match(stdout, /^\{.*\}\n$/)
    const { checks, checkYourself, ...rest } = JSON.parse(stdout)
    assert.deepEqual(rest, { url: receiver.url, passed: false })
    const [{ eventIds, ...signed }, forged] = checks
    assert.equal(eventIds.length, 1)
    assert.deepEqual(signed, {
      id: 'signed',
      title: 'A signed event is accepted',
      verdict: 'FAIL',
      seen: 'Your receiver responded with 500 to a signed event.',
      fix: 'Your code fails with an error, which its log names; perhaps it has no WEBHOOK_SECRET.',
    })
    assert.equal(forged.verdict, 'UNKNOWN')
    assert.match(checkYourself, /processed once in your data\.$/)
  })

  test('a receiver on one address of localhost alone is found', async (t) => {
    const receiver = await openReceiver(t, verifies())
    const { passed } = await run(receiver.url.replace('127.0.0.1', 'localhost'))
    assert.equal(passed, true)
  })

  test('the secret is typed when the environment has none', async (t) => {
    const receiver = await openReceiver(t, verifies())
    const asked: string[] = []
    const ask = async (question: string) => {
      asked.push(question)
      return secret
    }
    assert.equal((await run(receiver.url, { secret: undefined, ask, isTerminal: true })).passed, true)
    assert.deepEqual(asked, ['Signing secret (whsec_…), or Enter to make one: '])
  })

  test('Enter makes a new secret, which is printed first with how to start the receiver, and grading waits for that', async (t) => {
    let key = ''
    const receiver = await openReceiver(t, async ({ headers, body }, response) => {
      try {
        await verifyWebhook({ header: headers['svc-signature'] as string, body, secret: key })
        response.writeHead(204).end()
      } catch {
        response.writeHead(400).end()
      }
    })
    const printed: string[] = []
    const ask = async (question: string) => {
      if (question.startsWith('Press Enter')) key = /whsec_\S+/.exec(printed.join('\n'))?.[0] ?? ''
      return ''
    }
    const print = (line: string) => void printed.push(...line.split('\n'))
    const { passed } = await run(receiver.url, { secret: undefined, ask, print, isTerminal: true })

    assert.equal(passed, true)
    assert.equal(printed[0], 'Start your receiver with this new secret, for example:')
    assert.match(printed[1] ?? '', /^WEBHOOK_SECRET=whsec_[A-Za-z0-9+/]{43}= node receiver\.ts$/)
  })

  test('without a secret and without a terminal nothing is sent, and a secret to start with is printed', async (t) => {
    const receiver = await openReceiver(t, verifies())
    const { code, stdout, stderr } = await runColis({ LANG: 'en' }, command(receiver.url))

    assert.deepEqual([code, stdout], [1, ''])
    assert.match(
      stderr,
      /^There is no signing secret: .*\nStart your receiver .*\nWEBHOOK_SECRET=whsec_\S+ node receiver\.ts\n$/,
    )
    assert.equal(receiver.received.length, 0)
  })

  for (const [what, url, deps, sentence] of [
    [
      'a secret that is none',
      'http://127.0.0.1:9/hook',
      { secret: 'change-me' },
      'A signing secret begins with whsec_.',
    ],
    [
      'plain http to a server elsewhere',
      'http://203.0.113.7/hook',
      {},
      'The address must begin with https://. To receive events on your own machine, use colis listen.',
    ],
    [
      'an address with a password',
      'http://user:pass@127.0.0.1/hook',
      {},
      'The address must not contain a user name or a password.',
    ],
    [
      'a name that does not exist',
      'http://receiver.invalid/hook',
      {},
      'Nothing answers on http://receiver.invalid: check the address, and start your receiver first.',
    ],
  ] as const)
    test(`${what} is refused in one sentence`, async () => {
      await assert.rejects(run(url, deps), new CommandRefused(sentence))
    })

  test('an address where nothing listens is refused in one sentence', async () => {
    const url = `http://127.0.0.1:${await freePort()}`
    const sentence = `Rien ne répond sur ${url} : vérifiez l’adresse, et démarrez d’abord votre récepteur.`
    await assert.rejects(run(`${url}/hook`, {}, 'fr'), new CommandRefused(sentence))
  })

  test('an address that is none, and a language that is none, are misuses', async () => {
    for (const [args, sentence] of [
      [['--url', 'ftp://127.0.0.1/hook'], /It takes an address such as http:\/\/localhost:3000\/hook\./],
      [['--url', 'http://127.0.0.1:9', '--lang', 'de'], /It takes fr or en\./],
      [[], /required option '--url <url>' not specified/],
    ] as const) {
      const { code, stderr } = await runColis({}, ['src/cli/colis.ts', 'grade-receiver', ...args])
      assert.equal(code, 1)
      assert.match(stderr, sentence)
    }
  })
})
