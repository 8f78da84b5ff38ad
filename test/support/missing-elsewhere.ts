/**
 * What PostgreSQL has and YugabyteDB documents as missing, or as switched off: "Unsupported PostgreSQL features" of its
 * page on compatibility and Voyager's "known issues" of PostgreSQL, as of v2025.2 (docs/scaling.md).
 */
export const missingElsewhere: Record<string, RegExp> = {
  'a system column (issue 24843)': /\b(ctid|xmin|xmax|cmin|cmax)\b/gi,
  'a trigger that reads the rows of its statement (issue 1668)':
    /\breferencing (new|old) table(?: as \w+)?(?: (?:new|old) table(?: as \w+)?)?/gi,
  'lock table, but in access share mode (issue 5384)': /\block table (?!\S+ in access share mode)/gi,
  'listen and notify (issue 1872; since v2025.2.3, off by default)': /\bpg_notify\(|\blisten colis_/gi,
  'a parameter of storage (issue 23467)': /\b(fillfactor|autovacuum_\w+) *=/gi,
  'a transaction id (issue 15638)': /\b(txid_\w+|pg_current_xact_id\w*|pg_snapshot_\w+|xid8)\b/gi,
  'a deferrable constraint (issue 1709)': /\bdeferrable\b|\binitially deferred\b|\bset constraints\b/gi,
  'a constraint trigger (issue 4700)': /\bcreate constraint trigger\b/gi,
  'an exclusion constraint (issue 3944)': /\bexclude using\b/gi,
  'an index that is no B-tree (issues 1337, 10652)': /\busing (gist|spgist|brin|gin|hash)\b/gi,
  'inheritance (issue 5956)': /\binherits *\(/gi,
  'an unlogged table (issue 1129)': /\bunlogged table\b/gi,
  'a generated column (issue 10695)': /\bgenerated always as *\((?!identity)/gi,
  'a type that is altered (issue 1893)': /\balter type\b/gi,
  'a type named by a column (issue 23619)': /%(type|rowtype)\b/gi,
  'a prepared transaction (issue 11084)': /\bprepare transaction\b/gi,
  'a large object (issue 25318)': /\blo_(create|import|export|unlink|manage)\b/gi,
  'XML (issue 1043)': /\b(xmlelement|xmlagg|xmltable|xpath|xmlparse)\b/gi,
  'JSON as of PostgreSQL 16 and later (issue 25575)':
    /\b(json_array|json_object|json_arrayagg|json_objectagg|json_query|json_value|json_exists|json_table) *\(|\bis json\b/gi,
  'a function or a collation of PostgreSQL 16 and later (issue 25575)':
    /\bany_value *\(|\bdeterministic *= *false/gi,
  'a view that checks what is written (issue 22716)': /\bwith (cascaded |local )?check option\b/gi,
  'a table altered in its storage (issue 1124)': /\bcluster on\b|\bset statistics\b|\bdisable rule\b/gi,
}
