import ipaddr from 'ipaddr.js'
import type { DnsStub, NameAnswer } from './dns-stub.ts'

/** An address that webhooks must never go to, and why it is refused when a shop gives it. */
export type HostileTarget = {
  url: string
  reason: 'MALFORMED' | 'NOT_HTTPS' | 'CREDENTIALS' | 'NOT_PUBLIC'
  /** Its name leads nowhere; who gives it is told the same as of a name that leads inside. */
  isUnresolved?: true
}

type HostilePorts = {
  /** Where the canary listens. */
  canary: number
  /** Where the service under test itself listens. */
  own: number
}

/** Every address that must be refused, by why; the names among them are added to `dns`. */
export function hostileTargets(ports: HostilePorts, dns: DnsStub): HostileTarget[] {
  const hook = (host: string) => `https://${host}:${ports.canary}/hook`
  const names = Object.entries(hostileNames())
  for (const [name, { answer }] of names) dns.says(name, answer)
  const targets = [
    ...specialAddresses.flatMap(spellingsOf).map((host) => notPublic(hook(host))),
    ...specialRanges.flatMap(edgesOf).map((host) => notPublic(hook(host))),
    ...localHosts.map((host) => notPublic(hook(host))),
    ...oddlyWritten(ports).map(notPublic),
    ...oddPorts(ports).map((port) => notPublic(`https://127.0.0.1:${port}/`)),
    ...withCredentials(ports).map((url) => ({ url, reason: 'CREDENTIALS' as const })),
    ...otherSchemes(ports).map((url) => ({ url, reason: 'NOT_HTTPS' as const })),
    ...malformed(ports).map((url) => ({ url, reason: 'MALFORMED' as const })),
    ...names.map(([name, { answer: _, ...why }]) => ({ url: hook(name), ...why })),
  ]
  return [...new Map(targets.map((target) => [target.url, target])).values()]
}

const notPublic = (url: string): HostileTarget => ({ url, reason: 'NOT_PUBLIC' })

/** A public address that is nobody's example: names lead there until they lead elsewhere. */
export const publicAddress = { v4: '8.8.8.8', v6: '2606:4700::1111' }

/** Addresses that attackers ask for by name: the machine, its network, and its cloud's secrets. */
const specialAddresses = [
  '127.0.0.1',
  '127.255.255.254',
  '0.0.0.0',
  '10.0.0.1',
  '169.254.169.254',
  '172.16.0.1',
  '192.168.1.1',
  '100.100.100.200',
  '255.255.255.255',
]

/** Every way to write an IPv4 address as the host of a URL, alone or inside an IPv6 address. */
export function spellingsOf(address: string): string[] {
  const services = address.split('.').map(Number) as [number, number, number, number]
  const [a, b, c, d] = services
  const number = ((a * 256 + b) * 256 + c) * 256 + d
  const octal = (part: number) => `0${part.toString(8)}`
  const hex = (part: number) => `0x${part.toString(16)}`
  const fullWidth = (text: string) => shifted(text, /[0-9]/g, 0xff10 - 0x30)
  const words = [a * 256 + b, c * 256 + d].map((word) => word.toString(16))
  const hidden = [a * 256 + b, c * 256 + d].map((word) => (word ^ 0xffff).toString(16))
  return [
    address,
    `${address}.`,
    String(number),
    `${number}.`,
    hex(number),
    `0X${number.toString(16).toUpperCase()}`,
    octal(number),
    services.map(octal).join('.'),
    services.map((part) => `0000${octal(part)}`).join('.'),
    services.map(hex).join('.'),
    `${hex(a)}.${b}.${octal(c)}.${d}`,
    `${a}.${(b * 256 + c) * 256 + d}`,
    `${hex(a)}.${hex((b * 256 + c) * 256 + d)}`,
    `${a}.${b}.${c * 256 + d}`,
    fullWidth(address),
    fullWidth(String(number)),
    shifted(address, /[1-9]/g, 0x2460 - 0x31),
    address.replaceAll('.', '\u3002'),
    address.replaceAll('.', '\uff0e'),
    address.replaceAll('.', '%2e'),
    address.replaceAll(/./g, (character) => `%${character.charCodeAt(0).toString(16)}`),
    `[::ffff:${address}]`,
    `[::FFFF:${words.join(':')}]`,
    `[0:0:0:0:0:ffff:${words.join(':')}]`,
    `[::${address}]`,
    `[::ffff:0:${address}]`,
    `[64:ff9b::${address}]`,
    `[64:ff9b:1::${address}]`,
    `[2002:${words.join(':')}::1]`,
    `[2001:0:${words.join(':')}::1]`,
    `[2001:0:4136:e378:8000:63bf:${hidden.join(':')}]`,
    `[fe80::5efe:${address}]`,
  ]
}

const shifted = (text: string, which: RegExp, by: number) =>
  text.replaceAll(which, (character) => String.fromCharCode(character.charCodeAt(0) + by))

/** IANA's registries of special-purpose addresses, multicast, and what was never given out. */
const specialRanges = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  '::/96',
  '::ffff:0:0:0/96',
  '64:ff9b::/96',
  '64:ff9b:1::/48',
  '100::/64',
  '100:0:0:1::/64',
  '200::/7',
  '400::/6',
  '800::/5',
  '1000::/4',
  '2001::/32',
  '2001::/23',
  '2001:2::/48',
  '2001:3::/32',
  '2001:4:112::/48',
  '2001:10::/28',
  '2001:20::/28',
  '2001:30::/28',
  '2001:db8::/32',
  '2002::/16',
  '2620:4f:8000::/48',
  '3fff::/20',
  '4000::/3',
  '5f00::/16',
  '6000::/3',
  '8000::/3',
  'a000::/3',
  'c000::/3',
  'e000::/4',
  'f000::/5',
  'f800::/6',
  'fc00::/7',
  'fe00::/9',
  'fe80::/10',
  'fec0::/10',
  'ff00::/8',
]

/** The first address of a range, the last, and one between, as hosts of a URL. */
function edgesOf(range: string): string[] {
  const [base, bits] = ipaddr.parseCIDR(range)
  const bytes = base.toByteArray()
  const first = BigInt(`0x${Buffer.from(bytes).toString('hex')}`)
  const size = 1n << BigInt(bytes.length * 8 - bits)
  return [first, first + size / 2n + size / 3n, first + size - 1n].map((value) => {
    const hex = value.toString(16).padStart(bytes.length * 2, '0')
    const address = ipaddr.fromByteArray([...Buffer.from(hex, 'hex')]).toString()
    return bytes.length === 4 ? address : `[${address}]`
  })
}

/** Hosts that mean this machine or its network, whatever a resolver says. */
const localHosts = [
  'localhost',
  'LOCALHOST',
  'LocalHost.',
  'localhost..',
  '\uff4c\uff4f\uff43\uff41\uff4c\uff48\uff4f\uff53\uff54',
  '\u24db\u24de\u24d2\u24d0\u24db\u24d7\u24de\u24e2\u24e3',
  'local%68ost',
  '%6c%6f%63%61%6c%68%6f%73%74',
  'loc\u00adalhost',
  'l\u200bocalhost',
  'api.localhost',
  'a.b.localhost.',
  'localhost.localdomain',
  'ip6-localhost',
  'ip6-loopback',
  'localdomain',
  'broadcasthost',
  'metadata',
  'metadata.google.internal',
  'METADATA.GOOGLE.INTERNAL.',
  'instance-data.ec2.internal',
  'kubernetes.default.svc.cluster.local',
  'host.docker.internal',
  'printer.local',
  'router.lan',
  'nas.home',
  'nas.home.arpa',
  'wiki.corp',
  'wiki.intranet',
  'shop.test',
  'shop.example',
  'shop.invalid',
  'expyuzz4wqqyqhjn.onion',
  'db',
  'redis',
  '[::1]',
  '[::0001]',
  '[0:0:0:0:0:0:0:1]',
  '[0000:0000:0000:0000:0000:0000:0000:0001]',
  '[::0.0.0.1]',
]

/** The machine itself, written so that a careless reader sees another host. */
const oddlyWritten = ({ canary }: HostilePorts) => [
  `https:127.0.0.1:${canary}/`,
  `https:/127.0.0.1:${canary}/`,
  `https:///127.0.0.1:${canary}/`,
  `https:\\\\127.0.0.1:${canary}/`,
  `HTTPS://127.0.0.1:${canary}`,
  `  https://127.0.0.1:${canary}/  `,
  `\u0001\u001fhttps://127.0.0.1:${canary}/`,
  `ht\ntps://127.0\t.0.1\r:${canary}/`,
  `https://127.0.0.1:${canary}\\@${publicAddress.v4}/`,
  `https://127.0.0.1:${canary}?@${publicAddress.v4}/`,
  `https://127.0.0.1:${canary}#@${publicAddress.v4}/`,
  `https://127.0.0.1:${canary}/https://${publicAddress.v4}/`,
  `https://127.0.0.1:000${canary}/`,
  `https://127.0.0.1:${canary}/../../hook?x=%0d%0aHost:%20shop.bj`,
]

const oddPorts = ({ own }: HostilePorts) => [own, 0, 22, 25, 53, 80, 443, 2375, 5432, 6379, 8080, 11211]

/** Credentials are refused whatever the host: they are there to mislead, or to be leaked. */
const withCredentials = ({ canary }: HostilePorts) => [
  `https://user@127.0.0.1:${canary}/`,
  `https://user:password@127.0.0.1:${canary}/`,
  `https://:password@127.0.0.1:${canary}/`,
  `https://${publicAddress.v4}@127.0.0.1:${canary}/`,
  `https://${publicAddress.v4}:443@127.0.0.1:${canary}/`,
  `https://shop.bj%2f@127.0.0.1:${canary}/`,
  `https://a@b@127.0.0.1:${canary}/`,
  `https://user:password@[::1]:${canary}/`,
  `https://user@localhost:${canary}/`,
  `https://user:password@${publicAddress.v4}/`,
  `https://127.0.0.1@${publicAddress.v4}/`,
]

const otherSchemes = ({ canary, own }: HostilePorts) => [
  `http://127.0.0.1:${canary}/`,
  `http://localhost:${canary}/`,
  `http://[::1]:${canary}/`,
  `http://0177.0.0.1:${own}/`,
  `http://${publicAddress.v4}/`,
  'http://169.254.169.254/latest/meta-data/iam/security-credentials/',
  'http://metadata.google.internal/computeMetadata/v1/',
  `HTTP://127.0.0.1:${canary}/`,
  `ftp://127.0.0.1:${canary}/`,
  `gopher://127.0.0.1:${canary}/_POST`,
  `dict://127.0.0.1:${canary}/info`,
  `ldap://127.0.0.1:${canary}/`,
  `tftp://127.0.0.1:${canary}/`,
  `ws://127.0.0.1:${canary}/`,
  `wss://127.0.0.1:${canary}/`,
  `https+unix://127.0.0.1:${canary}/`,
  `blob:https://127.0.0.1:${canary}/`,
  `view-source:https://127.0.0.1:${canary}/`,
  'file:///etc/passwd',
  'file://localhost/etc/passwd',
  'data:application/json,{}',
  'javascript:fetch("https://127.0.0.1")',
  'about:blank',
]

const malformed = ({ canary }: HostilePorts) => [
  '',
  ' ',
  `127.0.0.1:${canary}`,
  `//127.0.0.1:${canary}/`,
  'https://',
  'https://:443/',
  'https://127.0.0.1:65536/',
  'https://127.0.0.1:-1/',
  'https://127.0.0.1:8o/',
  'https://127.0.0.256/',
  'https://127.0.0.0.1/',
  'https://127.0..1/',
  'https://4294967296/',
  'https://0x100000000/',
  'https://127.0.0.09/',
  'https://127.0.0.1 .shop.bj/',
  'https://127.0.0.1%00.shop.bj/',
  'https://127.0.0.1%20/',
  'https://shop.bj%2f127.0.0.1/',
  'https://[::1/',
  'https://::1/',
  'https://[::1]127.0.0.1/',
  'https://[fe80::1%25lo]/',
  'https://[fe80::1%lo]/',
  'https://[::1%251]/',
  'https://[::ffff:127.0.0.1.]/',
  'https://[::ffff:127.1]/',
  'https://[::ffff:0177.0.0.1]/',
  'https://[0x7f.0.0.1]/',
  'https://[127.0.0.1]/',
  'https://[v1.127.0.0.1]/',
  `https://127.0.0.1/${'a'.repeat(2_000)}`,
]

type HostileName = { answer: NameAnswer; reason: 'NOT_PUBLIC'; isUnresolved?: true }

/** Names by what their name server says of them. */
function hostileNames(): Record<string, HostileName> {
  const { v4, v6 } = publicAddress
  const many = Array.from({ length: 1_500 }, (_, i) => `8.8.${i >> 8}.${i & 255}`)
  const refused = (answer: NameAnswer): HostileName => ({ answer, reason: 'NOT_PUBLIC' })
  const unresolved = (answer: NameAnswer): HostileName => ({
    answer,
    reason: 'NOT_PUBLIC',
    isUnresolved: true,
  })
  return {
    ...named('special-v4', specialAddresses, (address) => refused({ A: [address] })),
    ...named('special-v6', carriedAddresses, (address) => refused({ AAAA: [address] })),
    'private-first.boutique.bj': refused({ A: ['127.0.0.1', v4, '8.8.4.4'] }),
    'private-between.boutique.bj': refused({ A: [v4, '10.0.0.1', '8.8.4.4'] }),
    'private-last.boutique.bj': refused({ A: [v4, '8.8.4.4', '127.0.0.1'] }),
    'private-v6-among.boutique.bj': refused({ AAAA: [v6, '::1'] }),
    'public-v4-private-v6.boutique.bj': refused({ A: [v4], AAAA: ['::1'] }),
    'private-v4-public-v6.boutique.bj': refused({ A: ['127.0.0.1'], AAAA: [v6] }),
    'private-in-both.boutique.bj': refused({ A: ['127.0.0.1'], AAAA: ['::1'] }),
    'alias-to-private.boutique.bj': refused({ aliases: ['inside.boutique.bj'], A: ['127.0.0.1'] }),
    'alias-to-localhost.boutique.bj': refused({ aliases: ['localhost'], A: ['127.0.0.1'], AAAA: ['::1'] }),
    'alias-of-aliases.boutique.bj': refused({
      aliases: ['one.cdn.com', 'two.cdn.com', 'three.cdn.com', 'four.cdn.com'],
      A: [v4, '169.254.169.254'],
    }),
    'alias-without-address.boutique.bj': unresolved({ aliases: ['localhost'] }),
    '127.0.0.1.nip.io': refused({ A: ['127.0.0.1'] }),
    'localhost6.localdomain6': refused({ AAAA: ['::1'] }),
    'localtest.me': refused({ A: ['127.0.0.1'], AAAA: ['::1'] }),
    'huge.boutique.bj': refused({ A: [...many, '127.0.0.1'] }),
    'slow.boutique.bj': refused({ A: ['127.0.0.1'], AAAA: ['::1'], delayMs: 100 }),
    'late.boutique.bj': unresolved({ A: ['127.0.0.1'], AAAA: ['::1'], delayMs: 30_000 }),
    'silent.boutique.bj': unresolved('SILENCE'),
    'broken.boutique.bj': unresolved('SERVFAIL'),
    'missing.boutique.bj': unresolved('NXDOMAIN'),
    'empty.boutique.bj': unresolved({}),
  }
}

/** The machine in IPv6, bare and inside everything that carries IPv4. */
const carriedAddresses = [
  '::1',
  '::',
  '::ffff:127.0.0.1',
  '::127.0.0.1',
  '::ffff:0:127.0.0.1',
  '64:ff9b::127.0.0.1',
  '64:ff9b:1::127.0.0.1',
  '2002:7f00:1::1',
  '2001:0:7f00:1::1',
  'fc00::1',
  'fd00:ec2::254',
  'fe80::1',
  'fec0::1',
  'ff02::1',
]

const named = (
  prefix: string,
  addresses: readonly string[],
  nameFor: (address: string) => HostileName,
): Record<string, HostileName> =>
  Object.fromEntries(addresses.map((address, i) => [`${prefix}-${i}.boutique.bj`, nameFor(address)]))
