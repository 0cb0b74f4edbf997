import { Button } from '@mantine/core'
import { IconRotateClockwise } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { needsReturn, repeatedBy, returnsOf } from '../../../schemas/rules/return-visits.ts'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import { useLiveList } from '../../data/records/use-live.ts'
import { useZone } from '../../data/session/use-zone.ts'
import { useMay } from '../../domain/personnels/use-staff.ts'
import { InterventionRow, RowList } from '../../domain/records/record-rows.tsx'
import { interventionsText as text } from '../../text/interventions.ts'
import { hrefProps } from '../../ui/navigation/href-props.ts'
import { paths } from '../../ui/navigation/paths.ts'
import { Panel } from '../../ui/page/panel.tsx'
import styles from './intervention.module.css'

interface ReturnPanelProps {
  intervention: LocalRecord<'intervention'>
  /** Its PV is signed. */
  signed: boolean
  /** Its project or its order ended: nobody comes back. */
  stopped: boolean
}

/** The return visit after « Mauvais », or a PV with reserves: planned here by whoever plans works, and the way to it; on the visit itself, the way to the first works. */
export function ReturnPanel({ intervention, signed, stopped }: ReturnPanelProps) {
  const allowed = useMay()
  const zone = useZone()
  const works = useLiveList('intervention', { selector: { IDPROJET: intervention.IDPROJET } })
  if (works === undefined) return null
  const first = repeatedBy(intervention, works)
  const visits = returnsOf(intervention, works)
  const isNeeded = !stopped && needsReturn(intervention, { signed, works, zone })
  if (!first && visits.length === 0 && !isNeeded) return null
  const mayPlan = isNeeded && allowed('create', 'intervention')
  return (
    <Panel title={text.returnTitle}>
      {isNeeded && visits.length === 0 ? (
        <p className={styles.hint}>{mayPlan ? text.returnNeeded : text.returnByOffice}</p>
      ) : null}
      {first ? (
        <RowList label={text.returnFirst}>
          <InterventionRow intervention={first} />
        </RowList>
      ) : null}
      {visits.length > 0 ? (
        <RowList label={text.returnTitle}>
          {visits.map((visit) => (
            <InterventionRow key={visit.IDINTERVENTION} intervention={visit} />
          ))}
        </RowList>
      ) : null}
      {mayPlan ? (
        <div className={styles.buttons}>
          <Button
            component={Link}
            {...hrefProps(paths.resource.create('intervention', { reprise: intervention.IDINTERVENTION }))}
            size="md"
            variant={visits.length === 0 ? 'filled' : 'default'}
            leftSection={<IconRotateClockwise size={18} aria-hidden />}
          >
            {visits.length === 0 ? text.planReturn : text.planAnother}
          </Button>
        </div>
      ) : null}
    </Panel>
  )
}
