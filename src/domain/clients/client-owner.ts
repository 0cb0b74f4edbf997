/** Whose client it is, for badges and map markers (GEO-02): dark blue, royal blue, light blue. */
export const CLIENT_OWNERS = {
  mine: { label: 'Mon client', color: '#1e3a8a' },
  agency: { label: 'Client de mon agence', color: '#4169e1' },
  other: { label: "Client d'une autre agence", color: '#8ec5ff' },
} as const
export type ClientOwner = keyof typeof CLIENT_OWNERS

/** « Mon client » when I am its commercial; else by agency. */
export function clientOwner(
  client: { IDPERSONNEL: string | null; IDAGENCE: string | null },
  me: { id: string; agences: readonly string[] },
): ClientOwner {
  if (client.IDPERSONNEL === me.id) return 'mine'
  return client.IDAGENCE !== null && me.agences.includes(client.IDAGENCE) ? 'agency' : 'other'
}
