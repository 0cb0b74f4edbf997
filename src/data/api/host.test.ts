import { expect, it } from 'vitest'
import { hostLabel } from './host.ts'

it.each([
  ['demo.localhost', 'demo'],
  ['admin.lolapp.example', 'admin'],
  ['localhost', null],
  ['127.0.0.1', null],
  ['[::1]', null],
])('the company of %s is %s', (host, label) => expect(hostLabel(host)).toBe(label))
