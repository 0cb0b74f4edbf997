import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright'

/** « Ma page, 2 » → `ma-page-2`. */
const fileName = (words: string): string =>
  words
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')

/** Keeps a picture of what the page shows as WebP in SCREENS_DIR (`npm run screens`); nothing without it. */
export async function keepPicture(page: Page, look: string, name: string): Promise<void> {
  const folder = process.env.SCREENS_DIR
  if (!folder) return
  const session = await page.context().newCDPSession(page)
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 55 })
  await session.detach()
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, `${fileName(name)}-${fileName(look)}.webp`), Buffer.from(data, 'base64'))
}
