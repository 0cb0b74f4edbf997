import { randomBytes } from 'node:crypto'
import { mkdtempSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createSecrets, keyOfFolder } from './secrets.ts'

describe('secrets', () => {
  const secrets = createSecrets(randomBytes(32))

  it('seals a text that only its key opens, and notices a change', () => {
    const sealed = secrets.seal('mot de passe à garder')
    expect(sealed).not.toContain('mot')
    expect(secrets.unseal(sealed)).toBe('mot de passe à garder')
    expect(secrets.seal('mot de passe à garder')).not.toBe(sealed)
    expect(() => createSecrets(randomBytes(32)).unseal(sealed)).toThrow()
    const bytes = Buffer.from(sealed, 'base64url')
    bytes.writeUInt8(bytes.readUInt8(30) ^ 1, 30)
    expect(() => secrets.unseal(bytes.toString('base64url'))).toThrow()
  })

  it('keeps the digests of two purposes apart', () => {
    expect(secrets.digest('code', '123456')).toBe(secrets.digest('code', '123456'))
    expect(secrets.digest('code', '123456')).not.toBe(secrets.digest('link', '123456'))
  })

  it('makes the key of a folder once, for its owner only', () => {
    const folder = join(mkdtempSync(join(tmpdir(), 'lolapp-key-')), 'data')
    const key = keyOfFolder(folder)
    expect(key).toHaveLength(32)
    expect(keyOfFolder(folder)).toEqual(key)
    expect(statSync(join(folder, 'secret.key')).mode & 0o077).toBe(0)
  })
})
