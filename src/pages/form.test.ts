import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readWhole } from '../base/kernel/written-number.ts'
import {
  choice,
  formFields,
  lineField,
  linesField,
  listField,
  momentField,
  numberField,
  optional,
  readForm,
} from './form.ts'

const form = {
  name: lineField({ label: 'Name', wrong: '1 to 5 letters.', max: 5 }),
  kind: choice({ A: 'one', B: 'another' }, { label: 'Kind' }),
  count: optional(
    numberField({
      label: 'Count',
      wrong: 'A number from 1.',
      read: (text) => readWhole(text, { min: 1 }),
      isNarrow: true,
    }),
  ),
  from: optional(
    momentField({ label: 'From', wrong: 'No moment.', timeZone: 'Africa/Lagos', isNarrow: true }),
  ),
  city: optional(
    listField(
      [
        { value: '', label: 'all' },
        { value: 'k', label: 'Kara' },
      ],
      { label: 'City', wrong: 'No city.' },
    ),
  ),
  shops: linesField({ label: 'Shops' }),
}

test('a form reads what was typed into values of its fields, without the blanks around it', () => {
  const typed = {
    name: ' Afi ',
    kind: 'B',
    count: '1 000',
    from: '2026-11-23T08:00',
    city: 'k',
    shops: 'a\n\n b ',
  }
  assert.deepEqual(readForm(form, typed), {
    values: {
      name: 'Afi',
      kind: 'B',
      count: 1_000,
      from: new Date('2026-11-23T07:00:00Z'),
      city: 'k',
      shops: ['a', 'b'],
    },
  })
})

test('optional fields that were left empty are null, and the first choice stands where none was made', () => {
  const { values } = readForm(form, { name: 'Afi' })
  assert.deepEqual(values, { name: 'Afi', kind: 'A', count: null, from: null, city: null, shops: [] })
})

test('every field that cannot be read says what is wrong with it', () => {
  const { faults } = readForm(form, { name: 'Adjovi', count: 'x', from: 'y', city: 'z' })
  assert.deepEqual(faults, {
    name: '1 to 5 letters.',
    count: 'A number from 1.',
    from: 'No moment.',
    city: 'No city.',
  })
})

test('a choice that nobody was offered is refused under the name of its field', () => {
  assert.throws(() => readForm(form, { name: 'Afi', kind: 'C' }), {
    code: 'CHOICE_UNKNOWN',
    params: { field: 'kind', choices: ['A', 'B'] },
  })
})

test('a form shows what was typed, escaped, with what is wrong beside it, and narrow fields two by two', () => {
  const shown = formFields(form, { name: '<b>', kind: 'B', count: 'x' }, { count: 'A number from 1.' })
  assert.match(shown, /<input id="name"[^>]* required maxlength="5" value="&#60;b&#62;">/)
  assert.match(shown, /value="B" checked>/)
  assert.match(shown, /<div class="pair"><div class="field wrong">[\s\S]*A number from 1[\s\S]*name="from"/)
  assert.equal(shown.match(/class="pair"/g)?.length, 1)
})
