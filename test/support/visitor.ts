import assert from 'node:assert/strict'
import type { TestService } from './open-service.ts'

/** A page as it came, with the address it came from. */
export type Page = {
  status: number
  path: string
  html: string
  headers: Record<string, string | string[] | number | undefined>
}

/** Who visits pages without JavaScript: keeps cookies, follows redirects, sends the forms it is shown. */
export type Visitor = {
  cookies: Map<string, string>
  open(path: string, headers?: Record<string, string>): Promise<Page>
  /** Sends the form of a page whose address is `action`, with its hidden fields and what is typed. */
  submit(page: Page, action: string, typed?: Record<string, string>): Promise<Page>
  /** Sends fields to an address, whatever forms there are. */
  post(path: string, fields: Record<string, string> | string, headers?: Record<string, string>): Promise<Page>
}

/** Opens a visitor at an address of their own. */
export function openVisitor({ app }: Pick<TestService, 'app'>, remoteAddress = '10.1.0.1'): Visitor {
  const cookies = new Map<string, string>()

  async function ask(
    method: 'GET' | 'POST',
    path: string,
    headers: Record<string, string>,
    payload?: string,
  ) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await app.inject({
      method,
      url: path,
      remoteAddress,
      headers: { host: 'colis.test', ...(cookie && { cookie }), ...headers },
      ...(payload !== undefined && { payload }),
    })
    for (const line of [answer.headers['set-cookie'] ?? []].flat()) keepCookie(line)
    return { status: answer.statusCode, path, html: answer.body, headers: answer.headers }
  }

  function keepCookie(line: string): void {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
    if (/max-age=0/i.test(line)) cookies.delete(name)
    else cookies.set(name, value)
  }

  async function followed(page: Page): Promise<Page> {
    if (page.status !== 303) return page
    return followed(await ask('GET', String(page.headers.location), {}))
  }

  const post: Visitor['post'] = async (path, fields, headers = {}) =>
    followed(
      await ask(
        'POST',
        path,
        { 'content-type': 'application/x-www-form-urlencoded', origin: 'http://colis.test', ...headers },
        typeof fields === 'string' ? fields : new URLSearchParams(fields).toString(),
      ),
    )

  return {
    cookies,
    open: async (path, headers = {}) => followed(await ask('GET', path, headers)),
    submit: (page, action, typed = {}) => post(action, { ...hiddenFieldsOf(page, action), ...typed }),
    post,
  }
}

/** What the form of a page would send by itself. */
export function hiddenFieldsOf({ html, path }: Page, action: string): Record<string, string> {
  const form = html.match(new RegExp(`<form[^>]*action="${RegExp.escape(action)}".*?</form>`, 's'))?.[0]
  assert.ok(form, `${path} has no form for ${action}:\n${html}`)
  const hidden = form.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)
  return Object.fromEntries([...hidden].map(([, name, value]) => [name, value]))
}

/** The text of a page, without its tags. */
export function textOf({ html }: Page): string {
  const main = html.match(/<main.*<\/main>/s)?.[0] ?? ''
  return main
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))
    .replaceAll(/\s+/g, ' ')
    .trim()
}
