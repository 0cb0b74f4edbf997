import { useCallback, useEffect, useEffectEvent, useMemo, useState } from 'react'
import { CSV_START, csvRow } from '../../../schemas/csv.ts'
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

/** The cells of one client; several labels stand in one cell. */
const cellsOf = (client: Client, names: ExportNames): unknown[] => [
  client.NOM,
  client.PRENOM,
  client.PORTABLE,
  client.TELEPHONE,
  client.MAIL,
  client.VILLE,
  client.IDPERSONNEL ? names.personnel(client.IDPERSONNEL) : '',
  ...[client.IDAGENCE, client.IDORIGINE, client.IDORIGINE_CAMPAGNE].map((id) => (id ? names.entry(id) : '')),
  client.IDLABELS.map(names.entry).filter(Boolean).join(', '),
]

/** So many lines are written at once; between two slices the page answers. */
const SLICE = 1000
const moment = (): Promise<void> => new Promise((resolve) => setTimeout(resolve))

interface Writing {
  signal: AbortSignal
  onWritten: (lines: number) => void
}

/** The text of the file, written slice by slice; null once it is cancelled. */
async function fileOf(clients: readonly Client[], names: ExportNames, { signal, onWritten }: Writing) {
  const parts = [CSV_START, csvRow(clientsText.exportColumns)]
  for (let at = 0; at < clients.length; at += SLICE) {
    for (const client of clients.slice(at, at + SLICE)) parts.push(csvRow(cellsOf(client, names)))
    onWritten(Math.min(at + SLICE, clients.length))
    await moment()
    if (signal.aborted) return null
  }
  return parts.join('')
}

export interface ClientExport {
  running: boolean
  /** Lines that are written; 0 while the list is still read. */
  written: number
  start: () => void
  cancel: () => void
}

/** Exports the whole list as shown: reads all that is still missing at once, then writes and downloads the file. It can be cancelled. */
export function useClientExport(list: {
  rows: readonly Client[]
  complete: boolean
  loadAll: () => void
  names: ExportNames
}): ClientExport {
  const [step, setStep] = useState<'read' | 'write' | null>(null)
  const [written, setWritten] = useState(0)
  const zone = useZone()
  const { rows, complete, loadAll, names } = list
  useEffect(() => {
    if (step !== 'read') return
    if (complete) setStep('write')
    else loadAll()
  }, [step, complete, loadAll])
  // The list as it is at this moment: what changes meanwhile is of the next file.
  const write = useEffectEvent(async (signal: AbortSignal): Promise<void> => {
    const text = await fileOf(rows, names, { signal, onWritten: setWritten })
    if (text === null) return
    setStep(null)
    downloadText(clientsText.exportFile(today(zone)), text)
    notices.success(clientsText.exported(formatCount(rows.length)))
  })
  useEffect(() => {
    if (step !== 'write') return
    const stop = new AbortController()
    void write(stop.signal)
    return () => {
      stop.abort()
      setWritten(0)
    }
  }, [step])
  const start = useCallback(() => setStep('read'), [])
  const cancel = useCallback(() => setStep(null), [])
  const running = step !== null
  return useMemo(() => ({ running, written, start, cancel }), [running, written, start, cancel])
}
