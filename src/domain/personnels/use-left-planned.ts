import { useMemo } from 'react'
import { isActive } from '../../../schemas/entities/rdv.ts'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import { useLeft } from '../../data/records/use-left.ts'
import { useIsLeftKnown } from '../../data/records/use-left-known.ts'
import { useNow } from '../../data/session/use-now.ts'
import { useBetween } from '../records/use-between.ts'

type Rdv = LocalRecord<'rdv'>
type Intervention = LocalRecord<'intervention'>

/** When one person is there. */
export interface Hours {
  IDPERSONNEL: string
  DEBUT: string
  FIN: string
}

/** An appointment or works, with everybody's hours there that are still to come. */
export interface Planned {
  record: Rdv | Intervention
  hours: readonly Hours[]
}

interface Known {
  rdvs: readonly Rdv[]
  interventions: readonly Intervention[]
}

/** What is still to come of these. */
export const hoursToCome = ({ rdvs, interventions }: Known, now: string): Planned[] =>
  [
    ...rdvs.filter(isActive).map((record) => ({
      record,
      hours: record.IDPERSONNELS.map((IDPERSONNEL) => ({ IDPERSONNEL, DEBUT: record.RDV_DEBUT, FIN: record.RDV_FIN })),
    })),
    ...interventions.map((record) => ({ record, hours: record.IDINTERVENTION_PLANNING })),
  ].map(({ record, hours }) => ({ record, hours: hours.filter(({ FIN }) => FIN > now) }))

const NOTHING: Planned[] = []
const EVER = '9999-12-31'

/**
 * The appointments and works of people who have left that may still be to come, of this device, live; undefined until they are read. Only a handover, or whoever
 * plans, gives them to somebody.
 */
export function useLeftPlanned(wait = false): Planned[] | undefined {
  const left = useLeft()
  const isKnown = useIsLeftKnown()
  const now = useNow()
  const nobody = left.size === 0
  const between = wait || !isKnown || nobody ? null : { from: now.slice(0, 10), until: EVER }
  const anyOf = { $in: [...left] }
  const rdvs = useBetween('rdv', between, { SUPPRIME: 0, IDPERSONNELS: { $elemMatch: anyOf } })
  const interventions = useBetween('intervention', between, {
    IDINTERVENTION_PLANNING: { $elemMatch: { IDPERSONNEL: anyOf } },
  })
  return useMemo(() => {
    if (wait || !isKnown) return undefined
    if (nobody) return NOTHING
    return rdvs && interventions && hoursToCome({ rdvs, interventions }, now)
  }, [wait, isKnown, nobody, rdvs, interventions, now])
}
