import { useMemo } from 'react'
import { today as dayIn } from '../../../schemas/dates.ts'
import { projet as projetEntity } from '../../../schemas/entities/projet.ts'
import { journalWords } from '../../../schemas/journal.ts'
import type { Findable } from '../../../schemas/search.ts'
import { useZone } from '../../data/session/use-zone.ts'
import { useNames } from '../../domain/records/use-names.ts'
import { listViewsText } from '../../text/list-views.ts'
import { formatDate } from '../../ui/format/format.ts'
import type { Column } from '../../ui/list/columns.ts'
import type { Orphan } from './use-orphans.ts'

const titles = listViewsText.columns

/** What a project to assign is found by. */
export const foundBy = ({ projet, client, name, town }: Orphan): Findable => ({
  words: [name, town, client?.MAIL, projet.DESCRIPTION, journalWords(projet.JOURNAL)],
  phones: [client?.PORTABLE, client?.TELEPHONE],
})

/** What « Affectation » is sorted by, and what its file holds. */
export function useOrphanColumns(): Column<Orphan>[] {
  const zone = useZone()
  const { entry } = useNames()
  return useMemo(() => {
    const agencyOf = ({ projet }: Orphan) => entry(projet.IDAGENCE ?? '')
    return [
      { id: 'client', title: titles.client, by: ({ name }) => name, cell: ({ name }) => name },
      { id: 'ville', title: titles.town, by: ({ town }) => town, cell: ({ town }) => town },
      { id: 'telephone', title: titles.phone, cell: ({ client }) => client?.PORTABLE ?? client?.TELEPHONE },
      { id: 'projet', title: titles.project, cell: ({ projet }) => projetEntity.label(projet) },
      { id: 'agence', title: titles.agency, by: agencyOf, cell: agencyOf },
      {
        id: 'cree',
        title: titles.created,
        by: ({ projet }) => projet.DATE_CREATION,
        cell: ({ projet }) => projet.DATE_CREATION && formatDate(dayIn(zone, new Date(projet.DATE_CREATION))),
      },
      {
        id: 'etiquettes',
        title: titles.labels,
        cell: ({ projet }) => projet.IDLABELS.map(entry).filter(Boolean).join(', '),
      },
    ] satisfies Column<Orphan>[]
  }, [zone, entry])
}
