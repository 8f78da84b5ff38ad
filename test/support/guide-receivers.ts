import { spawnSync } from 'node:child_process'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Where the code of the guide's receivers stands. */
const pages = globSync('docs/*.md').map((page) => readFileSync(page, 'utf8'))

/** The receiver of a language in the guide: the code block that takes a signing secret. */
export function codeOf(language: string): string {
  const blocks = pages.flatMap((page) => [
    ...page.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, 'g')),
  ])
  return blocks.map(([, code]) => code ?? '').find((code) => code.includes('WEBHOOK_SECRET')) ?? ''
}

/** The path of a receiver, pasted into a file of `folder`. */
export function fileOf(language: string, name: string, folder: string): string {
  writeFileSync(join(folder, name), codeOf(language))
  return join(folder, name)
}

/** Why a test that needs a program is skipped; false where it is installed. */
export const lacks = (program: string) =>
  spawnSync(program, ['--version']).status === 0 ? false : `${program} is not installed here`

export type GuideReceiver = {
  language: string
  /** How it is run from a file in `folder`. */
  command: (port: number, folder: string) => string[]
  skip: false | string
}

export const guideReceivers: GuideReceiver[] = [
  {
    language: 'TypeScript',
    command: (_port, folder) => [process.execPath, fileOf('ts', 'receiver.ts', folder)],
    skip: false,
  },
  {
    language: 'PHP',
    command: (port, folder) => ['php', '-S', `127.0.0.1:${port}`, fileOf('php', 'receiver.php', folder)],
    skip: lacks('php'),
  },
  {
    language: 'Python',
    command: (_port, folder) => ['python3', fileOf('python', 'receiver.py', folder)],
    skip: lacks('python3'),
  },
]
