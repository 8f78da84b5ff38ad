import { distance } from 'fastest-levenshtein'
import Flatbush from 'flatbush'
import { distanceMeters, type Point } from '../../base/kernel/point.ts'
import { kindWords, type Landmark } from './landmark.ts'
import { soundOf, spokenWords } from './landmark-spelling.ts'

/** A landmark, and the words that it is found by, as they sound. */
export type IndexedLandmark = Landmark & { words: readonly string[] }

export type LandmarkIndex = {
  count: number
  /** Landmarks that resemble what was typed, the best first. The last word may be unfinished. */
  search(typed: string, limit: number): Landmark[]
  /**
   * The landmark that a text names in full, among other words; undefined when it names none, or several
   * places.
   */
  namedIn(text: string): Landmark | undefined
  /** The landmark nearest to a point, and how far it is as the crow flies; undefined beyond `maxMeters`. */
  nearest(point: Point, maxMeters: number): { landmark: Landmark; meters: number } | undefined
}

/** A word of the index: how rare it is, and the landmarks that have it. */
type Word = { text: string; letters: number; weight: number; landmarks: number[] }

/** How well a typed word fits a word of the index: 1 when it is the same. */
type Fit = (word: Word) => number

const fits = { same: 1, beginning: 0.85, misspelt: 0.7, misspeltTwice: 0.5, misspeltBeginning: 0.45 }

/** Below this share of what was typed nothing is found. */
const minShare = 0.5

/** One letter begins too many names. */
const minTyped = 2

/** Two places of one name that lie closer than this are one: its gate and its building. */
const samePlaceMeters = 400

/** Puts the landmarks of a city behind an index of their words and one of their places. */
export function landmarkIndex(landmarks: readonly IndexedLandmark[]): LandmarkIndex {
  const words = wordsOf(landmarks)
  const byText = new Map(words.map((word) => [word.text, word]))
  const places = placesOf(landmarks)
  const rarest = rareWeight(landmarks.length)

  /** The share of the typed words that each landmark has, by their weights; only those that have enough. */
  function scored(typed: readonly string[], isLastUnfinished: boolean): { at: number; share: number }[] {
    const scores = new Float64Array(landmarks.length)
    const touched: number[] = []
    let whole = 0
    for (const [position, text] of typed.entries()) {
      // The best fit first, so that each landmark counts the word once, at its best.
      const matches = matchesOf(text, isLastUnfinished && position === typed.length - 1)
      // A word that no landmark resembles counts like a rare one.
      const weight = matches.reduce((most, { word }) => Math.max(most, word.weight), 0) || rarest
      whole += weight
      const counted = new Uint8Array(landmarks.length)
      for (const { word, fit } of matches)
        for (const at of word.landmarks) {
          if (counted[at] === 1) continue
          counted[at] = 1
          if (scores[at] === 0) touched.push(at)
          scores[at] = (scores[at] ?? 0) + fit * weight
        }
    }
    return touched
      .map((at) => ({ at, share: (scores[at] ?? 0) / whole }))
      .filter(({ share }) => share >= minShare)
  }

  function matchesOf(text: string, isUnfinished: boolean): { word: Word; fit: number }[] {
    const fitOf = fitTo(text, isUnfinished)
    const found: { word: Word; fit: number }[] = []
    for (const word of words) {
      const fit = fitOf(word)
      if (fit > 0) found.push({ word, fit })
    }
    return found.sort((one, other) => other.fit - one.fit)
  }

  return {
    count: landmarks.length,
    search(typed, limit) {
      const spoken = spokenWords(typed)
      if (spoken.join('').length < minTyped) return []
      const ranked = scored(spoken, !/\s$/.test(typed)).sort(
        (one, other) => other.share - one.share || lengthAt(one.at) - lengthAt(other.at) || one.at - other.at,
      )
      return ranked.slice(0, limit).flatMap(({ at }) => plain(landmarks[at]))
    },
    namedIn(text) {
      const said = spokenWords(text)
      const [first, ...others] = namedBy(said)
      return first && others.every((other) => distanceMeters(first, other) <= samePlaceMeters)
        ? plain(first)[0]
        : undefined
    },
    nearest(point, maxMeters) {
      const at = places?.neighbors(point.lng, point.lat, 8) ?? []
      const ranked = at
        .flatMap((each) => plain(landmarks[each]))
        .map((landmark) => ({ landmark, meters: distanceMeters(point, landmark) }))
        .sort((one, other) => one.meters - other.meters)
      return ranked[0] && ranked[0].meters <= maxMeters ? ranked[0] : undefined
    },
  }

  function lengthAt(at: number): number {
    return landmarks[at]?.name.length ?? 0
  }

  /** Landmarks of which every word is said, those with the most telling words alone. */
  function namedBy(said: readonly string[]): IndexedLandmark[] {
    const isSaid = (name: string) => {
      const word = byText.get(name)
      return word !== undefined && said.some((each) => fitTo(each, false)(word) >= fits.misspelt)
    }
    const telling = said.filter((each) => !generic.has(each))
    const candidates = new Set(
      telling.flatMap((each) => matchesOf(each, false).flatMap(({ word }) => word.landmarks)),
    )
    const weighed = [...candidates].flatMap((at) => {
      const landmark = landmarks[at]
      const own = landmark ? spokenWords(landmark.name) : []
      const isNamed = own.some((word) => !generic.has(word)) && own.every(isSaid)
      return landmark && isNamed
        ? [{ landmark, weight: own.reduce((sum, word) => sum + (byText.get(word)?.weight ?? 0), 0) }]
        : []
    })
    const most = weighed.reduce((best, { weight }) => Math.max(best, weight), 0)
    return weighed.filter(({ weight }) => weight === most).map(({ landmark }) => landmark)
  }
}

/** Words that name a kind of place and no place. */
const generic = new Set(
  [
    ...Object.values(kindWords).flatMap(({ fr, en }) => [fr, en]),
    'station',
    'centre',
    'place',
    'total',
    'quartier',
  ]
    .flatMap((words) => spokenWords(words))
    .concat(soundOf('pharmacie')),
)

function wordsOf(landmarks: readonly IndexedLandmark[]): Word[] {
  const byText = new Map<string, number[]>()
  for (const [at, landmark] of landmarks.entries())
    for (const word of new Set(landmark.words)) {
      const having = byText.get(word)
      if (having) having.push(at)
      else byText.set(word, [at])
    }
  return [...byText].map(([text, having]) => ({
    text,
    letters: lettersOf(text),
    weight: rareWeight(landmarks.length / having.length),
    landmarks: having,
  }))
}

/** A word that one landmark in many has tells more than one that all have. */
const rareWeight = (oneIn: number): number => 1 + Math.log(Math.max(1, oneIn))

/** Which letters a word has, as bits: two words that differ in many are not compared letter by letter. */
function lettersOf(text: string): number {
  let bits = 0
  for (let at = 0; at < text.length; at += 1) bits |= 1 << (text.charCodeAt(at) % 32)
  return bits
}

function bitCount(bits: number): number {
  let count = 0
  for (let left = bits; left !== 0; left &= left - 1) count += 1
  return count
}

function fitTo(typed: string, isUnfinished: boolean): Fit {
  const letters = lettersOf(typed)
  const forgiven = typed.length < 4 ? 0 : typed.length < 8 ? 1 : 2
  return ({ text, letters: others }) => {
    if (text === typed) return fits.same
    if (isUnfinished && text.startsWith(typed)) return fits.beginning
    if (forgiven === 0) return 0
    const longer = text.length - typed.length
    const differing = bitCount(letters ^ others)
    if (Math.abs(longer) <= forgiven && differing <= 2 * forgiven) {
      const wrong = distance(text, typed)
      if (wrong <= forgiven) return wrong === 1 ? fits.misspelt : fits.misspeltTwice
    }
    // Letters that were typed and that the word has not are misspellings; the others may be yet to come.
    if (!isUnfinished || longer < 1 || typed.length < 5 || bitCount(letters & ~others) > 1) return 0
    return distance(text.slice(0, typed.length), typed) <= 1 ? fits.misspeltBeginning : 0
  }
}

function placesOf(landmarks: readonly Landmark[]): Flatbush | undefined {
  if (landmarks.length === 0) return undefined
  const index = new Flatbush(landmarks.length)
  for (const { lat, lng } of landmarks) index.add(lng, lat, lng, lat)
  index.finish()
  return index
}

const plain = (landmark: Landmark | undefined): Landmark[] =>
  landmark ? [{ name: landmark.name, kind: landmark.kind, lat: landmark.lat, lng: landmark.lng }] : []
