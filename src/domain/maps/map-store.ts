import { type Selectable, sql } from 'kysely'
import type { Database, Trx } from '../../base/database/open-database.ts'
import type { Tables } from '../../base/database/tables.ts'
import type { CityMapFacts } from './city-map-facts.ts'
import type { IndexedLandmark } from './landmark-index.ts'

/** How many landmarks one statement writes or reads. */
const batchSize = 2_000

/** The columns of `city_maps` but for the drawing. */
const factColumns = [
  'city_maps.city_id',
  'city_maps.import_id',
  'city_maps.file_name',
  'city_maps.attribution',
  'city_maps.drawing_sha256',
  'city_maps.landmark_count',
  'city_maps.line_count',
  'city_maps.imported_at',
] as const

/** What is known of every map. */
export async function readMapFacts(db: Database): Promise<CityMapFacts[]> {
  const rows = await db.selectFrom('city_maps').select(factColumns).execute()
  return rows.map(factsOf)
}

/** What is known of the map of a city, if it has one. */
export async function findMapFacts(db: Database | Trx, cityId: string): Promise<CityMapFacts | undefined> {
  const row = await db
    .selectFrom('city_maps')
    .select(factColumns)
    .where('city_maps.city_id', '=', cityId)
    .executeTakeFirst()
  return row && factsOf(row)
}

/** Writes the map of a city in the place of any other, with its landmarks; the drawing is JSON under gzip. */
export async function saveMap(
  trx: Trx,
  facts: CityMapFacts,
  drawing: Uint8Array,
  landmarks: readonly IndexedLandmark[],
): Promise<void> {
  await deleteMap(trx, facts.cityId)
  await trx
    .insertInto('city_maps')
    .values({
      city_id: facts.cityId,
      import_id: facts.importId,
      file_name: facts.fileName,
      attribution: facts.attribution,
      drawing: Buffer.from(drawing),
      drawing_sha256: facts.drawingSha256,
      landmark_count: facts.landmarkCount,
      line_count: facts.lineCount,
      imported_at: facts.importedAt,
    })
    .execute()
  for (let from = 0; from < landmarks.length; from += batchSize)
    await insertLandmarks(trx, facts.cityId, from, landmarks.slice(from, from + batchSize))
}

async function insertLandmarks(
  trx: Trx,
  cityId: string,
  from: number,
  landmarks: readonly IndexedLandmark[],
): Promise<void> {
  const column = <T>(read: (landmark: IndexedLandmark) => T) => landmarks.map(read)
  await sql`
    insert into landmarks (city_id, position, name, kind, lat, lng, words)
    select ${cityId}::uuid, ${from}::integer + given.at, given.name, given.kind, given.lat, given.lng,
      given.words
    from unnest(
      ${column(({ name }) => name)}::text[],
      ${column(({ kind }) => kind)}::text[],
      ${column(({ lat }) => lat)}::double precision[],
      ${column(({ lng }) => lng)}::double precision[],
      ${column(({ words }) => words.join(' '))}::text[]
    ) with ordinality as given (name, kind, lat, lng, words, at)
  `.execute(trx)
}

/** Deletes the map of a city and its landmarks, if it has one. */
export async function deleteMap(trx: Trx, cityId: string): Promise<void> {
  await trx.deleteFrom('city_maps').where('city_maps.city_id', '=', cityId).execute()
}

/** The drawing of a city, as it was written. */
export async function findDrawing(db: Database, cityId: string): Promise<Uint8Array | undefined> {
  const row = await db
    .selectFrom('city_maps')
    .select('city_maps.drawing')
    .where('city_maps.city_id', '=', cityId)
    .executeTakeFirst()
  return row?.drawing
}

/** The landmarks of a city, in the order of their import. */
export async function readLandmarks(db: Database, cityId: string): Promise<IndexedLandmark[]> {
  const landmarks: IndexedLandmark[] = []
  let after = 0
  while (true) {
    const rows = await db
      .selectFrom('landmarks')
      .selectAll()
      .where('landmarks.city_id', '=', cityId)
      .where('landmarks.position', '>', after)
      .orderBy('landmarks.position')
      .limit(batchSize)
      .execute()
    for (const { name, kind, lat, lng, words } of rows)
      landmarks.push({ name, kind, lat, lng, words: words.split(' ') })
    if (rows.length < batchSize) return landmarks
    after = rows.at(-1)?.position ?? after
  }
}

const factsOf = (row: Omit<Selectable<Tables['city_maps']>, 'drawing'>): CityMapFacts => ({
  cityId: row.city_id,
  importId: row.import_id,
  fileName: row.file_name,
  attribution: row.attribution,
  drawingSha256: row.drawing_sha256,
  landmarkCount: row.landmark_count,
  lineCount: row.line_count,
  importedAt: row.imported_at,
})
