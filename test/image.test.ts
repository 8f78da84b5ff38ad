import assert from 'node:assert/strict'
import { execFile, execFileSync } from 'node:child_process'
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, matchesGlob } from 'node:path'
import { after, describe, test } from 'node:test'
import { promisify } from 'node:util'
import { parse } from 'yaml'
import { readConfig, settings } from '../src/config.ts'
import { docsGroups } from '../src/doors/developer-docs/docs-list.ts'

const dockerfile = readFileSync('Dockerfile', 'utf8').replaceAll(/\\\n\s*/g, '')
const ofImage = Object.fromEntries(
  [...(/^ENV (.+)$/m.exec(dockerfile)?.[1] ?? '').matchAll(/(\w+)=(\S+)/g)].map(([, name, value]) => [
    name,
    value,
  ]),
) as Record<string, string>

describe('the image', () => {
  test('starts what npm starts, as nobody, and keeps its data in a volume', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: { colis: string } }
    const [, entrypoint = ''] = /^ENTRYPOINT (.+)$/m.exec(dockerfile) ?? []
    assert.equal((JSON.parse(entrypoint) as string[]).join(' '), scripts.colis)
    assert.deepEqual(dockerfile.match(/^(USER|VOLUME|STOPSIGNAL|CMD) .+$/gm), [
      'USER 10001:10001',
      'VOLUME /var/lib/colis',
      'STOPSIGNAL SIGTERM',
      'CMD ["serve"]',
    ])
  })

  test('has settings that the service takes, and none that is secret, but for an address without a password', () => {
    const { NODE_ENV, PATH, NODE_COMPILE_CACHE, ...own } = ofImage
    const unknown = Object.keys(own).filter((name) => !Object.hasOwn(settings, name))
    assert.deepEqual(unknown, [])
    const config = readConfig(own)
    assert.deepEqual([config.DATABASE_URL, config.DATA_FOLDER], ['file:/var/lib/colis', '/var/lib/colis'])
    const secrets = Object.entries(settings).filter(([, { secret }]) => secret)
    assert.ok(secrets.length > 10)
    const named = secrets.map(([name]) => name).filter((name) => dockerfile.includes(name))
    assert.deepEqual(named, ['DATABASE_URL'])
  })

  test('gets every document that is served, and no test, secret or data', () => {
    const lines = readFileSync('.dockerignore', 'utf8')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
    assert.equal(lines[0], '*')
    // The last line that fits decides, for a file as for all below a folder.
    const isIn = (file: string): boolean =>
      lines
        .findLast((line) => [line, `${line}/**`].some((each) => matchesGlob(file, each.replace(/^!/, ''))))
        ?.startsWith('!') ?? false
    const served = docsGroups.flatMap(({ entries }) =>
      entries.flatMap(({ source }) => Object.values(source ?? {})),
    )
    const read = [
      ...served,
      'docs/fr/courier-sheet.md',
      'migrations/landed.txt',
      'src/main.ts',
      'sdk/php/composer.json',
    ]
    assert.deepEqual(
      read.filter((file) => !existsSync(file) || !isIn(file)),
      [],
    )
    const kept = ['.env', 'deploy/.env', 'src/.env', 'data/secrets.key', '.git/config', 'test/image.test.ts']
    assert.deepEqual([...kept, ...globSync('src/**/*.test.ts')].filter(isIn), [])
  })
})

type Service = {
  image: string
  environment: Record<string, string>
  command?: string[]
  ports?: string[]
  volumes?: string[]
  read_only?: boolean
  cap_drop?: string[]
  security_opt?: string[]
  stop_grace_period?: string
}
const composed = (file: string) =>
  parse(readFileSync(file, 'utf8'), { merge: true }) as { services: Record<string, Service> }
const ours = (file: string) =>
  Object.entries(composed(file).services).filter(([, { image }]) => image === 'colis')

/** What somebody writes into deploy/.env. */
const variables = {
  DOMAIN: 'colis.example',
  POSTGRES_PASSWORD: 'a1',
  SECRETS_KEY: 'pVbq0Zy3nT8Wc1KfXr5uGm7LhDs2eAoJi9QvRt4yB6w=',
}

const filledIn = (text: string) =>
  text.replaceAll(/\$\{(\w+)(?::\?[^}]+)?\}/g, (_, name: keyof typeof variables) => variables[name])

for (const file of ['compose.yaml', 'deploy/compose.yaml'])
  describe(file, () => {
    for (const [name, service] of ours(file)) {
      test(`${name} has settings that the service takes`, () => {
        const unknown = Object.keys(service.environment).filter((each) => !Object.hasOwn(settings, each))
        assert.deepEqual(unknown, [])
        const { NODE_ENV, PATH, NODE_COMPILE_CACHE, ...image } = ofImage
        const own = Object.entries(service.environment).map(([each, value]) => [each, filledIn(value)])
        const config = readConfig({ ...image, ...variables, ...Object.fromEntries(own) })
        assert.equal(config.ENVIRONMENT, file === 'compose.yaml' ? 'sandbox' : 'production')
        const grace = Number(service.stop_grace_period?.replace('s', ''))
        assert.ok(grace > config.SHUTDOWN_DRAIN_SECONDS + 10)
      })

      test(`${name} writes to its volume alone, and has no rights of its machine`, () => {
        assert.deepEqual(
          [service.read_only, service.cap_drop, service.security_opt, service.volumes],
          [true, ['ALL'], ['no-new-privileges:true'], ['data:/var/lib/colis']],
        )
      })
    }
  })

test('the sandbox is open to its machine alone', () => {
  assert.deepEqual(composed('compose.yaml').services.colis?.ports, ['127.0.0.1:8080:8080'])
})

test('production takes secrets from variables alone, does what the units of systemd do, and only Caddy is reached', () => {
  const { services } = composed('deploy/compose.yaml')
  const { SECRETS_KEY, DATABASE_URL } = services.api?.environment ?? {}
  assert.match(SECRETS_KEY ?? '', /^\$\{SECRETS_KEY:\?/)
  assert.match(DATABASE_URL ?? '', /^postgres:\/\/colis:\$\{POSTGRES_PASSWORD:\?[^}]+\}@postgres\/colis$/)
  assert.deepEqual(
    ours('deploy/compose.yaml').map(([name, { command }]) => [name, command?.join(' ')]),
    [
      ['migrate', 'migrate'],
      ['api', 'serve --no-work'],
      ['work', 'work'],
    ],
  )
  const reached = Object.entries(services).filter(([, { ports }]) => ports)
  assert.deepEqual(
    reached.map(([name]) => name),
    ['caddy'],
  )
  const [config = ''] = services.caddy?.volumes ?? []
  assert.ok(existsSync(join('deploy', config.split(':')[0] ?? '')))
})

const hasCompose = (() => {
  try {
    execFileSync('docker-compose', ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
})()
describe('docker-compose', { skip: hasCompose ? false : 'docker-compose is not installed' }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'colis-compose-'))
  after(() => rmSync(folder, { recursive: true, force: true }))

  for (const file of ['compose.yaml', 'deploy/compose.yaml'])
    test(`understands ${file}`, async () => {
      // Debian's is of before compose files had names.
      writeFileSync(join(folder, 'compose.yaml'), readFileSync(file, 'utf8').replace(/^name: .*\n/m, ''))
      writeFileSync(join(folder, '.env'), '')
      const { stderr } = await promisify(execFile)('docker-compose', ['config', '--quiet'], {
        cwd: folder,
        env: { PATH: process.env.PATH, ...variables },
      })
      assert.equal(stderr, '')
    })
})
