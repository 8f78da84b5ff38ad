import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { executedHash, executedSql } from './executed-sql.ts'

const table = 'create table shops (\n  id uuid primary key,\n  name text\n);\n'

describe('two scripts that execute the same have one hash', () => {
  for (const [what, script] of [
    ['a comment before it', `-- Who orders.\n${table}`],
    ['a comment within a line', table.replace('uuid', 'uuid /* v7; made by us */')],
    ['a comment at the end of a line', table.replace('key,', "key, -- the shop's own; never reused")],
    ['other white space', table.replaceAll('\n', '\r\n\t')],
    ['none around brackets', 'create table shops(id uuid primary key,name text);'],
    ['nothing but a comment after the end', `${table}\n-- The end`],
  ] as const)
    test(what, () => assert.equal(executedHash(script), executedHash(table)))
})

describe('two scripts that execute something else have two hashes', () => {
  for (const [what, one, other] of [
    ['a type', table, table.replace('text', 'json')],
    ['two words and one', 'select a b', 'select ab'],
    ['white space in a text', "select 'a  b'", "select 'a b'"],
    ['what looks like a comment in a text', "select 'a -- b'", "select 'a'"],
    ['a text after an escaped quote', "select 'it''s -- b'", "select 'it''s"],
    ['a text with a backslash', "select e'\\' -- b'", "select e'\\'"],
    ['a name in quotes', 'select "a  b"', 'select "a b"'],
    ['the body of a function', 'do $$ begin null;  end $$', 'do $$ begin null; end $$'],
    ['a body within a body', 'do $a$ $$ -- x\n$$ $a$', 'do $a$ $$ $$ $a$'],
    ['how it is applied', `--! breaking\n${table}`, table],
    ['how it is applied, after a comment', `-- Why.\n--! breaking\n${table}`, `-- Why.\n${table}`],
    ['what follows a comment', `-- x\n${table}`, `-- x ${table}`],
    ['an operator', 'select 1 - -1', 'select 1 -1'],
    ['another parameter', 'select $1, $2', 'select $1, $3'],
  ] as const)
    test(what, () => assert.notEqual(executedHash(one), executedHash(other)))
})

test('what is executed stays readable: markers, then the statements without comments', () => {
  assert.equal(
    executedSql(
      "--! breaking\n-- Why.\nalter table a\n  rename to b;  -- gone\ninsert into b values ( 'x  y' ) ;\n",
    ),
    "--! breaking\n alter table a rename to b;insert into b values('x  y');",
  )
})
