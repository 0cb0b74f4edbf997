import { IconLink } from '@tabler/icons-react'
import { rdv as rdvEntity } from '../../../schemas/entities/rdv.ts'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import { suiviInterventionsText as text } from '../../text/suivi-interventions.ts'
import { PlainButton } from '../../ui/controls/plain-button.tsx'
import { formatDate } from '../../ui/format/format.ts'
import { paths } from '../../ui/navigation/paths.ts'
import { StateChip } from '../../ui/page/state-chip.tsx'
import { TaskRow } from '../records/task-row.tsx'

interface LooseMeasureRowProps {
  rdv: LocalRecord<'rdv'>
  /** With whom and where. */
  lines?: readonly string[]
  /** Its project is probably here. Its form has a search for one in any case: a place does not always tell. */
  mayLink: boolean
}

/** A measure without a project. */
export function LooseMeasureRow({ rdv, lines = [], mayLink }: LooseMeasureRowProps) {
  const name = rdvEntity.label(rdv)
  return (
    <TaskRow
      title={name}
      href={paths.resource.view('rdv', rdv.IDRDV)}
      sync={rdv.sync.state}
      reason={<StateChip label={text.metreWithoutProject} color="orange" />}
      lines={[text.metreOn(formatDate(rdv.RDV_DEBUT)), ...lines, mayLink ? null : text.linkedByOffice]}
      actions={
        <PlainButton
          look={mayLink ? 'main' : 'plain'}
          href={paths.resource.edit('rdv', rdv.IDRDV)}
          icon={<IconLink size={18} aria-hidden />}
          label={text.linkProjectOf(name)}
        >
          {text.linkProject}
        </PlainButton>
      }
    />
  )
}
