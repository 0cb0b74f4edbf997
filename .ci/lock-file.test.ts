import { expect, it } from 'vitest'
import { downloadAddresses } from './lock-file.ts'

it('finds the entries that name a registry', () => {
  const packages = {
    '': { name: 'lolapp' },
    'node_modules/a': { version: '1.0.0', resolved: 'https://registry.example/a-1.0.0.tgz' },
    'node_modules/b': { version: '1.0.0', integrity: 'sha512-x' },
    'node_modules/c': { resolved: 'packages/c', link: true },
  }
  expect(downloadAddresses(JSON.stringify({ packages }))).toEqual([
    'node_modules/a: https://registry.example/a-1.0.0.tgz',
  ])
})

it('refuses a file that is no lock file', () => {
  expect(() => downloadAddresses('{}')).toThrow('No packages')
})
