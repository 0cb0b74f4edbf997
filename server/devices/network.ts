import { isIPv6 } from 'node:net'
import { addressOf } from '../limits/address.ts'

/**
 * The network of an address, which is all that a list of sessions needs and all that is stored: « 203.0.113.x », « 2001:db8:12::x ». No service is asked for
 * its location.
 */
export function networkOf(ip: string): string {
  const address = addressOf(ip).replace(/\/64$/, '')
  if (!isIPv6(address)) return address.replace(/\.\d+$/, '.x')
  return `${address.split(':').slice(0, 3).join(':')}::x`
}
