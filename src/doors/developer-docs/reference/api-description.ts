import type { Language } from '../../../base/kernel/language.ts'
import { partnerPath } from '../../../contract/vocabulary.ts'
import {
  type ApiDescription,
  describedOperations,
  type PlacedOperation,
} from '../../../http/openapi-document.ts'
import { docsPath } from '../docs-list.ts'

/** An operation with its place: `path` is without what all have in common. */
export type ApiOperation = PlacedOperation & { tag: string }

/** Every operation, in the order of the description. */
export const operationsOf = (description: ApiDescription): ApiOperation[] =>
  describedOperations(description).map((operation) => ({
    ...operation,
    path: operation.path.slice(partnerPath.length),
    tag: operation.tags[0] ?? '',
  }))

/** The groups that have operations, in the order of the description. */
export function tagsOf(description: ApiDescription): ApiDescription['tags'] {
  const used = new Set(operationsOf(description).map(({ tag }) => tag))
  return description.tags.filter(({ name }) => used.has(name))
}

/** The page of a group of operations: `Pickup addresses` is `reference/pickup-addresses`. */
export const tagSlug = (tag: string): string => `reference/${tag.toLowerCase().replaceAll(' ', '-')}`

/** Where an operation is explained. */
export const operationAddress = ({ tag, operationId }: ApiOperation, language: Language): string =>
  `${docsPath(language, tagSlug(tag))}#${operationId}`

/** The page that lists the objects that operations have in common. */
export const objectsSlug = 'reference/objects'

/** The page of one of them. */
export const objectSlug = (name: string): string => `${objectsSlug}/${name}`

/** The operation that `GET /deliveries/{id}` names; a value may stand for the parameter. */
export function operationNamed(text: string, operations: readonly ApiOperation[]): ApiOperation | undefined {
  const [method = '', path = '', ...more] = text.split(' ')
  if (more.length > 0 || !path.startsWith('/')) return undefined
  const ofMethod = operations.filter((operation) => operation.method === method)
  return (
    ofMethod.find((operation) => operation.path === path) ??
    ofMethod.find((each) => isSamePath(each.path, path))
  )
}

function isSamePath(template: string, path: string): boolean {
  const [parts, given] = [template.split('/'), path.split('/')]
  return (
    parts.length === given.length && parts.every((part, at) => part.startsWith('{') || part === given[at])
  )
}
