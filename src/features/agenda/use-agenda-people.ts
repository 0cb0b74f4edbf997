import { useMemo } from 'react'
import { mayUse } from '../../../schemas/access.ts'
import { hasAgenda } from '../../../schemas/roles.ts'
import { useLeft } from '../../data/records/use-left.ts'
import { useLiveList } from '../../data/records/use-live.ts'
import { useSession } from '../../data/session/session.tsx'
import { useLeftPlanned } from '../../domain/personnels/use-left-planned.ts'
import { useIdle } from '../../ui/hooks/use-idle.ts'
import { type AgendaPeople, agendaPeople } from './agenda-people.ts'

/** The people whose agenda is shown, and those whose agenda can be; `chosen` comes from the address. */
export function useAgendaPeople(chosen: readonly string[] | null, team: boolean): AgendaPeople {
  const { account } = useSession()
  const colleagues = useLiveList('personnel', {}, { early: true })
  const left = useLeft()
  const plans = mayUse(account, 'occupation.read')
  // Looks through everything to come: the week is drawn first.
  const idle = useIdle()
  const planned = useLeftPlanned(!plans || !idle)
  const goers = new Set(planned?.flatMap(({ hours }) => hours.map(({ IDPERSONNEL }) => IDPERSONNEL)))
  const expectedKey = [...left].filter((id) => goers.has(id)).join(',')
  const key = chosen?.join(',') ?? null
  return useMemo(
    () =>
      agendaPeople(colleagues ?? [], {
        me: {
          id: account.id,
          name: account.personnel.NOM_COMPLET ?? account.personnel.NOM,
          initials: account.personnel.INITIALES ?? account.personnel.NOM.charAt(0),
        },
        hasOwn: hasAgenda(account.roles),
        plans,
        agencies: account.agences,
        chosen: key === null ? null : key.split(','),
        team,
        left,
        expected: new Set(expectedKey === '' ? [] : expectedKey.split(',')),
      }),
    [colleagues, account, plans, key, team, left, expectedKey],
  )
}
