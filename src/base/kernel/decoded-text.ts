/**
 * The text of a file as programs write it: UTF-8, UTF-16 with or without its mark, else Windows-1252, in
 * which any bytes are letters; without the mark that it may begin with. `declared` is the encoding that the
 * file itself names, taken where it is no UTF-8.
 */
export function decodedText(bytes: Uint8Array, declared?: (beginning: string) => string | undefined): string {
  const text = new TextDecoder(encodingOf(bytes, declared)).decode(bytes)
  return text.startsWith('\ufeff') ? text.slice(1) : text
}

function encodingOf(bytes: Uint8Array, declared?: (beginning: string) => string | undefined): string {
  const [first, second] = bytes
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0)) return 'utf-16le'
  if ((first === 0xfe && second === 0xff) || (first === 0 && second !== 0 && bytes.length > 1))
    return 'utf-16be'
  if (isUtf8(bytes)) return 'utf-8'
  const named = declared?.(new TextDecoder('latin1').decode(bytes.subarray(0, 200)))
  return named !== undefined && !/^utf-?8$/i.test(named) && isEncoding(named) ? named : 'windows-1252'
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}

function isEncoding(name: string): boolean {
  try {
    new TextDecoder(name)
    return true
  } catch {
    return false
  }
}
