import { deflateSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { png } from '../../tests/support/sample-files.ts'
import { assertDrawable, NotDrawable } from './drawable.ts'

/** Replaces the pixel data of a real picture. */
function withData(data: Buffer, change: (bytes: Buffer) => void = () => undefined): Buffer {
  const bytes = png()
  const at = bytes.indexOf('IDAT') - 4
  const head = Buffer.alloc(8)
  head.writeUInt32BE(data.length, 0)
  head.write('IDAT', 4, 'latin1')
  const made = Buffer.concat([
    bytes.subarray(0, at),
    head,
    data,
    Buffer.alloc(4),
    bytes.subarray(bytes.indexOf('IEND') - 4),
  ])
  change(made)
  return made
}
const ROWS = 24 * (1 + 24 * 3)

it('takes a plain PNG and a JPEG', async () => {
  const jpeg = Buffer.from('ffd8ffe000104a464946', 'hex')
  for (const picture of [png(), withData(deflateSync(Buffer.alloc(ROWS))), jpeg]) {
    await expect(assertDrawable(picture)).resolves.toBeUndefined()
  }
})

it.each<[string, Buffer]>([
  ['pixels that are no zlib', withData(Buffer.from('garbage'))],
  ['fewer pixels than said', withData(deflateSync(Buffer.alloc(ROWS - 1)))],
  ['more pixels than said', withData(deflateSync(Buffer.alloc(ROWS * 50)))],
  ['an unknown filter', withData(deflateSync(Buffer.alloc(ROWS, 9)))],
  ['an end that is missing', png().subarray(0, png().length - 12)],
  ['a side too large', withData(deflateSync(Buffer.alloc(ROWS)), (bytes) => bytes.writeUInt32BE(60_000, 16))],
  ['no size at all', withData(deflateSync(Buffer.alloc(ROWS)), (bytes) => bytes.writeUInt32BE(0, 20))],
  ['an unknown kind of colour', withData(deflateSync(Buffer.alloc(ROWS)), (bytes) => bytes.writeUInt8(5, 25))],
  ['lines between lines', withData(deflateSync(Buffer.alloc(ROWS)), (bytes) => bytes.writeUInt8(1, 28))],
  ['something else', Buffer.from('<svg/>')],
  ['nothing', Buffer.alloc(0)],
])('[SEC] refuses %s, which would end the process while a document is made', async (_, bytes) => {
  await expect(assertDrawable(bytes)).rejects.toThrow(NotDrawable)
})

/** The beginning of a JPEG of this size: its header, without pixels. */
function jpeg(width: number, height: number): Buffer {
  const head = Buffer.from('ffd8ffe000104a46494600010100000100010000ffc0001108000000000301110002110103110100', 'hex')
  head.writeUInt16BE(height, 25)
  head.writeUInt16BE(width, 27)
  return head
}

it('[SEC] limits the pixels of a picture by its header alone, before it unpacks anything', async () => {
  const said = (bytes: Buffer, width: number, height: number): Buffer => {
    bytes.writeUInt32BE(width, 16)
    bytes.writeUInt32BE(height, 20)
    return bytes
  }
  await assertDrawable(jpeg(1000, 1000), 1_000_000)
  for (const bytes of [said(png(), 1000, 1001), jpeg(1000, 1001), jpeg(60_000, 1)])
    await expect(assertDrawable(bytes, 1_000_000)).rejects.toThrow('size')
})
