import type { PackRow } from '../../domain/map/packs/packs.ts'

/** « 44 » of 44100, « 2A » of 20000, « 974 » of 97400; null for what is no French postcode. */
export function departmentOf(postcode: string): string | null {
  if (!/^\d{5}$/.test(postcode)) return null
  if (/^9[78]/.test(postcode)) return postcode.slice(0, 3)
  if (postcode.startsWith('20')) return Number(postcode) < 20_200 ? '2A' : '2B'
  return postcode.slice(0, 2)
}

/** The names of packs begin with the number: « 44 Loire-Atlantique », « 9 Ariège ». */
const departmentOfPack = (name: string): string | null =>
  /^(2[AB]|\d{1,3})(?!\w)/i.exec(name)?.[1]?.toUpperCase().padStart(2, '0') ?? null

/** The offered detailed maps of these places that are not complete on the device. Without an offer the result is empty. */
export function neededMaps(rows: readonly PackRow[], postcodes: readonly (string | null)[]): PackRow[] {
  const departments = new Set(postcodes.map((postcode) => departmentOf(postcode ?? '')))
  return rows.filter(({ pack, state }) => {
    const department = departmentOfPack(pack.name)
    return state !== 'whole' && state !== 'old' && department !== null && departments.has(department)
  })
}
