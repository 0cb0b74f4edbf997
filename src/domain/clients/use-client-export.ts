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

/** The rows of the file, header first. `names` gives the commercial's and the agency's name by id. */
export const exportRows = (
  clients: readonly Client[],
  names: { personnel: (id: string) => string; agence: (id: string) => string },
): unknown[][] => [
  [...clientsText.exportColumns],
  ...clients.map((client) => [
    client.NOM,
    client.PRENOM,
    client.PORTABLE,
    client.TELEPHONE,
    client.MAIL,
    client.VILLE,
    client.IDPERSONNEL ? names.personnel(client.IDPERSONNEL) : '',
    client.IDAGENCE ? names.agence(client.IDAGENCE) : '',
  ]),
]

export interface ClientExport {
  running: boolean
  start: () => void
  cancel: () => void
}

/** Exports the whole list as shown: reads the pages that are still missing, then downloads the file. It can be cancelled. */
export function useClientExport(list: {
  rows: readonly Client[]
  complete: boolean
  loadMore: () => void
  names: Parameters<typeof exportRows>[1]
}): ClientExport {
  const [running, setRunning] = useState(false)
  const zone = useZone()
  const { rows, complete, loadMore, names } = list
  useEffect(() => {
    if (!running) return
    if (!complete) return loadMore()
    setRunning(false)
    downloadText(clientsText.exportFile(today(zone)), csvText(exportRows(rows, names)))
    notices.success(clientsText.exported(formatCount(rows.length)))
  }, [running, rows, complete, loadMore, names, zone])
  return { running, start: () => setRunning(true), cancel: () => setRunning(false) }
}
