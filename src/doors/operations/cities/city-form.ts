import { cleanedLine } from '../../../base/kernel/plain-text.ts'
import { pointInText } from '../../../base/kernel/position-text.ts'
import { readDecimal } from '../../../base/kernel/written-number.ts'
import type { NewCity } from '../../../domain/zones/add-city.ts'
import { francCountries, isFrancCountry } from '../../../domain/zones/franc-countries.ts'

const cityFields = ['name', 'country', 'position', 'radius'] as const
export type CityField = (typeof cityFields)[number]
type CityFault = 'MISSING' | 'TOO_LONG' | 'COUNTRY' | 'POSITION' | 'RADIUS'
export type CityFaults = Partial<Record<CityField, CityFault>>

const maxNameLength = 60

/** Reads the form of a new city, or says what is wrong with it. */
export function readNewCity(typed: Record<string, string>): { city: NewCity } | { faults: CityFaults } {
  const faults: CityFaults = {}
  const name = cleanedLine((typed.name ?? '').slice(0, 500))
  if (name === '') faults.name = 'MISSING'
  else if ([...name].length > maxNameLength) faults.name = 'TOO_LONG'
  const country = typed.country ?? ''
  const position = typed.position ?? ''
  const center = pointInText(position)
  if (!center) faults.position = position.trim() === '' ? 'MISSING' : 'POSITION'
  const serviceRadiusMeters = readRadiusMeters(typed.radius ?? '')
  if (serviceRadiusMeters === undefined) faults.radius = 'RADIUS'
  if (!isFrancCountry(country)) faults.country = 'COUNTRY'
  if (!center || serviceRadiusMeters === undefined || !isFrancCountry(country) || faults.name)
    return { faults }
  const { currency, timeZone } = francCountries[country]
  return { city: { name, country, center, serviceRadiusMeters, currency, timeZone } }
}

/** A radius typed in kilometres, with a point or a comma, in whole metres; undefined for anything else. */
export function readRadiusMeters(text: string): number | undefined {
  const km = readDecimal(text, { min: 0.1, max: 200, decimals: 3 })
  return km === undefined ? undefined : Math.round(km * 1000)
}
