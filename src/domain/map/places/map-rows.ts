import type { AddressRow, ClientRow } from './client-places.ts'

type Row = Readonly<Record<string, unknown>>

const text = (value: unknown): string => (typeof value === 'string' ? value : '')
const textOrNull = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)
const degrees = (value: unknown): number | null => (typeof value === 'number' && Number.isFinite(value) ? value : null)

/** The fields of a stored address that the map needs. */
export const addressRow = (row: Row): AddressRow => ({
  id: text(row.IDADRESSE),
  LATITUDE: degrees(row.LATITUDE),
  LONGITUDE: degrees(row.LONGITUDE),
  label: text(row.ADRESSE_COMPLETE) || [row.ADRESSE, row.CODE_POSTAL, row.VILLE].map(text).filter(Boolean).join(' '),
})

/** The fields of a stored client that the map needs. */
export const clientRow = (row: Row): ClientRow => ({
  id: text(row.IDCLIENT),
  name: [row.NOM, row.PRENOM].map(text).filter(Boolean).join(' '),
  phone: textOrNull(row.PORTABLE) ?? textOrNull(row.TELEPHONE),
  town: text(row.VILLE),
  IDADRESSE: textOrNull(row.IDADRESSE),
  IDPERSONNEL: textOrNull(row.IDPERSONNEL),
  IDAGENCE: textOrNull(row.IDAGENCE),
  IDLABELS: Array.isArray(row.IDLABELS) ? row.IDLABELS.map(text) : [],
})
