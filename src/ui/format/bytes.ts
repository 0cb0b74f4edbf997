const KB = 1024
const amounts = new Intl.NumberFormat('fr-FR', { maximumFractionDigits: 1 })

/** Size of a file for people: « 412 Ko », « 1,2 Mo ». */
export function fileSize(bytes: number): string {
  if (bytes < KB) return `${bytes} o`
  return bytes < KB * KB ? `${Math.round(bytes / KB)} Ko` : `${amounts.format(bytes / KB / KB)} Mo`
}
