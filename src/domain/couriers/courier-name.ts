import { fullName, keptNames } from '../../base/kernel/full-name.ts'

type NameColumns = { first_name: string; last_name: string }

/** A courier, or somebody who applies, as people read them; whoever has one name has it alone. */
export const courierName = ({ first_name, last_name }: NameColumns): string => fullName(first_name, last_name)

/** The names of somebody as their row keeps them. */
export function nameColumns({ firstName, lastName }: { firstName: string; lastName: string }): NameColumns {
  const kept = keptNames(firstName, lastName)
  return { first_name: kept.firstName, last_name: kept.lastName }
}
