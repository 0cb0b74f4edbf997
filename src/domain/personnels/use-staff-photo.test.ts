import { createHash } from 'node:crypto'
import { describe, expect, it, vi } from 'vitest'
import { photoPath } from '../../../schemas/rules/staff-photo.ts'
import { loadStaffPhoto } from './use-staff-photo.ts'

const face = new TextEncoder().encode('un visage')
const sha256 = createHash('sha256').update(face).digest('hex')
const path = photoPath('p 1', sha256)

const device = () => {
  const held = new Map<string, Uint8Array>()
  return {
    held,
    bytes: async (hash: string) => held.get(hash) ?? null,
    cache: async (hash: string, bytes: Uint8Array) => void held.set(hash, bytes),
  }
}

describe('a person’s photo', () => {
  it('[ENT-05 photo] is fetched once, then shown without a network', async () => {
    const store = device()
    const read = vi.fn(async () => face)
    expect(await loadStaffPhoto(store, path, read)).toBe(face)
    expect(read).toHaveBeenCalledWith(`/personnels/p%201/photo/${sha256}`)
    const gone = async (): Promise<Uint8Array> => {
      throw new Error('no network')
    }
    await expect(loadStaffPhoto(store, path, gone)).resolves.toBe(face)
    await expect(loadStaffPhoto(device(), path, gone)).rejects.toThrow('no network')
  })

  it('[ANSWER-1] bytes with another hash are refused, and not stored', async () => {
    const store = device()
    expect(await loadStaffPhoto(store, path, async () => new Uint8Array([1]))).toBeNull()
    expect(store.held.size).toBe(0)
  })

  it('is fetched from the server’s own address only', async () => {
    const read = vi.fn(async () => face)
    for (const photo of [null, undefined, '', 'https://example.com/x.jpg', `https://example.com${path}`, `${path}/x`])
      expect(await loadStaffPhoto(device(), photo, read)).toBeNull()
    expect(read).not.toHaveBeenCalled()
  })

  it('is shown where the device has no room to store it', async () => {
    const full = { ...device(), cache: () => Promise.reject(new Error('full')) }
    expect(await loadStaffPhoto(full, path, async () => face)).toBe(face)
  })
})
