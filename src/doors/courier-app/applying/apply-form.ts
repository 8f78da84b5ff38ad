import { cleanedLine } from '../../../base/kernel/plain-text.ts'
import type { VehicleType } from '../../../contract/vocabulary.ts'
import { vehicleTypes } from '../../../contract/vocabulary.ts'

/** The fields of the form, and what may be wrong with each. */
export type ApplyField = 'firstName' | 'lastName' | 'vehicleType' | 'plateNumber' | 'photo' | 'identity'
export type ApplyFault = 'MISSING' | 'TOO_LONG' | 'FILE_MISSING' | 'FILE_SIZE' | 'FILE_CONTENT'
export type ApplyFaults = Partial<Record<ApplyField, ApplyFault>>

/** What somebody typed of themselves. */
export type TypedApplication = {
  firstName: string
  lastName: string
  vehicleType: VehicleType | undefined
  plateNumber: string
}

const longest = { firstName: 80, lastName: 80, plateNumber: 20 } as const

/** Reads what was typed, as it may be stored. */
export const typedApplication = (fields: Record<string, string>): TypedApplication => ({
  firstName: cleanedLine(fields.firstName ?? ''),
  lastName: cleanedLine(fields.lastName ?? ''),
  vehicleType: vehicleTypes.find((each) => each === fields.vehicleType),
  plateNumber: cleanedLine(fields.plateNumber ?? '').toUpperCase(),
})

/** What is wrong with what was typed; a vehicle on the road has a plate. */
export function applyFaults(typed: TypedApplication): ApplyFaults {
  const faults: ApplyFaults = {}
  for (const name of ['firstName', 'lastName', 'plateNumber'] as const) {
    if (typed[name] === '') faults[name] = 'MISSING'
    else if ([...typed[name]].length > longest[name]) faults[name] = 'TOO_LONG'
  }
  if (!typed.vehicleType) faults.vehicleType = 'MISSING'
  return faults
}
