/** A TCP socket of this machine, as Linux lists it; addresses are its hexadecimal words. */
export type KernelSocket = {
  address: string
  port: number
  peerPort: number
  isListening: boolean
  inode: string
}

/** The sockets in `/proc/net/tcp` or `/proc/net/tcp6`. */
export const kernelSockets = (text: string): KernelSocket[] =>
  text.split('\n').flatMap((line) => {
    const [, local = '', peer = '', state, , , , , , inode = ''] = line.trim().split(/\s+/)
    const [address = '', port = ''] = local.split(':')
    if (!/^[0-9A-F]{8}([0-9A-F]{24})?$/.test(address)) return []
    return {
      address,
      port: Number.parseInt(port, 16),
      peerPort: Number.parseInt(peer.split(':')[1] ?? '', 16),
      isListening: state === listening,
      inode,
    }
  })

/** Whether one of the sockets of a process takes connections of other machines. */
export const takesFromElsewhere = (sockets: readonly KernelSocket[], inodes: ReadonlySet<string>): boolean =>
  sockets.some(
    ({ isListening, address, inode }) => isListening && inodes.has(inode) && !loopback.test(address),
  )

const listening = '0A'

/** 127.0.0.0/8, ::ffff:127.0.0.0/104 and ::1, each word with its last byte first. */
const loopback = /^(0000000000000000FFFF0000)?[0-9A-F]{6}7F$|^0{24}01000000$/
