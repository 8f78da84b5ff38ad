import assert from 'node:assert/strict'
import { test } from 'node:test'
import { packedTags } from './packed-tags.ts'

for (const [how, packed, tags] of [
  ['an object', { name: 'Ganhi' }, { name: 'Ganhi' }],
  ['JSON', '{"name":"Ganhi"}', { name: 'Ganhi' }],
  ['hstore', '"name"=>"Ganhi","amenity"=>"marketplace"', { name: 'Ganhi', amenity: 'marketplace' }],
  [
    'hstore with blanks',
    '"name" => "Rue 12", "highway" => "primary"',
    { name: 'Rue 12', highway: 'primary' },
  ],
  ['hstore with quotes in it', '"name"=>"Chez \\"Afi\\" \\\\ 2"', { name: 'Chez "Afi" \\ 2' }],
  ['hstore with nothing in it', '"ref"=>NULL,"name"=>"Ganhi"', { ref: '', name: 'Ganhi' }],
  ['a broken text', '{"name":', {}],
  ['nothing', null, {}],
  ['a number', 5, {}],
] as const)
  test(`tags packed as ${how} are read`, () => assert.deepEqual(packedTags(packed), tags))
