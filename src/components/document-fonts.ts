import type { Fonts } from '../../documents/sheet.ts'

const read = async (address: URL): Promise<Uint8Array> => {
  const response = await fetch(address)
  if (!response.ok) throw new Error(`no font (status ${response.status})`)
  return new Uint8Array(await response.arrayBuffer())
}

let fonts: Promise<Fonts> | undefined

/** The fonts that documents embed, read once; with no network they come from the app's own files (service worker). */
export function documentFonts(): Promise<Fonts> {
  fonts ??= Promise.all([
    read(new URL('../../documents/fonts/dejavu-sans-regular.ttf', import.meta.url)),
    read(new URL('../../documents/fonts/dejavu-sans-bold.ttf', import.meta.url)),
  ])
    .then(([regular, bold]) => ({ regular, bold }))
    .catch((error: unknown) => {
      // Asked for again, it may be there.
      fonts = undefined
      throw error
    })
  return fonts
}
