import { createHash } from 'node:crypto'
import { readClientFiles, textOf } from './client-files.ts'
import { composerRepository, composerZip } from './composer-package.ts'
import { npmTarball } from './npm-tarball.ts'
import { pythonWheel } from './python-wheel.ts'

/** A client as a file that is fetched, and how it is installed from there. */
export type ClientPackage = {
  language: string
  name: string
  file: string
  type: string
  bytes: Buffer
  sha256: string
  /** The commands that install it, at the address of this service. */
  commands: string[]
}

export type ClientPackages = { version: string; packages: ClientPackage[]; composer: string }

/** Where they are fetched. */
const packagesPath = '/sdk/'

/**
 * The three clients of this installation as packages, from the folder `sdk/`: what a registry would serve.
 * Their bytes follow from the files alone. `publicUrl` is the address of this service.
 */
export async function packClients(publicUrl: string): Promise<ClientPackages> {
  const [typescript, python, php] = await Promise.all(['typescript', 'python', 'php'].map(readClientFiles))
  if (!typescript || !python || !php) throw new Error('A client is missing in sdk/.')
  const { version } = JSON.parse(textOf(typescript, 'package.json')) as { version: string }
  const tarball = { file: `colis-sdk-${version}.tgz`, bytes: npmTarball(typescript) }
  const wheel = pythonWheel(python)
  const zip = composerZip(php, version)
  const urlOf = (file: string) => `${publicUrl}${packagesPath}${file}`
  return {
    version,
    packages: [
      {
        language: 'TypeScript',
        name: '@colis/sdk',
        type: 'application/gzip',
        ...hashed(tarball),
        commands: [`npm install ${urlOf(tarball.file)}`],
      },
      {
        language: 'Python',
        name: 'colis-sdk',
        type: 'application/zip',
        ...hashed(wheel),
        commands: [`pip install ${urlOf(wheel.file)}`],
      },
      {
        language: 'PHP',
        name: 'colis/sdk',
        type: 'application/zip',
        ...hashed(zip),
        commands: [
          `composer config repositories.colis composer ${publicUrl}${packagesPath.replace(/\/$/, '')}`,
          'composer require colis/sdk',
        ],
      },
    ],
    composer: composerRepository(php, version, urlOf(zip.file), zip.bytes),
  }
}

const hashed = ({ file, bytes }: { file: string; bytes: Buffer }) => ({
  file,
  bytes,
  sha256: createHash('sha256').update(bytes).digest('hex'),
})
