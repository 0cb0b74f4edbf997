import { randomBytes } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { openRescueFile, type RescueReason, writeRescueFile } from './rescue-file.ts'

const PASSPHRASE = 'abeille canard tulipe violon moulin neige'
const content = { account: { name: 'Zoé Martin' }, entries: [{ patch: { NOM: 'Durand' } }] }
const photos = [randomBytes(3000), randomBytes(0), randomBytes(70_000)]
const TAG = 16

let file: Blob
let bytes: Uint8Array<ArrayBuffer>
let headerEnd: number

const write = (): Promise<Blob> =>
  writeRescueFile({
    content,
    pieces: photos.map((photo) => ({ size: photo.length, read: () => Promise.resolve(photo) })),
    passphrase: PASSPHRASE,
  })
const reasonOf = (blob: Blob, passphrase = PASSPHRASE): Promise<RescueReason | 'opened'> =>
  openRescueFile(blob, passphrase).then(
    () => 'opened',
    (error: { reason: RescueReason }) => error.reason,
  )
const flipped = (at: number): Blob => {
  const changed = bytes.slice()
  changed[at] = (changed[at] ?? 0) ^ 1
  return new Blob([changed])
}
const withHeader = (change: (text: string) => string): Blob => {
  const text = new TextDecoder().decode(bytes.slice(0, headerEnd))
  return new Blob([change(text), bytes.slice(headerEnd)])
}

beforeAll(async () => {
  file = await write()
  bytes = new Uint8Array(await file.arrayBuffer())
  headerEnd = bytes.indexOf(0x0a) + 1
})

describe('the format of a rescue file', () => {
  it('[RESCUE-1] gives content and bytes back, also when the words are typed without accents, in capitals, with dashes', async () => {
    for (const words of [PASSPHRASE, '  ABEILLE-canard, Tulîpe violon\nmoulin   neige ']) {
      const opened = await openRescueFile(file, words)
      expect(opened.content).toEqual(content)
      const read = await Promise.all(opened.pieces.map((piece) => piece.read()))
      expect(read.map((one) => Buffer.from(one).equals(photos[read.indexOf(one)] ?? Buffer.alloc(1)))).toEqual([
        true,
        true,
        true,
      ])
    }
  })

  it('[RESCUE-1] shows nothing but its format and version in clear, and no two files are the same', async () => {
    const text = Buffer.from(bytes).toString('latin1')
    for (const secret of ['Martin', 'Durand', 'entries', 'abeille']) expect(text).not.toContain(secret)
    expect(Buffer.from(bytes).includes(photos[0]?.subarray(0, 16) ?? '')).toBe(false)
    const clear = JSON.parse(new TextDecoder().decode(bytes.slice(0, headerEnd)))
    expect(Object.keys(clear)).toEqual(['application', 'version', 'salt', 'iv', 'manifest', 'size'])
    const again = new Uint8Array(await (await write()).arrayBuffer())
    expect(again.length).toBe(bytes.length)
    expect(Buffer.from(again.slice(headerEnd)).equals(bytes.slice(headerEnd))).toBe(false)
  })

  it('[RESCUE-1] other words open nothing', async () => {
    expect(await reasonOf(file, 'abeille canard tulipe violon moulin')).toBe('passphrase')
    expect(await reasonOf(file, '')).toBe('passphrase')
  })

  it('[RESCUE-1] a byte changed anywhere behind the header is noticed, in the manifest and in each piece', async () => {
    const last = bytes.length - 1
    const manifest = headerEnd + TAG
    const secondPhoto = last - TAG - (photos[2]?.length ?? 0)
    for (const at of [manifest, manifest + 40, secondPhoto, last - 500, last])
      expect(await reasonOf(flipped(at))).toBe('damaged')
    expect(await reasonOf(flipped(headerEnd))).toBe('passphrase')
  })

  it('[RESCUE-1] a file that was truncated, or has more bytes at its end, is refused', async () => {
    expect(await reasonOf(new Blob([bytes.slice(0, -1)]))).toBe('damaged')
    expect(await reasonOf(new Blob([bytes.slice(0, headerEnd)]))).toBe('damaged')
    expect(await reasonOf(new Blob([bytes, new Uint8Array(1)]))).toBe('damaged')
  })

  it('[RESCUE-1] exchanged sections are refused', async () => {
    const same = [randomBytes(100), randomBytes(100)]
    const pieces = same.map((piece) => ({ size: 100, read: () => Promise.resolve(piece) }))
    const blob = await writeRescueFile({ content, pieces, passphrase: PASSPHRASE })
    expect(await reasonOf(blob)).toBe('opened')
    const whole = new Uint8Array(await blob.arrayBuffer())
    const [head, first, second] = [whole.slice(0, -232), whole.slice(-232, -116), whole.slice(-116)]
    expect(await reasonOf(new Blob([head, second, first]))).toBe('damaged')
  })

  it('[RESCUE-1] another file, a newer version and a changed header are refused for different reasons', async () => {
    expect(await reasonOf(new Blob(['IDCLIENT;NOM\n1;Durand\n']))).toBe('not-a-rescue-file')
    expect(await reasonOf(new Blob(['{"application":"lolapp","format":1}\n']))).toBe('not-a-rescue-file')
    expect(await reasonOf(new Blob([]))).toBe('not-a-rescue-file')
    expect(await reasonOf(withHeader((text) => text.replace('"version":1', '"version":2')))).toBe('newer')
    expect(await reasonOf(withHeader((text) => text.replace(/"salt":"./, '"salt":"#')))).toBe('damaged')
    expect(await reasonOf(withHeader((text) => text.replace('{"application"', '{ "application"')))).toBe('passphrase')
  })
})
