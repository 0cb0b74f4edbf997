import { entityOf, type SyncedResource } from '../../schemas/resources.ts'
import { apply } from '../apply/apply.ts'
import { removeArticleImports } from '../store/article-imports.ts'
import { readPullState, resync, savePullState } from '../store/checkpoints.ts'
import { trim } from '../store/file-store.ts'
import type { LocalDatabase } from '../store/local-database.ts'
import { LEFT, type LocalDoc } from '../store/local-record.ts'
import { openEntriesOf } from '../store/read.ts'
import { removeSent } from '../store/sent.ts'
import { confirmedInQueue, forgetConfirmed } from './confirmed-files.ts'
import { removeOccupation } from './occupation.ts'
import { documentsOf } from './pull.ts'
import { RANKING_DOC } from './ranking.ts'

interface Withdrawal {
  db: LocalDatabase
  resource: SyncedResource
  signal: AbortSignal
}

/**
 * PULL-11: the server says that this account may not read the resource (any more). Its records are removed; one with open entries is marked as left and
 * removed with the last of them, but for one that the server does not have yet. The checkpoint goes first: if the right comes back, everything is read again. Safe to repeat.
 */
export async function withdraw({ db, resource, signal }: Withdrawal): Promise<void> {
  const state = await readPullState(db, resource)
  if (state.checkpoint !== null || state.completeAt !== null) {
    await savePullState(db, resource, { from: state, to: { ...resync(state), completeAt: null } })
  }
  const { key } = entityOf(resource)
  const idOf = (doc: LocalDoc): string => String(doc[key])
  // The records before their entries: an entry is written before its record (OUT-1).
  const all = await documentsOf(db, resource, {})
  const open = await openEntriesOf(db, resource)
  /** A record that was made here and accepted: its state is applied in a later step, before which the app may have ended. */
  const isAccepted = (id: string): boolean =>
    open.get(id)?.some(({ action, ackSeq }) => action === 'create' && ackSeq > 0) === true
  const here = all.filter((doc) => doc.sync.seq > 0 || !open.has(idOf(doc)) || isAccepted(idOf(doc)))
  const states = here
    .filter((doc) => !open.has(idOf(doc)))
    .map((doc) => ({ id: idOf(doc), seq: doc.sync.seq, epoch: doc.sync.epoch, record: null }))
  if (states.length > 0) await apply(db, resource, { states, signal })
  const kept = here.filter((doc) => open.has(idOf(doc)) && doc.sync.gen !== LEFT).map(idOf)
  if (kept.length > 0) await apply(db, resource, { ids: kept, gen: LEFT, signal })
  // Their rows will not come (FILE-5).
  if (resource === 'fichier') await forgetConfirmed(db.files, await confirmedInQueue(db.files))
  if (resource === 'article') await removeArticleImports(db)
}

/** When no list may be read any more, removes the rest too: the ranking, the taken times of colleagues, what is known of messages to customers, and cached files that the server has. */
export async function withdrawRest(db: LocalDatabase): Promise<void> {
  await (await db.rx.getLocal(RANKING_DOC))?.remove()
  await removeOccupation(db)
  await removeSent(db)
  await db.files.write(() => trim(db.files, 0))
}
