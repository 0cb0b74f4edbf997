const units = ['o', 'ko', 'Mo', 'Go', 'To']
const oneDigit = new Intl.NumberFormat('fr-FR', { maximumFractionDigits: 1 })

/** 1234567 → « 1,2 Mo ». */
export function formatBytes(bytes: number): string {
  const rank = Math.min(units.length - 1, bytes < 1 ? 0 : Math.floor(Math.log10(bytes) / 3))
  return `${oneDigit.format(bytes / 1000 ** rank)} ${units[rank]}`
}
