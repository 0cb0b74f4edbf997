import { Progress } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import type { Handover } from '../../../schemas/handover.ts'
import { useLeft } from '../../data/records/use-left.ts'
import { useLiveList, useLiveRecord } from '../../data/records/use-live.ts'
import { useSync } from '../../data/sync-status/sync-context.ts'
import { ReadingTrouble } from '../../domain/online/reading-trouble.tsx'
import { useReading } from '../../domain/online/use-reading.ts'
import { useStaff } from '../../domain/personnels/use-staff.ts'
import { MissingRecord } from '../../domain/records/resource-view.tsx'
import { passationText as text } from '../../text/passation.ts'
import { paths } from '../../ui/navigation/paths.ts'
import { notices } from '../../ui/notices/notices.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { Panel } from '../../ui/page/panel.tsx'
import { readHandovers, runHandover } from './calls.ts'
import { HandoverForm } from './handover-form.tsx'
import { HandoverList } from './handover-list.tsx'
import styles from './passation.module.css'

/** /manager/personnel/$id/passation: what somebody who leaves held goes to colleagues (SET-12). */
export function PassationScreen() {
  const { id } = useParams({ strict: false }) as { id: string }
  const me = useStaff().id
  const personnel = useLiveRecord('personnel', id)
  const team = useLiveList('personnel', {})
  const left = useLeft()
  const back = paths.resource.view('personnel', id)
  if (personnel === undefined || team === undefined) return null
  if (personnel === null) return <MissingRecord back={paths.manager.href()} />
  const name = personnel.NOM_COMPLET ?? personnel.NOM
  if (id === me) {
    return (
      <>
        <PageHeader title={text.title(name)} back={back} />
        <EmptyState text={text.forbidden} />
      </>
    )
  }
  const nameOf = (one: string): string => {
    const found = team.find(({ IDPERSONNEL }) => IDPERSONNEL === one)
    return found?.NOM_COMPLET ?? found?.NOM ?? text.somebody
  }
  const colleagues = team
    .filter((one) => one.IDPERSONNEL !== id && one.ROLES.length > 0 && !left.has(one.IDPERSONNEL))
    .map((one) => ({ value: one.IDPERSONNEL, label: one.NOM_COMPLET ?? one.NOM }))
    .sort((a, b) => a.label.localeCompare(b.label))
  return (
    <>
      <PageHeader title={text.title(name)} subtitle={text.intro} back={back} />
      <Departure key={id} id={id} name={name} colleagues={colleagues} nameOf={nameOf} />
    </>
  )
}

interface DepartureProps {
  id: string
  name: string
  colleagues: readonly { value: string; label: string }[]
  nameOf: (id: string) => string
}

function Departure({ id, name, colleagues, nameOf }: DepartureProps) {
  const { online } = useSync().status
  const reading = useReading(online, (signal) => readHandovers(id, signal))
  const [running, setRunning] = useState<Handover | null>(null)

  /** Runs what `begin` began, or goes on with it, to its end. */
  const run = async (begin: () => Promise<Handover>): Promise<void> => {
    let begun = false
    try {
      const first = await begin()
      begun = first.RESTE > 0
      const last = await runHandover(first, setRunning)
      const ignored = last.IGNOREES?.length ?? 0
      notices.success(last.ANNULEE_LE !== null ? text.undone : ignored > 0 ? text.doneExcept(ignored) : text.done)
    } catch (error) {
      notices.failure(error)
      if (begun) notices.info(text.interrupted)
    } finally {
      setRunning(null)
      reading.again()
    }
  }

  return (
    <div className={styles.panels}>
      <ReadingTrouble reading={reading} words={text} card />
      {running === null ? null : (
        <Panel title={text.form}>
          <p role="status">{text.progress(running.TOTAL - running.RESTE, running.TOTAL)}</p>
          <Progress
            aria-label={text.form}
            value={running.TOTAL === 0 ? 100 : (100 * (running.TOTAL - running.RESTE)) / running.TOTAL}
          />
        </Panel>
      )}
      {running === null ? (
        <HandoverForm person={{ id, name }} colleagues={colleagues} nameOf={nameOf} online={online} onBegin={run} />
      ) : null}
      {reading.known === null ? null : (
        <HandoverList handovers={reading.known} nameOf={nameOf} disabled={!online || running !== null} onRun={run} />
      )}
    </div>
  )
}
