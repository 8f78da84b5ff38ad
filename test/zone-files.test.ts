import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { zipSync } from 'fflate'
import { runCommandLine } from '../src/cli/command-line.ts'
import type { ConsoleVisitor } from './support/console-work.ts'
import { openAny } from './support/databases.ts'
import { center, openService, type TestService } from './support/open-service.ts'
import { openOperations } from './support/operations-work.ts'
import { sendFile } from './support/send-file.ts'
import { type Page, textOf } from './support/visitor.ts'

/** Zones in the files that people have, through the page and the command line (decision 303). */

let service: TestService
let operator: ConsoleVisitor
let path: string
const folder = mkdtempSync(join(tmpdir(), 'colis-'))

before(async () => {
  service = await openService(await openAny())
  operator = await openOperations(service)
  const cityId = service.services.pricing.map.current().locate(center)?.city.id ?? ''
  path = `/operations/cities/${cityId}/zones/import`
})
after(async () => {
  rmSync(folder, { recursive: true, force: true })
  await service.close()
})

const placemark = (name: string, west: number): string =>
  `<Placemark><name>${name}</name><Polygon><outerBoundaryIs><LinearRing><coordinates>
${west},6.36,0 ${west + 0.01},6.36,0 ${west + 0.01},6.37,0 ${west},6.37,0 ${west},6.36,0
</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark>`
const depot = '<Placemark><name>Dépôt</name><Point><coordinates>2.41,6.37,0</coordinates></Point></Placemark>'
const kml = (...placemarks: string[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<kml xmlns="http://www.opengis.net/kml/2.2"><Document>${placemarks.join('')}</Document></kml>`
const document = kml(placemark('Cadjèhoun', 2.4), placemark('2', 2.41), depot)

const upload = (name: string, bytes: Buffer): Promise<Page> =>
  sendFile(service, operator, path, { field: 'file', name, type: 'application/octet-stream', bytes })

const onCommandLine = (name: string, bytes: Uint8Array) => {
  writeFileSync(join(folder, name), bytes)
  const argv = ['zones', 'import', name, '--city', 'Cotonou', '--dry-run']
  return runCommandLine(argv, { services: async () => service.services, folder })
}

for (const [name, bytes] of [
  ['zones.kml', Buffer.from(document)],
  ['zones.kmz', Buffer.from(zipSync({ 'doc.kml': Buffer.from(document) }))],
  ['anciennes.kml', Buffer.from(document.replace('UTF-8', 'windows-1252'), 'latin1')],
] as const) {
  test(`an operator sees what ${name} would change, and what of it was left out`, async () => {
    const page = textOf(await upload(name, bytes))
    assert.match(page, /Cadjèhoun/)
    assert.match(page, /1 élément sans surface a été laissé de côté : un point ou une ligne\./)
  })

  test(`the command line reads ${name} as the page does`, async () => {
    const { stdout, stderr } = await onCommandLine(name, bytes)
    assert.equal(stderr, '')
    assert.match(stdout, /1 feature without an area was left out: a point or a line\./)
    assert.match(stdout, /added: 2 \(Cadjèhoun, 2\)/)
  })
}

test('a file that is none of zones is refused with what to do, through both doors', async () => {
  const shapefile = Buffer.from(zipSync({ 'zones.shp': Buffer.from('x') }))
  const page = await upload('zones.zip', shapefile)
  assert.equal(page.status, 422)
  assert.match(textOf(page), /C’est un fichier Shapefile : exportez les zones en GeoJSON ou en KML\./)
  const { stderr, exitCode } = await onCommandLine('zones.zip', shapefile)
  assert.equal(exitCode, 1)
  assert.match(stderr, /This is Shapefile: export the zones as GeoJSON or KML\./)
})
