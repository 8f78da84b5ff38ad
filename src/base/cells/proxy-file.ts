import { type Cell, CellsRefused } from './cell-directory.ts'

/** The proxies that configurations are written for. */
export const proxies = ['caddy', 'haproxy'] as const
export type ProxyName = (typeof proxies)[number]

/** The folder or file of certificates that HAProxy serves; without one it serves plain HTTP. */
type ProxyOptions = { certificates?: string | undefined }

/**
 * The configuration of a proxy in front of all cells, each by the host of its address. Throws CellsRefused
 * for a cell without processes.
 */
export function proxyFile(proxy: ProxyName, cells: readonly Cell[], options: ProxyOptions = {}): string {
  const idle = cells.find(({ upstreams }) => upstreams.length === 0)
  if (cells.length === 0) throw new CellsRefused('There are no cells.')
  if (idle) throw new CellsRefused(`The cell ${idle.code} has no processes: give it some with --upstream.`)
  return proxy === 'caddy' ? caddyFile(cells) : haproxyFile(cells, options)
}

const head = '# Written by colis cells proxy from the directory of cells: change that, and write it again.\n'

/** As `deploy/caddy/Caddyfile`, a site for each cell; Caddy gets their certificates by itself. */
const caddyFile = (cells: readonly Cell[]): string =>
  `${head}${cells
    .map(
      ({ code, url, upstreams }) => `
# The cell ${code}.
${url} {
	encode zstd gzip
	reverse_proxy ${upstreams.join(' ')} {
		lb_policy least_conn
		lb_try_duration 5s
		health_uri /health/ready
		health_interval 2s
		health_timeout 2s
		flush_interval -1
		header_up X-Request-Id {http.request.uuid}
		transport http {
			keepalive 60s
		}
	}
}
`,
    )
    .join('')}`

/** Throws CellsRefused where two cells have one host: HAProxy sends both to the first. */
function refuseSharedHosts(cells: readonly Cell[]): void {
  const hosts = new Map<string, string>()
  for (const { code, url } of cells) {
    const { hostname } = new URL(url)
    const other = hosts.get(hostname)
    if (other !== undefined)
      throw new CellsRefused(`The cells ${other} and ${code} have one host, ${hostname}: give each its own.`)
    hosts.set(hostname, code)
  }
}

/** Streams of events stay open for hours, and Colis closes an idle connection after 72 s. */
function haproxyFile(cells: readonly Cell[], { certificates }: ProxyOptions): string {
  refuseSharedHosts(cells)
  const binds = certificates
    ? `	bind :80
	bind :443 ssl crt ${certificates} alpn h2,http/1.1
	http-request redirect scheme https code 308 unless { ssl_fc }`
    : '	bind :80'
  return `${head}
# Nothing is logged of requests: addresses of customers' pages are secrets.
defaults
	mode http
	option forwardfor
	timeout connect 5s
	timeout client 75s
	timeout server 75s
	timeout tunnel 1h
	timeout http-keep-alive 60s

frontend cells
${binds}
	http-request set-header X-Request-Id %[uuid()]
	http-request set-header X-Forwarded-Proto https if { ssl_fc }
	# By their hosts, whatever port is named.
${cells.map(useBackend).join('\n')}
	# No cell has this host.
	default_backend no_cell

backend no_cell
	http-request return status 421 content-type text/plain string "No cell has this host."
${cells
  .map(
    ({ code, upstreams }) => `
backend cell_${code}
	balance leastconn
	option httpchk GET /health/ready
	default-server check inter 2s fall 1 rise 1
${upstreams.map((upstream, at) => `	server ${code}${at + 1} ${upstream}`).join('\n')}
`,
  )
  .join('')}`
}

const useBackend = ({ code, url }: Cell): string =>
  `	use_backend cell_${code} if { req.hdr(host),field(1,:) -i ${new URL(url).hostname} }`
