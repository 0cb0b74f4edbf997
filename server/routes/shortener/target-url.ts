import { BlockList, isIP } from 'node:net'

/** Addresses of a private network or machine: a link to them helps nobody outside, and may deceive somebody inside. */
const PRIVATE = new BlockList()
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const)
  PRIVATE.addSubnet(net, bits, 'ipv4')
for (const [net, bits] of [
  ['::', 96],
  ['64:ff9b::', 96],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const)
  PRIVATE.addSubnet(net, bits, 'ipv6')

const PRIVATE_NAME = /(^|\.)(localhost|local|internal|intranet|lan|home|corp|arpa|test|invalid|onion)\.?$/

function isPrivateHost(host: string): boolean {
  const name = host.replace(/^\[|\]$/g, '').toLowerCase()
  const family = isIP(name)
  // A mapped IPv4 address is checked as IPv4 by the block list.
  if (family !== 0) return PRIVATE.check(name, family === 6 ? 'ipv6' : 'ipv4')
  return PRIVATE_NAME.test(name) || !name.replace(/\.$/, '').includes('.')
}

/**
 * The address that a short link may lead to, in its normal form; otherwise a French message. http and https only, no name or password
 * in it (`https://banque.fr@pirate.example`), no private address.
 */
export function targetUrl(text: string): { href: string } | { message: string } {
  // URL drops line ends and tabs silently, so the text is checked as it was written.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
  if (/[\u0000-\u0020\u007f\\]/.test(text) || !URL.canParse(text)) return { message: 'Invalid URL' }
  const url = new URL(text)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return { message: 'Invalid URL' }
  if (url.username !== '' || url.password !== '') {
    return { message: "L'adresse ne doit contenir ni identifiant ni mot de passe" }
  }
  if (isPrivateHost(url.hostname)) return { message: "Cette adresse n'est pas publique" }
  return { href: url.href }
}
