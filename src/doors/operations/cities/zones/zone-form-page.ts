import { html } from 'ghtml'
import type { Language } from '../../../../base/kernel/language.ts'
import {
  buttonForm,
  checkField,
  postForm,
  submitButton,
  textArea,
  textField,
} from '../../../../base/pages/form-parts.ts'
import type { WorkspaceNotice } from '../../../../base/pages/workspace.ts'
import type { City, Zone } from '../../../../domain/zones/service-map.ts'
import type { ZoneFault } from '../../../../domain/zones/zone-file.ts'
import type { OperationsContent } from '../../operations-deps.ts'
import { speak } from '../../operations-words.ts'
import { cityHref } from '../city-request.ts'
import type { ZoneMap } from './zone-drawing-view.ts'
import { zoneMapPlace } from './zone-map-page.ts'

/** A form about zones as it was filled in, and what is wrong with it. */
export type ZoneFormScreen = {
  language: Language
  city: City
  typed: Record<string, string>
  errors: Record<string, string>
  notice: WorkspaceNotice | undefined
  isFormPage: boolean
}

/** More faults help nobody. */
const maxShownFaults = 50
/** How many features are named that have the same fault. */
const maxNamed = 4

/** The first of the features that have the same fault, and how many more there are. */
function namesOf(features: readonly string[], language: Language): string {
  const more = features.length - maxNamed
  const named = features.slice(0, maxNamed).join(', ')
  return more > 0 ? `${named} ${speak(language)('and {count} more', { count: more })}` : named
}

const frame = (screen: ZoneFormScreen, title: string): Omit<OperationsContent, 'main'> => ({
  section: 'cities',
  title,
  back: { href: cityHref(screen.city.id, '/zones'), label: speak(screen.language)('Zones') },
  notice: screen.notice,
  isFormPage: screen.isFormPage,
})

const field = ({ typed, errors }: ZoneFormScreen, name: string, label: string, hint?: string) => ({
  name,
  label,
  value: typed[name],
  hint,
  error: errors[name],
})

/** The form for a file of zones, with every fault of the one that was sent. */
export function zoneImportPage(screen: ZoneFormScreen, faults: readonly ZoneFault[]): OperationsContent {
  const { language, city, typed, errors } = screen
  const t = speak(language)
  const told = [...Map.groupBy(faults, ({ fault }) => fault)].map(
    ([fault, same]) =>
      html`<li><strong>${namesOf(
        same.map(({ feature }) => feature),
        language,
      )}</strong>${language === 'fr' ? ' :' : ':'} ${fault}</li>`,
  )
  const list =
    faults.length === 0
      ? ''
      : html`<section class="card" role="alert"><h2>${t('{count, plural, one {Nothing was imported: one fault.} other {Nothing was imported: {count} faults.}}', { count: faults.length })}</h2><ul>!${told.slice(0, maxShownFaults)}</ul>!${told.length > maxShownFaults ? html`<p>${t('… and {count} more.', { count: told.length - maxShownFaults })}</p>` : ''}</section>`
  const fileField = html`<div class="field!${errors.file ? ' wrong' : ''}"><label for="file">${t('GeoJSON file')}</label><input type="file" id="file" name="file" accept=".geojson,.json,application/geo+json,application/json" required>!${errors.file ? html`<p class="error" role="alert">${errors.file}</p>` : ''}</div>`
  return {
    ...frame(screen, t('Import zones')),
    main: html`<p>${t('A GeoJSON file of polygons in longitude and latitude (WGS 84), at most 5 MB. Nothing changes before you have looked and confirmed.')}</p>!${list}
<form method="post" action="${cityHref(city.id, '/zones/import')}" enctype="multipart/form-data" class="stack">!${fileField}
!${textField({ ...field(screen, 'nameProperty', t('Property that holds the name of each zone'), t('Often “name”. If it is missing, the next message lists those of the file.')), value: typed.nameProperty ?? 'name', attributes: { maxlength: 60, autocomplete: 'off', required: true } })}
!${textField({ ...field(screen, 'priority', t('Priority'), t('Where zones overlap, the highest number holds. Usually 0.')), value: typed.priority ?? '0', attributes: { inputmode: 'numeric', maxlength: 5, autocomplete: 'off' } })}
!${checkField({ name: 'replace', label: t('Retire the zones that the file does not name'), isChecked: typed.replace === 'on' })}
!${submitButton(t('See what would change'))}</form>`,
  }
}

const mapScripts = ['workspace-map.js', 'zone-map.js'] as const

/** The form for a new zone, drawn on a map. */
export function drawZonePage(screen: ZoneFormScreen, map: ZoneMap): OperationsContent {
  const { language, city, typed } = screen
  const t = speak(language)
  const fields = html`!${textField({ ...field(screen, 'name', t('Name of the zone')), attributes: { maxlength: 60, required: true, autocomplete: 'off' } })}
!${zoneMapPlace(map, t('Map: draw the outline of the zone'))}
!${textArea({ ...field(screen, 'shape', t('Outline (GeoJSON)'), t('The map fills it in. Without a map: paste a Polygon or a MultiPolygon.')), attributes: { maxlength: 400_000, spellcheck: 'false' } })}
!${textField({ ...field(screen, 'priority', t('Priority'), t('Where zones overlap, the highest number holds. Usually 0.')), value: typed.priority ?? '0', attributes: { inputmode: 'numeric', maxlength: 5, autocomplete: 'off' } })}
!${submitButton(t('See what would change'))}`
  return {
    ...frame(screen, t('Draw a zone')),
    isWide: true,
    scripts: mapScripts,
    main: html`<p>${t('Tap the map at each corner; tap the first corner to close. Move the points afterwards.')}</p>!${postForm(cityHref(city.id, '/zones/new'), fields)}`,
  }
}

/** One zone: its points on a map, its name, and what else can be done with it. */
export function oneZonePage(screen: ZoneFormScreen, zone: Zone, map: ZoneMap): OperationsContent {
  const { language, city } = screen
  const t = speak(language)
  const href = cityHref(city.id, `/zones/${zone.id}`)
  const shape = html`!${zoneMapPlace(map, t('Map: move the points of the outline of {zone}', { zone: zone.name }))}<p class="hint">${t('Move a point; tap the middle of a side to add one; hold a point to remove it.')}</p>
!${textArea({ ...field(screen, 'shape', t('Outline (GeoJSON)'), t('The map fills it in. Without a map: paste a Polygon or a MultiPolygon.')), attributes: { maxlength: 400_000, spellcheck: 'false' } })}
!${submitButton(t('See what would change'))}`
  const name = html`!${textField({ ...field(screen, 'name', t('Name of the zone')), value: screen.typed.name ?? zone.name, attributes: { maxlength: 60, required: true, autocomplete: 'off' } })}
!${textField({ ...field(screen, 'priority', t('Priority'), t('Where zones overlap, the highest number holds. Usually 0.')), value: screen.typed.priority ?? String(zone.priority), attributes: { inputmode: 'numeric', maxlength: 5, autocomplete: 'off' } })}
!${submitButton(t('Save'), 'plain')}`
  return {
    ...frame(screen, zone.name),
    isWide: true,
    scripts: mapScripts,
    main: html`!${postForm(`${href}/shape`, shape)}
<div class="columns"><section class="card"><h2>${t('Name and priority')}</h2>!${postForm(`${href}/name`, name)}</section>
<section class="card"><p><a class="button plain" href="${href}/split">${t('Split in two')}</a></p>!${buttonForm(`${href}/retire`, t('Retire'), 'danger')}<p class="hint">${t('You will see what changes before you confirm.')}</p></section></div>`,
  }
}

/** The form that cuts a zone in two along a line. */
export function splitZonePage(screen: ZoneFormScreen, zone: Zone, map: ZoneMap): OperationsContent {
  const { language, city } = screen
  const t = speak(language)
  const name = (which: 'first' | 'second', hint?: string) =>
    textField({
      ...field(
        screen,
        which,
        which === 'first' ? t('Name of the larger part') : t('Name of the other part'),
        hint,
      ),
      attributes: { maxlength: 60, required: true, autocomplete: 'off' },
    })
  const fields = html`!${zoneMapPlace(map, t('Map: draw the line of the cut'))}
!${textArea({ ...field(screen, 'line', t('Line (a point on each line: latitude, longitude)'), t('The map fills it in. Without a map: write at least two points, like 6.37, 2.42.')), attributes: { maxlength: 20_000, spellcheck: 'false' } })}
<div class="pair">!${name('first', t('It keeps the prices of the zone; the other is given the same.'))}!${name('second')}</div>
!${submitButton(t('See what would change'))}`
  return {
    ...frame(screen, t('Split {zone} in two', { zone: zone.name })),
    back: { href: cityHref(city.id, `/zones/${zone.id}`), label: zone.name },
    isWide: true,
    scripts: mapScripts,
    main: html`<p>${t('Draw a line across the whole zone: it begins and ends outside. Tap the last point twice to finish.')}</p>!${postForm(cityHref(city.id, `/zones/${zone.id}/split`), fields)}`,
  }
}
