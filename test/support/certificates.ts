import { generateKeyPairSync, type KeyObject, randomBytes, sign, X509Certificate } from 'node:crypto'

/** A certificate and its private key, PEM. */
export type Certificate = { cert: string; key: string }

export type Authority = {
  /** The certificate to trust, PEM. */
  ca: string
  /** A server certificate for these names, valid from yesterday to tomorrow unless said otherwise. */
  issue(names: readonly string[], validity?: Validity): Certificate
}

type Validity = { from: Date; to: Date }

const dayMs = 24 * 60 * 60_000
const fromNow = (days: number) => new Date(Date.now() + days * dayMs)
const untilTomorrow: Validity = { from: fromNow(-1), to: fromNow(1) }

/** A validity that ended yesterday. */
export const expired: Validity = { from: fromNow(-2), to: fromNow(-1) }

/** A certificate authority that lives as long as the test, made without any tool (RFC 5280). */
export function certificateAuthority(): Authority {
  const own = keyPair()
  const name = 'Test Authority'
  const ca = certificate({ subject: name, issuer: name, holder: own.publicKey, signer: own.privateKey })
  return {
    ca,
    issue: (names, validity) => {
      const { publicKey, privateKey } = keyPair()
      const subject = names[0] ?? ''
      const cert = certificate({
        subject,
        issuer: name,
        names,
        holder: publicKey,
        signer: own.privateKey,
        ...validity,
      })
      return { cert, key: pemOf(privateKey) }
    },
  }
}

/** A certificate that nobody but its holder vouches for. */
export function selfSigned(name: string): Certificate {
  const { publicKey, privateKey } = keyPair()
  const cert = certificate({
    subject: name,
    issuer: name,
    names: [name],
    holder: publicKey,
    signer: privateKey,
  })
  return { cert, key: pemOf(privateKey) }
}

const keyPair = () => generateKeyPairSync('ec', { namedCurve: 'P-256' })
const pemOf = (key: KeyObject) => key.export({ type: 'pkcs8', format: 'pem' }).toString()

type Content = {
  subject: string
  issuer: string
  /** The host names it is for; without them it is an authority's. */
  names?: readonly string[]
  holder: KeyObject
  signer: KeyObject
} & Partial<Validity>

function certificate({ subject, issuer, names, holder, signer, from, to }: Content): string {
  const content = sequence(
    tagged(0xa0, integer(2)),
    serialNumber(),
    ecdsaWithSha256,
    commonName(issuer),
    sequence(time(from ?? untilTomorrow.from), time(to ?? untilTomorrow.to)),
    commonName(subject),
    holder.export({ type: 'spki', format: 'der' }),
    tagged(0xa3, sequence(names ? subjectAltName(names) : isAuthority)),
  )
  const signature = tagged(0x03, Buffer.from([0]), sign('sha256', content, signer))
  return new X509Certificate(sequence(content, ecdsaWithSha256, signature)).toString()
}

/** A value of DER: its tag, its length, what it holds. */
function tagged(tag: number, ...content: readonly Buffer[]): Buffer {
  const bytes = Buffer.concat(content)
  const { length } = bytes
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...size]), bytes])
}

const sequence = (...content: readonly Buffer[]) => tagged(0x30, ...content)
const octets = (content: Buffer) => tagged(0x04, content)
const isTrue = tagged(0x01, Buffer.from([0xff]))
const integer = (value: number) => tagged(0x02, Buffer.from([value]))
const serialNumber = () => tagged(0x02, Buffer.from([1]), randomBytes(8))
const identifier = (hex: string) => tagged(0x06, Buffer.from(hex, 'hex'))
const text = (tag: number, value: string) => tagged(tag, Buffer.from(value))

const ecdsaWithSha256 = sequence(identifier('2a8648ce3d040302'))
const commonName = (value: string) =>
  sequence(tagged(0x31, sequence(identifier('550403'), text(0x0c, value))))

/** UTCTime, as it is written until 2049. */
const time = (at: Date) => text(0x17, `${at.toISOString().replaceAll(/\D/g, '').slice(2, 14)}Z`)

const isAuthority = sequence(identifier('551d13'), isTrue, octets(sequence(isTrue)))
const subjectAltName = (names: readonly string[]) =>
  sequence(identifier('551d11'), octets(sequence(...names.map((name) => text(0x82, name)))))
