const kilometres = new Intl.NumberFormat('fr-FR', { maximumFractionDigits: 1 })

/** « 80 m », « 1,2 km », « 48 km ». */
export function formatDistance(km: number): string {
  const metres = Math.round(km * 100) * 10
  if (metres < 1000) return `${metres} m`
  return km < 10 ? `${kilometres.format(km)} km` : `${Math.round(km)} km`
}
