const KEPT_MS = 60_000

/** Passes a file to the browser, which saves or opens it as the device does. */
export function saveFile(blob: Blob, name: string): void {
  const href = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = href
  link.download = name
  link.click()
  // The browser has read it by then.
  setTimeout(() => URL.revokeObjectURL(href), KEPT_MS)
}

export const saveText = (text: string, name: string, type = 'text/plain'): void =>
  saveFile(new Blob([text], { type: `${type};charset=utf-8` }), name)
