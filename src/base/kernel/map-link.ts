import { plainAngleSigns, type WrittenPosition, writtenPosition } from './written-angles.ts'

/**
 * What a position in the link of a map means, the most reliable first: a pin or the place itself, where a way
 * ends, what was searched for, anything else, and the middle of a screen.
 */
const ranks = ['PIN', 'DESTINATION', 'QUERY', 'OTHER', 'VIEWPORT'] as const
export type LinkRank = (typeof ranks)[number]
type LinkedPosition = WrittenPosition & { rank: LinkRank }

/** The best position of a link, `https://…`, `geo:…` or the like; undefined where it holds none. */
export function positionInLink(link: string): LinkedPosition | undefined {
  const plain = decoded(link)
  const found = [...inData(plain), ...inPath(plain), ...inParameters(plain), ...inScreen(plain)]
  const geo = inGeo(plain)
  return (geo ? [geo, ...found] : found).sort((one, other) => rankOf(one) - rankOf(other))[0]
}

const rankOf = ({ rank }: LinkedPosition): number => ranks.indexOf(rank)

/** Links in links are encoded again: `link=https%253A%252F%252F…`. */
const maxDecodings = 3

/** A link as it is read: what cannot be decoded stays as it is. */
function decoded(link: string): string {
  let text = link
  for (let times = 0; times < maxDecodings && text.includes('%'); times += 1)
    text = text.replaceAll(/(?:%[0-9a-f]{2}){1,40}/gi, (codes) => {
      try {
        return decodeURIComponent(codes)
      } catch {
        return codes
      }
    })
  return plainAngleSigns(text.replaceAll('&amp;', '&'))
}

/** What Google writes into its `data`: the place itself, or the points of a way, longitude first. */
function inData(link: string): LinkedPosition[] {
  const place = /!3d(-?\d{1,3}\.\d+)!4d(-?\d{1,3}\.\d+)/.exec(link)
  const ways = [...link.matchAll(/!1d(-?\d{1,3}\.\d+)!2d(-?\d{1,3}\.\d+)(?!\d|!3d)/g)]
  const embedded = /!2d(-?\d{1,3}\.\d+)!3d(-?\d{1,3}\.\d+)/.exec(link)
  const way = ways.at(-1)
  return [
    ...ranked('PIN', place && `${place[1]},${place[2]}`),
    ...ranked('DESTINATION', way && `${way[2]},${way[1]}`),
    ...ranked('VIEWPORT', embedded && `${embedded[2]},${embedded[1]}`),
  ]
}

/** `/maps/place/6.3654,2.4183`, `/maps/search/…`, `/maps/dir/from/to`, and pairs in the paths of others. */
function inPath(link: string): LinkedPosition[] {
  const [path = ''] = link.split(/[?#]/)
  const parts = path.split('/')
  const ends = ['data=', '@']
  const behind = (name: string) => {
    const at = parts.indexOf(name)
    if (at < 0) return []
    const rest = parts.slice(at + 1)
    const end = rest.findIndex((part) => ends.some((each) => part.startsWith(each)))
    return end < 0 ? rest : rest.slice(0, end)
  }
  const way = behind('dir')
  while (way.length > 2 && way.at(-1) === '') way.pop()
  if (way.length > 1) return ranked('DESTINATION', way.at(-1))
  const named = [
    ...ranked('PIN', behind('place')[0]),
    ...ranked('QUERY', behind('search')[0]),
    ...ranked('QUERY', behind('l')[0]),
  ]
  const others = path.startsWith('geo:') ? [] : parts.filter((part) => !part.startsWith('@'))
  return [...named, ...others.flatMap((part) => ranked('OTHER', exactPair.test(part) ? part : undefined))]
}

const exactPair = /^-?\d{1,3}\.\d{3,20}[,;] ?-?\d{1,3}\.\d{3,20}(?![\d.])/

/** What names of parameters mean, where maps agree; what a way begins with is nobody's place. */
const meanings: Readonly<Record<string, LinkRank | 'ORIGIN'>> = {
  pin: 'PIN',
  coordinate: 'PIN',
  coordinates: 'PIN',
  marker: 'PIN',
  markers: 'PIN',
  destination: 'DESTINATION',
  daddr: 'DESTINATION',
  dest: 'DESTINATION',
  to: 'DESTINATION',
  latlng: 'DESTINATION',
  q: 'QUERY',
  query: 'QUERY',
  // Of Apple and others, the place itself where nothing else names one.
  ll: 'OTHER',
  loc: 'QUERY',
  location: 'QUERY',
  text: 'QUERY',
  search: 'QUERY',
  address: 'QUERY',
  position: 'QUERY',
  point: 'QUERY',
  origin: 'ORIGIN',
  saddr: 'ORIGIN',
  from: 'ORIGIN',
  center: 'VIEWPORT',
  cp: 'VIEWPORT',
  sll: 'VIEWPORT',
  map: 'VIEWPORT',
  cbll: 'VIEWPORT',
  viewpoint: 'VIEWPORT',
  near: 'VIEWPORT',
}

/** Whether `ll` is what the screen shows: on Google, and on Yandex, longitude first. */
const isGoogle = (link: string): boolean => /\bgoogle\.[a-z]{2,3}(?:\.[a-z]{2})?[/?]/i.test(link)
const isYandex = (link: string): boolean => /\byandex\.[a-z]{2,3}(?:\.[a-z]{2})?\//i.test(link)

function inParameters(link: string): LinkedPosition[] {
  const found: LinkedPosition[] = []
  const values = [...link.matchAll(/[?&#;]([\w[\]]{1,24})=([^&#?]{0,500})/g)].map(
    ([, name = '', value = '']): [string, string] => [name.toLowerCase(), value],
  )
  for (const [name, value] of values) {
    if (isYandex(link) && ['ll', 'pt', 'whatshere[point]'].includes(name))
      found.push(...ranked(name === 'll' ? 'VIEWPORT' : 'PIN', turned(value)))
    else if (name === 'll' && isGoogle(link)) found.push(...ranked('VIEWPORT', value))
    else if (['route', 'rtp', 'rtext'].includes(name))
      found.push(...ranked('DESTINATION', value.split(/[;~]/).at(-1)))
    else if (name === 'sp') found.push(...ranked('PIN', value))
    else {
      const meaning = Object.hasOwn(meanings, name) ? meanings[name] : undefined
      // `#map=17/6.3654/2.4183` is read as a screen.
      if (meaning === 'ORIGIN' || (name === 'map' && value.includes('/'))) continue
      const isPair = meaning !== undefined || exactPair.test(value)
      if (isPair) found.push(...ranked(meaning ?? 'OTHER', value))
    }
  }
  const valueNamed = (wanted: string) => values.find(([name]) => name === wanted)?.[1]
  for (const [lat, lng, rank] of pairsOfNames) {
    const [one, other] = [valueNamed(lat), valueNamed(lng)]
    if (one !== undefined && other !== undefined) found.push(...ranked(rank, `${one},${other}`))
  }
  return found
}

/** Latitude and longitude under names of their own. */
const pairsOfNames: readonly (readonly [lat: string, lng: string, rank: LinkRank])[] = [
  ['mlat', 'mlon', 'PIN'],
  ['dropoff[latitude]', 'dropoff[longitude]', 'DESTINATION'],
  ['lat', 'lon', 'QUERY'],
  ['lat', 'lng', 'QUERY'],
  ['lat', 'long', 'QUERY'],
  ['latitude', 'longitude', 'QUERY'],
]

/** The middle of the screen: `@6.3654,2.4183,17z`, `#map=17.5/6.3654/2.4183`. */
function inScreen(link: string): LinkedPosition[] {
  const at = /\/@(-?\d{1,3}\.\d{1,20}), ?(-?\d{1,3}\.\d{1,20})/.exec(link)
  const hash = /#(?:map=)?\d{1,2}(?:\.\d{1,6})?\/(-?\d{1,3}\.\d{1,20})\/(-?\d{1,3}\.\d{1,20})/.exec(link)
  return [
    ...ranked('VIEWPORT', at && `${at[1]},${at[2]}`),
    ...ranked('VIEWPORT', hash && `${hash[1]},${hash[2]}`),
  ]
}

/** A position of RFC 5870, with the inaccuracy in metres that it may name; `geo:0,0?q=…` names no place. */
const geo = /^geo:(?:\/\/)?(-?\d{1,3}(?:\.\d{1,15})?),(-?\d{1,3}(?:\.\d{1,15})?)(?![\d.])/i
const geoInaccuracy = /;u=(\d{1,6}(?:\.\d{1,6})?)(?:[;?]|$)/i

function inGeo(link: string): LinkedPosition | undefined {
  const [, lat, lng] = geo.exec(link) ?? []
  if (lat === undefined || lng === undefined || /[?&]q=/i.test(link)) return undefined
  const inaccuracy = geoInaccuracy.exec(link)?.[1]
  const [read] = ranked('PIN', `${lat},${lng}`)
  return read && inaccuracy !== undefined ? { ...read, accuracyMeters: Math.ceil(Number(inaccuracy)) } : read
}

/** The position that a value begins with: `loc:6.3654,2.4183`, `ll.6.3654,2.4183`, `6°21'55.4"N+2°25'05.9"E`. */
function ranked(rank: LinkRank, value: string | null | undefined): LinkedPosition[] {
  if (!value) return []
  const bare = value
    .replace(/^(?:loc:|ll\.|pos\.|point\.|latlng:)/i, '')
    .replaceAll('+', ' ')
    .replaceAll(/[_~]/g, ',')
  const rules = { scope: 'BEGINNING', hasDecimalCommas: false } as const
  const position = writtenPosition(bare, rules) ?? writtenPosition(bare, { ...rules, hasDecimalCommas: true })
  return position ? [{ ...position, rank }] : []
}

/** Longitude first. */
const turned = (value: string): string => value.split(/[,~]/).slice(0, 2).reverse().join(',')
