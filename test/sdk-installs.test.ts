import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { after, test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { unzipSync } from 'fflate'
import { parseTar } from 'nanotar'
import { packClients } from '../src/doors/developer-docs/packages/pack-clients.ts'
import { clientsFolder, whyWithout } from './support/client-tools.ts'

/** The packages of sdk/ as the tools of each language build them, beside what the service packs and serves. */
const folder = mkdtempSync(join(tmpdir(), 'colis-packages-'))
after(() => rmSync(folder, { recursive: true, force: true }))

function newFolder(name: string): string {
  const path = join(folder, name)
  mkdirSync(path)
  return path
}

/** A copy of a client as it is in the repository, so that building leaves nothing there. */
function copyOf(client: string): string {
  const path = join(folder, client)
  cpSync(join('sdk', client), path, {
    recursive: true,
    filter: (source) => !/(^|\/)(node_modules|dist|build|\.venv|__pycache__|[\w.]+\.egg-info)$/.test(source),
  })
  return path
}

function run(cwd: string, program: string, args: string[], env: Record<string, string> = {}): string {
  const { status, stdout, stderr } = spawnSync(program, args, {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, ...env },
  })
  assert.equal(status, 0, `${program} ${args.join(' ')}\n${stdout}${stderr}`)
  return stdout
}

test('the npm package holds exactly what the service packs', async () => {
  const packed = run(resolve('sdk/typescript'), 'npm', ['pack', '--dry-run', '--json'])
  const [{ files }] = JSON.parse(packed) as [{ files: { path: string }[] }]
  const tarball = parseTar(gunzipSync((await servedAs('TypeScript')).bytes))
  assert.deepEqual(tarball.map(({ name }) => name).sort(), files.map(({ path }) => `package/${path}`).sort())
  assert.ok(files.some(({ path }) => path === 'dist/cjs/sdk.js'))
  assert.ok(files.every(({ path }) => /^(dist\/|LICENSE$|README|package\.json$)/.test(path)))
})

const bin = resolve(clientsFolder, '.venv/bin')

test('the Python wheel that the service packs is the one that setuptools builds', {
  skip: whyWithout('pip') || whyWithoutSetuptools(),
}, async () => {
  const wheels = newFolder('wheels')
  const offline = ['--no-index', '--no-deps', '--quiet']
  run(copyOf('python'), join(bin, 'pip'), ['wheel', ...offline, '--no-build-isolation', '-w', wheels, '.'])
  const wheel = join(wheels, 'colis_sdk-0.1.0-py3-none-any.whl')
  const listed = run(folder, join(bin, 'python'), [
    ...['-c', 'import sys, zipfile; print(*sorted(zipfile.ZipFile(sys.argv[1]).namelist()))', wheel],
  ])
  const served = join(folder, 'served.whl')
  writeFileSync(served, (await servedAs('Python')).bytes)
  const listOf = (path: string) =>
    run(folder, join(bin, 'python'), [
      ...['-c', 'import sys, zipfile; print(*sorted(zipfile.ZipFile(sys.argv[1]).namelist()))', path],
    ])
  assert.equal(listOf(served), listed)
  const metadataOf = (path: string) => {
    const inside = 'colis_sdk-0.1.0.dist-info/METADATA'
    const program =
      'import sys, zipfile; sys.stdout.buffer.write(zipfile.ZipFile(sys.argv[1]).read(sys.argv[2]))'
    const [head = '', ...text] = run(folder, join(bin, 'python'), ['-c', program, path, inside]).split('\n\n')
    return [head.split('\n').sort(), text.join('\n\n')]
  }
  assert.deepEqual(metadataOf(served), metadataOf(wheel))
})

const composer = {
  COMPOSER_HOME: join(folder, 'composer-home'),
  COMPOSER_ALLOW_SUPERUSER: '1',
  COMPOSER_DISABLE_NETWORK: '1',
}

test('the Composer package is valid, and holds exactly what the service packs', {
  skip: lacks('composer'),
}, async () => {
  const sdk = copyOf('php')
  run(sdk, 'composer', ['validate', '--strict', '--no-interaction'], composer)
  run(sdk, 'composer', ['archive', '--format=tar', '--dir=..', '--file=composer-package'], composer)
  const archived = run(folder, 'tar', ['-tf', 'composer-package.tar']).trim().split('\n')
  const served = Object.keys(unzipSync((await servedAs('PHP')).bytes))
  assert.deepEqual(
    served.map((path) => path.slice(path.indexOf('/') + 1)).sort(),
    archived.filter((path) => !path.endsWith('/')).sort(),
  )
})

async function servedAs(language: string) {
  const { packages } = await packClients('http://127.0.0.1:8080')
  return packages.find((each) => each.language === language) ?? assert.fail(language)
}

function whyWithoutSetuptools(): false | string {
  const isThere = 'import setuptools, sys; sys.exit(int(setuptools.__version__.split(".")[0]) < 77)'
  if (spawnSync(join(bin, 'python'), ['-c', isThere]).status === 0) return false
  return `older than its requirements: ${bin}/pip install --require-hashes -r ${clientsFolder}/python-requirements.txt`
}

function lacks(program: string): false | string {
  return spawnSync(program, ['--version']).status === 0 ? false : `${program} is not installed here`
}
