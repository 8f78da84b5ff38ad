import { limits } from '../../../base/contract/limits.ts'
import { addPickupAddress } from '../../../domain/shops/add-pickup-address.ts'
import { findShop, listPickupAddresses } from '../../../domain/shops/shop-store.ts'
import { type AddCommand, answer, CommandRefused } from './command-context.ts'
import { readNumber, readText, readUuid } from './option-values.ts'

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

/** `colis pickup-addresses add | list`. */
export const addPickupAddressesCommand: AddCommand = (program, context) => {
  const addresses = program
    .command('pickup-addresses')
    .description('where couriers fetch the parcels of a shop')

  addresses
    .command('add')
    .description('register a pickup address')
    .requiredOption('--shop <id>', 'whose address', readUuid)
    .requiredOption('--lat <degrees>', 'degrees north', readNumber(-90, 90))
    .requiredOption('--lng <degrees>', 'degrees east', readNumber(-180, 180))
    .option('--label <text>', 'short name', readText(limits.placeLabel.max))
    .option('--landmark <text>', 'a reference point for the courier', readText(limits.placeLandmark.max))
    .option('--formatted <text>', 'the address on one line', readText(200))
    .option('--main', 'make it the main address; a shop’s first one always is')
    .option('--json', 'answer with one JSON object')
    .action(async (options: AddOptions) => {
      const parts = await context.parts()
      if (!(await findShop(parts.db, options.shop)))
        throw new CommandRefused(`There is no shop ${options.shop}.`)
      const isFirst = (await listPickupAddresses(parts.db, options.shop)).length === 0
      const added = await addPickupAddress(parts, {
        shopId: options.shop,
        lat: options.lat,
        lng: options.lng,
        label: options.label ?? null,
        landmark: options.landmark ?? null,
        formatted: options.formatted ?? null,
        isDefault: options.main ?? isFirst,
      })
      answer(context, options, { pickupAddressId: added.id, isDefault: added.is_default }, [
        `Pickup address ${added.id}${added.is_default ? ' (main)' : ''}`,
      ])
    })

  addresses
    .command('list')
    .description('the pickup addresses of a shop, the main one first')
    .requiredOption('--shop <id>', 'whose addresses', readUuid)
    .option('--json', 'answer with one JSON object')
    .action(async (options: { shop: string; json?: boolean }) => {
      const { db } = await context.parts()
      if (!(await findShop(db, options.shop))) throw new CommandRefused(`There is no shop ${options.shop}.`)
      const rows = await listPickupAddresses(db, options.shop)
      const listed = rows.map((row) => ({
        pickupAddressId: row.id,
        isDefault: row.is_default,
        label: row.label,
        landmark: row.landmark,
        formatted: row.formatted,
        lat: row.lat,
        lng: row.lng,
      }))
      const lines = listed.map(
        (a) => `${a.pickupAddressId}  ${a.lat},${a.lng}  ${a.label ?? ''}${a.isDefault ? ' (main)' : ''}`,
      )
      answer(context, options, { pickupAddresses: listed }, lines.length ? lines : ['No pickup address yet.'])
    })
}
