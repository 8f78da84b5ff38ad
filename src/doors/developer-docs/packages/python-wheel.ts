import { createHash } from 'node:crypto'
import { parse } from 'smol-toml'
import { type ClientFiles, filesLike, textOf } from './client-files.ts'
import { zipArchive } from './zip-archive.ts'

/** Of `pyproject.toml`, what a wheel says of itself. */
type Project = {
  name: string
  version: string
  description: string
  license: string
  'requires-python': string
  authors: { name: string }[]
  keywords: string[]
  classifiers: string[]
  urls: Record<string, string>
  dependencies: string[]
  'optional-dependencies': Record<string, string[]>
}

/**
 * The Python package as a wheel, as setuptools would build it, so that neither this service nor a shop needs
 * a build tool. The same files give the same bytes.
 */
export function pythonWheel(files: ClientFiles): { file: string; bytes: Buffer } {
  const { project } = parse(textOf(files, 'pyproject.toml')) as unknown as { project: Project }
  const name = `${project.name.replaceAll('-', '_')}-${project.version}`
  const about = `${name}.dist-info`
  const modules = [...filesLike(files, /^src\/colis\/(\w+\.py|py\.typed)$/)]
  const wheel: ClientFiles = new Map([
    ...modules.map(([path, content]) => [path.slice('src/'.length), content] as const),
    [`${about}/METADATA`, Buffer.from(metadataOf(project, textOf(files, 'README.md')))],
    [`${about}/WHEEL`, Buffer.from(wheelAbout)],
    [`${about}/licenses/LICENSE`, Buffer.from(textOf(files, 'LICENSE'))],
    [`${about}/top_level.txt`, Buffer.from('colis\n')],
  ])
  wheel.set(`${about}/RECORD`, Buffer.from(recordOf(wheel, `${about}/RECORD`)))
  return { file: `${name}-py3-none-any.whl`, bytes: zipArchive(wheel) }
}

const wheelAbout = 'Wheel-Version: 1.0\nGenerator: colis\nRoot-Is-Purelib: true\nTag: py3-none-any\n'

function metadataOf(project: Project, readme: string): string {
  const extras = Object.entries(project['optional-dependencies']).flatMap(([extra, needed]) => [
    `Provides-Extra: ${extra}`,
    ...needed.map((each) => `Requires-Dist: ${each}; extra == "${extra}"`),
  ])
  const lines = [
    'Metadata-Version: 2.4',
    `Name: ${project.name}`,
    `Version: ${project.version}`,
    `Summary: ${project.description}`,
    `Author: ${project.authors.map(({ name }) => name).join(', ')}`,
    `License-Expression: ${project.license}`,
    ...Object.entries(project.urls).map(([what, url]) => `Project-URL: ${what}, ${url}`),
    `Keywords: ${project.keywords.join(',')}`,
    ...project.classifiers.map((each) => `Classifier: ${each}`),
    `Requires-Python: ${project['requires-python']}`,
    'Description-Content-Type: text/markdown',
    'License-File: LICENSE',
    ...project.dependencies.map((each) => `Requires-Dist: ${each}`),
    ...extras,
    'Dynamic: license-file',
  ]
  return `${lines.join('\n')}\n\n${readme}`
}

/** What pip checks an installation by: the hash and the size of each file. */
function recordOf(wheel: ClientFiles, own: string): string {
  const lines = [...wheel].map(([path, content]) => {
    const hash = createHash('sha256').update(content).digest('base64url')
    return `${path},sha256=${hash},${content.length}`
  })
  return `${[...lines, `${own},,`].join('\n')}\n`
}
