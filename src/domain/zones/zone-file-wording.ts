import type { Language } from '../../base/kernel/language.ts'

/** What is repaired in a zone by itself. */
export type Repair = 'altitudes' | 'closed' | 'repeats' | 'spikes' | 'turned'

/** A part of a zone: its outline, or one of its holes, of its only polygon or of one of several. */
export type NamedRing = { hole: number; polygon: number | null }

type Wording = {
  file: string
  feature: (position: number) => string
  noFeatures: string
  topojson: string
  notGeojson: string
  notFeature: string
  nameMissing: (key: string, has: { keys: string[]; more: number }) => string
  nameNotText: (key: string) => string
  nameBlank: (key: string) => string
  nameControl: (key: string) => string
  nameLong: (length: number, max: number) => string
  nameShared: (others: readonly number[]) => string
  crs: (name: string) => string
  partsOverlap: (first: number, second: number, near: string) => string
  noGeometry: string
  wrongType: (type: string | null) => string
  geometryEmpty: string
  polygonEmpty: (polygon: number | null) => string
  notPositions: (ring: NamedRing) => string
  notNumbers: (ring: NamedRing, shown: readonly number[], more: number) => string
  metres: (example: string) => string
  swapped: (example: string) => string
  notOnEarth: (example: string) => string
  fewPoints: (ring: NamedRing) => string
  crossing: (ring: NamedRing, near: string) => string
  noArea: (ring: NamedRing) => string
  holeOutside: (ring: NamedRing, near: string) => string
  ringsCross: (near: string) => string
  nothingLeft: string
  place: (lng: string, lat: string) => string
  repairs: Record<Repair, string>
  note: (zone: string, counts: string) => string
}

const ringEn = ({ hole, polygon }: NamedRing) =>
  `${hole === 0 ? 'outline' : `hole ${hole}`}${polygon === null ? '' : ` of polygon ${polygon}`}`
const ringFr = ({ hole, polygon }: NamedRing) =>
  `${hole === 0 ? 'contour' : `trou ${hole}`}${polygon === null ? '' : ` du polygone ${polygon}`}`
const capitalRingFr = (ring: NamedRing) => `Son ${ringFr(ring)}`

/** What is said of a file of zones: a fault names what is wrong and how to mend it. */
export const zoneFileWording: Record<Language, Wording> = {
  en: {
    file: 'the file',
    feature: (position) => `feature ${position}`,
    noFeatures: 'The file has no features: draw at least one zone.',
    topojson: 'This is TopoJSON: export the zones as GeoJSON.',
    notGeojson:
      'This is not a GeoJSON FeatureCollection: export the zones as GeoJSON features, each with its name.',
    notFeature: 'It is not a GeoJSON Feature: give it a type "Feature", properties and a geometry.',
    nameMissing: (key, { keys, more }) =>
      `It has no property "${key}" to take its name from: ${
        keys.length === 0
          ? 'it has no properties at all. Add it.'
          : `it has ${keys.map((each) => `"${each}"`).join(', ')}${more > 0 ? ` and ${more} more` : ''}. Add it, or choose one of these as the name property.`
      }`,
    nameNotText: (key) => `Its name, property "${key}", is not text: write a text.`,
    nameBlank: (key) => `Its name, property "${key}", is blank: write the name of the zone.`,
    nameControl: (key) => `Its name, property "${key}", holds a control character: type the name anew.`,
    nameLong: (length, max) => `Its name has ${length} characters: shorten it to at most ${max}.`,
    nameShared: (others) => `Its name is also that of feature ${others.join(', ')}: give each its own name.`,
    crs: (name) =>
      `Its coordinate system is ${name === '' ? 'one without a name' : `"${name}"`}: export the zones in WGS 84 longitude and latitude (EPSG:4326).`,
    partsOverlap: (first, second, near) =>
      `Its polygons ${first} and ${second} lie over each other near ${near}: join them.`,
    noGeometry: 'It has no geometry: draw its outline, or take the feature out.',
    wrongType: (type) =>
      `It ${type === null ? 'has a geometry without a type' : `is a ${type}`}: draw the zone as a Polygon or a MultiPolygon, or take the feature out.`,
    geometryEmpty: 'Its geometry is empty: draw its outline.',
    polygonEmpty: (polygon) =>
      `Its ${polygon === null ? 'geometry' : `polygon ${polygon}`} is empty: draw its outline.`,
    notPositions: (ring) => `Its ${ringEn(ring)} is not a list of positions: draw it anew.`,
    notNumbers: (ring, shown, more) =>
      `Its ${ringEn(ring)} is not made of pairs of numbers: correct position ${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`,
    metres: (example) =>
      `Its coordinates are not degrees (for example ${example}) but look like metres of a map projection: export the zones in WGS 84 longitude and latitude (EPSG:4326).`,
    swapped: (example) =>
      `A latitude is beyond 90 degrees (for example ${example}): longitude and latitude look swapped. GeoJSON wants longitude first.`,
    notOnEarth: (example) =>
      `A position is not on Earth (for example ${example}): longitudes go from -180 to 180 and latitudes from -90 to 90 degrees. Correct it.`,
    fewPoints: (ring) => `Its ${ringEn(ring)} has fewer than 3 different points: draw it anew.`,
    crossing: (ring, near) => `Its ${ringEn(ring)} crosses or touches itself near ${near}: redraw it there.`,
    noArea: (ring) => `Its ${ringEn(ring)} encloses no area: draw it anew, or take it out.`,
    holeOutside: (ring, near) =>
      `Its ${ringEn(ring)} leaves the outline near ${near}: keep it inside, or take it out.`,
    ringsCross: (near) => `Two of its rings cross near ${near}: redraw them there.`,
    nothingLeft: 'Its holes leave nothing of it: take them out.',
    place: (lng, lat) => `longitude ${lng}, latitude ${lat}`,
    repairs: {
      altitudes: 'altitudes dropped',
      closed: 'rings closed',
      repeats: 'duplicate points removed',
      spikes: 'spike points removed',
      turned: 'rings turned',
    },
    note: (zone, counts) => `${zone}: ${counts}`,
  },
  fr: {
    file: 'le fichier',
    feature: (position) => `élément ${position}`,
    noFeatures: 'Le fichier ne contient aucun élément : dessinez au moins une zone.',
    topojson: 'C’est du TopoJSON : exportez les zones en GeoJSON.',
    notGeojson:
      'Ce n’est pas une FeatureCollection GeoJSON : exportez les zones comme éléments GeoJSON, chacun avec son nom.',
    notFeature:
      'Ce n’est pas un élément GeoJSON : donnez-lui un type « Feature », des propriétés et une géométrie.',
    nameMissing: (key, { keys, more }) =>
      `Il n’a pas de propriété « ${key} » où prendre son nom : ${
        keys.length === 0
          ? 'il n’a aucune propriété. Ajoutez-la.'
          : `il a ${keys.map((each) => `« ${each} »`).join(', ')}${more > 0 ? ` et ${more} autres` : ''}. Ajoutez-la, ou choisissez l’une de celles-ci comme propriété du nom.`
      }`,
    nameNotText: (key) => `Son nom, propriété « ${key} », n’est pas un texte : écrivez un texte.`,
    nameBlank: (key) => `Son nom, propriété « ${key} », est vide : écrivez le nom de la zone.`,
    nameControl: (key) =>
      `Son nom, propriété « ${key} », contient un caractère de commande : tapez-le de nouveau.`,
    nameLong: (length, max) => `Son nom a ${length} caractères : raccourcissez-le à ${max} au plus.`,
    nameShared: (others) =>
      `Son nom est aussi celui de l’élément ${others.join(', ')} : donnez à chacun le sien.`,
    crs: (name) =>
      `Son système de coordonnées ${name === '' ? 'n’a pas de nom' : `est « ${name} »`} : exportez les zones en longitude et latitude WGS 84 (EPSG:4326).`,
    partsOverlap: (first, second, near) =>
      `Ses polygones ${first} et ${second} se recouvrent près de ${near} : réunissez-les.`,
    noGeometry: 'Il n’a pas de géométrie : dessinez son contour, ou retirez l’élément.',
    wrongType: (type) =>
      `${type === null ? 'Sa géométrie n’a pas de type' : `C’est un élément ${type}`} : dessinez la zone comme Polygon ou MultiPolygon, ou retirez l’élément.`,
    geometryEmpty: 'Sa géométrie est vide : dessinez son contour.',
    polygonEmpty: (polygon) =>
      polygon === null
        ? 'Sa géométrie est vide : dessinez son contour.'
        : `Son polygone ${polygon} est vide : dessinez son contour.`,
    notPositions: (ring) =>
      `${capitalRingFr(ring)} n’est pas une liste de positions : dessinez-le de nouveau.`,
    notNumbers: (ring, shown, more) =>
      `${capitalRingFr(ring)} n’est pas fait de paires de nombres : corrigez la position ${shown.join(', ')}${more > 0 ? ` et ${more} autres` : ''}.`,
    metres: (example) =>
      `Ses coordonnées ne sont pas des degrés (par exemple ${example}) mais semblent être les mètres d’une projection : exportez les zones en longitude et latitude WGS 84 (EPSG:4326).`,
    swapped: (example) =>
      `Une latitude dépasse 90 degrés (par exemple ${example}) : longitude et latitude semblent inversées. GeoJSON veut la longitude d’abord.`,
    notOnEarth: (example) =>
      `Une position n’est pas sur Terre (par exemple ${example}) : les longitudes vont de -180 à 180 degrés et les latitudes de -90 à 90. Corrigez-la.`,
    fewPoints: (ring) => `${capitalRingFr(ring)} a moins de 3 points différents : dessinez-le de nouveau.`,
    crossing: (ring, near) =>
      `${capitalRingFr(ring)} se croise ou se touche lui-même près de ${near} : redessinez-le à cet endroit.`,
    noArea: (ring) =>
      `${capitalRingFr(ring)} n’entoure aucune surface : dessinez-le de nouveau, ou retirez-le.`,
    holeOutside: (ring, near) =>
      `${capitalRingFr(ring)} sort du contour près de ${near} : gardez-le à l’intérieur, ou retirez-le.`,
    ringsCross: (near) => `Deux de ses lignes se croisent près de ${near} : redessinez-les à cet endroit.`,
    nothingLeft: 'Ses trous n’en laissent rien : retirez-les.',
    place: (lng, lat) => `longitude ${lng}, latitude ${lat}`,
    repairs: {
      altitudes: 'altitudes retirées',
      closed: 'contours fermés',
      repeats: 'points en double retirés',
      spikes: 'pointes retirées',
      turned: 'contours retournés',
    },
    note: (zone, counts) => `${zone} : ${counts}`,
  },
}
