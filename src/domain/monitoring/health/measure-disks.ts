import { statfs } from 'node:fs/promises'
import type { DiskHealth } from './service-health.ts'

/** The folders that this process keeps files in; no photo folder where photos are in a bucket. */
export type WatchedFolders = { data: string; photos: string | null }

/** The room that is left where each folder is; a folder that is not there yet is looked for above. */
export async function measureDisks({ data, photos }: WatchedFolders): Promise<DiskHealth[]> {
  const folders: [DiskHealth['holds'], string | null][] = [
    ['data', data],
    ['photos', photos],
  ]
  return Promise.all(
    folders.flatMap(([holds, folder]) => (folder === null ? [] : measureDisk(holds, folder))),
  )
}

async function measureDisk(holds: DiskHealth['holds'], folder: string): Promise<DiskHealth> {
  const free = await roomAt(folder).catch(() => roomAt(`${folder}/..`).catch(() => undefined))
  return { holds, folder, freeBytes: free?.freeBytes ?? null, totalBytes: free?.totalBytes ?? 0 }
}

async function roomAt(folder: string) {
  const { bavail, blocks, bsize } = await statfs(folder)
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize }
}
