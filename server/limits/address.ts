import { isIPv6 } from 'node:net'

/** The address that limits count: a whole IPv4, or the first 64 bits of an IPv6, because its holder has all other addresses of that network (RFC 6177). */
export function addressOf(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1]
  if (mapped) return mapped
  if (!isIPv6(ip)) return ip
  const [head = '', tail = ''] = ip.replace(/%.*$/, '').toLowerCase().split('::')
  const groups = (text: string): string[] => text.split(':').filter(Boolean)
  const [first, last] = [groups(head), groups(tail)]
  const zeros = Array.from({ length: Math.max(0, 8 - first.length - last.length) }, () => '0')
  const all = ip.includes('::') ? [...first, ...zeros, ...last] : first
  return `${all
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`
}
