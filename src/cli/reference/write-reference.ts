import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { pino } from 'pino'
import { buildApp } from '../../app.ts'
import { openEmbeddedDatabase } from '../../base/database/embedded-database.ts'
import { migrate } from '../../base/database/migrate.ts'
import { manualClock, systemClock } from '../../base/kernel/clock.ts'
import { readConfig } from '../../config.ts'
import type { PartnerErrorCode } from '../../contract/errors.ts'
import type { ChangeDays } from '../../doors/developer-docs/changes-feed.ts'
import { readDatedChanges } from '../../doors/developer-docs/open-docs.ts'
import { type ApiDescription, describedApi, describedOperations } from '../../http/openapi-document.ts'
import { makeServices } from '../../services.ts'
import { asyncPythonClient } from './async-python-client.ts'
import { phpTypes, pythonTypes, typescriptTypes } from './client-types.ts'
import { exampleEventsModule } from './graded-example.ts'
import {
  doorErrorsMarkdown,
  errorsMarkdown,
  messagesMarkdown,
  settingsMarkdown,
  statusesMarkdown,
} from './reference-pages.ts'
import { requestCollection } from './request-collection.ts'

const folder = new URL('../../../docs/reference/', import.meta.url)

/** The files of `docs/reference/` by name, as they should be. */
export async function referenceFiles(): Promise<Record<string, string>> {
  const config = readConfig({
    DATABASE_URL: 'memory:',
    SECRETS_KEY: Buffer.alloc(32).toString('base64'),
    LOG_LEVEL: 'silent',
  })
  const database = await openEmbeddedDatabase({})
  await migrate(database)
  const clock = manualClock('2026-01-01T00:00:00Z')
  const services = await makeServices({ config, database, clock, log: pino({ level: 'silent' }) })
  const app = await buildApp(services)
  await app.ready()
  const description = describedApi(app)
  await app.close()
  await services.stop()
  await database.close()
  return {
    'openapi.json': `${JSON.stringify(description, null, 2)}\n`,
    'errors.md': errorsMarkdown((code) => operationsAnswering(description, code)),
    'door-errors.md': doorErrorsMarkdown(),
    'statuses.md': statusesMarkdown(),
    'settings.md': settingsMarkdown(),
    'messages.md': messagesMarkdown(),
  }
}

/** What clients have of the description, by path. */
export function clientFiles(description: ApiDescription): Record<string, string> {
  return {
    'sdk/typescript/src/types.ts': typescriptTypes(description),
    'sdk/python/src/colis/types.py': pythonTypes(description),
    'sdk/python/src/colis/_async_client.py': asyncPythonClient(
      readFileSync(new URL('../../../sdk/python/src/colis/_client.py', import.meta.url), 'utf8'),
    ),
    'sdk/typescript/src/cli/grading/example-events.ts': exampleEventsModule(),
    'sdk/php/src/Types.php': phpTypes(description),
    'docs/reference/colis.postman_collection.json': requestCollection(description),
  }
}

/** The days on which the latest changes of the changelog were first written down; new ones are of `today`. */
export async function changeDays(before: ChangeDays, today: string): Promise<ChangeDays> {
  const listed = await readDatedChanges()
  const dayOf = new Map(Object.entries(before).flatMap(([day, ids]) => ids.map((id) => [id, day] as const)))
  const days = Map.groupBy(listed, (id) => dayOf.get(id) ?? today)
  return Object.fromEntries([...days].sort(([a], [b]) => (a < b ? -1 : 1)))
}

function operationsAnswering(description: ApiDescription, code: PartnerErrorCode): string[] {
  const operations = describedOperations(description)
  return operations.filter((each) => each['x-error-codes'].includes(code)).map((each) => each.operationId)
}

if (import.meta.main) {
  mkdirSync(folder, { recursive: true })
  const files = await referenceFiles()
  for (const [name, text] of Object.entries(files)) writeFileSync(new URL(name, folder), text)
  for (const [path, text] of Object.entries(clientFiles(JSON.parse(files['openapi.json'] ?? ''))))
    writeFileSync(new URL(`../../${path}`, folder), text)
  const changes = new URL('changes.json', folder)
  const before = existsSync(changes) ? (JSON.parse(readFileSync(changes, 'utf8')) as ChangeDays) : {}
  const days = await changeDays(before, systemClock.now().toISOString().slice(0, 10))
  writeFileSync(changes, `${JSON.stringify(days, null, 2)}\n`)
}
