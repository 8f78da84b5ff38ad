import type { Module } from '../../events/start-modules.ts'
import { purgePhotos } from './purge-photos.ts'

/** Photos: those that no order has named are removed with their files. */
export const photosModule = (deps: Parameters<typeof purgePhotos>[0]): Module => ({
  name: 'photos',
  purges: { 'purge photos': () => purgePhotos(deps) },
})
