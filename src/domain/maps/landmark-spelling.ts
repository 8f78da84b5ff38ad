import { foldedText } from '../../base/kernel/folded-text.ts'

/** The most that is read of what somebody types to find a landmark. */
const maxTyped = { length: 100, words: 10, wordLength: 30 }

/** Words that say nothing of which landmark is meant. */
const littleWords = new Set(
  (
    'a au aux l la le les d de du des et en un une ' +
    'pres cote face derriere devant vers apres avant juste niveau non loin ' +
    'the of near next to in front behind opposite at by'
  ).split(' '),
)

/**
 * The words of a name as they sound, without the little ones: `Pharmacie de l’Étoile` and `farmasi etoil`
 * have the same.
 */
export function spokenWords(text: string): string[] {
  const words = foldedText(text.slice(0, maxTyped.length))
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .slice(0, maxTyped.words)
    .map((word) => word.slice(0, maxTyped.wordLength))
  return words.filter((word) => !littleWords.has(word)).map(soundOf)
}

/**
 * How a folded word sounds in French, roughly: it is only compared with others that went through the same.
 */
export function soundOf(word: string): string {
  const sound = word
    .replace(/ph/g, 'f')
    .replace(/(?:qu|q|ck|c(?![eiyh]))/g, 'k')
    .replace(/c(?=[eiy])/g, 's')
    .replace(/(?:eau|au)/g, 'o')
    .replace(/(?:ai|ei)/g, 'e')
    .replace(/y/g, 'i')
    .replace(/(?<![cs])h/g, '')
    .replace(/z/g, 's')
    .replace(/gu(?=[ei])/g, 'g')
    .replace(/(\p{L})\1+/gu, '$1')
  // An ending that is not heard: `écoles`, `Akpakpas`, `pharmacie`.
  return sound.length > 4 ? sound.replace(/(?:es|e|s|t|x)$/, '') : sound
}
