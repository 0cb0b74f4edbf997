import { BlockList, isIP } from 'node:net'

/** IANA's special-purpose IPv4 ranges: this machine, private networks, link-local (cloud metadata), documentation, multicast … */
const SPECIAL_V4: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
]
/** Inside 2000::/3, the only global unicast: what is reserved there or carries an IPv4 address (Teredo, 6to4). */
const SPECIAL_V6: readonly (readonly [string, number])[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
]

const special = new BlockList()
for (const [net, bits] of SPECIAL_V4) special.addSubnet(net, bits, 'ipv4')
for (const [net, bits] of SPECIAL_V6) special.addSubnet(net, bits, 'ipv6')
const global6 = new BlockList()
global6.addSubnet('2000::', 3, 'ipv6')

/** True for every address that is not a machine on the public internet; text that is no address counts as private. */
export function isPrivateAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return special.check(address, 'ipv4')
  // An IPv4 address inside an IPv6 one is outside of 2000::/3, so it is refused whatever it is.
  if (family === 6) return !global6.check(address, 'ipv6') || special.check(address, 'ipv6')
  return true
}
