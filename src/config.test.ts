import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { SettingsRefused } from './base/kernel/setting.ts'
import { type Config, printableConfig, readConfig, settings } from './config.ts'

const secretsKey = 'Z5VbH0nW1lG8n2a0eF7qkq3T4mJ9xR6yUuVwC1dLpOs='
const otherKey = 'q3T4mJ9xR6yUuVwC1dLpOsZ5VbH0nW1lG8n2a0eF7qk='

/** What production requires in addition. */
const production = {
  ENVIRONMENT: 'production',
  PUBLIC_URL: 'https://api.example.com',
  SECRETS_KEY: secretsKey,
}

test('without any setting, the sandbox is served on this machine from an embedded database', () => {
  assert.deepEqual(
    { ...readConfig({}) },
    {
      ENVIRONMENT: 'sandbox',
      HOST: '127.0.0.1',
      PORT: 8080,
      PROCESSES: 'auto',
      MAX_CONNECTIONS: 10_000,
      SHUTDOWN_DRAIN_SECONDS: 0,
      WORK_HEALTH_PORT: 0,
      METRICS_PORT: 0,
      METRICS_HOST: '127.0.0.1',
      OTEL_EXPORTER_OTLP_ENDPOINT: undefined,
      OTEL_EXPORTER_OTLP_HEADERS: undefined,
      PUBLIC_URL: undefined,
      CELL: undefined,
      CELLS_FILE: undefined,
      DATABASE_URL: 'file:./data',
      DATABASE_POOL_SIZE: 10,
      DATABASE_TIMEOUT_MS: 2500,
      DATA_FOLDER: undefined,
      LOG_LEVEL: 'info',
      ACCESS_LOG: undefined,
      SEED_DEMO: undefined,
      DEFAULT_LANGUAGE: 'fr',
      TIME_ZONE: 'Africa/Porto-Novo',
      RATE_LIMIT_PER_SECOND: 300,
      SHOP_CHANGES_PER_MINUTE: 30,
      VISITS_PER_SECOND: 100,
      REDIS_URL: undefined,
      TRUST_PROXY: undefined,
      SECRETS_KEY: undefined,
      SECRETS_KEY_PREVIOUS: undefined,
      PHOTO_BUCKET_URL: undefined,
      ROUTING_URL: undefined,
      MAP_TILE_URL: undefined,
      MAP_ARCHIVE: undefined,
      MAP_EXTRACT_URL: 'https://download.geofabrik.de/africa/{country}-latest.osm.pbf',
      MAP_TILE_ATTRIBUTION: '© OpenStreetMap',
      WEBHOOK_ALLOW_INSECURE: undefined,
      WEBHOOK_ALLOW_RANGES: [],
      DNS_SERVERS: undefined,
      WHATSAPP_TOKEN: undefined,
      WHATSAPP_PHONE_NUMBER_ID: undefined,
      WHATSAPP_APP_SECRET: undefined,
      WHATSAPP_VERIFY_TOKEN: undefined,
      WHATSAPP_API_URL: undefined,
      SMS_PROVIDER: undefined,
      SMS_SENDER: undefined,
      AFRICASTALKING_USERNAME: undefined,
      AFRICASTALKING_API_KEY: undefined,
      AFRICASTALKING_REPORT_WORD: undefined,
      TWILIO_ACCOUNT_SID: undefined,
      TWILIO_AUTH_TOKEN: undefined,
      SMS_API_URL: undefined,
      SMTP_URL: undefined,
      MAIL_FROM: undefined,
      SUPPORT_EMAIL: undefined,
      SUPPORT_URL: undefined,
      DEV_OUTBOX_OPEN: undefined,
      OPERATOR_SECOND_FACTOR: undefined,
      TRUST_OPERATOR_NETWORKS: [],
      PUSH_HOSTS: [],
      OPERATOR_ALERT_EMAILS: [],
      MOBILE_MONEY_PROVIDER: undefined,
      MOBILE_MONEY_ROUTES: [],
      MOBILE_MONEY_LIMITS: [],
      MTN_TARGET_ENVIRONMENT: undefined,
      MTN_COLLECTION_SUBSCRIPTION_KEY: undefined,
      MTN_COLLECTION_API_USER: undefined,
      MTN_COLLECTION_API_KEY: undefined,
      MTN_DISBURSEMENT_SUBSCRIPTION_KEY: undefined,
      MTN_DISBURSEMENT_API_USER: undefined,
      MTN_DISBURSEMENT_API_KEY: undefined,
      MTN_CALLBACKS: undefined,
      MTN_API_URL: undefined,
      FEDAPAY_SECRET_KEY: undefined,
      FEDAPAY_WEBHOOK_SECRET: undefined,
      FEDAPAY_API_URL: undefined,
      WAVE_API_KEY: undefined,
      WAVE_WEBHOOK_SECRET: undefined,
      WAVE_API_URL: undefined,
      PHOTOS_PER_HOUR: 500,
      PHOTO_MEGABYTES_PER_HOUR: 500,
      UNUSED_PHOTO_MEGABYTES: 4_000,
      FISCAL_DEVICE: 'NONE',
      FISCAL_URL: undefined,
      FISCAL_TOKEN: undefined,
      FISCAL_RECEIPTS: undefined,
      FISCAL_TAX_GROUP: undefined,
      FISCAL_POINT_OF_SALE: undefined,
      FISCAL_ESTABLISHMENT: undefined,
      FISCAL_EMAIL: undefined,
      rulesGiven: {},
    },
  )
})

test('every setting has a form and a description', () => {
  for (const [name, { description, form }] of Object.entries(settings)) {
    assert.match(description, /\.$/, name)
    assert.notEqual(form, '', name)
  }
})

describe('valid values', () => {
  const cases: [keyof Config, string, unknown][] = [
    ['ENVIRONMENT', 'sandbox', 'sandbox'],
    ['HOST', '0.0.0.0', '0.0.0.0'],
    ['PORT', '0', 0],
    ['PORT', '65535', 65_535],
    ['PORT', ' 8081 ', 8081],
    ['PROCESSES', 'auto', 'auto'],
    ['PROCESSES', '1', 1],
    ['PROCESSES', '64', 64],
    ['PUBLIC_URL', 'https://api.example.com/', 'https://api.example.com'],
    ['PUBLIC_URL', 'https://example.com/colis//', 'https://example.com/colis'],
    ['DATABASE_URL', 'postgres://colis@db/colis', 'postgres://colis@db/colis'],
    ['DATABASE_URL', 'postgresql://colis@db/colis', 'postgresql://colis@db/colis'],
    ['DATABASE_URL', 'file:/var/lib/colis', 'file:/var/lib/colis'],
    ['DATABASE_URL', 'memory:', 'memory:'],
    ['DATABASE_POOL_SIZE', '200', 200],
    ['HOST', '::1', '::1'],
    ['HOST', 'box.example', 'box.example'],
    ['DATABASE_TIMEOUT_MS', '100', 100],
    ['LOG_LEVEL', 'silent', 'silent'],
    ['SEED_DEMO', 'false', false],
    ['SEED_DEMO', 'true', true],
    ['DEFAULT_LANGUAGE', 'en', 'en'],
    ['TIME_ZONE', 'Africa/Douala', 'Africa/Douala'],
    ['RATE_LIMIT_PER_SECOND', '0', 0],
    ['SHOP_CHANGES_PER_MINUTE', '0', 0],
    ['VISITS_PER_SECOND', '0', 0],
    ['REDIS_URL', 'rediss://cache:6380', 'rediss://cache:6380'],
    ['TRUST_PROXY', '10.0.0.1, 192.168.0.0/16, loopback', '10.0.0.1, 192.168.0.0/16, loopback'],
    ['SECRETS_KEY', secretsKey, secretsKey],
    ['SECRETS_KEY_PREVIOUS', secretsKey, [secretsKey]],
    ['SECRETS_KEY_PREVIOUS', `${secretsKey}, ${otherKey}`, [secretsKey, otherKey]],
    ['PHOTO_BUCKET_URL', 'https://K:S@s3.example.com/photos', 'https://K:S@s3.example.com/photos'],
    ['MAP_TILE_URL', 'https://t.example/{z}/{x}/{y}.png?k=1', 'https://t.example/{z}/{x}/{y}.png?k=1'],
    ['MAP_TILE_URL', 'http://localhost:8081/{z}/{x}/{y}.png', 'http://localhost:8081/{z}/{x}/{y}.png'],
    ['MAP_TILE_URL', 'http://127.0.0.1/{z}/{x}/{y}.png', 'http://127.0.0.1/{z}/{x}/{y}.png'],
    ['MAP_TILE_URL', 'http://[::1]:8081/{z}/{x}/{y}.png', 'http://[::1]:8081/{z}/{x}/{y}.png'],
    ['ROUTING_URL', 'http://osrm:5000/', 'http://osrm:5000'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'http://127.0.0.1:4318/', 'http://127.0.0.1:4318'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'x-key=a%20b', { 'x-key': 'a b' }],
    ['WEBHOOK_ALLOW_INSECURE', 'true', true],
    ['WEBHOOK_ALLOW_RANGES', '10.0.0.0/8, fd00::/8', ['10.0.0.0/8', 'fd00::/8']],
    ['DNS_SERVERS', '9.9.9.9, 127.0.0.1:5353', ['9.9.9.9', '127.0.0.1:5353']],
    ['WHATSAPP_API_URL', 'https://graph.facebook.com/v27.0/', 'https://graph.facebook.com/v27.0'],
    ['SMS_SENDER', 'Colis Benin', 'Colis Benin'],
    ['SMS_SENDER', '+22921000000', '+22921000000'],
    ['SMS_SENDER', `MG${'0'.repeat(32)}`, `MG${'0'.repeat(32)}`],
    ['SMS_API_URL', 'https://api.eu.example.com/', 'https://api.eu.example.com'],
    ['DEV_OUTBOX_OPEN', 'true', true],
    ['MOBILE_MONEY_PROVIDER', 'simulated', 'simulated'],
    ['MOBILE_MONEY_ROUTES', '+22901=simulated, +221=simulated', ['+22901=simulated', '+221=simulated']],
    ['MTN_API_URL', 'https://proxy.momoapi.mtn.com/', 'https://proxy.momoapi.mtn.com'],
    ['FEDAPAY_SECRET_KEY', 'sk_sandbox_abc', 'sk_sandbox_abc'],
    ['WAVE_API_URL', 'https://api.wave.com', 'https://api.wave.com'],
  ]
  for (const [name, given, expected] of cases) {
    test(`${name}=${given} is accepted`, () =>
      assert.deepEqual(readConfig({ [name]: given })[name], expected))
  }

  test('an empty setting counts as not set', () => {
    assert.deepEqual(readConfig({ PORT: '', PUBLIC_URL: '', SEED_DEMO: '' }), readConfig({}))
  })
})

describe('invalid values', () => {
  const cases: [keyof Config, string[], string][] = [
    ['ENVIRONMENT', ['staging', 'Production'], 'must be one of sandbox, production'],
    ['HOST', ['300.1.1.1', 'a b', 'http://box', '1:2'], 'must be an IP address or a host name'],
    ['PORT', ['-1', '65536', '80.5', '1e3', 'http'], 'must be a whole number from 0 to 65535'],
    ['PROCESSES', ['0', '65', '1.5', 'all', 'Auto'], 'must be auto or a whole number from 1 to 64'],
    ['PUBLIC_URL', ['api.example.com', 'ftp://example.com'], 'must be http://… or https://…'],
    [
      'DATABASE_URL',
      ['./data', 'mysql://db/colis', 'postgres://', 'file:'],
      'must be postgres://…, file:<folder> or memory:',
    ],
    ['DATABASE_POOL_SIZE', ['0', '201'], 'must be a whole number from 1 to 200'],
    ['DATABASE_TIMEOUT_MS', ['99', '60001', '2,5'], 'must be a whole number from 100 to 60000'],
    ['LOG_LEVEL', ['verbose'], 'must be one of fatal, error, warn, info, debug, silent'],
    ['SEED_DEMO', ['yes', '1', 'TRUE'], 'must be true or false'],
    ['DEFAULT_LANGUAGE', ['de'], 'must be one of fr, en'],
    ['TIME_ZONE', ['Cotonou'], 'must be an IANA time zone such as Africa/Porto-Novo'],
    ['RATE_LIMIT_PER_SECOND', ['-1', 'none', '1000001'], 'must be a whole number from 0 to 1000000'],
    ['REDIS_URL', ['cache:6379', 'http://cache'], 'must be redis://… or rediss://…'],
    [
      'TRUST_PROXY',
      ['true', 'proxy.example.com', '10.0.0.0/33', '10.0.0.1,'],
      'must be addresses or CIDR ranges such as 10.0.0.0/8, comma-separated',
    ],
    ['SECRETS_KEY', ['secret', secretsKey.slice(4)], 'must be 32 bytes in base64'],
    [
      'SECRETS_KEY_PREVIOUS',
      [secretsKey.slice(4), `${secretsKey},`, Array(4).fill(secretsKey).join(',')],
      'must be at most 3 keys of 32 bytes in base64, comma-separated',
    ],
    ['PHOTO_BUCKET_URL', ['s3://photos'], 'must be http://… or https://…'],
    [
      'MAP_TILE_URL',
      [
        'https://t.example/{z}/{x}.png',
        'https://{s}.t.example/{z}/{x}/{y}.png',
        'https://{z}.t.example/{x}/{y}.png',
        'ftp://t.example/{z}/{x}/{y}',
        'http://t.example/{z}/{x}/{y}.png',
        'http://localhost.t.example/{z}/{x}/{y}.png',
        'http://localhost@t.example/{z}/{x}/{y}.png',
        '/{z}/{x}/{y}',
        'https://t.example; script-src *//{z}/{x}/{y}',
        'https://t.example/{z}/{z}/{x}/{y}',
      ],
      'must be https://…/{z}/{x}/{y}…',
    ],
    ['ROUTING_URL', ['osrm:5000'], 'must be http://… or https://…'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', ['127.0.0.1:4318'], 'must be http://… or https://…'],
    ['OTEL_EXPORTER_OTLP_HEADERS', ['key', 'a=%zz', 'a=b,'], 'must be name=value, comma-separated'],
    ['ROUTING_URL', ['http://osrm?profile=bike', 'http://osrm/#x'], 'must have no ? and no #'],
    ['PUBLIC_URL', ['https://colis.example?x=1'], 'must have no ? and no #'],
    ['WEBHOOK_ALLOW_INSECURE', ['on'], 'must be true or false'],
    [
      'WEBHOOK_ALLOW_RANGES',
      ['10.0.0.1', 'local'],
      'must be CIDR ranges such as 10.0.0.0/8, comma-separated',
    ],
    ['DNS_SERVERS', ['dns.example.com'], 'must be IP addresses of name servers, comma-separated'],
    ['WHATSAPP_API_URL', ['graph.facebook.com'], 'must be http://… or https://…'],
    ['SMS_PROVIDER', ['orange', 'simulated'], 'must be africastalking or twilio'],
    [
      'SMS_SENDER',
      ['Colis Express Benin', 'Colis-1', 'MG12'.padEnd(34, 'z'), '12'],
      'must be a name of at most 11 letters, a number, or MG… of Twilio',
    ],
    ['AFRICASTALKING_REPORT_WORD', ['short'], 'must be at least 16 letters, digits, - or _'],
    ['DEV_OUTBOX_OPEN', ['yes'], 'must be true or false'],
    ['MOBILE_MONEY_PROVIDER', ['orange', 'none'], 'must be simulated, mtn, fedapay or wave'],
    [
      'MOBILE_MONEY_ROUTES',
      ['22901=mtn'],
      'must be beginnings of numbers with simulated, mtn, fedapay or wave, such as +22901=mtn, comma-separated; 22901=mtn is not',
    ],
    ['MOBILE_MONEY_ROUTES', ['+22901=simulated,+22901=mtn'], 'names +22901 twice'],
    [
      'MOBILE_MONEY_LIMITS',
      ['mtn:BJ', 'orange:BJ=1-2', 'mtn:bj=1-2', 'mtn:BJ=2-1', 'mtn:BJ=1.5-2'],
      'must be a provider, a country, and the least and most of a payment, such as fedapay:BJ=100-300000, comma-separated',
    ],
    [
      'MOBILE_MONEY_ROUTES',
      ['+22901=mtn:moov'],
      'names an operator, which only fedapay has: +22901=mtn:moov',
    ],
    ['FEDAPAY_SECRET_KEY', ['pk_live_abc', 'sk_live_', 'sk_live_a b'], 'must be sk_live_… or sk_sandbox_…'],
    ['MTN_API_URL', ['proxy.momoapi.mtn.com'], 'must be http://… or https://…'],
    ['MTN_CALLBACKS', ['yes'], 'must be true or false'],
  ]
  for (const [name, given, fault] of cases) {
    for (const value of given) {
      test(`${name}=${value} is refused in one sentence`, () =>
        assert.deepEqual(faultsOf({ [name]: value }), [`${name} ${fault}`]))
    }
  }
})

describe('providers of mobile money', () => {
  const mtn = {
    MTN_TARGET_ENVIRONMENT: 'mtnbenin',
    MTN_COLLECTION_SUBSCRIPTION_KEY: 'subscription',
    MTN_COLLECTION_API_USER: 'user',
    MTN_COLLECTION_API_KEY: 'key',
    MTN_API_URL: 'http://127.0.0.1:9410',
  }

  for (const route of [
    '+22901',
    '+229 01=mtn',
    '+22901=orange',
    '+0=mtn',
    '+22901=mtn;+221=wave',
    '+1234567890123456=mtn',
  ])
    test(`the route ${route} is refused`, () => {
      const [fault, ...others] = faultsOf({ MOBILE_MONEY_ROUTES: route })
      assert.match(fault ?? '', /^MOBILE_MONEY_ROUTES must be beginnings of numbers/)
      assert.deepEqual(others, [])
    })

  test('a provider that is to serve numbers needs its credentials', () => {
    assert.deepEqual(
      faultsOf({
        MOBILE_MONEY_PROVIDER: 'wave',
        MOBILE_MONEY_ROUTES: '+22901=mtn,+22951=mtn,+228=fedapay:togocel',
      }),
      [
        'MOBILE_MONEY_PROVIDER names wave, which needs WAVE_API_KEY',
        'MOBILE_MONEY_ROUTES names mtn, which needs MTN_COLLECTION_SUBSCRIPTION_KEY',
        'MOBILE_MONEY_ROUTES names fedapay, which needs FEDAPAY_SECRET_KEY',
      ],
    )
    assert.deepEqual(readConfig({ ...mtn, MOBILE_MONEY_ROUTES: '+22901=mtn' }).MOBILE_MONEY_ROUTES, [
      '+22901=mtn',
    ])
  })

  test('the settings of MTN go together', () => {
    const { MTN_COLLECTION_API_KEY, ...half } = mtn
    assert.deepEqual(faultsOf({ ...half, MTN_DISBURSEMENT_API_USER: 'user' }), [
      'MTN_COLLECTION_API_KEY is required together with MTN_TARGET_ENVIRONMENT, MTN_COLLECTION_SUBSCRIPTION_KEY and MTN_COLLECTION_API_USER',
      'MTN_DISBURSEMENT_SUBSCRIPTION_KEY is required together with MTN_DISBURSEMENT_API_USER',
      'MTN_DISBURSEMENT_API_KEY is required together with MTN_DISBURSEMENT_API_USER',
    ])
  })

  test('in production nothing that only pretends to pay is accepted', () => {
    assert.deepEqual(
      faultsOf({
        ...production,
        ...mtn,
        MTN_TARGET_ENVIRONMENT: 'sandbox',
        FEDAPAY_SECRET_KEY: 'sk_sandbox_abc',
        WAVE_API_KEY: 'wave_sn_test_abc',
        MOBILE_MONEY_ROUTES: '+22901=simulated',
      }),
      [
        'MOBILE_MONEY_ROUTES cannot lead to simulated in production: parcels would go out unpaid',
        'MTN_TARGET_ENVIRONMENT cannot be sandbox in production: parcels would go out unpaid',
        'FEDAPAY_SECRET_KEY cannot be of the sandbox in production: parcels would go out unpaid',
        'WAVE_API_KEY cannot be a key to try with in production: parcels would go out unpaid',
      ],
    )
  })

  const outside = 'which only ENVIRONMENT=production may'
  const live = {
    mtn: { ...mtn, MTN_API_URL: undefined },
    fedapay: { FEDAPAY_SECRET_KEY: 'sk_live_abc' },
    wave: { WAVE_API_KEY: 'wave_sn_prod_abc' },
  }
  // biome-ignore format: the table is read by column
  const addresses: [keyof typeof live, Record<string, string>, boolean][] = [
    ['mtn', {}, false],
    ['mtn', { MTN_API_URL: 'https://proxy.momoapi.mtn.com' }, false],
    ['mtn', { MTN_API_URL: 'https://relay.example.com' }, false],
    ['mtn', { MTN_API_URL: 'https://127.0.0.1.example.com' }, false],
    ['mtn', { MTN_API_URL: 'https://sandbox.momodeveloper.mtn.com.example.com' }, false],
    ['mtn', { MTN_TARGET_ENVIRONMENT: 'sandbox', MTN_API_URL: 'https://proxy.momoapi.mtn.com' }, false],
    ['mtn', { MTN_TARGET_ENVIRONMENT: 'sandbox' }, true],
    ['mtn', { MTN_TARGET_ENVIRONMENT: 'sandbox', MTN_API_URL: 'http://mtn.test' }, true],
    ['mtn', { MTN_API_URL: 'https://sandbox.momodeveloper.mtn.com' }, true],
    ['mtn', { MTN_API_URL: 'http://[::1]:9410' }, true],
    ['mtn', { MTN_API_URL: 'http://localhost:9410' }, true],
    ['fedapay', {}, false],
    ['fedapay', { FEDAPAY_API_URL: 'https://api.fedapay.com/v1' }, false],
    ['fedapay', { FEDAPAY_API_URL: 'https://sandbox-api.fedapay.com/v1' }, true],
    ['fedapay', { FEDAPAY_API_URL: 'http://127.0.0.1:9411/v1' }, true],
    ['fedapay', { FEDAPAY_SECRET_KEY: 'sk_sandbox_abc' }, true],
    ['wave', {}, false],
    ['wave', { WAVE_API_URL: 'https://api.wave.com' }, false],
    ['wave', { WAVE_API_URL: 'http://127.0.0.1:9412' }, true],
    ['wave', { WAVE_API_KEY: 'wave_sn_test_abc' }, true],
  ]
  for (const [provider, changes, isTaken] of addresses)
    test(`a sandbox ${isTaken ? 'takes' : 'refuses'} ${provider} with ${JSON.stringify(changes)}`, () => {
      const given = Object.entries({ ...live[provider], ...changes }).filter(
        ([, value]) => value !== undefined,
      )
      const env = Object.fromEntries(given) as Record<string, string>
      if (isTaken) return assert.ok(readConfig(env))
      const faults = faultsOf(env)
      assert.equal(faults.length, 1)
      assert.ok(faults[0]?.includes(outside), faults[0])
    })

  test('in production the address of a provider’s own sandbox is refused, a loopback one is not', () => {
    const trial = {
      MTN_API_URL: 'https://sandbox.momodeveloper.mtn.com',
      FEDAPAY_SECRET_KEY: 'sk_live_abc',
      FEDAPAY_API_URL: 'https://sandbox-api.fedapay.com/v1',
    }
    assert.deepEqual(faultsOf({ ...production, ...mtn, ...trial }), [
      'MTN_API_URL cannot be the provider’s sandbox in production: parcels would go out unpaid',
      'FEDAPAY_API_URL cannot be the provider’s sandbox in production: parcels would go out unpaid',
    ])
    assert.ok(readConfig({ ...production, ...mtn }))
  })

  test('no credential is printed', () => {
    const printed = JSON.stringify(
      printableConfig(
        readConfig({
          ...mtn,
          MTN_COLLECTION_API_USER: 'hush-1',
          MTN_COLLECTION_API_KEY: 'hush-2',
          MTN_COLLECTION_SUBSCRIPTION_KEY: 'hush-3',
          FEDAPAY_SECRET_KEY: 'sk_sandbox_hush',
          FEDAPAY_WEBHOOK_SECRET: 'hush-4',
          WAVE_API_KEY: 'wave_sn_test_hush',
          WAVE_WEBHOOK_SECRET: 'hush-6',
        }),
      ),
    )
    assert.ok(!printed.includes('hush'))
  })
})

describe('misspelt names', () => {
  const cases: [string, string][] = [
    ['DATABSE_URL', 'DATABSE_URL is not a setting; did you mean DATABASE_URL?'],
    ['DATABASE_ULR', 'DATABASE_ULR is not a setting; did you mean DATABASE_URL?'],
    ['PUBLIC_URLS', 'PUBLIC_URLS is not a setting; did you mean PUBLIC_URL?'],
    ['ENVIROMENT', 'ENVIROMENT is not a setting; did you mean ENVIRONMENT?'],
    ['COLIS_PORT', 'COLIS_PORT is not a setting; did you mean PORT?'],
    ['COLIS_COLOUR', 'COLIS_COLOUR is not a setting'],
    ['COLIS_FOO', 'COLIS_FOO is not a setting'],
  ]
  for (const [name, fault] of cases) {
    test(`the unknown setting ${name} is refused, with the closest name if there is one`, () =>
      assert.deepEqual(faultsOf({ [name]: 'x' }), [fault]))
  }

  test('settings of other programs in the environment are ignored', () => {
    const others = { PATH: '/bin', HOSTNAME: 'box', PORTS: '1', HOME: '/root', LANG: 'C', NODE_ENV: 'test' }
    assert.deepEqual(readConfig(others), readConfig({}))
  })

  test('every unknown name in a .env file is refused', () => {
    assert.deepEqual(faultsOf({}, { PORTS: '8081', NODE_ENV: 'test' }), [
      'PORTS is not a setting; did you mean PORT?',
      'NODE_ENV is not a setting',
    ])
  })
})

test('the environment takes precedence over the .env file', () => {
  const config = readConfig({ PORT: '8081' }, { PORT: '8082', HOST: '0.0.0.0' })
  assert.deepEqual([config.PORT, config.HOST], [8081, '0.0.0.0'])
})

test('every fault of the settings is reported at once', () => {
  const env = {
    PORT: 'http',
    DATABSE_URL: 'x',
    ENVIRONMENT: 'production',
    SEED_DEMO: 'true',
    MOBILE_MONEY_PROVIDER: 'simulated',
  }
  assert.deepEqual(faultsOf(env, { COLOUR: 'blue' }), [
    'COLOUR is not a setting',
    'DATABSE_URL is not a setting; did you mean DATABASE_URL?',
    'PORT must be a whole number from 0 to 65535',
    'SEED_DEMO cannot be true in production: the demo key would open it',
    'MOBILE_MONEY_PROVIDER cannot be simulated in production: parcels would go out unpaid',
    'SECRETS_KEY is required in production: `openssl rand -base64 32` makes one',
    'PUBLIC_URL is required in production: others reach the service there',
  ])
})

test('the refusal of settings is a list, with a singular heading for one fault', () => {
  const refusalOf = (env: Record<string, string>) => refused(() => readConfig(env)).message
  assert.equal(
    refusalOf({ PORT: 'a', SEED_DEMO: 'b' }),
    'The settings have faults:\n  - PORT must be a whole number from 0 to 65535\n  - SEED_DEMO must be true or false',
  )
  assert.equal(
    refusalOf({ SEED_DEMO: 'b' }),
    'The settings have a fault:\n  - SEED_DEMO must be true or false',
  )
})

describe('production', () => {
  test('in production, the settings it requires are enough to start', () => {
    assert.equal(readConfig(production).ENVIRONMENT, 'production')
    assert.equal(readConfig({ ...production, SEED_DEMO: 'false' }).SEED_DEMO, false)
  })

  test('in production, webhooks to insecure addresses are refused (decision 41)', () => {
    assert.deepEqual(faultsOf({ ...production, WEBHOOK_ALLOW_INSECURE: 'true' }), [
      'WEBHOOK_ALLOW_INSECURE cannot be true in production: webhooks would go to any address',
    ])
    assert.equal(readConfig({ ...production, WEBHOOK_ALLOW_INSECURE: 'false' }).ENVIRONMENT, 'production')
  })

  test('in production, an address without TLS is refused, except on this machine', () => {
    assert.deepEqual(faultsOf({ ...production, PUBLIC_URL: 'http://api.example.com' }), [
      'PUBLIC_URL must begin with https:// in production: cookies, codes and links would travel unencrypted; put a reverse proxy with TLS in front',
    ])
    for (const PUBLIC_URL of ['http://localhost:8080', 'http://127.0.0.1:8080', 'http://[::1]:8080'])
      assert.equal(readConfig({ ...production, PUBLIC_URL }).PUBLIC_URL, PUBLIC_URL)
  })

  for (const [what, bytes] of [
    ['zeros', Buffer.alloc(32)],
    ['one byte again and again', Buffer.alloc(32, 7)],
    ['a few bytes again and again', Buffer.alloc(32, 'secret')],
  ] as const)
    test(`in production, a SECRETS_KEY of ${what} is refused`, () => {
      assert.deepEqual(faultsOf({ ...production, SECRETS_KEY: bytes.toString('base64') }), [
        'SECRETS_KEY is not random, so anybody could sign in as anybody: `openssl rand -base64 32` makes one',
      ])
    })

  test('in production, a former key that is not random is refused as well', () => {
    const SECRETS_KEY_PREVIOUS = `${otherKey},${Buffer.alloc(32, 7).toString('base64')}`
    assert.deepEqual(faultsOf({ ...production, SECRETS_KEY_PREVIOUS }), [
      'SECRETS_KEY_PREVIOUS is not random, so anybody could sign in as anybody: `openssl rand -base64 32` makes one',
    ])
    const { SECRETS_KEY_PREVIOUS: accepted } = readConfig({ ...production, SECRETS_KEY_PREVIOUS: otherKey })
    assert.deepEqual(accepted, [otherKey])
  })

  test('in production, ranges that hold a large part of all addresses are refused', () => {
    for (const range of ['0.0.0.0/0', '128.0.0.0/1', '::/0', '2000::/3']) {
      assert.deepEqual(faultsOf({ ...production, TRUST_PROXY: `10.0.0.0/8, ${range}` }), [
        `TRUST_PROXY cannot hold ${range} in production: anybody could pretend to have any address; name your reverse proxies alone`,
      ])
      assert.deepEqual(faultsOf({ ...production, WEBHOOK_ALLOW_RANGES: `10.0.0.0/8, ${range}` }), [
        `WEBHOOK_ALLOW_RANGES cannot hold ${range} in production: webhooks would go to any address; name your own servers alone`,
      ])
    }
    const own = '127.0.0.1/32,10.0.0.0/8,fc00::/7'
    const proxies = `loopback,uniquelocal,192.0.2.1,${own}`
    const config = readConfig({ ...production, TRUST_PROXY: proxies, WEBHOOK_ALLOW_RANGES: own })
    assert.deepEqual([config.TRUST_PROXY, config.WEBHOOK_ALLOW_RANGES], [proxies, own.split(',')])
  })

  test('the key before this one cannot be this one', () => {
    assert.deepEqual(
      faultsOf({ SECRETS_KEY: secretsKey, SECRETS_KEY_PREVIOUS: `${otherKey},${secretsKey}` }),
      ['SECRETS_KEY_PREVIOUS cannot name SECRETS_KEY itself: name the key before it'],
    )
  })

  test('what production refuses, a sandbox on one’s own machine may have', () => {
    const SECRETS_KEY = Buffer.alloc(32).toString('base64')
    const all = { PUBLIC_URL: 'http://colis.test', SECRETS_KEY, TRUST_PROXY: '0.0.0.0/0' }
    assert.equal(readConfig({ ...all, WEBHOOK_ALLOW_RANGES: '0.0.0.0/0' }).ENVIRONMENT, 'sandbox')
  })

  test('in production, an open development outbox is refused', () => {
    assert.deepEqual(faultsOf({ ...production, DEV_OUTBOX_OPEN: 'true' }), [
      'DEV_OUTBOX_OPEN cannot be true in production: messages are not kept to be read there',
    ])
  })

  test('in production, an invalid value is not reported as a missing one', () => {
    assert.deepEqual(faultsOf({ ...production, SECRETS_KEY: 'short', PUBLIC_URL: 'api' }), [
      'PUBLIC_URL must be http://… or https://…',
      'SECRETS_KEY must be 32 bytes in base64',
    ])
  })
})

describe('settings of a channel', () => {
  const whatsApp = {
    WHATSAPP_TOKEN: 'token',
    WHATSAPP_PHONE_NUMBER_ID: '106540352242922',
    WHATSAPP_APP_SECRET: 'secret',
    WHATSAPP_VERIFY_TOKEN: 'word',
  }
  const mail = {
    SMTP_URL: 'smtps://colis:hush@mail.example.com:465',
    MAIL_FROM: 'Colis <no-reply@example.com>',
  }

  test('all the settings of a channel together are accepted', () => {
    const { WHATSAPP_TOKEN, MAIL_FROM } = readConfig({ ...whatsApp, ...mail })
    assert.deepEqual([WHATSAPP_TOKEN, MAIL_FROM], ['token', 'Colis <no-reply@example.com>'])
  })

  test('only some of the settings of a channel are refused, with those that are missing', () => {
    const { WHATSAPP_APP_SECRET, WHATSAPP_VERIFY_TOKEN, ...half } = whatsApp
    assert.deepEqual(faultsOf({ ...half, SMTP_URL: mail.SMTP_URL }), [
      'WHATSAPP_APP_SECRET is required together with WHATSAPP_TOKEN and WHATSAPP_PHONE_NUMBER_ID',
      'WHATSAPP_VERIFY_TOKEN is required together with WHATSAPP_TOKEN and WHATSAPP_PHONE_NUMBER_ID',
      'MAIL_FROM is required together with SMTP_URL',
    ])
  })

  test('a provider of SMS is refused without what it needs, or with an address too long for an SMS', () => {
    const twilio = {
      SMS_PROVIDER: 'twilio',
      TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`,
      TWILIO_AUTH_TOKEN: 'token',
      SMS_SENDER: 'COLIS',
    }
    assert.equal(readConfig({ ...twilio, PUBLIC_URL: `https://${'x'.repeat(32)}` }).SMS_PROVIDER, 'twilio')
    const cases: [Record<string, string>, string[]][] = [
      [
        { SMS_PROVIDER: 'africastalking' },
        [
          'SMS_PROVIDER is africastalking, which needs AFRICASTALKING_USERNAME',
          'SMS_PROVIDER is africastalking, which needs AFRICASTALKING_API_KEY',
        ],
      ],
      [
        { ...twilio, SMS_SENDER: '', TWILIO_AUTH_TOKEN: '' },
        [
          'TWILIO_AUTH_TOKEN is required together with TWILIO_ACCOUNT_SID',
          'SMS_PROVIDER is twilio, which needs TWILIO_AUTH_TOKEN',
          'SMS_PROVIDER is twilio, which needs SMS_SENDER',
        ],
      ],
      [
        { ...twilio, TWILIO_ACCOUNT_SID: 'AC123' },
        ['TWILIO_ACCOUNT_SID must be AC and 32 digits or letters a to f'],
      ],
      [
        { ...twilio, PUBLIC_URL: `https://${'x'.repeat(33)}` },
        [
          'PUBLIC_URL has 41 characters, and 40 at most fit into an SMS with its link: take a shorter host name',
        ],
      ],
      [
        { ...twilio, PUBLIC_URL: `https://${'x'.repeat(30)}`, CELL: 'bj' },
        [
          'PUBLIC_URL has 38 characters, and 37 at most fit into an SMS with its link: take a shorter host name',
        ],
      ],
      [{ CELL: 'BJ' }, ['CELL must be two or three lower-case letters or digits']],
    ]
    for (const [env, faults] of cases) assert.deepEqual(faultsOf(env), faults)
  })

  test('the sandbox of Africa’s Talking is refused in production', () => {
    const sandbox = {
      SMS_PROVIDER: 'africastalking',
      AFRICASTALKING_USERNAME: 'sandbox',
      AFRICASTALKING_API_KEY: 'key',
    }
    assert.ok(readConfig(sandbox))
    assert.deepEqual(faultsOf({ ...production, ...sandbox }), [
      'AFRICASTALKING_USERNAME cannot be sandbox in production: no message would arrive',
    ])
  })

  test('an invalid setting of a channel is not reported as a missing one', () => {
    assert.deepEqual(faultsOf({ ...mail, MAIL_FROM: 'Colis' }), [
      'MAIL_FROM must be an address such as Colis <no-reply@example.com>',
    ])
    assert.deepEqual(faultsOf({ ...whatsApp, WHATSAPP_PHONE_NUMBER_ID: '+229 0197000001' }), [
      'WHATSAPP_PHONE_NUMBER_ID must be digits',
    ])
  })

  for (const from of ['a@b', 'no-reply@example.com', '"Colis" <no-reply@example.com>'])
    test(`MAIL_FROM accepts ${from}`, () =>
      assert.equal(readConfig({ ...mail, MAIL_FROM: from }).MAIL_FROM, from))
  for (const from of ['a@b <c@d', 'a@b, c@d', 'Colis\r\nBcc: <a@b>', 'x <a@b> <c@d>'])
    test(`MAIL_FROM refuses ${JSON.stringify(from)}`, () =>
      assert.equal(faultsOf({ ...mail, MAIL_FROM: from }).length, 1))

  test('the secret settings of a channel are hidden when settings are shown', () => {
    assert.deepEqual(
      Object.entries(printableConfig(readConfig({ ...whatsApp, ...mail }))).filter(([name]) =>
        /WHATSAPP|SMTP|MAIL_FROM/.test(name),
      ),
      [
        ['WHATSAPP_TOKEN', '(set)'],
        ['WHATSAPP_PHONE_NUMBER_ID', '106540352242922'],
        ['WHATSAPP_APP_SECRET', '(set)'],
        ['WHATSAPP_VERIFY_TOKEN', '(set)'],
        ['WHATSAPP_API_URL', null],
        ['SMTP_URL', 'smtps://(hidden)@mail.example.com:465'],
        ['MAIL_FROM', 'Colis <no-reply@example.com>'],
      ],
    )
  })
})

describe('settings as they are shown', () => {
  const cases: [keyof Config, string, unknown][] = [
    ['DATABASE_URL', 'postgres://colis:hush@db:5432/colis', 'postgres://(hidden)@db:5432/colis'],
    ['DATABASE_URL', 'postgres://colis:hu@sh@db/colis', 'postgres://(hidden)@db/colis'],
    ['DATABASE_URL', 'postgres://colis:hu/sh@db/colis', 'postgres://(hidden)@db/colis'],
    ['DATABASE_URL', 'postgres://colis:hu?sh@db/colis', 'postgres://(hidden)@db/colis'],
    ['DATABASE_URL', 'postgres://db/colis', 'postgres://db/colis'],
    [
      'DATABASE_URL',
      'postgres://db/colis?user=colis&password=hush',
      'postgres://db/colis?user=(hidden)&password=(hidden)',
    ],
    ['DATABASE_URL', 'file:./data', 'file:./data'],
    ['DATABASE_URL', 'memory:', 'memory:'],
    ['REDIS_URL', 'redis://:hush@cache:6379', 'redis://(hidden)@cache:6379'],
    ['SECRETS_KEY', secretsKey, '(set)'],
    ['SECRETS_KEY_PREVIOUS', `${secretsKey},${otherKey}`, '(set)'],
    [
      'PHOTO_BUCKET_URL',
      'https://KEY:hush@s3.example.com/photos?region=eu',
      'https://(hidden)@s3.example.com/photos?region=(hidden)',
    ],
    ['ROUTING_URL', 'https://user:hush@osrm', 'https://(hidden)@osrm'],
    ['ROUTING_URL', 'HTTPS://user:hush@osrm', 'HTTPS://(hidden)@osrm'],
    ['ROUTING_URL', 'https:user:hush@osrm', '(set)'],
    ['PUBLIC_URL', 'https://api.example.com', 'https://api.example.com'],
    ['PORT', '8081', 8081],
  ]
  for (const [name, given, shown] of cases) {
    test(`${name}=${given} is shown as ${shown}`, () => {
      const all = printableConfig(readConfig({ [name]: given }))
      assert.equal(all[name], shown)
      assert.doesNotMatch(JSON.stringify(all), /hush|sh@/)
    })
  }

  test('a setting that is not set is shown as null', () => {
    const { SECRETS_KEY, REDIS_URL, PUBLIC_URL } = printableConfig(readConfig({}))
    assert.deepEqual([SECRETS_KEY, REDIS_URL, PUBLIC_URL], [null, null, null])
  })
})

test('settings cannot be changed once they are read', () => {
  const config = readConfig({}) as { PORT: number }
  assert.throws(() => {
    config.PORT = 1
  }, TypeError)
})

const faultsOf = (env: Record<string, string>, fileEnv: Record<string, string> = {}): string[] =>
  refused(() => readConfig(env, fileEnv)).faults

function refused(read: () => unknown): SettingsRefused {
  try {
    read()
  } catch (error) {
    if (error instanceof SettingsRefused) return error
    throw error
  }
  throw new Error('The settings were taken.')
}
