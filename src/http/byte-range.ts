/** The first and the last byte of a part. */
type ByteRange = { from: number; to: number }

/**
 * The part of `size` bytes that a `Range` header asks for (RFC 9110, 14.1.2), which players of sound send;
 * undefined for the whole, also where several parts are asked for or the header is none we know, and
 * `OUTSIDE` for one beyond the end.
 */
export function byteRangeOf(header: string | undefined, size: number): ByteRange | 'OUTSIDE' | undefined {
  const [, first = '', last = ''] = /^bytes=(\d{0,12})-(\d{0,12})$/.exec(header ?? '') ?? []
  if (first === '' && last === '') return undefined
  if (first === '')
    return Number(last) === 0 ? 'OUTSIDE' : { from: Math.max(0, size - Number(last)), to: size - 1 }
  const from = Number(first)
  const to = last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (last !== '' && Number(last) < from) return undefined
  return from >= size ? 'OUTSIDE' : { from, to }
}
