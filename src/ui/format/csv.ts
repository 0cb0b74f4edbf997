/** Lets the browser save what is at an address, under this name or the one of the answer. */
export function downloadFrom(url: string, name = ''): void {
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
}

/** Downloads a file under this name. */
export function downloadFile(name: string, file: Blob): void {
  const url = URL.createObjectURL(file)
  downloadFrom(url, name)
  // The browser has read the file by then.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}

/** Downloads a text as a file of this name. */
export const downloadText = (name: string, text: string, type = 'text/csv;charset=utf-8'): void =>
  downloadFile(name, new Blob([text], { type }))

/** Integer cents in the notation of a French spreadsheet: 123456 → « 1234,56 ». */
export const euros = (cents: number): string => (cents / 100).toFixed(2).replace('.', ',')
