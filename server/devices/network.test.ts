import { expect, it } from 'vitest'
import { networkOf } from './network.ts'

it.each([
  ['203.0.113.77', '203.0.113.x'],
  ['::ffff:203.0.113.77', '203.0.113.x'],
  ['127.0.0.1', '127.0.0.x'],
  ['2001:db8:12:34:5:6:7:8', '2001:db8:12::x'],
  ['2001:db8::1', '2001:db8:0::x'],
  ['::1', '0:0:0::x'],
  ['fe80::1%eth0', 'fe80:0:0::x'],
])('of %s only %s is kept', (ip, network) => {
  expect(networkOf(ip)).toBe(network)
})
