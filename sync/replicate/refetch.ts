import { entityOf, isSynced } from '../../schemas/resources.ts'
import { apply } from '../apply/apply.ts'
import type { Transport } from '../net/transport.ts'
import type { LocalDatabase } from '../store/local-database.ts'
import { answerVersion, followVersions } from './server-versions.ts'

export interface RefetchInput {
  db: LocalDatabase
  transport: Transport
  resource: string
  id: string
  signal: AbortSignal
}

/**
 * Fetches a damaged local record from the server and applies it; open entries keep their overlay. A record that the server no longer shows (404, 410)
 * is removed from the device (ERR-03) unless it has open entries; a network failure changes nothing.
 */
export async function refetch({ db, transport, resource, id, signal }: RefetchInput): Promise<void> {
  if (!isSynced(resource)) return
  const path = `${entityOf(resource).path}/${encodeURIComponent(id)}`
  const reply = await transport.call({ method: 'GET', path, signal })
  if (reply.epoch === null) return
  const body = reply.body as { data?: Record<string, unknown> & { _seq?: number } } | null
  const gone = reply.status === 404 || reply.status === 410
  if (!gone && (reply.status !== 200 || !body?.data)) return
  const { _seq, ...record } = body?.data ?? {}
  const range = await followVersions(db, reply)
  const from = range ? answerVersion(db, range) : db.versions.current
  const now = db.versions.record(resource, record, { from, to: db.versions.current })
  const known = await db.of(resource).storageInstance.findDocumentsById([id], true)
  const seq = typeof _seq === 'number' ? _seq : (known[0]?.sync?.seq ?? 1)
  await apply(db, resource, { states: [{ id, seq, epoch: reply.epoch, record: gone ? null : now }], signal })
}
