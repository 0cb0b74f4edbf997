import { IconRotateClockwise } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { client as clientEntity } from '../../../schemas/entities/client.ts'
import { intervention as interventionEntity } from '../../../schemas/entities/intervention.ts'
import { needsReturn, returnsOf } from '../../../schemas/rules/return-visits.ts'
import type { Stop } from '../../../schemas/rules/stopped.ts'
import { worstOf } from '../../data/records/use-files.ts'
import { useNow } from '../../data/session/use-now.ts'
import { useZone } from '../../data/session/use-zone.ts'
import { useMay } from '../../domain/personnels/use-staff.ts'
import { StopChip } from '../../domain/projets/stop-chip.tsx'
import { TaskRow } from '../../domain/records/task-row.tsx'
import { interventionsText } from '../../text/interventions.ts'
import { suiviInterventionsText as text } from '../../text/suivi-interventions.ts'
import { PlainButton } from '../../ui/controls/plain-button.tsx'
import { paths } from '../../ui/navigation/paths.ts'
import { StateChip } from '../../ui/page/state-chip.tsx'
import { balanceOf, type Phase, type Pv, phaseOf, planningWords, pvOf } from './interventions.ts'
import type { Around, Intervention } from './use-interventions.ts'

const PV_COLORS: Record<NonNullable<Pv>, string> = { signe: 'green', leve: 'green', attendu: 'orange' }

function WorkChips({ work, phase, pv, stop }: { work: Intervention; phase: Phase; pv: Pv; stop: Stop | null }) {
  const feedback = work.FEEDBACK
  const stopped = stop !== null && feedback !== 'bon'
  return (
    <>
      {stopped ? (
        <StopChip stop={stop} />
      ) : feedback ? (
        <StateChip label={text.feedback[feedback]} color={feedback === 'bon' ? 'green' : 'red'} />
      ) : (
        <StateChip
          label={text.phase[phase]}
          color={phase === 'running' ? 'orange' : phase === 'coming' ? 'blue' : 'grey'}
        />
      )}
      {pv && !(stopped && pv === 'attendu') ? <StateChip label={text.pv[pv]} color={PV_COLORS[pv]} /> : null}
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
      reason={<WorkChips work={work} phase={phase} pv={pvOf(filed.origins, phase)} stop={around.stopOf(work)} />}
      age={balanceOf(work, now)}
      lines={[
        [interventionEntity.label(work), client?.VILLE].filter(Boolean).join(' · '),
        planningWords(work, personName, now),
      ]}
      actions={actions}
    />
  )
}

/** The way to plan the return visit, where works have to be done again and no visit is planned yet; for whoever plans works. */
export function PlanReturn({
  work,
  works,
  around,
}: {
  work: Intervention
  works: readonly Intervention[]
  around: Around
}) {
  const allowed = useMay()
  const now = useNow()
  const zone = useZone()
  const signed = around.filedOf(work.IDINTERVENTION).origins.includes('intervention_sign_pv')
  const comesAgain = work.IDINTERVENTION_PLANNING.some(({ DEBUT }) => DEBUT > now)
  if (!allowed('create', 'intervention') || around.stopOf(work) !== null) return null
  if (comesAgain || !needsReturn(work, { signed, works, zone }) || returnsOf(work, works).length > 0) return null
  return (
    <PlainButton
      look="main"
      href={paths.resource.create('intervention', { reprise: work.IDINTERVENTION })}
      icon={<IconRotateClockwise size={18} aria-hidden />}
      label={interventionsText.planReturnOf(nameOfIntervention(work, around))}
    >
      {interventionsText.planReturn}
    </PlainButton>
  )
}
