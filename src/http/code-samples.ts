import { partnerPath } from '../contract/vocabulary.ts'
import type { CodeSample, PlacedOperation } from './openapi-document.ts'

/**
 * Each operation as a call in four languages, made from the examples of the description. They need nothing
 * but the language itself, and read `COLIS` (the address of the API), `KEY` and `ID` from the environment, as
 * the commands of the guide do.
 */

/** What a call sends. */
type Call = {
  method: string
  /** After the address of the API; the names of its variables in braces. */
  path: string
  /** Besides the key and the content type. */
  headers: [name: string, value: string][]
  body: unknown
  hasAnswer: boolean
}

/** The samples of an operation, whose body has its example by now. */
export function codeSamplesOf(operation: PlacedOperation): CodeSample[] {
  const { method, path, parameters = [], requestBody, responses } = operation
  const headers = parameters
    .filter((each) => each.in === 'header' && each.required)
    .map((each): [string, string] => [each.name, String(each.example)])
  const call = {
    method,
    path: path.slice(partnerPath.length),
    headers,
    body: requestBody?.required === false ? undefined : requestBody?.content['application/json']?.example,
    hasAnswer: responses['204'] === undefined,
  }
  return [
    { lang: 'Shell', label: 'curl', source: inShell(call) },
    { lang: 'JavaScript', label: 'Node.js', source: inNode(call) },
    { lang: 'Python', label: 'Python', source: inPython(call) },
    { lang: 'PHP', label: 'PHP', source: inPhp(call) },
  ]
}

/** The headers of a call, but for its key. */
const headersOf = ({ headers, body }: Call): [string, string][] => [
  ...headers,
  ...(body === undefined ? [] : [['Content-Type', 'application/json'] as [string, string]]),
]

/** The path with each variable as a language writes it. */
const pathWith = ({ path }: Call, variable: (name: string) => string) =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => variable(name.toUpperCase()))

function inShell(call: Call): string {
  const { method, body } = call
  // curl sends a body by POST, and everything else by GET.
  const isImplied = method === 'GET' || (method === 'POST' && body !== undefined)
  return [
    [
      `curl -s${isImplied ? '' : ` -X ${method}`}`,
      `$COLIS${pathWith(call, (name) => `$${name}`)} -H "Authorization: Bearer $KEY"`,
    ].join(' '),
    ...headersOf(call).map(([name, value]) => `-H ${quotedForShell(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`-d ${quotedForShell(JSON.stringify(body, null, 2))}`]),
  ].join(' \\\n  ')
}

const quotedForShell = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

function inNode(call: Call): string {
  const { method, body, hasAnswer } = call
  const address = pathWith(call, (name) => `\${env.${name}}`)
  const headers = headersOf(call).map(([name, value]) => `    '${name}': ${literal(value, node)},`)
  return [
    "import { env } from 'node:process'",
    '',
    `const response = await fetch(\`\${env.COLIS}${address}\`, {`,
    `  method: '${method}',`,
    '  headers: {',
    `    'Authorization': \`Bearer \${env.KEY}\`,`,
    ...headers,
    '  },',
    ...(body === undefined ? [] : [`  body: JSON.stringify(${literal(body, node, '  ')}),`]),
    '})',
    `console.log(response.status${hasAnswer ? ', await response.json()' : ''})`,
  ].join('\n')
}

function inPython(call: Call): string {
  const { method, body, hasAnswer } = call
  const path = pathWith(call, (name) => `" + os.environ["${name}"] + "`)
  const address = `os.environ["COLIS"] + "${path}"`.replace(' + ""', '')
  const headers = headersOf(call).map(([name, value]) => `        "${name}": ${literal(value, python)},`)
  const usesJson = hasAnswer || body !== undefined
  return [
    `import ${usesJson ? 'json, ' : ''}os, urllib.request`,
    '',
    'request = urllib.request.Request(',
    `    ${address},`,
    `    method="${method}",`,
    '    headers={',
    '        "Authorization": "Bearer " + os.environ["KEY"],',
    ...headers,
    '    },',
    ...(body === undefined ? [] : [`    data=json.dumps(${literal(body, python, '    ')}).encode(),`]),
    ')',
    'with urllib.request.urlopen(request, timeout=30) as response:',
    `    print(response.status${hasAnswer ? ', json.load(response)' : ''})`,
  ].join('\n')
}

function inPhp(call: Call): string {
  const { method, body } = call
  const path = pathWith(call, (name) => `' . getenv('${name}') . '`)
  const address = `getenv('COLIS') . '${path}'`.replace(" . ''", '')
  const headers = headersOf(call).map(([name, value]) => `        ${literal(`${name}: ${value}`, php)},`)
  const sent =
    body === undefined ? [] : [`    CURLOPT_POSTFIELDS => json_encode(${literal(body, php, '    ')}),`]
  return [
    '<?php',
    `$call = curl_init(${address});`,
    'curl_setopt_array($call, [',
    `    CURLOPT_CUSTOMREQUEST => '${method}',`,
    '    CURLOPT_HTTPHEADER => [',
    `        'Authorization: Bearer ' . getenv('KEY'),`,
    ...headers,
    '    ],',
    ...sent,
    '    CURLOPT_RETURNTRANSFER => true,',
    '    CURLOPT_TIMEOUT => 30,',
    ']);',
    '$answer = curl_exec($call);',
    "echo curl_getinfo($call, CURLINFO_RESPONSE_CODE), ' ', $answer, PHP_EOL;",
  ].join('\n')
}

/** How a language writes values. */
type Values = {
  indent: string
  text: (text: string) => string
  member: (name: string) => string
  object: [open: string, close: string]
  list: [open: string, close: string]
  empty: string
  words: Record<'true' | 'false' | 'null', string>
}

const singleQuoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
const node: Values = {
  indent: '  ',
  text: singleQuoted,
  member: (name) => (/^\w+$/.test(name) ? `${name}: ` : `${singleQuoted(name)}: `),
  object: ['{', '}'],
  list: ['[', ']'],
  empty: '{}',
  words: { true: 'true', false: 'false', null: 'null' },
}
const python: Values = {
  indent: '    ',
  text: (text) => JSON.stringify(text),
  member: (name) => `${JSON.stringify(name)}: `,
  object: ['{', '}'],
  list: ['[', ']'],
  empty: '{}',
  words: { true: 'True', false: 'False', null: 'None' },
}
const php: Values = {
  indent: '    ',
  text: singleQuoted,
  member: (name) => `${singleQuoted(name)} => `,
  object: ['[', ']'],
  list: ['[', ']'],
  empty: 'new stdClass()',
  words: { true: 'true', false: 'false', null: 'null' },
}

/** A value of JSON in a language, each member on a line of its own. */
function literal(value: unknown, language: Values, before = ''): string {
  if (typeof value === 'string') return language.text(value)
  if (typeof value !== 'object' || value === null)
    return language.words[String(value) as keyof Values['words']] ?? String(value)
  const isList = Array.isArray(value)
  const within = before + language.indent
  const lines = Object.entries(value).map(
    ([name, each]) => `${within}${isList ? '' : language.member(name)}${literal(each, language, within)},\n`,
  )
  if (lines.length === 0 && !isList) return language.empty
  const [open, close] = isList ? language.list : language.object
  return lines.length === 0 ? `${open}${close}` : `${open}\n${lines.join('')}${before}${close}`
}
