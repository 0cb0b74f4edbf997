import { describe, expect, it } from 'vitest'
import { safeRedirect } from './redirect.ts'

describe('?redirect=', () => {
  it.each(['/manager', '/manager/client/1?onglet=rdv#bas', '/confidentialite'])('keeps the path %s', (path) => {
    expect(safeRedirect(path)).toBe(path)
  })

  it.each([
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/.//evil.example',
    'javascript:alert(1)',
    'manager',
    '',
    undefined,
    ['/manager'],
    '/login/manager?redirect=/login/manager',
  ])('refuses %o', (value) => {
    expect(safeRedirect(value)).toBeNull()
  })
})
