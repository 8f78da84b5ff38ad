import { html } from 'ghtml'
import type { Language } from '../../../base/kernel/language.ts'
import { docsPath } from '../docs-list.ts'
import { speak } from '../docs-words.ts'
import type { DocsContent } from '../html-parts.ts'
import { codeBlock, escaped, table } from '../html-parts.ts'
import type { ClientPackage, ClientPackages } from './pack-clients.ts'

/** What leads from the guide to the packages. */
export const packagesLink = (language: Language) => ({
  sections: [],
  html: html`<p><a href="/sdk/">${speak(language)('Packages of the clients')}</a></p>`,
})

/**
 * The page of the packages that this service serves. Links name hashes in the form in which pip reads them,
 * so that the page is a place to find links too.
 */
export function packagesPage({ version, packages }: ClientPackages, language: Language): DocsContent {
  const t = speak(language)
  const lead = t(
    'The clients of this very service, version {version}: what a registry would serve, without one. They need nothing else to be installed.',
    { version },
  )
  const kept = t(
    'A file keeps its bytes for as long as the service keeps its version. Keep a copy with your own code where it must install for ever.',
  )
  const names = [t('Language'), t('File'), t('Size'), 'SHA-256']
  const rows = packages.map(({ language: written, file, bytes, sha256 }) => [
    escaped(written),
    html`<a href="/sdk/${file}#sha256=${sha256}">${file}</a>`,
    escaped(t('{size} KB', { size: Math.ceil(bytes.length / 1024) })),
    `<code>${sha256}</code>`,
  ])
  const commands = packages.map(
    ({ language: written, commands }: ClientPackage) =>
      `<h2>${escaped(written)}</h2>\n${codeBlock(commands.join('\n'))}`,
  )
  return {
    slug: 'sdks',
    title: escaped(t('Packages of the clients')),
    sections: [],
    html: html`<p class="lead">${lead}</p>
!${table(names, names, rows)}!${commands}
<p>${kept}</p>
<p><a href="${docsPath(language, 'sdks')}">${t('How to order with them')}</a></p>`,
  }
}
