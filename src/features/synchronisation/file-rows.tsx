import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { QueuedFile, QueuedMail } from '../../../sync/store/file-store.ts'
import { type FileQueue, useFileCommands, viewOf } from '../../data/records/use-files.ts'
import { useSync } from '../../data/sync-status/sync-context.ts'
import { useOpenFile } from '../../domain/files/file-list.tsx'
import { useSaveFile } from '../../domain/files/use-save-file.ts'
import { filesText } from '../../text/files.ts'
import { synchronisationText as text } from '../../text/synchronisation.ts'
import { fileSize } from '../../ui/format/bytes.ts'
import { hrefProps } from '../../ui/navigation/href-props.ts'
import { paths } from '../../ui/navigation/paths.ts'
import { notices } from '../../ui/notices/notices.tsx'
import { useBusy } from '../../ui/notices/use-busy.ts'
import { useAgo } from './entry-parts.tsx'
import styles from './synchronisation.module.css'

type Item = QueuedFile | QueuedMail

const isFile = (item: Item): item is QueuedFile => 'sha256' in item
const kindOf = (item: Item): string => (isFile(item) ? filesText.origins[item.origin] : text.mail)
const nameOf = (item: Item): string => (isFile(item) ? item.name : filesText.mailOfPv)

/** The record's page; null when it has none of its own. */
function hrefOf(item: Item): string | null {
  if (!isFile(item)) return paths.resource.view('intervention', item.recordId)
  return item.resource === 'soumission' ? null : paths.resource.view(item.resource, item.recordId)
}

/** Why the file or mail is not sent yet, in words. Pure. @param full the company has no room for files (FILE-13) */
export function fileReason(
  item: Item,
  { online, paused, full }: { online: boolean; paused: boolean; full: boolean },
): string {
  const states = text.pendingStates
  if (paused) return states.paused
  if (!online) return states.offline
  if (full && isFile(item)) return states.full
  if (isFile(item) && item.sent > 0) return filesText.sending(fileSize(item.sent), fileSize(item.size))
  return item.attempts > 1 ? states.retry(item.attempts - 1) : states.ready
}

function ItemName({ item }: { item: Item }) {
  const href = hrefOf(item)
  return (
    <div className={styles.rowWords}>
      <div className={styles.kind}>{kindOf(item)}</div>
      {href === null ? (
        <span className={styles.name}>{nameOf(item)}</span>
      ) : (
        <Link {...hrefProps(href)} className={styles.name ?? ''}>
          {nameOf(item)}
        </Link>
      )}
      {isFile(item) ? <div className={styles.action}>{fileSize(item.size)}</div> : null}
    </div>
  )
}

export const itemsOf = (queue: FileQueue | undefined, state: Item['state']): Item[] =>
  [...(queue?.files ?? []), ...(queue?.mails ?? [])].filter((item) => item.state === state)

/** Pending files and mails, as rows of « À envoyer » (FILE-9). */
export function PendingFiles({ items }: { items: readonly Item[] }) {
  const { status } = useSync()
  const ago = useAgo()
  const why = {
    online: status.online,
    paused: status.paused.length > 0,
    full: items.some(({ error }) => error?.code === 'STORAGE_FULL'),
  }
  return items.map((item) => (
    <li key={item.id} className={styles.row}>
      <ItemName item={item} />
      <div className={styles.when}>
        <span>{fileReason(item, why)}</span>
        <span>{ago(item.createdAt)}</span>
      </div>
    </li>
  ))
}

/** Why the server refused it, and what to do with what only this device has. Pure. */
function refusalOf(item: Item): string[] {
  const { error } = item
  const fields = Object.values(error?.errors ?? {}).flat()
  if (!isFile(item)) return fields.length > 0 ? fields : [error?.message ?? '']
  const why = fields.length > 0 ? fields : [(error && text.fileRefusals[error.code]) ?? error?.message ?? '']
  return [...why, error?.code === 'GONE' ? text.fileToDrop : text.fileToKeep]
}

/** Opens the file, or saves it outside of the app: nobody else has it. */
function FileCopy({ file }: { file: QueuedFile }) {
  const open = useOpenFile()
  const save = useSaveFile()
  const { busy, whileBusy } = useBusy()
  return (
    <>
      <Button variant="default" aria-label={filesText.open(file.name)} onClick={() => void open(viewOf(file))}>
        {filesText.openIt}
      </Button>
      <Button
        variant="default"
        loading={busy}
        aria-label={filesText.saveOf(file.name)}
        onClick={() => void whileBusy(() => save(viewOf(file)))}
      >
        {filesText.download}
      </Button>
    </>
  )
}

/** A file or mail that the server refused: kept with its message until it is sent again or given up (FILE-7). */
export function RefusedFile({ item }: { item: Item }) {
  const commands = useFileCommands()
  const ago = useAgo()
  const { busy, whileBusy } = useBusy()
  const run = (act: () => Promise<void>, done: string) =>
    whileBusy(async () => {
      await act()
      notices.success(done)
    })
  const abandon = async (): Promise<void> => {
    if (await notices.confirm({ message: text.abandonFile(nameOf(item)) }))
      await run(() => commands.abandon(item.id), text.abandoned)
  }
  return (
    <li className={`surface ${styles.card}`}>
      <div className={styles.head}>
        <ItemName item={item} />
        <div className={styles.when}>{text.refusedAt(ago(item.createdAt))}</div>
      </div>
      <ul className={styles.messages}>
        {refusalOf(item).map((message) => (
          <li key={message}>{message}</li>
        ))}
      </ul>
      <div className={styles.buttons}>
        {isFile(item) ? <FileCopy file={item} /> : null}
        <Button variant="default" loading={busy} onClick={() => void run(() => commands.resend(item.id), text.resent)}>
          {text.resend}
        </Button>
        <Button variant="subtle" color="rouge" disabled={busy} onClick={() => void abandon()}>
          {text.abandon}
        </Button>
      </div>
    </li>
  )
}
