import { createHash } from 'node:crypto'
import type { Page } from 'playwright'

/** Pictures as a phone takes them, and as the app stores them. */

/** Metadata of the phone, which may never be sent. */
export const PHONE = 'SECRETPHONE'

export const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

const entry = (tag: number, type: number, count: number, value: number): Buffer => {
  const bytes = Buffer.alloc(12)
  bytes.writeUInt16LE(tag, 0)
  bytes.writeUInt16LE(type, 2)
  bytes.writeUInt32LE(count, 4)
  bytes.writeUInt32LE(value, 8)
  return bytes
}

/** An EXIF block: maker, orientation « turned by a quarter », latitude reference of a GPS position. */
function exif(): Buffer {
  const maker = Buffer.from(`${PHONE}\0`, 'latin1')
  const [first, gps] = [8, 8 + 2 + 3 * 12 + 4]
  const words = gps + 2 + 12 + 4
  const tiff = Buffer.concat([
    Buffer.from('II*\0', 'latin1'),
    Buffer.from(Uint32Array.of(first).buffer),
    Buffer.from([3, 0]),
    entry(0x010f, 2, maker.length, words),
    entry(0x0112, 3, 1, 6),
    entry(0x8825, 4, 1, gps),
    Buffer.alloc(4),
    Buffer.from([1, 0]),
    entry(0x0001, 2, 2, 0x4e),
    Buffer.alloc(4),
    maker,
  ])
  const body = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff])
  const head = Buffer.from([0xff, 0xe1, 0, 0])
  head.writeUInt16BE(body.length + 2, 2)
  return Buffer.concat([head, body])
}

/** A photo of 12 megapixels, several MB of detail, red in the corner that is top right once it is turned as EXIF says. */
export async function phonePhoto(
  page: Page,
  name: string,
): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const base64 = await page.evaluate(async () => {
    const canvas = new OffscreenCanvas(4000, 3000)
    const context = canvas.getContext('2d')
    if (!context) throw new Error('no canvas')
    for (let n = 0; n < 60_000; n += 1) {
      context.fillStyle = `hsl(${Math.random() * 360} 60% ${30 + Math.random() * 60}%)`
      context.fillRect(Math.random() * 4000, Math.random() * 3000, 6 + Math.random() * 40, 6 + Math.random() * 40)
    }
    context.fillStyle = '#ff0000'
    context.fillRect(0, 0, 500, 500)
    const bytes = new Uint8Array(
      await (await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.92 })).arrayBuffer(),
    )
    let text = ''
    for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192))
    return btoa(text)
  })
  const bytes = Buffer.from(base64, 'base64')
  return { name, mimeType: 'image/jpeg', buffer: Buffer.concat([bytes.subarray(0, 2), exif(), bytes.subarray(2)]) }
}

export interface KeptFile {
  id: string
  origin: string
  state: string
  sha256: string
  bytes: Buffer
}

/** The device's file queue with its bytes, read without the app. */
export async function keptFiles(page: Page): Promise<KeptFile[]> {
  const rows = await page.evaluate(async () => {
    const answered = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const found: { id: string; origin: string; state: string; sha256: string; base64: string }[] = []
    for (const { name } of await indexedDB.databases()) {
      if (!name?.endsWith('-files')) continue
      const db = await answered(indexedDB.open(name))
      const stores = db.transaction(['files', 'bytes'])
      const files = await answered(stores.objectStore('files').getAll())
      for (const file of files) {
        const stored = await answered(stores.objectStore('bytes').get(file.sha256))
        let text = ''
        for (const byte of (stored?.bytes ?? []) as Uint8Array) text += String.fromCharCode(byte)
        found.push({ id: file.id, origin: file.origin, state: file.state, sha256: file.sha256, base64: btoa(text) })
      }
      db.close()
    }
    return found
  })
  return rows.map(({ base64, ...row }) => ({ ...row, bytes: Buffer.from(base64, 'base64') }))
}

/** Size of a picture as a browser shows it, and the colour near its top right corner. */
export const lookOf = (page: Page, bytes: Buffer): Promise<{ width: number; height: number; topRight: number[] }> =>
  page.evaluate(async (base64) => {
    const blob = new Blob([Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))])
    const picture = await createImageBitmap(blob, { imageOrientation: 'from-image' })
    const { width, height } = picture
    const context = new OffscreenCanvas(width, height).getContext('2d')
    if (!context) throw new Error('no canvas')
    context.drawImage(picture, 0, 0)
    return { width, height, topRight: [...context.getImageData(width - 30, 30, 1, 1).data.slice(0, 3)] }
  }, bytes.toString('base64'))
