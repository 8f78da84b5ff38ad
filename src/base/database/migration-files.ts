import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
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
  /** It makes at once what the migrations in `before/` made one after the other. */
  isBaseline: boolean
}

/**
 * The names of the migrations that this version comes with: files, and the baseline, a folder with a file for
 * each room.
 */
export const listMigrationNames = (folder = migrationsFolder): string[] =>
  readdirSync(folder)
    .filter((name) => /^\d{4}_[a-z0-9_]+(\.sql)?$/.test(name))
    .sort()

/** The names of the migrations that the baseline took the place of. */
export const listNamesBefore = (folder = migrationsFolder): string[] =>
  existsSync(`${folder}/before`) ? listMigrationNames(`${folder}/before`) : []

/** The migrations of a folder in the order of their names. Throws for an unknown marker. */
export function readMigrations(folder: string): Migration[] {
  return listMigrationNames(folder).map((name) => {
    const isBaseline = !name.endsWith('.sql')
    const files = isBaseline ? readdirSync(`${folder}/${name}`).sort() : ['']
    const sql = files.map((file) => readFileSync(join(folder, name, file), 'utf8')).join('\n')
    const markers = markersOf(name, sql)
    return {
      name,
      sql,
      sha256: executedHash(sql),
      // A version that does not know the baseline would apply to its tables what stands in `before/`.
      isBreaking: isBaseline || markers.includes('breaking'),
      isInTransaction: !markers.includes('without transaction'),
      isBaseline,
    }
  })
}

/** A form in which a migration landed. */
export type LandedForm = {
  sha256: string
  /** The name of the file now, and that under which it was applied. */
  name: string
  nameThen: string
  /** What makes of this form what the present one makes; empty where it did the same. */
  sql: string
}

/** Every form in which the migrations of a folder landed, as its `landed.txt` lists them. */
export function readLandedForms(folder: string): LandedForm[] {
  const lines = readFileSync(`${folder}/landed.txt`, 'utf8').matchAll(
    /^(\w{64}) (\w+) (\S+)(?: (\S+))?\r?$/gm,
  )
  return [...lines].map(([, sha256 = '', kind, name = '', nameThen = name]) => {
    const sql = kind === 'changed' ? readFileSync(`${folder}/changed/${name}`, 'utf8') : ''
    return { sha256, name, nameThen, sql }
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
