import { limits } from '../../contract/limits.ts'
import { addPickupAddress } from '../../domain/shops/add-pickup-address.ts'
import { changePickupAddress } from '../../domain/shops/change-pickup-address.ts'
import { getShop } from '../../domain/shops/get-shop.ts'
import { removePickupAddress } from '../../domain/shops/remove-pickup-address.ts'
import { listPickupAddresses, type PickupAddressRow } from '../../domain/shops/shop-store.ts'
import { type AddCommand, answer, CommandRefused } from './command-context.ts'
import { jsonOption, readLat, readLng, readText, readUuid } from './option-values.ts'

const latOption = ['--lat <degrees>', 'degrees north', readLat] as const
const lngOption = ['--lng <degrees>', 'degrees east', readLng] as const
const labelOption = ['--label <text>', 'short name', readText(limits.placeLabel.max)] as const
const landmarkOption = [
  '--landmark <text>',
  'a reference point for the courier',
  readText(limits.placeLandmark.max),
] as const
const formattedOption = [
  '--formatted <text>',
  'the address on one line',
  readText(limits.placeFormatted.max),
] as const

type AddOptions = {
  shop: string
  lat: number
  lng: number
  label?: string
  landmark?: string
  formatted?: string
  main?: boolean
  json?: boolean
}

type ChangeOptions = Partial<AddOptions> & { shop: string; address: string }

/** `colis pickup-addresses add | change | remove | list`. */
export const addPickupAddressesCommand: AddCommand = (program, context) => {
  const addresses = program
    .command('pickup-addresses')
    .description('where couriers fetch the parcels of a shop')

  addresses
    .command('add')
    .description('register a pickup address')
    .requiredOption('--shop <id>', 'whose address', readUuid)
    .requiredOption(...latOption)
    .requiredOption(...lngOption)
    .option(...labelOption)
    .option(...landmarkOption)
    .option(...formattedOption)
    .option('--main', 'make it the main address; a shop’s first one always is')
    .option(...jsonOption)
    .action(async (options: AddOptions) => {
      const added = await addPickupAddress(await context.services(), {
        shopId: options.shop,
        lat: options.lat,
        lng: options.lng,
        label: options.label ?? null,
        landmark: options.landmark ?? null,
        formatted: options.formatted ?? null,
        isDefault: options.main,
      })
      answer(context, options, { pickupAddressId: added.id, isDefault: added.is_default }, [
        `Pickup address ${added.id}${added.is_default ? ' (main)' : ''}`,
      ])
    })

  addresses
    .command('change')
    .description('change a pickup address; what is left out stays, and deliveries keep theirs')
    .requiredOption('--shop <id>', 'whose address', readUuid)
    .requiredOption('--address <id>', 'which', readUuid)
    .option(...latOption)
    .option(...lngOption)
    .option(...labelOption)
    .option(...landmarkOption)
    .option(...formattedOption)
    .option('--main', 'make it the main address')
    .option(...jsonOption)
    .action(async ({ shop, address, main, json, ...change }: ChangeOptions) => {
      if (Object.keys(change).length === 0 && !main)
        throw new CommandRefused(
          'Say what to change: --lat, --lng, --label, --landmark, --formatted or --main.',
        )
      const changed = await changePickupAddress(
        await context.services(),
        { shopId: shop, id: address },
        { ...change, ...(main && { isDefault: true }) },
      )
      answer(context, { json: json ?? false }, addressAnswer(changed), [addressLine(changed)])
    })

  addresses
    .command('remove')
    .description('remove a pickup address; the main one last')
    .requiredOption('--shop <id>', 'whose address', readUuid)
    .requiredOption('--address <id>', 'which', readUuid)
    .option(...jsonOption)
    .action(async (options: { shop: string; address: string; json?: boolean }) => {
      await removePickupAddress(await context.services(), { shopId: options.shop, id: options.address })
      answer(context, options, { pickupAddressId: options.address, removed: true }, [
        `Pickup address ${options.address} is removed.`,
      ])
    })

  addresses
    .command('list')
    .description('the pickup addresses of a shop, the main one first')
    .requiredOption('--shop <id>', 'whose addresses', readUuid)
    .option(...jsonOption)
    .action(async (options: { shop: string; json?: boolean }) => {
      const { db } = await context.services()
      const { id } = await getShop(db, options.shop)
      const rows = await listPickupAddresses(db, id)
      const listed = rows.map(addressAnswer)
      const lines = rows.map(addressLine)
      answer(context, options, { pickupAddresses: listed }, lines.length ? lines : ['No pickup address yet.'])
    })
}

const addressAnswer = (row: PickupAddressRow) => ({
  pickupAddressId: row.id,
  isDefault: row.is_default,
  label: row.label,
  landmark: row.landmark,
  formatted: row.formatted,
  lat: row.lat,
  lng: row.lng,
})

const addressLine = (row: PickupAddressRow) =>
  `${row.id}  ${row.lat},${row.lng}  ${row.label ?? ''}${row.is_default ? ' (main)' : ''}`
