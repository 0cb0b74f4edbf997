import { useMemo } from 'react'
import { today as dayIn } from '../../../schemas/dates.ts'
import { client as clientEntity } from '../../../schemas/entities/client.ts'
import { projet as projetEntity } from '../../../schemas/entities/projet.ts'
import { journalWords } from '../../../schemas/journal.ts'
import type { Findable } from '../../../schemas/search.ts'
import { isAnswerTo } from '../../data/records/is-answer-to.ts'
import { type Records, useRecords } from '../../data/records/use-records.ts'
import { useZone } from '../../data/session/use-zone.ts'
import { lastCall } from '../../domain/calls/call-note.ts'
import type { WaitingProject } from '../../domain/projets/use-waiting-projects.ts'
import { type ListView, useListView } from '../../domain/views/use-list-view.ts'
import { contactsText } from '../../text/contacts.ts'
import { formatDate } from '../../ui/format/format.ts'
import { useLast } from '../../ui/hooks/use-last.ts'
import type { Column } from '../../ui/list/columns.ts'
import { byDue, type Due } from './due.ts'

const titles = contactsText.columns

/** A project that waits for a call, and since when. */
export type Row = WaitingProject & { due: Due }

/** Projects that wait for a call with their clients, searched and sorted; the longest wait first without an order. */
export function useFollowUps(
  screen: string,
  waiting: readonly WaitingProject[] | undefined,
  dueOf: (one: WaitingProject) => Due,
  /** Which of the screen's lists it is, and of which agency. */
  asked: string,
): { view: ListView<Row>; clients: Records<'client'> | undefined } {
  const zone = useZone()
  const ids = waiting?.map(({ projet }) => projet.IDCLIENT)
  const clients = useLast(useRecords('client', ids))
  const rows = useMemo(() => waiting && byDue(waiting, dueOf), [waiting, dueOf])
  const { columns, find } = useMemo(() => {
    const clientOf = ({ projet }: Row) => clients?.get(projet.IDCLIENT)
    const nameOf = (row: Row): string => {
      const client = clientOf(row)
      return client ? clientEntity.label(client) : ''
    }
    const townOf = (row: Row) => clientOf(row)?.VILLE ?? null
    const columns: Column<Row>[] = [
      { id: 'client', title: titles.client, by: nameOf, cell: nameOf },
      { id: 'ville', title: titles.town, by: townOf, cell: townOf },
      { id: 'telephone', title: titles.phone, cell: (row) => clientOf(row)?.PORTABLE ?? clientOf(row)?.TELEPHONE },
      { id: 'mail', title: titles.mail, cell: (row) => clientOf(row)?.MAIL },
      { id: 'projet', title: titles.project, cell: ({ projet }) => projetEntity.label(projet) },
      { id: 'echeance', title: titles.due, by: ({ due }) => due.order, cell: ({ due }) => due.text },
      {
        id: 'cree',
        title: titles.created,
        by: ({ projet }) => projet.DATE_CREATION,
        cell: ({ projet }) => projet.DATE_CREATION && formatDate(dayIn(zone, new Date(projet.DATE_CREATION))),
      },
      { id: 'appel', title: titles.lastCall, cell: ({ projet }) => lastCall(projet.JOURNAL, null) },
    ]
    const find = (row: Row): Findable => {
      const client = clientOf(row)
      return {
        words: [nameOf(row), client?.VILLE, client?.MAIL, row.projet.DESCRIPTION, journalWords(row.projet.JOURNAL)],
        phones: [client?.PORTABLE, client?.TELEPHONE],
      }
    }
    return { columns, find }
  }, [clients, zone])
  return { view: useListView({ screen, rows, columns, find, isRead: isAnswerTo(clients, ids), asked }), clients }
}
