import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { same, type Values } from '../../../schemas/merge.ts'
import { entityOf, isSynced, type SyncedResource } from '../../../schemas/resources.ts'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import { useCommands } from '../../data/records/use-commands.ts'
import { useLiveRecord } from '../../data/records/use-live.ts'
import { useResolver } from '../../data/records/use-outbox.ts'
import { useSession } from '../../data/session/session.tsx'
import { useMay } from '../../domain/personnels/use-staff.ts'
import { synchronisationText as text } from '../../text/synchronisation.ts'
import { notices } from '../../ui/notices/notices.tsx'
import type { Busy } from '../../ui/notices/use-busy.ts'
import { EntryName, useAgo } from './entry-parts.tsx'
import { StoredValue } from './stored-value.tsx'
import styles from './synchronisation.module.css'
import { useEntryLabel } from './use-entry-label.ts'

type Conflict = LocalRecord<'conflit'>

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
                <StoredValue name={name} field={fields[name]} value={conflict.PERDU[name]} />
              </td>
              <td>
                <StoredValue name={name} field={fields[name]} value={kept} />
                {current && !same(now, kept) ? (
                  <span className={styles.current}>
                    {text.currently} : <StoredValue name={name} field={fields[name]} value={now} />
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

/**
 * A value that lost against somebody else's (SYN-04): shown beside the one that was kept; one tap restores it. `resolving` is that of all cards: the next one
 * comes under the finger.
 */
export function ConflictCard({ conflict, resolving }: { conflict: Conflict; resolving: Busy }) {
  const resource: SyncedResource = isSynced(conflict.RESSOURCE) ? conflict.RESSOURCE : 'client'
  const about = useEntryLabel({ resource, recordId: conflict.IDENREGISTREMENT })
  const resolver = useResolver()
  const commands = useCommands()
  const allowed = useMay()
  const ago = useAgo()
  const deleter = useWho(conflict.PERDU_PAR)
  const { busy, whileBusy } = resolving
  const fields = Object.keys(conflict.PERDU)
  const deleted = conflict.RAISON === 'supprime'

  const resolve = (act: () => Promise<void> | undefined, done: string): Promise<boolean> =>
    whileBusy(async () => {
      await act()
      notices.success(done)
    })
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
