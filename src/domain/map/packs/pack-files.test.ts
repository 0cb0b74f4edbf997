import { describe, expect, it } from 'vitest'
import { makeMapPack } from '../../../../tests/support/map-pack.ts'
import { fileNameOf, HEADER_BYTES, isReadableArchive, isWhole, packOfFile } from './pack-files.ts'

const pack = { name: "44 Loire-Atlantique (côte d'Amour)", size: 34_567_890, version: 'kl2p-m5x9' }

describe('the file of a detailed map', () => {
  it('[GEO-06] has the complete size in its name, and by its own size tells how much is downloaded', () => {
    expect(packOfFile(fileNameOf(pack))).toEqual(pack)
    expect(isWhole({ ...pack, kept: pack.size })).toBe(true)
    expect(isWhole({ ...pack, kept: pack.size - 1 })).toBe(false)
  })

  it.each(['notes.txt', '44~12', '44~x~v', '~12~v', '44~12~V/W'])('is not « %s »', (name) => {
    expect(packOfFile(name)).toBeNull()
  })

  it('[GEO-06] is accepted by its first bytes when the map can draw it', () => {
    const header = makeMapPack({ middle: { LATITUDE: 47.2, LONGITUDE: -1.5 } }).slice(0, HEADER_BYTES)
    expect(isReadableArchive(header)).toBe(true)
    const changed = (at: number, value: number): Uint8Array => {
      const other = header.slice()
      other[at] = value
      return other
    }
    // Other first bytes, another version of the format, pictures instead of vectors, compressions that browsers do not know.
    for (const [at, value] of [
      [0, 80 + 1],
      [7, 2],
      [99, 2],
      [97, 3],
      [98, 4],
    ] as const)
      expect(isReadableArchive(changed(at, value)), `byte ${at}`).toBe(false)
    expect(isReadableArchive(new Uint8Array(HEADER_BYTES))).toBe(false)
  })
})
