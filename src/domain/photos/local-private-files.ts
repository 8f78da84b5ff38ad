import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isPhotoKey, type PrivateFiles } from './photo-storage.ts'

/**
 * Private files in a folder that only the owner of this process may open. A file appears complete or not at
 * all.
 */
export const localPrivateFiles = (folder: string): PrivateFiles => ({
  async save(fileKey, _contentType, bytes) {
    if (!isPhotoKey(fileKey)) throw new Error('This is no key of a private file.')
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const arriving = join(folder, `.${fileKey}.${randomUUID()}.part`)
    try {
      await writeFile(arriving, bytes, { flag: 'wx', flush: true, mode: 0o600 })
      await rename(arriving, join(folder, fileKey))
    } catch (error) {
      await rm(arriving, { force: true })
      throw error
    }
  },
  async read(fileKey) {
    if (!isPhotoKey(fileKey)) return undefined
    return readFile(join(folder, fileKey)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error
      return undefined
    })
  },
  async remove(fileKey) {
    if (isPhotoKey(fileKey)) await rm(join(folder, fileKey), { force: true })
  },
})
