import { type ReactNode, useState } from 'react'
import { client as clientEntity } from '../../../schemas/entities/client.ts'
import { projet as projetEntity } from '../../../schemas/entities/projet.ts'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import { CallSheet } from '../../domain/calls/call-sheet.tsx'
import { NoteSheet } from '../../domain/calls/note-sheet.tsx'
import { usePlanRdv } from '../../domain/rdv/use-plan-rdv.ts'
import type { Row } from './use-follow-ups.ts'

export type Client = LocalRecord<'client'> | undefined

export const nameOf = ({ projet }: Row, client: Client): string =>
  client ? clientEntity.label(client) : projetEntity.label(projet)

export function usePlanCall(): (row: Row, client: Client) => void {
  const plan = usePlanRdv()
  return ({ projet }, client) => plan({ projet, client, attendees: 'responsible' }, projet.IDCLIENT)
}

/** What a row opens over the list. */
export interface RowActs {
  onNote: (row: Row, client: Client) => void
  onWrite: (row: Row, client: Client) => void
}

type Opened = { row: Row; client: Client }

/**
 * The sheets over a list of calls. They belong to the screen, not to the list: its row, or the whole list, may go while somebody types, because the office has
 * planned an appointment or given the project to a colleague.
 */
export function useFollowUpSheets(): { acts: RowActs; sheets: ReactNode } {
  const plan = usePlanCall()
  const [noted, setNoted] = useState<Opened | null>(null)
  const [written, setWritten] = useState<Opened | null>(null)
  return {
    acts: {
      onNote: (row, client) => setNoted({ row, client }),
      onWrite: (row, client) => setWritten({ row, client }),
    },
    sheets: (
      <>
        {noted ? (
          <CallSheet
            key={noted.row.projet.IDPROJET}
            about={{ resource: 'projet', record: noted.row.projet }}
            name={nameOf(noted.row, noted.client)}
            onClose={() => setNoted(null)}
            onPlan={() => plan(noted.row, noted.client)}
          />
        ) : null}
        {written ? (
          <NoteSheet
            key={written.row.projet.IDPROJET}
            about={{ resource: 'projet', record: written.row.projet }}
            name={nameOf(written.row, written.client)}
            onClose={() => setWritten(null)}
          />
        ) : null}
      </>
    ),
  }
}
