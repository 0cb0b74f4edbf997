import { useMemo } from 'react'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import { type Filed, useFiled } from '../../data/records/use-files.ts'
import { type Records, useRecords } from '../../data/records/use-records.ts'
import {
  type MeasuredWorks,
  useMeasuredInterventions,
  useWorksOfMyProjects,
} from '../../domain/interventions/use-measured-interventions.ts'
import { useLocalBalances } from '../../domain/paiements/use-waiting-payments.ts'
import { withBalance } from '../../domain/paiements/waiting-payments.ts'
import { type StopOf, useStops } from '../../domain/projets/use-stops.ts'
import { useLast } from '../../ui/hooks/use-last.ts'

export type Intervention = LocalRecord<'intervention'>
export type Rdv = LocalRecord<'rdv'>

/** Clients, places and files of the interventions. */
export interface Around {
  projets: Records<'projet'> | undefined
  clients: Records<'client'> | undefined
  /** The pictures and the PV of an intervention, on this device or on the server. */
  filedOf: (id: string) => Filed
  /** Why works do not take place any more. */
  stopOf: StopOf
}

const GOES_ON: StopOf = () => null
const NONE: Filed = { origins: [], state: 'synced' }

const useProjets = (works: readonly Intervention[] | undefined): Records<'projet'> | undefined =>
  useLast(
    useRecords(
      'projet',
      works?.map((work) => work.IDPROJET),
    ),
  )

/** Clients and files of these interventions. */
function useAround(works: readonly Intervention[] | undefined, projets: Records<'projet'> | undefined): Around {
  const clients = useLast(useRecords('client', projets && [...projets.values()].map((projet) => projet.IDCLIENT)))
  const filed = useFiled(works?.map((work) => work.IDINTERVENTION).sort())
  const stopOf = useLast(useStops(works)) ?? GOES_ON
  return useMemo(
    () => ({ projets, clients, filedOf: (id) => filed?.get(id) ?? NONE, stopOf }),
    [projets, clients, filed, stopOf],
  )
}

/** Interventions of the projects that I am responsible for, with what is left to pay as this device knows it; undefined until they are read. */
export function useMyInterventions(): ({ works: Intervention[] } & Around) | undefined {
  const mine = useWorksOfMyProjects()
  const balances = useLocalBalances()
  const works = useMemo(() => mine?.map((work) => withBalance(work, balances)), [mine, balances])
  const projets = useProjets(works)
  const around = useAround(works, projets)
  return works && projets && { works, ...around }
}

/** The works and measures that follow from my measures, with client and place. */
export function useMyMeasures(): (MeasuredWorks & Around) | undefined {
  const measured = useMeasuredInterventions()
  const projets = useProjets(measured?.works)
  const around = useAround(measured?.works, projets)
  return measured && { ...measured, ...around }
}
