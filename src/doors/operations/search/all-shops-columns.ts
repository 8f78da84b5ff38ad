import type { FoundOfShop } from '../../../domain/deliveries/finding/search-all-deliveries.ts'
import { type ExportColumn, exportColumns } from '../../../web/exports/export-row.ts'

/** The columns of a file with the deliveries of all shops: those of a shop, after whose each delivery is and where. */
export const allShopsColumns: readonly ExportColumn<FoundOfShop>[] = [
  { name: 'shop', kind: 'TEXT', width: 24, cell: ({ shop_name }) => shop_name },
  { name: 'city', kind: 'TEXT', width: 14, cell: ({ city_id }, { map }) => map.city(city_id)?.name ?? null },
  ...exportColumns,
]
