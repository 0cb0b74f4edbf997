import { useEffect, useRef, useState } from 'react'
import { commandOf } from '../../../schemas/commands.ts'
import { AppError } from '../../../schemas/errors.ts'
import { entityOf } from '../../../schemas/resources.ts'
import { SENT_FIRST, type SentAbout, SentPage } from '../../../schemas/sent.ts'
import type { OutboxEntry } from '../../../sync/store/outbox-entry.ts'
import { type KnownSent, keepSent, SENT_DOC, type SentDoc, sentKey } from '../../../sync/store/sent.ts'
import { useLocalData } from '../../data/database/local-data-provider.tsx'
import { useLocalDocument } from '../../data/records/use-local-document.ts'
import { useOutbox } from '../../data/records/use-outbox.ts'
import { useSync } from '../../data/sync-status/sync-context.ts'
import { companyApi } from '../online/company-api.ts'
import { type Reading, useReading } from '../online/use-reading.ts'

/** A record, and those below it whose messages belong to its page. */
export interface SentSubject {
  resource: SentAbout
  id: string
  /** Ids of records that this page shows too: quotes, appointments. */
  below: readonly string[]
}

/** Commands of this device that write to the customer and that the server does not have yet. */
export const waitingOf = (entries: readonly OutboxEntry[], { id, below }: SentSubject): OutboxEntry[] =>
  entries.filter(
    ({ action, patch, recordId, state }) =>
      (state === 'pending' || state === 'sent') &&
      (recordId === id || below.includes(recordId)) &&
      (commandOf(action as string)?.holds?.(patch) ?? false),
  )

/** `known` is what the server said last; null while nothing is known here. */
export interface Sent extends Reading<KnownSent> {
  waiting: OutboxEntry[]
  more: () => void
}

/** What was sent about a record: read where there is a network, and kept on this device for where there is none (DAY-15). */
export function useSent(subject: SentSubject): Sent {
  const { resource, id } = subject
  const key = sentKey(resource, id)
  const data = useLocalData()
  const { online } = useSync().status
  const kept = useLocalDocument<SentDoc>(SENT_DOC)
  const [limit, setLimit] = useState(SENT_FIRST)
  const waiting = waitingOf(useOutbox() ?? [], subject)
  const reading = useReading(online && data !== null && data !== undefined, async (signal) => {
    const path = `${entityOf(resource).path}/${encodeURIComponent(id)}/envois?limit=${limit}`
    try {
      const page = { ...(await companyApi.one(path, SentPage, signal)), at: new Date().toISOString() }
      if (data) await keepSent(data.db, key, page)
      return page
    } catch (error) {
      if (data && error instanceof AppError && error.code === 'NOT_FOUND') await keepSent(data.db, key, null)
      throw error
    }
  })
  const { again } = reading
  // What leaves this device is the server's to tell; so is a longer list.
  const asked = `${limit} ${waiting.length}`
  const before = useRef(asked)
  useEffect(() => {
    if (before.current === asked) return
    before.current = asked
    again()
  }, [asked, again])
  return {
    ...reading,
    known: reading.known ?? kept?.records[key] ?? null,
    waiting,
    more: () => setLimit((now) => now + 50),
  }
}
