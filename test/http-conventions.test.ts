import assert from 'node:assert/strict'
import { once } from 'node:events'
import { Agent, type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { errorSender } from '../src/http/error-handler.ts'
import { httpServer } from '../src/http/http-server.ts'
import { describedApi } from '../src/http/openapi-document.ts'
import { openAny } from './support/databases.ts'
import { openService, type TestService, type TestShop } from './support/open-service.ts'
import { assertRefused, withoutDocs } from './support/refusal.ts'
import { hangsAfterMs, until } from './support/until.ts'
import { watchedLog } from './support/watched-logs.ts'
import { withoutIds } from './support/without-ids.ts'

let service: TestService
let shop: TestShop

before(async () => {
  service = await openService(await openAny())
  await service.app.listen({ host: '127.0.0.1', port: 0 })
  shop = await service.openShop()
})
after(() => service.close())

const quotes = '/api/v1/partner/quotes'
const quote = JSON.stringify({ parcelSize: 'SMALL', paymentMode: 'PREPAID' })
const malformed = refusal(
  400,
  'REQUEST_MALFORMED',
  'La requête n’est pas du HTTP valide ou son adresse est illisible.',
)

describe('bodies (decision 6)', () => {
  const notJson = { en: 'The body is not valid JSON', fr: 'Le corps de la requête n’est pas du JSON valide' }
  const forbidden = {
    en: 'The body has a member named __proto__, or constructor with a prototype: leave it out.',
    fr: 'Le corps de la requête contient un membre nommé __proto__, ou constructor avec prototype : retirez-le.',
  }
  const otherEncoding = (line: number, column: number) => ({
    en: `The body is not UTF-8: line ${line}, column ${column} has bytes of another encoding. Send the JSON in UTF-8.`,
    fr: `Le corps de la requête n’est pas en UTF-8 : ligne ${line}, colonne ${column}, des octets viennent d’un autre encodage. Envoyez le JSON en UTF-8.`,
    details: { line, column },
  })
  for (const [title, body, wording] of [
    [
      'cut short',
      '{"parcelSize":',
      {
        en: `${notJson.en}: it stops at line 1, column 15, where a value should be.`,
        fr: `${notJson.fr} : il s’arrête ligne 1, colonne 15, là où il faut une valeur.`,
        details: { line: 1, column: 15 },
      },
    ],
    [
      'with a comma too many',
      '{\n  "parcelSize": "SMALL",\n}',
      {
        en: `${notJson.en}: line 3, column 1 has “}” where a name in double quotes should be.`,
        fr: `${notJson.fr} : ligne 3, colonne 1, on trouve « } » là où il faut un nom entre guillemets doubles.`,
        details: { line: 3, column: 1 },
      },
    ],
    [
      'of blanks only',
      ' \n\t',
      {
        en: `${notJson.en}: it stops at line 2, column 2, where a value should be.`,
        fr: `${notJson.fr} : il s’arrête ligne 2, colonne 2, là où il faut une valeur.`,
        details: { line: 2, column: 2 },
      },
    ],
    [
      'with something after its end',
      '{} {}',
      {
        en: `${notJson.en}: line 1, column 4 has “{” where the body should end.`,
        fr: `${notJson.fr} : ligne 1, colonne 4, on trouve « { » là où le corps devrait finir.`,
        details: { line: 1, column: 4 },
      },
    ],
    [
      'with single quotes',
      "{'parcelSize':'SMALL'}",
      {
        en: `${notJson.en}: line 1, column 2 has “'” where a name in double quotes should be.`,
        fr: `${notJson.fr} : ligne 1, colonne 2, on trouve « ' » là où il faut un nom entre guillemets doubles.`,
        details: { line: 1, column: 2 },
      },
    ],
    [
      'with a line break in a text',
      '{"parcelSize":"SMA\nLL"}',
      {
        en: `${notJson.en}: line 1, column 19 has a line break where text in double quotes should go on or end (a line break in it is written \\n).`,
        fr: `${notJson.fr} : ligne 1, colonne 19, on trouve un retour à la ligne là où le texte entre guillemets doubles devrait continuer ou finir (un retour à la ligne s’y écrit \\n).`,
        details: { line: 1, column: 19 },
      },
    ],
    [
      'with a character that turns the direction of text',
      '{\u202e}',
      {
        en: `${notJson.en}: line 1, column 2 has “U+202E” where a name in double quotes should be.`,
        fr: `${notJson.fr} : ligne 1, colonne 2, on trouve « U+202E » là où il faut un nom entre guillemets doubles.`,
        details: { line: 1, column: 2 },
      },
    ],
    ['in UTF-16', Buffer.from(`\ufeff${quote}`, 'utf16le'), otherEncoding(1, 1)],
    ['in Latin-1', Buffer.from('{"parcelSize":"é"}', 'latin1'), otherEncoding(1, 16)],
    ['with a __proto__ member', '{"__proto__":{"parcelSize":"SMALL"}}', forbidden],
    ['with a prototype of a constructor', '{"constructor":{"prototype":{}}}', forbidden],
  ] as const) {
    test(`a JSON body ${title} is refused, and the error says where`, () =>
      assertRefused((language) => post(quotes, body, language), {
        status: 400,
        code: 'JSON_INVALID',
        ...wording,
      }))
  }

  test('the refusal of a JSON body shows one character of it and no more', async () => {
    const answer = await post(quotes, '{"phone": "+2290197000001", "token": secret-of-a-customer}')
    assert.equal(
      answer.body.message,
      `${notJson.fr} : ligne 1, colonne 38, on trouve « s » là où il faut une valeur.`,
    )
    assert.doesNotMatch(withoutIds(answer.text), /secret|229|phone|token/)
  })

  test('a body that begins with a byte order mark is accepted', async () => {
    assert.equal((await post(quotes, `\ufeff${quote}`)).status, 200)
  })

  test('of more than a hundred faults in a body the first hundred are listed, and all are counted', async () => {
    const unknown = Object.fromEntries(Array.from({ length: 20_000 }, (_, n) => [`x${n}`, 0]))
    const { status, body, text } = await post(quotes, JSON.stringify({ parcelSize: 'SMALL', ...unknown }), {
      'accept-language': 'en',
    })
    assert.deepEqual([status, body.code], [400, 'VALIDATION_FAILED'])
    assert.equal(body.message, 'paymentMode is required. There are 20000 more faults: see details.issues.')
    assert.equal(body.details.issues.length, 100)
    assert.equal(body.details.issueCount, 20_001)
    assert.ok(text.length < 20_000, `the answer has ${text.length} characters`)
  })

  test('an unknown field with a very long name is reported with its first 200 characters', async () => {
    const { body } = await post(
      quotes,
      JSON.stringify({ parcelSize: 'SMALL', paymentMode: 'PREPAID', ['x'.repeat(200_000)]: 0 }),
    )
    assert.equal(body.details.issues[0].field, `/${'x'.repeat(199)}…`)
  })

  test('an empty body and a missing one are refused alike by an operation that needs a body', async () => {
    const expected = {
      statusCode: 400,
      code: 'VALIDATION_FAILED',
      message: 'Le corps de la requête est absent : envoyez un objet JSON avec parcelSize et paymentMode.',
      details: {
        issues: [
          {
            field: '',
            rule: 'type',
            message: 'est absent : envoyez un objet JSON avec parcelSize et paymentMode',
          },
        ],
      },
    }
    assert.deepEqual((await post(quotes, '')).body, expected)
    assert.deepEqual((await post(quotes, undefined, { 'content-type': undefined })).body, expected)
  })

  test('an operation without a body accepts an empty one with the content type of JSON', async () => {
    const { id } = (await shop.order()).body
    const answer = await post(`/api/v1/partner/sandbox/deliveries/${id}/advance`, '')
    assert.deepEqual([answer.status, answer.body.status], [200, 'SEARCHING_COURIER'])
  })

  const unsupported = refusal(
    415,
    'UNSUPPORTED_MEDIA_TYPE',
    'Envoyez le corps en JSON, avec l’en-tête « Content-Type: application/json ».',
  )
  for (const type of [
    undefined,
    '',
    'text/plain',
    'application/xml',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/jsonp',
    'nonsense',
  ]) {
    test(`a body ${type === undefined ? 'without a content type' : `of the content type "${type}"`} is refused with 415`, async () => {
      const answer = await post(quotes, quote, { 'content-type': type })
      assert.equal(answer.status, 415)
      assert.deepEqual(answer.body, unsupported)
    })
  }

  test('the content type of a JSON body may name its character set', async () => {
    for (const type of ['application/json; charset=utf-8', 'Application/JSON;charset="UTF-8"']) {
      assert.equal((await post(quotes, quote, { 'content-type': type })).status, 200)
    }
  })

  describe('bodies of more than 256 KiB', () => {
    const largest = 256 * 1024
    const tooLarge = {
      ...refusal(413, 'BODY_TOO_LARGE', 'Le corps de la requête dépasse 262144 octets.'),
      details: { limitBytes: largest },
    }
    const ofLength = (bytes: number) => quote + ' '.repeat(bytes - quote.length)

    for (const [how, chunked] of [
      ['a Content-Length', false],
      ['chunks', true],
    ] as const) {
      test(`a body sent with ${how} is refused with 413 above 256 KiB, and accepted up to that size`, async () => {
        const headers = chunked ? { 'transfer-encoding': 'chunked' } : {}
        const over = await post(quotes, ofLength(largest + 1), headers)
        assert.equal(over.status, 413)
        assert.deepEqual(over.body, tooLarge)
        assert.equal((await post(quotes, ofLength(largest), headers)).status, 200)
      })
    }

    test('a body of more than 256 KiB is refused by its Content-Length alone, before it is sent', async () => {
      const answer = await raw(
        `POST ${quotes} HTTP/1.1\r\nHost: colis.test\r\nAuthorization: Bearer ${shop.key}\r\n` +
          'Content-Type: application/json\r\nContent-Length: 1000000000\r\nConnection: close\r\n\r\n',
      )
      assert.equal(answer.status, 413)
      assert.deepEqual(answer.body, tooLarge)
    })

    test('a chunked body of more than 256 KiB is refused at the first byte beyond, while chunks still come', async () => {
      const socket = await connected()
      socket.write(
        `POST ${quotes} HTTP/1.1\r\nHost: colis.test\r\nAuthorization: Bearer ${shop.key}\r\n` +
          'Content-Type: application/json\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n' +
          `40001\r\n${' '.repeat(0x40001)}\r\n`,
      )
      const answer = await answerOn(socket)
      assert.equal(answer.status, 413)
      assert.deepEqual(answer.body, tooLarge)
    })
  })
})

describe('paths and methods (decision 6)', () => {
  for (const [method, path] of [
    ['GET', '/nothing'],
    ['GET', '/api/v1/partner'],
    ['GET', '/api/v1/partner/'],
    ['POST', '/api/v1/partner/quotes/'],
    ['GET', '/api/v1/partner/deliverys'],
    ['GET', '/api/v1/partner/deliveries/'],
    ['GET', '/api/v1/partner/deliveries//events'],
    ['POST', '/api/v1/partner/deliveries//cancel'],
    ['POST', '/api/v1/partner/sandbox/deliveries//advance'],
    ['GET', '/API/V1/PARTNER/zones'],
    ['GET', '/api/v2/partner/zones'],
    ['GET', '//api/v1/partner/zones'],
    ['DELETE', '/api/v1/partner/nothing'],
  ] as const) {
    test(`${method} ${path} is refused with 404 as an unknown operation`, async () => {
      const answer = await send({ method, path })
      assert.equal(answer.status, 404)
      assert.deepEqual(
        answer.body,
        refusal(404, 'ROUTE_NOT_FOUND', `L’opération ${method} ${path} n’existe pas.`),
      )
    })
  }

  for (const [method, path, allowed] of [
    ['GET', '/api/v1/partner/quotes', ['POST']],
    ['PUT', '/api/v1/partner/zones', ['GET', 'HEAD']],
    ['DELETE', '/api/v1/partner/deliveries', ['GET', 'HEAD', 'POST']],
    ['DELETE', '/api/v1/partner/deliveries/x', ['GET', 'HEAD', 'PATCH']],
    ['PUT', '/api/v1/partner/deliveries/promo-code-checks', ['POST']],
    ['GET', '/api/v1/partner/deliveries/promo-code-checks', ['POST']],
    ['PATCH', '/api/v1/partner/deliveries/parcel-photo-uploads?x=1', ['POST']],
    ['OPTIONS', '/api/v1/partner/deliveries/parcel-photo-uploads', ['POST']],
    ['GET', '/api/v1/partner/deliveries/x/cancel', ['POST']],
    ['OPTIONS', '/api/v1/partner/zones', ['GET', 'HEAD']],
    ['TRACE', '/api/v1/partner/quotes', ['POST']],
    ['PROPFIND', '/api/v1/partner/quotes', ['POST']],
    ['POST', '/health/live', ['GET', 'HEAD']],
    ['POST', '/openapi.json', ['GET', 'HEAD']],
    ['GET', '/photo-uploads/photo_3f5f7b1c2d4e', ['PUT']],
    ['POST', '/photo-uploads/photo_3f5f7b1c2d4e?type=image%2Fpng', ['PUT']],
    ['OPTIONS', '/photo-uploads/photo_3f5f7b1c2d4e', ['PUT']],
  ] as const) {
    test(`${method} ${path} is refused with 405 and the methods that are allowed`, async () => {
      const answer = await send({ method, path })
      assert.equal(answer.status, 405)
      assert.equal(answer.headers.allow, allowed.join(', '))
      assert.deepEqual(answer.body, {
        statusCode: 405,
        code: 'METHOD_NOT_ALLOWED',
        message: `Ce chemin n’accepte pas ${method}. Il accepte ${allowed.join(', ').replace(/, (\w+)$/, ' et $1')}.`,
        details: { allowed: [...allowed] },
      })
    })
  }

  test('every path of the description refuses each other method with 405 and names exactly its own, and HEAD beside GET', async () => {
    const { paths } = describedApi(service.app)
    for (const [path, operations] of Object.entries(paths)) {
      const own = Object.keys(operations).map((method) => method.toUpperCase())
      const allowed = [...own, ...(own.includes('GET') ? ['HEAD'] : [])].sort()
      for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE']) {
        if (allowed.includes(method)) continue
        const answer = await send({ method, path: path.replace('{id}', 'x') })
        assert.deepEqual(
          [answer.status, answer.headers.allow],
          [405, allowed.join(', ')],
          `${method} ${path}`,
        )
        if (method !== 'HEAD') assert.deepEqual(answer.body.details.allowed, allowed, `${method} ${path}`)
      }
    }
  })

  test('an unknown path gets 404 and an unknown method 405, whatever body is sent', async () => {
    for (const [body, type] of [
      ['{', 'application/json'],
      ['<order/>', 'text/xml'],
      [' '.repeat(300_000), 'application/json'],
    ] as const) {
      assert.equal((await post('/api/v1/partner/nothing', body, { 'content-type': type })).status, 404)
      const put = await send({ method: 'PUT', path: quotes, body, headers: { 'content-type': type } })
      assert.equal(put.status, 405)
    }
  })

  test('a very long unknown path is refused with only a part of it in the message', async () => {
    const answer = await send({ path: `/${'a'.repeat(5_000)}` })
    assert.deepEqual(
      answer.body,
      refusal(404, 'ROUTE_NOT_FOUND', `L’opération GET /${'a'.repeat(199)} n’existe pas.`),
    )
  })

  test('an address that cannot be decoded is refused in the caller’s language', async () => {
    const answer = await send({
      path: '/api/v1/partner/deliveries/%zz',
      headers: { 'accept-language': 'en' },
    })
    assert.equal(answer.status, 400)
    assert.deepEqual(
      answer.body,
      refusal(400, 'REQUEST_MALFORMED', 'The request is not valid HTTP or its address cannot be read.'),
    )
    assert.equal(answer.headers['content-language'], 'en')
    assert.match(String(answer.headers['x-request-id']), uuid)
  })

  test('HEAD returns what GET does, without the body', async () => {
    const { id } = (await shop.order()).body
    for (const path of [
      '/api/v1/partner/zones',
      '/api/v1/partner/deliveries',
      `/api/v1/partner/deliveries/${id}`,
    ]) {
      const [get, head] = [await send({ path }), await send({ path, method: 'HEAD' })]
      assert.deepEqual([head.status, head.body], [200, undefined])
      assert.deepEqual(lastingHeaders(head.headers), lastingHeaders(get.headers))
    }
    const unknown = await send({ path: '/api/v1/partner/nothing', method: 'HEAD' })
    assert.deepEqual([unknown.status, unknown.body], [404, undefined])
  })
})

describe('languages (decision 18)', () => {
  const french = 'Votre boutique n’a pas de livraison avec cet id ou cette référence.'
  const english = 'Your shop has no delivery with this id or reference.'
  for (const [header, language] of [
    [undefined, 'fr'],
    ['', 'fr'],
    ['fr', 'fr'],
    ['en', 'en'],
    ['fr-BJ', 'fr'],
    ['en-GB', 'en'],
    ['EN', 'en'],
    ['fr-BJ,fr;q=0.9,en;q=0.8', 'fr'],
    ['en;q=0.9,fr;q=0.8', 'en'],
    ['fr;q=0.1,en;q=0.2', 'en'],
    ['de,en;q=0.5', 'en'],
    ['de', 'fr'],
    ['de,*', 'fr'],
    ['*', 'fr'],
    ['fr;q=0,*', 'en'],
    ['en;q=0', 'fr'],
    ['fon, yo;q=0.5', 'fr'],
    [',;=nonsense', 'fr'],
  ] as const) {
    test(`a request ${header === undefined ? 'without Accept-Language' : `with Accept-Language "${header}"`} gets a response in ${language}`, async () => {
      const path = '/api/v1/partner/deliveries/x'
      const answer = await send({ path, headers: { 'accept-language': header } })
      assert.deepEqual(answer.body, refusal(404, 'DELIVERY_NOT_FOUND', language === 'fr' ? french : english))
      assert.equal(answer.headers['content-language'], language)
      assert.equal(answer.headers.vary, 'accept-language')
    })
  }

  test('the validation errors of a body are in the caller’s language too', async () => {
    const issues = async (language: string) =>
      (await post(quotes, '{"parcelSize":"SMALL"}', { 'accept-language': language })).body.details.issues
    assert.deepEqual(await issues('fr'), [
      { field: '/paymentMode', rule: 'required', message: 'est obligatoire' },
    ])
    assert.deepEqual(await issues('en'), [
      { field: '/paymentMode', rule: 'required', message: 'is required' },
    ])
  })
})

test('every response has an X-Request-Id of its own, whatever the caller sent (decision 19)', async () => {
  const paths = [
    '/api/v1/partner/zones',
    '/nothing',
    '/health/live',
    '/health/ready',
    '/docs/',
    '/openapi.json',
  ]
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, at) =>
      send({ path: paths[at % paths.length] ?? '', headers: { 'x-request-id': 'mine' } }),
    ),
  )
  const ids = answers.map(({ headers }) => String(headers['x-request-id']))
  for (const id of ids) assert.match(id, uuid)
  assert.equal(new Set(ids).size, ids.length)
})

test('a request keeps the id that its proxy gave it where that is one, and nothing else that is sent as one', async () => {
  const idFor = async (given: string) => {
    const { headers } = await send({ path: '/health/live', headers: { 'x-request-id': given } })
    return String(headers['x-request-id'])
  }
  for (const given of ['01A21FB5-C603-7258-acce-30a960233a84', '0123456789abcdef0123456789abcdef'])
    assert.equal(await idFor(given), given)
  for (const given of ['', 'mine', '0197000001', `${'a'.repeat(32)}x`, '{"level":50}', 'a'.repeat(4_000)])
    assert.match(await idFor(given), uuid)
})

describe('malformed HTTP', () => {
  const start = `POST ${quotes} HTTP/1.1\r\nHost: colis.test\r\nAuthorization: Bearer <key>\r\nContent-Type: application/json\r\n`
  for (const [title, text] of [
    ['text that is not HTTP', 'hello\r\n\r\n'],
    ['a TLS greeting', '\x16\x03\x01\x00\xa5\x01\x00\x00\xa1\x03\x03\r\n\r\n'],
    ['an HTTP/2 preface', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['an unknown method', 'BREW /pot HTTP/1.1\r\nHost: colis.test\r\n\r\n'],
    ['an unknown version', 'GET /health/live HTTP/9.9\r\nHost: colis.test\r\n\r\n'],
    ['bare line feeds', 'GET /health/live HTTP/1.1\nHost: colis.test\n\n'],
    ['bytes beyond ASCII in the address', 'GET /é HTTP/1.1\r\nHost: colis.test\r\n\r\n'],
    ['a NUL in a header', 'GET /health/live HTTP/1.1\r\nHost: colis.test\r\nX-A: a\0b\r\n\r\n'],
    ['a header without a name', 'GET /health/live HTTP/1.1\r\nHost: colis.test\r\n: x\r\n\r\n'],
    ['a folded header', 'GET /health/live HTTP/1.1\r\nHost: colis.test\r\nX-A: a\r\n b\r\n\r\n'],
    ['a negative length', `${start}Content-Length: -1\r\n\r\n`],
    ['a length in hexadecimal', `${start}Content-Length: 0x10\r\n\r\n`],
    ['a length of 40 digits', `${start}Content-Length: ${'9'.repeat(40)}\r\n\r\n`],
    ['a chunk without a size', `${start}Transfer-Encoding: chunked\r\n\r\nzz\r\n`],
    ['a chunk longer than it says', `${start}Transfer-Encoding: chunked\r\n\r\n2\r\n{}xx\r\n0\r\n\r\n`],
  ] as const) {
    test(`a request with ${title} is refused with 400, and the connection is closed`, () =>
      assertMalformed(text))
  }

  // Read differently by a proxy before us, these would hide a second request inside the first.
  for (const [title, text] of [
    [
      'Content-Length and then Transfer-Encoding',
      `${start}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /smuggled HTTP/1.1\r\nHost: a\r\n\r\n`,
    ],
    [
      'Transfer-Encoding and then Content-Length',
      `${start}Transfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n0\r\n\r\nGET /smuggled HTTP/1.1\r\nHost: a\r\n\r\n`,
    ],
    ['two lengths that differ', `${start}Content-Length: 2\r\nContent-Length: 30\r\n\r\n{}`],
    ['two equal lengths', `${start}Content-Length: 2\r\nContent-Length: 2\r\n\r\n{}`],
    ['a list of lengths', `${start}Content-Length: 2, 2\r\n\r\n{}`],
    ['a blank before the colon of a header', `${start}Content-Length : 2\r\n\r\n{}`],
    ['an encoding after chunked', `${start}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n`],
    ['chunked encoding twice', `${start}Transfer-Encoding: chunked, chunked\r\n\r\n0\r\n\r\n`],
    ['an unknown encoding', `${start}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n`],
    ['a bare line feed in a chunk', `${start}Transfer-Encoding: chunked\r\n\r\n2\n{}\r\n0\r\n\r\n`],
  ] as const) {
    test(`a request-smuggling attempt with ${title} is refused with 400`, () => assertMalformed(text))
  }

  test('a request without a Host header is refused in HTTP/1.1 and accepted in HTTP/1.0', async () => {
    const answer = await raw('GET /health/live HTTP/1.1\r\nConnection: close\r\n\r\n')
    assert.equal(answer.status, 400)
    assert.deepEqual(answer.body, malformed)
    assert.match(String(answer.headers['x-request-id']), uuid)
    assert.equal((await raw('GET /health/live HTTP/1.0\r\n\r\n')).status, 200)
  })

  for (const version of ['1.0', '1.1']) {
    test(`a request with two Host headers is refused in HTTP/${version}`, () =>
      assertMalformed(
        `GET /health/live HTTP/${version}\r\nHost: colis.test\r\nhOST: colis.test\r\nConnection: close\r\n\r\n`,
      ))
  }

  test('an unknown Expect header is ignored, and 100-continue is honoured', async () => {
    const withExpectation = (what: string) =>
      `${start.replace('<key>', shop.key)}Expect: ${what}\r\nConnection: close\r\n` +
      `Content-Length: ${quote.length}\r\n\r\n${quote}`
    assert.equal((await raw(withExpectation('tea'))).status, 200)
    const text = await everythingOn(await connected(), withExpectation('100-continue'))
    assert.match(text, /^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 OK\r\n/)
  })

  test('a header that is too long, too many headers and an address that is too long are refused with 431', async () => {
    const tooLarge = refusal(431, 'HEADERS_TOO_LARGE', 'Les en-têtes sont trop volumineux.')
    for (const text of [
      `GET /health/live HTTP/1.1\r\nHost: colis.test\r\nX-A: ${'a'.repeat(17_000)}\r\n\r\n`,
      `GET /health/live HTTP/1.1\r\nHost: colis.test\r\n${'X-A: 1\r\n'.repeat(3_000)}\r\n`,
      `GET /${'a'.repeat(17_000)} HTTP/1.1\r\nHost: colis.test\r\n\r\n`,
    ]) {
      const answer = await raw(text)
      assert.equal(answer.status, 431)
      assert.deepEqual(answer.body, tooLarge)
    }
  })

  async function assertMalformed(text: string): Promise<void> {
    const answer = await raw(text.replace('<key>', shop.key))
    assert.equal(answer.status, 400)
    assert.deepEqual(answer.body, malformed)
    assert.equal(answer.headers['content-type'], 'application/json; charset=utf-8')
    assert.equal(answer.headers['content-language'], 'fr')
    assert.equal(answer.headers.connection, 'close')
    assert.match(String(answer.headers['x-request-id']), uuid)
    assert.equal(answer.rest, '', 'nothing after the refusal was answered')
  }
})

describe('a client that sends too slowly', () => {
  let slow: FastifyInstance
  const tooSlow = refusal(408, 'REQUEST_TIMEOUT', 'La requête a mis trop de temps à arriver.')

  before(async () => {
    slow = httpServer({
      log: pino({ level: 'silent' }),
      language: 'fr',
      publicUrl: 'http://colis.test',
      sendError: errorSender('http://colis.test'),
      trustProxy: undefined,
      headersTimeoutMs: 1_000,
      bodyTimeoutMs: 1_500,
      bodyBounds: { windowMs: 4_000, floorBytes: 20, memoryBytes: 1_000_000 },
    })
    slow.post('/echo', async ({ body }) => body)
    slow.post('/patient', { config: { hasOwnBodyDeadline: true } }, async ({ body }) => ({ body }))
    await slow.listen({ host: '127.0.0.1', port: 0 })
  })
  after(() => slow.close())

  for (const [title, text, timeoutMs] of [
    ['that sends nothing', '', 1_000],
    ['that stops in the middle of its headers', 'POST /echo HTTP/1.1\r\nHost: colis.test\r\nX-A', 1_000],
    [
      'that stops in the middle of its body',
      'POST /echo HTTP/1.1\r\nHost: colis.test\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{',
      1_500,
    ],
    [
      'that stops in the middle of its chunks',
      'POST /echo HTTP/1.1\r\nHost: colis.test\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n{\r\n',
      1_500,
    ],
  ] as const) {
    test(`a client ${title} is disconnected with REQUEST_TIMEOUT`, async () => {
      const start = performance.now()
      const answer = await answerOn(await connected(slow), text)
      const tookMs = performance.now() - start
      assert.equal(answer.status, 408)
      assert.deepEqual(answer.body, tooSlow)
      assert.ok(tookMs >= timeoutMs - 50, `it took ${tookMs} ms`)
    })
  }

  test('a client that stops in the middle of its body gets REQUEST_TIMEOUT in its language', async () => {
    const text = `POST /echo HTTP/1.1\r\nHost: colis.test\r\nAccept-Language: en\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{`
    const answer = await answerOn(await connected(slow), text)
    assert.deepEqual(answer.body, refusal(408, 'REQUEST_TIMEOUT', 'The request took too long to arrive.'))
    assert.equal(answer.headers['content-language'], 'en')
  })

  test('a client that sends a header now and then is not given more time', async () => {
    const socket = await connected(slow)
    socket.write('POST /echo HTTP/1.1\r\nHost: colis.test\r\n')
    const drip = setInterval(() => socket.writable && socket.write('X-A: a\r\n'), 50)
    try {
      assert.deepEqual((await answerOn(socket)).body, tooSlow)
    } finally {
      clearInterval(drip)
    }
  })

  test('a client that continues to send a body after the response is disconnected', async () => {
    const socket = await connected(slow)
    socket.write(
      'POST /nothing HTTP/1.1\r\nHost: colis.test\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{',
    )
    const drip = setInterval(() => socket.writable && socket.write(' '), 50)
    try {
      // What was written after the server closed may be answered by a reset.
      await new Promise((done) =>
        socket
          .on('error', () => {})
          .once('close', done)
          .resume(),
      )
    } finally {
      clearInterval(drip)
    }
  })

  test('a slow client is not disconnected by a route that times its body itself', async () => {
    const body = `"${' '.repeat(20)}"`
    const socket = await connected(slow)
    socket.write(
      `POST /patient HTTP/1.1\r\nHost: colis.test\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n`,
    )
    let sent = 0
    const drip = setInterval(() => void (sent < body.length && socket.write(body[sent++] ?? '')), 100)
    try {
      assert.equal((await answerOn(socket)).status, 200)
    } finally {
      clearInterval(drip)
    }
  })

  test('a body that the route times itself is refused when too little of it comes', async () => {
    const answer = await answerOn(
      await connected(slow),
      'POST /patient HTTP/1.1\r\nHost: colis.test\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{',
    )
    assert.deepEqual([answer.status, answer.body], [408, tooSlow])
    assert.equal(answer.headers.connection, 'close')
  })

  test('by default a client has 10 s for its headers and the lifetime of an upload address for its body', async () => {
    assert.equal(service.app.server.headersTimeout, 10_000)
    assert.equal(service.app.server.requestTimeout, 15 * 60_000)
  })
})

describe('connections that are held', () => {
  let server: FastifyInstance
  const logged: string[] = []
  before(async () => {
    server = httpServer({
      log: watchedLog('info', false, (line) => void logged.push(line)),
      language: 'fr',
      publicUrl: 'http://colis.test',
      sendError: errorSender('http://colis.test'),
      trustProxy: undefined,
      headersTimeoutMs: 1_000,
      bodyTimeoutMs: 1_000,
      idleTimeoutMs: 3_000,
      lingerMs: 100,
      maxConnections: 3,
    })
    server.get('/never', (_request, reply) => void reply.hijack())
    server.get('/drip', async (_request, reply) => {
      reply.hijack()
      reply.raw.writeHead(200)
      for (let beats = 0; beats < 40; beats += 1) {
        reply.raw.write('.')
        await wait(100)
      }
      reply.raw.end('end')
    })
    await server.listen({ host: '127.0.0.1', port: 0 })
  })
  after(() => server.close())

  const openConnections = () =>
    new Promise<number>((resolve) => server.server.getConnections((_, count) => resolve(count)))
  const allClose = () => until(async () => (await openConnections()) === 0, 'all connections to close')

  /** A client that never closes its side. */
  async function holding(text: string): Promise<Socket> {
    const socket = connect({ port: portOf(server), host: '127.0.0.1', allowHalfOpen: true })
    socket.on('error', () => {})
    await once(socket, 'connect')
    if (text !== '') socket.write(text)
    return socket
  }

  for (const [title, text, status] of [
    ['sends nothing', '', 408],
    ['stops in the middle of its headers', 'GET /never HTTP/1.1\r\nHost: colis.test\r\nX-A', 408],
    ['sends text that is not HTTP', 'hello\r\n\r\n', 400],
  ] as const) {
    test(`a client that ${title} and never closes is refused, and its connection is closed`, async () => {
      const socket = await holding(text)
      const [answer] = await once(socket, 'data', { signal: AbortSignal.timeout(hangsAfterMs) })
      assert.match(String(answer), new RegExp(`^HTTP/1.1 ${status} `))
      await allClose()
      socket.destroy()
    })
  }

  test('a connection on which nothing moves for the idle timeout is closed, and one with heartbeats is not', async () => {
    const silent = await holding('GET /never HTTP/1.1\r\nHost: colis.test\r\n\r\n')
    const closed = once(silent.resume(), 'end', { signal: AbortSignal.timeout(hangsAfterMs) })
    const answer = await everythingOn(
      await connected(server),
      'GET /drip HTTP/1.1\r\nHost: colis.test\r\nConnection: close\r\n\r\n',
    )
    assert.match(answer, /end/)
    await closed
    silent.destroy()
    await allClose()
  })

  test('a connection beyond the bound is closed at once and logged, and accepted when another has ended', async () => {
    const held = await Promise.all(
      [1, 2, 3].map(() => holding('GET /never HTTP/1.1\r\nHost: colis.test\r\n\r\n')),
    )
    await until(async () => (await openConnections()) === 3, 'three connections')
    for (let more = 0; more < 20; more += 1) {
      const refused = await holding('')
      await once(refused.resume(), 'end', { signal: AbortSignal.timeout(hangsAfterMs) })
      refused.destroy()
    }
    const warnings = logged.map((line) => JSON.parse(line)).filter(({ level }) => level === 40)
    assert.deepEqual(
      warnings.map(({ msg }) => msg),
      ['Connections are refused: as many are open as MAX_CONNECTIONS allows.'],
    )
    for (const socket of held) socket.destroy()
    await allClose()
    assert.match(await everythingOn(await holding('hello\r\n\r\n')), /^HTTP\/1.1 400 /)
  })

  test('connections of one network do not shut out another', async () => {
    const held = await Promise.all(
      [1, 2, 3].map(() => holding('GET /never HTTP/1.1\r\nHost: colis.test\r\n\r\n')),
    )
    await until(async () => (await openConnections()) === 3, 'three connections')
    const fromElsewhere = async () => {
      const socket = connect({ port: portOf(server), host: '127.0.0.1', localAddress: '127.0.0.2' })
      return everythingOn(socket, 'hello\r\n\r\n').catch(() => '')
    }
    await until(async () => (await fromElsewhere()).startsWith('HTTP/1.1 400 '), 'an answer elsewhere')
    assert.match(await fromElsewhere(), /^HTTP\/1.1 400 /)
    for (const socket of held) socket.destroy()
    await allClose()
  })

  test('by default a connection may be idle for a minute, and 10,000 may be open', () => {
    assert.equal(service.app.server.timeout, 60_000)
    assert.equal(service.app.server.maxConnections, 10_000)
  })
})

describe('a client that keeps its connection', () => {
  // A client whose body could not be read may still be sending it, so its connection is closed.
  for (const [title, call, status, isClosed] of [
    ['an unknown path', { path: '/nothing' }, 404, false],
    ['a missing key', { path: '/api/v1/partner/zones', headers: { authorization: undefined } }, 401, false],
    ['invalid JSON', { method: 'POST', path: quotes, body: '{' }, 400, true],
    [
      'another content type',
      { method: 'POST', path: quotes, body: 'x', headers: { 'content-type': 'text/plain' } },
      415,
      false,
    ],
    ['a validation error', { method: 'POST', path: quotes, body: '{}' }, 400, false],
    ['an address that cannot be decoded', { path: '/%zz' }, 400, false],
    ['a body that is too large', { method: 'POST', path: quotes, body: ' '.repeat(300_000) }, 413, true],
  ] as const) {
    test(`a client continues over ${isClosed ? 'a new connection' : 'the same connection'} after ${title}`, async () => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 })
      const refused = await send({ ...call, agent })
      const next = await send({ method: 'POST', path: quotes, body: quote, agent })
      assert.deepEqual([refused.status, next.status], [status, 200])
      const isKept = next.localPort === refused.localPort
      assert.deepEqual(
        [refused.headers.connection, isKept],
        isClosed ? ['close', false] : ['keep-alive', true],
      )
      agent.destroy()
    })
  }

  test('pipelined requests on one connection get their responses in order', async () => {
    const get = (path: string, more = '') =>
      `GET ${path} HTTP/1.1\r\nHost: colis.test\r\nAuthorization: Bearer ${shop.key}\r\n${more}\r\n`
    const text = await everythingOn(
      await connected(),
      get('/api/v1/partner/deliveries') +
        get('/nothing') +
        get('/api/v1/partner/zones', 'Connection: close\r\n'),
    )
    assert.deepEqual(
      [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status),
      ['200', '404', '200'],
    )
  })
})

describe('the page that tries calls', () => {
  const policy =
    "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

  for (const path of ['/docs/try', '/docs/try/']) {
    test(`the page that tries calls, at ${path}, loads everything from the service, and its policy allows nothing else`, async () => {
      const page = await send({ path })
      assert.equal(page.status, 200)
      assert.equal(page.headers['content-type'], 'text/html; charset=utf-8')
      assert.equal(page.headers['content-security-policy'], policy)
      assert.equal(page.headers['x-content-type-options'], 'nosniff')
      assert.doesNotMatch(page.text, /(https?:)?\/\/[a-z]/i, 'no other host is named')
      assert.doesNotMatch(page.text, /<script>|<style|\son\w+=/, 'nothing is written into the page')

      assert.match(page.text, /<html lang="en">/)
      assert.match(page.text, /<meta name="viewport" content="width=device-width, initial-scale=1">/)
      const back = [...page.text.matchAll(/<a href="([^"]+)"/g)].map(([, address]) => address)
      assert.deepEqual(back, ['/docs/en', '/docs/fr'])

      const assets = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, asset]) => asset ?? '')
      assert.ok(assets.length >= 5)
      for (const asset of assets) {
        const { pathname } = new URL(asset, `http://colis.test${path}`)
        const { status, text, headers } = await send({ path: pathname })
        assert.deepEqual([status, headers['x-content-type-options']], [200, 'nosniff'], asset)
        if (asset.endsWith('.css')) assert.doesNotMatch(text, /url\((?!["']?data:)|@import/)
      }
    })
  }

  test('the page that tries calls reads the description of the API from the service', async () => {
    const script = await send({ path: '/docs/try/static/swagger-initializer.js' })
    assert.match(script.text, /url: resolveUrl\('\.\/json'\)/)
    assert.match(script.text, /"validatorUrl":null/)
    assert.deepEqual(
      (await send({ path: '/docs/try/json' })).body,
      (await send({ path: '/openapi.json' })).body,
    )
  })

  test('no file outside its own folder can be reached through the page that tries calls', async () => {
    for (const path of [
      '..%2f..%2fpackage.json',
      '%2e%2e/%2e%2e/package.json',
      '....//package.json',
      '%5c..%5cx',
    ]) {
      const answer = await send({ path: `/docs/try/static/${path}` })
      assert.ok(answer.status === 404 || answer.status === 400, `${path} was answered ${answer.status}`)
    }
  })
})

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

function refusal(statusCode: number, code: string, message: string) {
  return { statusCode, code, message }
}

/** Headers without those that differ by the time and by the request. */
function lastingHeaders({ date: _date, 'x-request-id': _id, ...rest }: IncomingHttpHeaders) {
  return rest
}

type Call = {
  method?: string
  path: string
  /** Besides a valid key; undefined takes one away. */
  headers?: OutgoingHttpHeaders
  body?: string | Buffer | undefined
  agent?: Agent
}

type Answer = {
  status: number
  headers: IncomingHttpHeaders
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: an answer is whatever came over the wire
  body: any
  localPort: number | undefined
}

function post(path: string, body: string | Buffer | undefined, headers: OutgoingHttpHeaders = {}) {
  return send({ method: 'POST', path, body, headers })
}

/** Makes a call with a key and as JSON, unless `headers` says otherwise. */
function send({ method = 'GET', path, headers = {}, body, agent }: Call): Promise<Answer> {
  const all = {
    authorization: `Bearer ${shop.key}`,
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...(body !== undefined && !headers['transfer-encoding'] && { 'content-length': Buffer.byteLength(body) }),
    ...headers,
  }
  const known = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined))
  const options = { host: '127.0.0.1', port: portOf(service.app), method, path, headers: known }
  return new Promise((resolve, reject) => {
    const outgoing = request({ ...options, ...(agent && { agent }) })
    outgoing.once('error', reject).once('response', async (incoming) => {
      const text = Buffer.concat(await incoming.toArray()).toString()
      const isJson = incoming.headers['content-type']?.startsWith('application/json') && text !== ''
      resolve({
        status: incoming.statusCode ?? 0,
        headers: incoming.headers,
        text,
        body: isJson ? withoutDocs(JSON.parse(text), incoming.headers) : undefined,
        localPort: outgoing.socket?.localPort,
      })
    })
    outgoing.end(body)
  })
}

const portOf = (app: FastifyInstance) => (app.server.address() as AddressInfo).port

async function connected(app: FastifyInstance = service.app): Promise<Socket> {
  const socket = connect(portOf(app), '127.0.0.1')
  await once(socket, 'connect')
  return socket
}

/** Sends a text as it is and reads until the service closes the connection, for five seconds at most. */
async function everythingOn(socket: Socket, text = ''): Promise<string> {
  if (text !== '') socket.write(text, 'latin1')
  const chunks = await socket.toArray({ signal: AbortSignal.timeout(hangsAfterMs) })
  return Buffer.concat(chunks).toString()
}

const raw = async (text: string) => answerOn(await connected(), text)

/** The first answer on a connection, and what came after it. */
async function answerOn(socket: Socket, text = '') {
  const answer = await everythingOn(socket, text)
  const [head = '', ...bodies] = answer.split('\r\n\r\n')
  const [statusLine = '', ...lines] = head.split('\r\n')
  const headers = Object.fromEntries(
    lines.map((line) => [line.split(':')[0]?.toLowerCase() ?? '', line.slice(line.indexOf(':') + 2)]),
  )
  const bytes = Buffer.from(bodies.join('\r\n\r\n'))
  const length = Number(headers['content-length'])
  return {
    status: Number(statusLine.split(' ')[1]),
    headers,
    body: withoutDocs(JSON.parse(bytes.subarray(0, length).toString()), headers),
    rest: bytes.subarray(length).toString(),
  }
}
