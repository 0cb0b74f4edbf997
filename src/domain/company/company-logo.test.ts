import { createHash } from 'node:crypto'
import { expect, it, vi } from 'vitest'
import { loadLogo } from './company-logo.ts'

const BYTES = new TextEncoder().encode('a picture')
const SHA256 = createHash('sha256').update(BYTES).digest('hex')
const LOGO = `/api/company/c1/pictures/${SHA256}`

/** A device that stores bytes by their hash. */
function device() {
  const kept = new Map<string, Uint8Array>()
  return {
    kept,
    bytes: async (sha256: string) => kept.get(sha256) ?? null,
    cache: async (sha256: string, bytes: Uint8Array) => void kept.set(sha256, bytes),
  }
}
const away = async (): Promise<Uint8Array> => {
  throw new Error('no network')
}

it('[TEN-02] the logo is fetched once, and is there without a network afterwards', async () => {
  const commands = device()
  expect(await loadLogo(commands, { LOGO }, away)).toBeNull()
  const read = vi.fn(async () => BYTES)
  expect(await loadLogo(commands, { LOGO }, read)).toEqual(BYTES)
  expect(read.mock.calls).toEqual([[LOGO]])
  expect(await loadLogo(commands, { LOGO }, away)).toEqual(BYTES)
})

it('a device without storage room shows the logo too', async () => {
  const full = { ...device(), cache: away as () => Promise<never> }
  expect(await loadLogo(full, { LOGO }, async () => BYTES)).toEqual(BYTES)
})

it('[SEC] bytes with another hash than the address’s are refused, and no other server is asked', async () => {
  const commands = device()
  expect(await loadLogo(commands, { LOGO }, async () => new Uint8Array([1]))).toBeNull()
  const read = vi.fn(async () => BYTES)
  for (const other of [null, 'https://elsewhere.example/logo.png', `//elsewhere.example${LOGO}`, '/icon.svg'])
    expect(await loadLogo(commands, { LOGO: other }, read)).toBeNull()
  expect(read).not.toHaveBeenCalled()
  expect(commands.kept.size).toBe(0)
})
