/** A text as it is compared: without accents and capitals, with straight apostrophes. */
export const foldedText = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('œ', 'oe')
    .replace(/[’ʼ‘`]/g, "'")
