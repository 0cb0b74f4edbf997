import { useEffect, useState } from 'react'
import { csvText } from '../../../schemas/csv.ts'
import { today } from '../../../schemas/dates.ts'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import { useZone } from '../../data/session/use-zone.ts'
import { clientsText } from '../../text/clients.ts'
import { downloadText } from '../../ui/format/csv.ts'
import { formatCount } from '../../ui/format/format.ts'
import { notices } from '../../ui/notices/notices.tsx'

type Client = LocalRecord<'client'>

/** Names by id: of people, and of entries of lists. */
export interface ExportNames {
  personnel: (id: string) => string
  entry: (id: string) => string
}

/** The rows of the file, header first; several labels of a client stand in one cell. */
export const exportRows = (clients: readonly Client[], names: ExportNames): unknown[][] => [
  [...clientsText.exportColumns],
  ...clients.map((client) => [
    client.NOM,
    client.PRENOM,
    client.PORTABLE,
    client.TELEPHONE,
    client.MAIL,
    client.VILLE,
    client.IDPERSONNEL ? names.personnel(client.IDPERSONNEL) : '',
    ...[client.IDAGENCE, client.IDORIGINE, client.IDORIGINE_CAMPAGNE].map((id) => (id ? names.entry(id) : '')),
    client.IDLABELS.map(names.entry).filter(Boolean).join(', '),
  ]),
]

export interface ClientExport {
  running: boolean
  start: () => void
  cancel: () => void
}

/** Exports the whole list as shown: reads all that is still missing at once, then downloads the file. It can be cancelled. */
export function useClientExport(list: {
  rows: readonly Client[]
  complete: boolean
  loadAll: () => void
  names: ExportNames
}): ClientExport {
  const [running, setRunning] = useState(false)
  const zone = useZone()
  const { rows, complete, loadAll, names } = list
  useEffect(() => {
    if (!running) return
    if (!complete) return loadAll()
    setRunning(false)
    downloadText(clientsText.exportFile(today(zone)), csvText(exportRows(rows, names)))
    notices.success(clientsText.exported(formatCount(rows.length)))
  }, [running, rows, complete, loadAll, names, zone])
  return { running, start: () => setRunning(true), cancel: () => setRunning(false) }
}
