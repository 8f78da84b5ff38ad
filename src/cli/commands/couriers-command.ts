import { fullName } from '../../base/kernel/full-name.ts'
import { type VehicleType, vehicleTypes } from '../../contract/vocabulary.ts'
import { addCourier, courierLengths } from '../../domain/couriers/add-courier.ts'
import { changeCourier } from '../../domain/couriers/change-courier.ts'
import { courierName } from '../../domain/couriers/courier-name.ts'
import { type ListedCourier, listCouriers } from '../../domain/couriers/courier-store.ts'
import { getCourier } from '../../domain/couriers/get-courier.ts'
import { findPosition } from '../../domain/couriers/position-store.ts'
import { retireCourier } from '../../domain/couriers/retire-courier.ts'
import { setDuty } from '../../domain/couriers/set-duty.ts'
import { listCarriedDeliveries } from '../../domain/deliveries/carrying/carried-store.ts'
import type { DeliveryRow } from '../../domain/deliveries/delivery-row.ts'
import type { FrancCountry } from '../../domain/zones/franc-countries.ts'
import { getCity } from '../../domain/zones/get-city.ts'
import { type AddCommand, answer, CommandRefused, linesOr } from './command-context.ts'
import { jsonOption, readChoice, readCountry, readNames, readText, readUuid } from './option-values.ts'

const firstNameOption = ['--first-name <name>', 'what customers read', readText(courierLengths.name)] as const
const lastNameOption = [
  '--last-name <name>',
  'their family name, if they have two',
  readText(courierLengths.name),
] as const
const vehicleOption = ['--vehicle <type>', vehicleTypes.join(', '), readChoice(vehicleTypes)] as const
const plateOption = ['--plate <number>', 'plate of the vehicle', readText(courierLengths.plate)] as const
const countryOption = ['--country <code>', 'where the names are not enough', readCountry] as const

type AddOptions = {
  firstName: string
  lastName: string
  phone: string
  vehicle: VehicleType
  plate?: string
  cities: string[]
  country?: FrancCountry
  json?: boolean
}
type ChangeOptions = Partial<AddOptions> & { courier: string; json?: boolean }
type OneCourier = { courier: string; json?: boolean }

/** `colis couriers add | change | list | show | on-duty | off-duty | retire`. */
export const addCouriersCommand: AddCommand = (program, context) => {
  const couriers = program.command('couriers').description('who carries parcels')

  couriers
    .command('add')
    .description('register a courier, off duty')
    .requiredOption(...firstNameOption)
    .option(...lastNameOption, '')
    .requiredOption('--phone <number>', 'their own number: customers call it, offers go to it')
    .requiredOption(...vehicleOption)
    .option(...plateOption)
    .requiredOption('--cities <names>', 'where they work, comma-separated', readNames)
    .option(...countryOption)
    .option(...jsonOption)
    .action(async (options: AddOptions) => {
      const services = await context.services()
      const cities = await Promise.all(
        options.cities.map((name) => getCity(services.db, name, options.country)),
      )
      const { id } = await addCourier(services, {
        firstName: options.firstName,
        lastName: options.lastName,
        phone: options.phone,
        vehicleType: options.vehicle,
        plateNumber: options.plate ?? null,
        cityIds: cities.map((city) => city.id),
      })
      answer(context, options, { courierId: id }, [
        `Courier ${fullName(options.firstName, options.lastName)}: ${id}`,
        `Next: colis couriers on-duty --courier ${id}`,
      ])
    })

  couriers
    .command('change')
    .description('change a courier; what is left out stays')
    .requiredOption('--courier <id>', 'which courier', readUuid)
    .option(...firstNameOption)
    .option(...lastNameOption)
    .option(...vehicleOption)
    .option(...plateOption)
    .option('--cities <names>', 'where they work from now on, comma-separated', readNames)
    .option(...countryOption)
    .option(...jsonOption)
    .action(async (options: ChangeOptions) => {
      const { firstName, lastName, vehicle, plate } = options
      if ([firstName, lastName, vehicle, plate, options.cities].every((each) => each === undefined))
        throw new CommandRefused(
          'Say what to change: --first-name, --last-name, --vehicle, --plate or --cities.',
        )
      const services = await context.services()
      const cities =
        options.cities &&
        (await Promise.all(options.cities.map((name) => getCity(services.db, name, options.country))))
      await changeCourier(services, options.courier, {
        ...(firstName !== undefined && { firstName }),
        ...(lastName !== undefined && { lastName }),
        ...(vehicle !== undefined && { vehicleType: vehicle }),
        ...(plate !== undefined && { plateNumber: plate }),
        ...(cities && { cityIds: cities.map(({ id }) => id) }),
      })
      await printDuty(options)
    })

  couriers
    .command('list')
    .description('every courier')
    .option(...jsonOption)
    .action(async (options: { json?: boolean }) => {
      const rows = await listCouriers((await context.services()).db)
      answer(
        context,
        options,
        { couriers: rows.map(courierAnswer) },
        linesOr(rows, courierLine, 'No courier yet.'),
      )
    })

  oneCourier('show', 'a courier, where they are and what they carry', async (options) => {
    const { db } = await context.services()
    const courier = await getCourier(db, options.courier)
    const position = await findPosition(db, courier.id)
    const carried = await listCarriedDeliveries(db, courier.id)
    const value = {
      ...courierAnswer(courier),
      position: position ? { ...position, reportedAt: position.reportedAt.toISOString() } : null,
      ...carriedAnswer(carried),
    }
    answer(context, options, value, [
      courierLine(courier),
      position
        ? `at ${position.lat},${position.lng} since ${position.reportedAt.toISOString()}`
        : 'nobody knows where',
      ...linesOr(carried, ({ reference, status }) => `carries ${reference}, ${status}`, 'carries nothing'),
    ])
  })

  oneCourier('on-duty', 'let a courier be asked for deliveries', async (options) => {
    await setDuty(await context.services(), options.courier, true)
    await printDuty(options)
  })

  oneCourier('off-duty', 'ask a courier no longer; what they carry they carry on', async (options) => {
    await setDuty(await context.services(), options.courier, false)
    await printDuty(options)
  })

  oneCourier('retire', 'retire a courier for good', async (options) => {
    const services = await context.services()
    await retireCourier(services, options.courier)
    const courier = await getCourier(services.db, options.courier)
    const carried = await listCarriedDeliveries(services.db, courier.id)
    answer(context, options, { ...courierAnswer(courier), ...carriedAnswer(carried) }, [
      courierLine(courier),
      ...carried.flatMap((delivery) => [
        `still carries ${delivery.reference}, ${delivery.status}`,
        nextActionFor(delivery),
      ]),
    ])
  })

  function oneCourier(name: string, description: string, act: (options: OneCourier) => Promise<void>): void {
    couriers
      .command(name)
      .description(description)
      .requiredOption('--courier <id>', 'which courier', readUuid)
      .option(...jsonOption)
      .action(act)
  }

  async function printDuty(options: OneCourier): Promise<void> {
    const courier = await getCourier((await context.services()).db, options.courier)
    answer(context, options, courierAnswer(courier), [courierLine(courier)])
  }
}

const courierAnswer = (courier: ListedCourier) => ({
  courierId: courier.id,
  firstName: courier.first_name,
  lastName: courier.last_name,
  phone: courier.phone,
  vehicleType: courier.vehicle_type,
  plateNumber: courier.plate_number,
  cities: courier.cities,
  onDutySince: courier.on_duty_since?.toISOString() ?? null,
  retiredAt: courier.retired_at?.toISOString() ?? null,
})

/** What a courier carries: the first parcel, or null, and beside it those that they carry with it. */
function carriedAnswer(carried: readonly DeliveryRow[]) {
  const named = carried.map(({ id, reference, status }) => ({ deliveryId: id, reference, status }))
  const [first = null, ...others] = named
  return others.length > 0 ? { carries: first, carriesBeside: others } : { carries: first }
}

/** What the operator does with a parcel whose courier was retired. */
function nextActionFor({ status, reference, shop_id }: DeliveryRow): string {
  if (status === 'ASSIGNED') return `Next: colis deliveries assign --delivery ${reference} --courier ID`
  const confirm = `colis deliveries confirm-return --shop ${shop_id} --delivery ${reference}`
  if (status === 'FAILED') return `Next: ${confirm}, once the shop has it back`
  return 'Next: get the parcel back to the shop, which then cancels the delivery'
}

function courierLine(courier: ListedCourier): string {
  const duty = courier.retired_at ? 'retired' : courier.on_duty_since ? 'on duty' : 'off duty'
  const vehicle = [courier.vehicle_type, courier.plate_number].filter(Boolean).join(' ')
  const { id, cities, phone, first_name, last_name } = courier
  return [id, duty.padEnd(8), vehicle, cities.join(', '), phone, courierName({ first_name, last_name })].join(
    '  ',
  )
}
