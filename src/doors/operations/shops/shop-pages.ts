import { failingEndpointsPage } from './failing-endpoints.ts'
import { newShopPage } from './new-shop.ts'
import { oneShopPage } from './one-shop.ts'
import { shopKeepingRoutes } from './shop-keeping-routes.ts'
import { shopListPage } from './shop-list.ts'

/** The shops: who may order and on what terms, how much they order, what fails, and what is kept for them. */
export const shopPages = [shopListPage, failingEndpointsPage, newShopPage, shopKeepingRoutes, oneShopPage]
