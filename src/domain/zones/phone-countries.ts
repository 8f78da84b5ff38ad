import { francCountries } from './franc-countries.ts'

/**
 * The countries by whose dialling rules a number without its country is read where nothing else says which:
 * those of the cities; before there is one, that of the company, by its time zone (decision 301).
 */
export function phoneCountries(cities: readonly { country: string }[], timeZone: string): string[] {
  const served = [...new Set(cities.map(({ country }) => country))]
  return served.length > 0 ? served : countriesIn(timeZone)
}

const countriesIn = (timeZone: string): string[] =>
  Object.entries(francCountries).flatMap(([country, facts]) => (facts.timeZone === timeZone ? [country] : []))
