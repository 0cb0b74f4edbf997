import { useMemo } from 'react'
import type { Findable } from '../../../schemas/search.ts'
import { useLabels } from '../../data/session/session.tsx'
import { useNames } from '../../domain/records/use-names.ts'
import { equipeText as text } from '../../text/equipe.ts'
import { listViewsText } from '../../text/list-views.ts'
import { resourceText } from '../../text/resource.ts'
import type { Column } from '../../ui/list/columns.ts'
import type { Member } from './use-team.ts'

const titles = listViewsText.columns

/** What a member of the team is found by. */
export const foundBy = ({ person }: Member): Findable => ({
  words: [person.NOM_COMPLET ?? person.NOM, person.MAIL],
  phones: [person.TELEPHONE_PORTABLE],
})

/** The presence of a member in words. */
function presenceOf({ now, known }: Member): string {
  if (now === null) return known ? text.free : text.unknown
  if (now.stay.kind === 'absence') return text.absent
  return now.stay.id === null ? text.taken : text.busy[now.stay.kind]
}

/** What « Équipe » is sorted by, and what its file holds. */
export function useMemberColumns(): Column<Member>[] {
  const labels = useLabels()
  const { entry } = useNames()
  return useMemo(() => {
    const nameOf = ({ person }: Member): string => person.NOM_COMPLET ?? person.NOM
    const agencyOf = ({ person }: Member): string => entry(person.IDAGENCE ?? '')
    const rolesOf = ({ person }: Member): string =>
      person.ROLES.map(
        (role) =>
          labels.roles.find(({ name }) => name === role)?.common_name ?? resourceText.choices.ROLES?.[role] ?? role,
      ).join(', ')
    return [
      { id: 'nom', title: titles.name, by: nameOf, cell: nameOf },
      { id: 'role', title: titles.role, by: rolesOf, cell: rolesOf },
      { id: 'agence', title: titles.agency, by: agencyOf, cell: agencyOf },
      { id: 'presence', title: titles.state, by: presenceOf, cell: presenceOf },
      { id: 'lieu', title: titles.where, cell: ({ now }) => now?.words },
      { id: 'telephone', title: titles.phone, cell: ({ person }) => person.TELEPHONE_PORTABLE },
      { id: 'mail', title: titles.mail, cell: ({ person }) => person.MAIL },
    ] satisfies Column<Member>[]
  }, [labels, entry])
}
