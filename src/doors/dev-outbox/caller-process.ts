import { readdir, readFile, readlink } from 'node:fs/promises'
import { type KernelSocket, kernelSockets, takesFromElsewhere } from './kernel-sockets.ts'

/**
 * Whether the program at the other end of a connection of this machine may bring others along: it takes
 * connections of other machines itself, as a proxy does that adds no header, or belongs to somebody else.
 * Only Linux tells; elsewhere, and of this very process, nothing is held against it.
 */
export async function mayBringOthers({ remotePort, localPort }: { remotePort: number; localPort: number }) {
  const sockets = await allSockets()
  const calling = sockets.find(
    (socket) => socket.port === remotePort && socket.peerPort === localPort && socket.inode !== '0',
  )
  if (!calling) return false
  const process = await processOf(calling.inode)
  if (process === undefined) return true
  return !process.isOurs && takesFromElsewhere(sockets, process.inodes)
}

async function allSockets(): Promise<KernelSocket[]> {
  const texts = ['/proc/net/tcp', '/proc/net/tcp6'].map((path) => readFile(path, 'utf8').catch(() => ''))
  return (await Promise.all(texts)).flatMap(kernelSockets)
}

/** The process that holds a socket, with all its sockets; undefined where it may not be looked at. */
async function processOf(inode: string) {
  for (const pid of await readdir('/proc')) {
    if (!/^\d+$/.test(pid)) continue
    const inodes = await socketsOf(pid)
    if (inodes.has(inode)) return { inodes, isOurs: pid === String(process.pid) }
  }
  return undefined
}

async function socketsOf(pid: string): Promise<Set<string>> {
  const folder = `/proc/${pid}/fd`
  const files = await readdir(folder).catch(() => [])
  const targets = await Promise.all(files.map((file) => readlink(`${folder}/${file}`).catch(() => '')))
  return new Set(targets.flatMap((target) => /^socket:\[(\d+)\]$/.exec(target)?.[1] ?? []))
}
