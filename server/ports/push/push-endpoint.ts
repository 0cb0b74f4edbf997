import { isIP } from 'node:net'

/**
 * True for an address that a push service may have: https on the standard port, under a public name. The browser gives it, and could otherwise make the
 * server call any address (SSRF). Names that resolve to private addresses are refused again when the server connects.
 */
export function isPushEndpoint(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, port, hostname, username, password } = new URL(text)
  const name = hostname.replace(/\.$/, '')
  return (
    protocol === 'https:' &&
    port === '' &&
    username === '' &&
    password === '' &&
    isIP(name.replace(/^\[|\]$/g, '')) === 0 &&
    /^[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z][a-z0-9-]+$/.test(name) &&
    !/\.(localhost|local|internal|lan|home|arpa)$/.test(name)
  )
}
