import { isIP } from 'node:net'

/**
 * True for an address that a push service may have: https on its own port, under a public name. The browser gives it, so it would
 * otherwise make the server call whom it likes (SSRF); names that lead inside are refused again when the server connects.
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
