import { describe, expect, it } from 'vitest'
import { createRandom } from '../tests/support/random.ts'
import { filesOf, type PackedFile, packOf } from './app-pack.ts'

const SEED = Math.floor(Math.random() * 1_000_000)
const random = createRandom(SEED)

const file = (path: string, size: number): PackedFile => ({
  path,
  type: 'text/javascript; charset=utf-8',
  bytes: Uint8Array.from({ length: size }, () => random.below(256)),
})
const FILES = [file('/assets/début.js', 3000), file('/assets/vide.css', 0), file('/assets/grand.ttf', 40_000)]
const BYTES = Buffer.concat(packOf(FILES))

/** The bytes as the network brings them: in pieces that ignore the limits of files. */
function inPieces(bytes: Uint8Array, most: number): ReadableStream<Uint8Array> {
  let at = 0
  return new ReadableStream({
    pull(controller) {
      const end = at + 1 + random.below(most)
      if (at < bytes.length) controller.enqueue(bytes.subarray(at, end))
      else controller.close()
      at = end
    },
  })
}

async function read(stream: ReadableStream<Uint8Array>): Promise<PackedFile[]> {
  const files: PackedFile[] = []
  for await (const one of filesOf(stream)) files.push(one)
  return files
}

describe(`the pack of the app's files, --seed ${SEED}`, () => {
  it.each([1, 7, 1000, 100_000])(
    '[PWA-02] gives each file, whole and in order, from pieces of up to %i bytes',
    async (most) => {
      expect(await read(inPieces(BYTES, most))).toEqual(FILES)
    },
  )

  it('[PWA-02] truncated, it gives the files that have arrived and fails: no incomplete file is kept', async () => {
    for (const cut of [2, 10, 1500, BYTES.length - 1]) {
      const here: string[] = []
      const reading = (async () => {
        for await (const { path } of filesOf(inPieces(BYTES.subarray(0, cut), 500))) here.push(path)
      })()
      await expect(reading).rejects.toThrow('in the middle of a file')
      expect(here).toEqual(FILES.slice(0, here.length).map(({ path }) => path))
      expect(here.length).toBeLessThan(FILES.length)
    }
  })

  it('is empty when nothing was packed', async () => {
    expect(await read(inPieces(Buffer.concat(packOf([])), 10))).toEqual([])
  })
})
