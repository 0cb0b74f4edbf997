import { readFileSync } from 'node:fs'
import type { Fonts } from '../../documents/sheet.ts'

const read = (name: string): Uint8Array =>
  readFileSync(new URL(`../../documents/fonts/dejavu-sans-${name}.ttf`, import.meta.url))

let fonts: Fonts | undefined

/** The embedded fonts, read once. */
export function documentFonts(): Fonts {
  fonts ??= { regular: read('regular'), bold: read('bold') }
  return fonts
}
