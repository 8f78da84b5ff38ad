import { Marked, type Tokens } from 'marked'
import type { Language } from '../../base/kernel/language.ts'
import { docsPath, slugOfFile } from './docs-list.ts'
import { codeBlock, type DocsSection, escaped, heading, table } from './html-parts.ts'

/**
 * Finds the address of what a piece of code names: an operation, an error code, an event; undefined for any
 * other.
 */
export type AddressOfCode = (code: string) => string | undefined

type MarkdownSource = {
  text: string
  /** The file that the text is from, such as `docs/fr/webhooks.md`: its links are relative to it. */
  file: string
  language: Language
  addressOfCode: AddressOfCode
}

/** A text of our own as HTML: its title, its sections and the rest. HTML within the Markdown is left out. */
export function htmlOfMarkdown({ text, file, language, addressOfCode }: MarkdownSource): {
  title: string
  sections: DocsSection[]
  html: string
} {
  let title = ''
  const sections: DocsSection[] = []
  // Nothing within a heading or a link may be a link.
  let isLinked = false
  const unlinked = (render: () => string): string => {
    isLinked = true
    const rendered = render()
    isLinked = false
    return rendered
  }
  const marked = new Marked({
    renderer: {
      html: () => '',
      heading({ tokens, depth }: Tokens.Heading) {
        const inner = unlinked(() => this.parser.parseInline(tokens))
        const words = this.parser.parseInline(tokens, this.parser.textRenderer)
        if (depth === 1) {
          title = words
          return ''
        }
        const id = headingId(words)
        if (depth === 2) sections.push({ id, title: words })
        return heading(depth, id, inner)
      },
      link({ href, tokens }: Tokens.Link) {
        const inner = unlinked(() => this.parser.parseInline(tokens))
        return `<a href="${escaped(siteAddress(href, file, language))}">${inner}</a>`
      },
      codespan({ text: code }: Tokens.Codespan) {
        const address = isLinked ? undefined : addressOfCode(code)
        const inner = `<code>${escaped(code)}</code>`
        return address === undefined ? inner : `<a href="${escaped(address)}">${inner}</a>`
      },
      code: ({ text: code, lang }: Tokens.Code) => codeBlock(code, lang),
      table({ header, rows }: Tokens.Table) {
        const names = header.map(({ tokens }) => this.parser.parseInline(tokens))
        const labels = header.map(({ tokens }) => this.parser.parseInline(tokens, this.parser.textRenderer))
        const body = rows.map((cells) => cells.map(({ tokens }) => this.parser.parseInline(tokens)))
        return table(names, labels, body)
      },
    },
  })
  const html = marked.parse(text, { async: false })
  return { title, sections, html }
}

/** The name of a heading in addresses, as GitHub makes it. */
const headingId = (words: string): string =>
  words
    .trim()
    .toLowerCase()
    .replace(/&#?\w+;|[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-')

/** A Markdown text whose links to other files lead to the pages of the site. */
export const withSiteLinks = (
  text: string,
  { file, language, publicUrl }: { file: string; language: Language; publicUrl: string },
): string =>
  text.replace(/\]\(([^()\s]+)\)/g, (_, href: string) => {
    const address = siteAddress(href, file, language)
    return `](${address.startsWith('/') ? publicUrl : ''}${address})`
  })

/** Where a link of a file leads on the site. Throws for a file that is not on it. */
function siteAddress(href: string, file: string, language: Language): string {
  if (/^(#|https?:|\/)/.test(href)) return href
  const { pathname, hash } = new URL(href, `file:///${file}`)
  const slug = slugOfFile(decodeURIComponent(pathname).slice(1))
  if (slug === undefined) throw new Error(`${file} links to ${href}, which is not on the site.`)
  return `${docsPath(language, slug)}${hash}`
}
