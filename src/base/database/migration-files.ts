import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { executedHash } from './executed-sql.ts'

export const migrationsFolder = fileURLToPath(new URL('../../../migrations/', import.meta.url))

export type Migration = {
  name: string
  sql: string
  /** Of what is executed. */
  sha256: string
  isBreaking: boolean
  isInTransaction: boolean
}

/** The names of the migrations that this version comes with. */
export const listMigrationNames = (folder = migrationsFolder): string[] =>
  readdirSync(folder)
    .filter((name) => /^\d{4}_[a-z0-9_]+\.sql$/.test(name))
    .sort()

/** The migrations of a folder in the order of their names. Throws for an unknown marker. */
export function readMigrations(folder: string): Migration[] {
  return listMigrationNames(folder).map((name) => {
    const sql = readFileSync(`${folder}/${name}`, 'utf8')
    const markers = markersOf(name, sql)
    return {
      name,
      sql,
      sha256: executedHash(sql),
      isBreaking: markers.includes('breaking'),
      isInTransaction: !markers.includes('without transaction'),
    }
  })
}

/** The lines `--! …` of a file. Throws for an unknown one: it was meant to change how the file is applied. */
function markersOf(name: string, sql: string): string[] {
  const markers = [...sql.matchAll(/^--!(.*)$/gm)].map(([, marker = '']) => marker.trim())
  const strange = markers.find((marker) => marker !== 'breaking' && marker !== 'without transaction')
  if (strange !== undefined)
    throw new Error(`The migration ${name} has a marker nobody knows: --! ${strange}`)
  return markers
}
