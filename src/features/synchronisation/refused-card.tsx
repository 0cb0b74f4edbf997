import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { client as clientEntity } from '../../../schemas/entities/client.ts'
import { entityOf } from '../../../schemas/resources.ts'
import type { OutboxEntry } from '../../../sync/store/outbox-entry.ts'
import { useResolver } from '../../data/records/use-outbox.ts'
import { synchronisationText as text } from '../../text/synchronisation.ts'
import { formatPhone } from '../../ui/format/format.ts'
import { paths } from '../../ui/navigation/paths.ts'
import { notices } from '../../ui/notices/notices.tsx'
import { AbandonDialog } from './abandon-dialog.tsx'
import { CorrectSheet } from './correct-sheet.tsx'
import { EntryName, useAgo } from './entry-parts.tsx'
import { StoredValue } from './stored-value.tsx'
import styles from './synchronisation.module.css'
import { useEntryLabel } from './use-entry-label.ts'
import { actionLabel, candidatesOf, correctableFields, enteredValues, refusalMessages } from './wording.ts'

function Candidates({ error }: { error: OutboxEntry['error'] }) {
  const candidates = candidatesOf(error)
  if (candidates.length === 0) return null
  return (
    <ul className={styles.candidates} aria-label={text.candidates}>
      {candidates.map((candidate) => {
        const phone = candidate.PORTABLE ?? candidate.TELEPHONE
        const reasons = (candidate.reasons ?? []).flatMap((reason) => text.duplicateReasons[reason] ?? [])
        return (
          <li key={candidate.IDCLIENT} className={styles.candidate}>
            <div>
              <strong>{clientEntity.label(candidate as never)}</strong>
              <div className={styles.sub}>
                {[candidate.VILLE, phone ? formatPhone(phone) : null, ...reasons].filter(Boolean).join(' · ')}
              </div>
            </div>
            <Button component={Link} to={paths.resource.view('client', candidate.IDCLIENT)} variant="default">
              {text.openClient}
            </Button>
          </li>
        )
      })}
    </ul>
  )
}

function Entered({ entry }: { entry: OutboxEntry }) {
  const { fields } = entityOf(entry.resource)
  const entered = enteredValues(entry)
  if (entered.length === 0) return null
  return (
    <div className={styles.entered}>
      <strong>{text.entered}</strong>
      <dl>
        {entered.map(({ name, value }) => (
          <div key={name}>
            <dt>{fields[name]?.label ?? name}</dt>
            <dd>
              <StoredValue name={name} field={fields[name]} value={value} />
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

/** A write that the server refused (SYN-06): its message stays until its author corrects the write, sends it again or gives it up. */
export function RefusedCard({ entry, entries }: { entry: OutboxEntry; entries: readonly OutboxEntry[] }) {
  const resolver = useResolver()
  const about = useEntryLabel(entry)
  const ago = useAgo()
  const [open, setOpen] = useState<'correct' | 'abandon' | null>(null)
  const [sending, setSending] = useState(false)

  const resend = async (query?: Record<string, string>): Promise<void> => {
    if (!resolver) return
    setSending(true)
    try {
      await resolver.correct(entry.id, {}, query)
      notices.success(text.resent)
    } catch (error) {
      notices.failure(error)
      setSending(false)
    }
  }

  const duplicate = entry.error?.code === 'DUPLICATE'
  const correctable = correctableFields(entry).length > 0
  return (
    <li className={`surface ${styles.card}`}>
      <div className={styles.head}>
        <EntryName about={about} action={actionLabel(entry)} />
        <div className={styles.when}>{text.refusedAt(ago(entry.createdAt))}</div>
      </div>
      <ul className={styles.messages}>
        {refusalMessages(entry).map(({ label, message }) => (
          <li key={`${label} ${message}`}>
            {label === null ? null : <strong>{label} : </strong>}
            {message}
          </li>
        ))}
      </ul>
      <Entered entry={entry} />
      <Candidates error={entry.error} />
      <div className={styles.buttons}>
        {correctable ? (
          <Button variant={duplicate ? 'default' : 'filled'} onClick={() => setOpen('correct')}>
            {text.correct}
          </Button>
        ) : null}
        {duplicate ? (
          <Button loading={sending} onClick={() => void resend({ skip_duplicate_check: 'true' })}>
            {text.createAnyway}
          </Button>
        ) : (
          <Button variant="default" loading={sending} onClick={() => void resend()}>
            {text.resend}
          </Button>
        )}
        <Button variant="subtle" color="rouge" onClick={() => setOpen('abandon')}>
          {text.abandon}
        </Button>
      </div>
      {open === 'correct' ? <CorrectSheet entry={entry} about={about} onClose={() => setOpen(null)} /> : null}
      {open === 'abandon' ? <AbandonDialog entry={entry} entries={entries} onClose={() => setOpen(null)} /> : null}
    </li>
  )
}
