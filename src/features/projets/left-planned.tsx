import type { LocalRecord } from '../../../sync/store/local-record.ts'
import { InterventionRow, RdvRow, RowList } from '../../domain/records/record-rows.tsx'
import { projetsText } from '../../text/projets.ts'
import styles from './projet.module.css'

/** What a stopped project leaves in agendas. */
export interface LeftPlanned {
  rdvs: readonly LocalRecord<'rdv'>[]
  interventions: readonly LocalRecord<'intervention'>[]
}

/** Its appointments and works that are not over, soonest first. `now` is the company's wall clock. */
export function leftPlanned(
  { rdvs, interventions }: { [K in keyof LeftPlanned]: LeftPlanned[K] | undefined },
  now: string,
): LeftPlanned {
  const soonest = (a: { RDV_DEBUT: string }, b: { RDV_DEBUT: string }): number => (a.RDV_DEBUT < b.RDV_DEBUT ? -1 : 1)
  return {
    rdvs: (rdvs ?? []).filter((rdv) => rdv.SUPPRIME !== 1 && rdv.RDV_FIN > now).toSorted(soonest),
    interventions: (interventions ?? [])
      .filter((work) => work.FEEDBACK !== 'bon' && work.RDV_FIN > now)
      .toSorted(soonest),
  }
}

/** How many appointments and works stay planned, with the way to each, where it is cancelled and its customer told; nothing where none is. */
export function LeftPlannedList({ left: { rdvs, interventions } }: { left: LeftPlanned }) {
  if (rdvs.length + interventions.length === 0) return null
  const words = projetsText.cancelLeaves(rdvs.length, interventions.length)
  return (
    <div className={styles.left}>
      <p>
        <strong>{words}</strong> {projetsText.cancelLeavesHint(rdvs.length, interventions.length)}
      </p>
      <RowList label={words}>
        {rdvs.map((rdv) => (
          <RdvRow key={rdv.IDRDV} rdv={rdv} />
        ))}
        {interventions.map((work) => (
          <InterventionRow key={work.IDINTERVENTION} intervention={work} />
        ))}
      </RowList>
    </div>
  )
}
