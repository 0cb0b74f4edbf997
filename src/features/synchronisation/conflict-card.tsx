import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { Field } from '../../../schemas/entity.ts'
import { same, type Values } from '../../../schemas/merge.ts'
import { entityOf, isSynced, type SyncedResource } from '../../../schemas/resources.ts'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import { useCommands } from '../../data/records/use-commands.ts'
import { useLiveRecord } from '../../data/records/use-live.ts'
import { useResolver } from '../../data/records/use-outbox.ts'
import { useSession } from '../../data/session/session.tsx'
import { useMay } from '../../domain/personnels/use-staff.ts'
import { ResourceValue } from '../../forms/fields/resource-value.tsx'
import { synchronisationText as text } from '../../text/synchronisation.ts'
import { EMPTY } from '../../text/words.ts'
import { notices } from '../../ui/notices/notices.tsx'
import { EntryName, useAgo } from './entry-parts.tsx'
import styles from './synchronisation.module.css'
import { useEntryLabel } from './use-entry-label.ts'

type Conflict = LocalRecord<'conflit'>

/** One value of a conflict. Structured values (lines, notes, planning) are no single line: the texts inside them are shown. */
function ConflictValue({ name, field, value }: { name: string; field: Field | undefined; value: unknown }): ReactNode {
  if (field && field.kind !== 'json') return <ResourceValue name={name} field={field} value={value} />
  return structuredText(value) || EMPTY
}

/** The texts inside a structured value, one line for each item. */
export function structuredText(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.map(structuredText).filter(Boolean).join('\n')
  if (typeof value !== 'object') return String(value)
  return Object.entries(value)
    .filter(([name]) => !/^(id|ID[A-Z_]*)$/.test(name))
    .map(([, one]) => structuredText(one))
    .filter(Boolean)
    .join(' · ')
}

/** The name of a person of the company: « vous » for myself. */
function useWho(id: string | null): { me: boolean; name: string } {
  const { account } = useSession()
  const person = useLiveRecord('personnel', id)
  if (id === account.id) return { me: true, name: text.you }
  return { me: false, name: person?.NOM_COMPLET ?? text.someone }
}

interface SidesProps {
  resource: SyncedResource
  conflict: Conflict
}

/** Field by field: the value that was not kept beside the one that was. */
function Sides({ resource, conflict }: SidesProps) {
  const { fields } = entityOf(resource)
  const current = useLiveRecord(resource, conflict.IDENREGISTREMENT) as Values | null | undefined
  const lostBy = useWho(conflict.PERDU_PAR)
  const keptBy = useWho(conflict.GARDE_PAR)
  const head = (who: { me: boolean; name: string }, fate: string): ReactNode => (
    <>
      {who.me ? text.mine : text.theirs(who.name)}
      <small>{fate}</small>
    </>
  )
  return (
    <table className={styles.sides}>
      <thead>
        <tr>
          <th scope="col">
            <span className="visually-hidden">Champ</span>
          </th>
          <th scope="col">{head(lostBy, text.notKept)}</th>
          <th scope="col">{head(keptBy, text.kept)}</th>
        </tr>
      </thead>
      <tbody>
        {Object.keys(conflict.PERDU).map((name) => {
          const kept = conflict.GARDE[name]
          const now = current?.[name]
          return (
            <tr key={name}>
              <th scope="row">{fields[name]?.label ?? name}</th>
              <td>
                <ConflictValue name={name} field={fields[name]} value={conflict.PERDU[name]} />
              </td>
              <td>
                <ConflictValue name={name} field={fields[name]} value={kept} />
                {current && !same(now, kept) ? (
                  <span className={styles.current}>
                    {text.currently} : <ConflictValue name={name} field={fields[name]} value={now} />
                  </span>
                ) : null}
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

/** A value that lost against somebody else's (SYN-04): shown beside the one that was kept; one tap restores it. */
export function ConflictCard({ conflict }: { conflict: Conflict }) {
  const resource: SyncedResource = isSynced(conflict.RESSOURCE) ? conflict.RESSOURCE : 'client'
  const about = useEntryLabel({ resource, recordId: conflict.IDENREGISTREMENT })
  const resolver = useResolver()
  const commands = useCommands()
  const allowed = useMay()
  const ago = useAgo()
  const deleter = useWho(conflict.PERDU_PAR)
  const [busy, setBusy] = useState(false)
  const fields = Object.keys(conflict.PERDU)
  const deleted = conflict.RAISON === 'supprime'

  const resolve = async (act: () => Promise<void> | undefined, done: string): Promise<void> => {
    setBusy(true)
    try {
      await act()
      notices.success(done)
    } catch (error) {
      notices.failure(error)
      setBusy(false)
    }
  }
  const deleteAnyway = async (): Promise<void> => {
    await commands.remove(resource, conflict.IDENREGISTREMENT)
    await resolver?.keepConflict(conflict.id)
  }

  return (
    <li className={`surface ${styles.card}`}>
      <div className={styles.head}>
        <EntryName about={about} action={text.conflictIntro[conflict.RAISON ?? 'concurrent']} />
        <div className={styles.when}>{conflict.DATE_CONFLIT ? ago(conflict.DATE_CONFLIT) : null}</div>
      </div>
      {deleted ? <p className={styles.sub}>{text.deletionOf(deleter.name)}</p> : null}
      {fields.length > 0 ? <Sides resource={resource} conflict={conflict} /> : null}
      <div className={styles.buttons}>
        <Button
          variant="default"
          disabled={busy || !resolver}
          onClick={() => void resolve(() => resolver?.keepConflict(conflict.id), text.resolved)}
        >
          {deleted ? text.keepRecord : text.keep}
        </Button>
        {fields.length > 0 ? (
          <Button
            variant="default"
            disabled={busy || !resolver}
            onClick={() => void resolve(() => resolver?.restoreConflict(conflict), text.restored)}
          >
            {fields.length > 1 ? text.restoreMany : text.restore}
          </Button>
        ) : null}
        {deleted && about.href !== null && allowed('delete', resource) ? (
          <Button
            variant="subtle"
            color="rouge"
            disabled={busy}
            onClick={() => void resolve(deleteAnyway, text.resolved)}
          >
            {text.deleteAnyway}
          </Button>
        ) : null}
      </div>
    </li>
  )
}
