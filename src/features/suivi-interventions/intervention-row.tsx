import type { ReactNode } from 'react'
import { client as clientEntity } from '../../../schemas/entities/client.ts'
import { intervention as interventionEntity } from '../../../schemas/entities/intervention.ts'
import { worstOf } from '../../data/records/use-files.ts'
import { useNow } from '../../data/session/use-now.ts'
import { TaskRow } from '../../domain/records/task-row.tsx'
import { suiviInterventionsText as text } from '../../text/suivi-interventions.ts'
import { paths } from '../../ui/navigation/paths.ts'
import { StateChip } from '../../ui/page/state-chip.tsx'
import { balanceOf, type Phase, type Pv, phaseOf, planningWords, pvOf } from './interventions.ts'
import type { Around, Intervention } from './use-interventions.ts'

const PV_COLORS: Record<NonNullable<Pv>, string> = { signe: 'green', leve: 'green', attendu: 'orange' }

function WorkChips({ work, phase, pv }: { work: Intervention; phase: Phase; pv: Pv }) {
  const feedback = work.FEEDBACK
  return (
    <>
      {feedback ? (
        <StateChip label={text.feedback[feedback]} color={feedback === 'bon' ? 'green' : 'red'} />
      ) : (
        <StateChip
          label={text.phase[phase]}
          color={phase === 'running' ? 'orange' : phase === 'coming' ? 'blue' : 'grey'}
        />
      )}
      {pv ? <StateChip label={text.pv[pv]} color={PV_COLORS[pv]} /> : null}
    </>
  )
}

/** Name of the client of an intervention, else its object. */
export function nameOfIntervention(work: Intervention, { projets, clients }: Around): string {
  const client = clients?.get(projets?.get(work.IDPROJET)?.IDCLIENT ?? '')
  return client ? clientEntity.label(client) : interventionEntity.label(work)
}

/** An intervention with its balance, its planning and its PV. */
export function InterventionLine({
  work,
  around,
  personName,
  actions,
}: {
  work: Intervention
  around: Around
  personName: (id: string) => string
  actions: ReactNode
}) {
  const now = useNow()
  const phase = phaseOf(work, now)
  const client = around.clients?.get(around.projets?.get(work.IDPROJET)?.IDCLIENT ?? '')
  const filed = around.filedOf(work.IDINTERVENTION)
  return (
    <TaskRow
      title={nameOfIntervention(work, around)}
      href={paths.resource.view('intervention', work.IDINTERVENTION)}
      sync={worstOf(work.sync.state, filed.state)}
      reason={<WorkChips work={work} phase={phase} pv={pvOf(filed.origins, phase)} />}
      age={balanceOf(work, now)}
      lines={[
        [interventionEntity.label(work), client?.VILLE].filter(Boolean).join(' · '),
        planningWords(work, personName),
      ]}
      actions={actions}
    />
  )
}
