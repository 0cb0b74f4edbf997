import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright'

/** « Ma page, 2 » → `ma-page-2`. */
const fileName = (words: string): string =>
  words
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')

/** Smaller than the screen, because the repository holds hundreds of them. */
const PICTURE_SCALE = 0.65

/** Saves a picture of the page as WebP in SCREENS_DIR (`npm run screens`); does nothing without it. */
export async function keepPicture(page: Page, look: string, name: string): Promise<void> {
  const folder = process.env.SCREENS_DIR
  if (!folder) return
  const session = await page.context().newCDPSession(page)
  const { width, height } = await page.evaluate(() => ({ width: innerWidth, height: Math.min(innerHeight, 1000) }))
  const clip = { x: 0, y: 0, width, height, scale: PICTURE_SCALE }
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 50, clip })
  await session.detach()
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, `${fileName(name)}-${fileName(look)}.webp`), Buffer.from(data, 'base64'))
}

export interface At {
  x: number
  y: number
}

/** Middle of an element, in CSS pixels of the window. @throws Error when it is not visible */
export async function middleOf(element: Locator): Promise<At> {
  const box = await element.boundingBox()
  if (!box) throw new Error('Not on screen')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

/** Red, green and blue of one pixel of the page, read in the page. */
export async function pixelAt(page: Page, { x, y }: At): Promise<number[]> {
  const png = await page.screenshot({ scale: 'css' })
  return page.evaluate(
    async ({ data, x, y }) => {
      const bytes = Uint8Array.from(atob(data), (one) => one.charCodeAt(0))
      const picture = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
      const context = new OffscreenCanvas(1, 1).getContext('2d')
      context?.drawImage(picture, -Math.round(x), -Math.round(y))
      return [...(context?.getImageData(0, 0, 1, 1).data ?? [])].slice(0, 3)
    },
    { data: png.toString('base64'), x, y },
  )
}
