import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, mkdir, open, readdir, rm, stat, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Dispatcher } from 'undici'
import { beginningBytes, extractLimits, isExtract, MapFetchFailed, md5In } from './country-extract.ts'
import { discard, openExtract, receivedText } from './send-extract-request.ts'

type Download = {
  url: string
  /** Makes the connections (`extractAgent`). */
  dispatcher: Dispatcher
  /** Where it is put: what was received of the same extract before is gone on with. */
  path: string
  /** What it must be. */
  md5: string
  signal: AbortSignal
  /**
   * Called now and then with how many bytes are there, and whether more than before; throws to end the
   * download.
   */
  onProgress: (receivedBytes: number, totalBytes: number | undefined, isNew: boolean) => Promise<void>
}

/** How often progress is told, in bytes. */
const progressBytes = 4 * 1024 * 1024

/** The checksum that stands beside an extract. Throws MapFetchFailed. */
export async function downloadMd5(
  url: string,
  { dispatcher, signal }: Pick<Download, 'dispatcher' | 'signal'>,
): Promise<string> {
  const response = await openExtract(url, { dispatcher, signal, from: 0 }).catch((error: unknown) => {
    throw error instanceof MapFetchFailed && error.failure === 'NOT_FOUND'
      ? new MapFetchFailed('NO_CHECKSUM')
      : error
  })
  const md5 = md5In(await receivedText(response, extractLimits.md5Bytes))
  if (md5 === undefined) throw new MapFetchFailed('NO_CHECKSUM')
  return md5
}

/** Where an extract with this checksum is put; what lies there of an earlier one is removed. */
export async function prepareExtractPath(folder: string, name: string, md5: string): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const own = `${name}.${md5}.osm.pbf`
  for (const other of await readdir(folder))
    if (other.startsWith(`${name}.`) && other !== own) await rm(join(folder, other), { force: true })
  return join(folder, own)
}

/**
 * Receives an extract into a file, going on with what is there, and holds it against its checksum. What was
 * received stays when the connection breaks, for the next try; what cannot be the extract is removed. Throws
 * MapFetchFailed.
 */
export async function downloadExtract(download: Download): Promise<void> {
  const { path, md5 } = download
  try {
    await receive(download)
    if ((await md5Of(path)) !== md5) throw new MapFetchFailed('WRONG_CHECKSUM')
  } catch (error) {
    const failed = isDiskFull(error) ? new MapFetchFailed('DISK_FULL', error) : error
    if (failed instanceof MapFetchFailed && removesFile.has(failed.failure)) await rm(path, { force: true })
    throw failed
  }
}

const removesFile: ReadonlySet<string> = new Set([
  'WRONG_CHECKSUM',
  'NOT_A_MAP',
  'TOO_LARGE',
  'DISK_FULL',
] satisfies MapFetchFailed['failure'][])

const isDiskFull = (error: unknown): boolean =>
  ['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException | undefined)?.code ?? '')

async function receive({ url, path, dispatcher, signal, onProgress }: Download): Promise<void> {
  const already = (await stat(path).catch(() => undefined))?.size ?? 0
  const response = await openExtract(url, { dispatcher, signal, from: already })
  // Nothing is left to receive: the checksum says whether what is there is whole.
  if (response.isWhole) return
  const { from, totalBytes, body } = response
  if ((totalBytes ?? 0) > extractLimits.bytes) {
    discard(body)
    throw new MapFetchFailed('TOO_LARGE')
  }
  const file = await open(path, from === 0 ? 'w+' : 'a+')
  try {
    let received = from
    let told = from
    await refuseFullDisk(path, (totalBytes ?? received) - received)
    await onProgress(received, totalBytes, false)
    for await (const chunk of body as AsyncIterable<Buffer>) {
      await file.appendFile(chunk)
      const before = received
      received += chunk.length
      if (received > extractLimits.bytes) throw new MapFetchFailed('TOO_LARGE')
      if (before < beginningBytes && received >= beginningBytes) await refuseOtherFiles(file)
      if (received - told < progressBytes) continue
      told = received
      await refuseFullDisk(path, (totalBytes ?? received) - received)
      await onProgress(received, totalBytes, true)
    }
    if (received < Math.max(beginningBytes, totalBytes ?? 0)) throw new MapFetchFailed('BROKEN_OFF')
  } catch (error) {
    discard(body)
    throw error
  } finally {
    await file.close()
  }
}

async function refuseFullDisk(path: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(dirname(path))
  if (bavail * bsize < bytes + extractLimits.spareDiskBytes) throw new MapFetchFailed('DISK_FULL')
}

/** A page that says that something is wrong comes with the best of statuses. */
async function refuseOtherFiles(file: FileHandle): Promise<void> {
  const { buffer } = await file.read(Buffer.alloc(beginningBytes), 0, beginningBytes, 0)
  if (!isExtract(buffer)) throw new MapFetchFailed('NOT_A_MAP')
}

async function md5Of(path: string): Promise<string> {
  const hash = createHash('md5')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}
