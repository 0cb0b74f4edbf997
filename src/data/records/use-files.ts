import { useEffect, useMemo, useState } from 'react'
import type { FileOwner, Origine } from '../../../schemas/entities/fichier.ts'
import { AppError } from '../../../schemas/errors.ts'
import type { ResourceRecord } from '../../../schemas/resources.ts'
import type { FileCommands } from '../../../sync/outbox/files.ts'
import { sha256Of } from '../../../sync/sha256.ts'
import type { FileStore, QueuedFile, QueuedMail } from '../../../sync/store/file-store.ts'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import { filesText } from '../../text/files.ts'
import { callApi, fetchBytes } from '../api/api.ts'
import { isKey, objectOf } from '../api/shape.ts'
import { databaseCode, draftsCode, openLocalData } from '../database/local-data.ts'
import { useLocalData } from '../database/local-data-provider.tsx'
import { useIdentity } from '../session/use-identity.ts'
import { useSync } from '../sync-status/sync-context.ts'
import { useBytesUrl, useLoadedAhead } from './kept-bytes.ts'
import { useLiveList } from './use-live.ts'

/** A file as people see it, whether the server has it or not (SYN-09). */
export interface FileView {
  id: string
  projectId: string
  resource: FileOwner
  recordId: string
  origin: Origine
  name: string
  type: string
  size: number
  sha256: string
  /** ISO instant. */
  at: string | null
  state: 'synced' | 'pending' | 'refused'
  /** 'queue': this device added it and does not have its record yet; 'drive': its record is here. */
  from: 'queue' | 'drive'
  /** IDPERSONNEL of whoever added it; null: nobody of the staff, or this device's queue. */
  author: string | null
}

function useStore<T>(read: (store: FileStore) => Promise<T>, key: string): T | undefined {
  const data = useLocalData()
  const [answer, setAnswer] = useState<{ key: string; value: T }>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says what is read
  useEffect(() => {
    if (!data) return
    const { files } = data.db
    return files.watch(
      () => read(files),
      (value) => setAnswer({ key, value }),
    )
  }, [data, key])
  return answer?.key === key ? answer.value : undefined
}

export interface FileQueue {
  files: QueuedFile[]
  mails: QueuedMail[]
}

/** The drafts that a saved record names, as the files of the queue that they become (FILE-12); undefined until the first answer. */
function useSavedDrafts(): QueuedFile[] | undefined {
  const data = useLocalData()
  const [saved, setSaved] = useState<QueuedFile[]>()
  useEffect(() => {
    if (!data) return
    let stop: (() => void) | null = () => undefined
    draftsCode().then(
      ({ watchSavedDrafts }) => {
        if (stop) stop = watchSavedDrafts(data.db, setSaved)
      },
      // Without its file the rest of the queue is shown all the same.
      () => setSaved([]),
    )
    return () => {
      stop?.()
      stop = null
    }
  }, [data])
  return saved
}

/** What the server does not have yet, oldest first; undefined until the first answer. */
export function useFileQueue(): FileQueue | undefined {
  const saved = useSavedDrafts()
  const queue = useStore(async ({ files, mails }) => {
    const open = ['pending', 'refused']
    return {
      files: await files.where('state').anyOf(open).sortBy('createdAt'),
      mails: await mails.where('state').anyOf(open).sortBy('createdAt'),
    }
  }, 'queue')
  return useMemo(() => queue && saved && { ...queue, files: [...saved, ...queue.files] }, [queue, saved])
}

/** The mails of an intervention's PV, latest first. */
export const usePvMails = (interventionId: string): QueuedMail[] | undefined =>
  useStore(
    ({ mails }) => mails.where('recordId').equals(interventionId).reverse().sortBy('createdAt'),
    `mails ${interventionId}`,
  )

/** A file of this device's queue. */
export const viewOf = (file: QueuedFile): FileView => ({
  id: file.id,
  projectId: file.projectId,
  resource: file.resource,
  recordId: file.recordId,
  origin: file.origin,
  name: file.name,
  type: file.type,
  size: file.size,
  sha256: file.sha256,
  at: file.createdAt,
  state: file.state === 'done' ? 'synced' : file.state,
  from: 'queue',
  author: null,
})

/** A file that the drive has. */
export const driveFile = (row: ResourceRecord<'fichier'>): FileView => ({
  id: row.IDFICHIER,
  projectId: row.IDPROJET,
  resource: row.RESSOURCE,
  recordId: row.IDENREGISTREMENT,
  origin: row.ORIGINE,
  name: row.NOM,
  type: row.TYPE_MIME,
  size: row.TAILLE,
  sha256: row.SHA256,
  at: row.DATE_CREATION,
  state: 'synced',
  from: 'drive',
  author: row.IDPERSONNEL,
})

export const viewOfRow = (row: LocalRecord<'fichier'>): FileView => ({ ...driveFile(row), state: row.sync.state })

/** Files of one record, or of a project and all its records: those of this device's queue and those of the server, latest first. */
export function useFiles(of: { recordId: string } | { projectId: string }): FileView[] | undefined {
  const [field, id] = 'recordId' in of ? (['recordId', of.recordId] as const) : (['projectId', of.projectId] as const)
  const selector = field === 'recordId' ? { IDENREGISTREMENT: id } : { IDPROJET: id }
  const rows = useLiveList('fichier', { selector })
  const queued = useStore((store) => store.files.where(field).equals(id).toArray(), `${field} ${id}`)
  return useMemo(() => {
    if (rows === undefined || queued === undefined) return undefined
    const views = new Map(queued.map((file) => [file.id, viewOf(file)]))
    for (const row of rows) views.set(row.IDFICHIER, viewOfRow(row))
    return [...views.values()].sort((a, b) => (b.at ?? '9').localeCompare(a.at ?? '9'))
  }, [rows, queued])
}

/** Local writes of files; calling one before the database is open waits for it. */
export function useFileCommands(): FileCommands {
  const identity = useIdentity()
  return useMemo(() => {
    const commands = async () => {
      const [{ createFileCommands }, { db }] = await Promise.all([databaseCode(), openLocalData(identity)])
      return createFileCommands(db)
    }
    return {
      add: async (...args) => (await commands()).add(...args),
      rename: async (...args) => (await commands()).rename(...args),
      resend: async (...args) => (await commands()).resend(...args),
      abandon: async (...args) => (await commands()).abandon(...args),
      keepDraft: async (...args) => (await commands()).keepDraft(...args),
      bytesOf: async (...args) => (await commands()).bytesOf(...args),
      mailPv: async (...args) => (await commands()).mailPv(...args),
      cache: async (...args) => (await commands()).cache(...args),
      bytes: async (...args) => (await commands()).bytes(...args),
    }
  }, [identity])
}

type Shown = Pick<FileView, 'id' | 'projectId' | 'origin' | 'sha256' | 'state'>

/** Bytes of a file: from this device, else from the drive; then they are stored here for the next time. */
export async function loadFile(commands: FileCommands, file: Shown): Promise<Uint8Array> {
  const known = await commands.bytes(file.sha256)
  if (known) return known
  if (file.state !== 'synced') throw new AppError('NOT_FOUND', filesText.goneHere)
  const bytes = await fetchFile(file)
  await commands.cache(file.sha256, bytes).catch(() => undefined)
  return bytes
}

/** From the drive, by the product's own lookup (INT-02). @throws AppError as `fetchBytes`, or when other bytes arrive than these */
export async function fetchFile(file: Pick<Shown, 'id' | 'projectId' | 'origin' | 'sha256'>): Promise<Uint8Array> {
  const body = { project_id: file.projectId, origin: file.origin, IDFICHIER: file.id }
  const found = await callApi('/drive/search', objectOf({ url: isKey }), {
    method: 'POST',
    body,
    silent: true,
    ownRefusal: true,
  })
  return fetchBytes(found.url, async (bytes) => (await sha256Of(bytes)) === file.sha256)
}

/** Which of these bytes are on this device, as a live query; undefined until the first answer. */
export const useHeldBytes = (hashes: readonly string[]): ReadonlySet<string> | undefined =>
  useStore(async (store) => new Set(await (await databaseCode()).heldBytes(store, hashes)), `held ${hashes.join(' ')}`)

/** Address of a file's bytes for an image or a tab; null until it could be read. */
export function useFileUrl(file: (Shown & { type: string }) | null): string | null {
  const commands = useFileCommands()
  const load = async () => (file ? loadFile(commands, file) : null)
  return useBytesUrl(file && `${file.sha256} ${file.state}`, load, file?.type)
}

/** At most so many pictures are fetched ahead, latest first: some 20 MB. */
const KEPT = 40

/** Fetches the pictures of these projects while there is a network, so that they are on this device when there is none. */
export function useKeptPhotos(projectIds: readonly string[]): void {
  const commands = useFileCommands()
  const { online } = useSync().status
  const ids = [...new Set(projectIds)].sort()
  const rows = useLiveList('fichier', ids.length > 0 ? { selector: { IDPROJET: { $in: ids } } } : null)
  const latest = useMemo(() => {
    if (!rows || !online) return null
    const photos = rows.filter((row) => row.TYPE_MIME.startsWith('image/'))
    return photos.sort((a, b) => (b.DATE_CREATION ?? '9').localeCompare(a.DATE_CREATION ?? '9')).slice(0, KEPT)
  }, [rows, online])
  useLoadedAhead(latest, (photo) => loadFile(commands, viewOfRow(photo)))
}

/** The files of one record. */
export interface Filed {
  origins: readonly Origine[]
  /** The state of the files that the server does not have; one refused file counts more than many pending ones. */
  state: FileView['state']
}

const WORST = { synced: 0, pending: 1, refused: 2 } as const
/** A record and its files are synchronised when all of them are. */
export const worstOf = (a: FileView['state'], b: FileView['state']): FileView['state'] => (WORST[a] < WORST[b] ? b : a)

/** The files of each of these records, from this device's queue and from the server; undefined until the first answer. */
export function useFiled(recordIds: readonly string[] | undefined): ReadonlyMap<string, Filed> | undefined {
  const key = recordIds?.join(' ') ?? ''
  const rows = useLiveList(
    'fichier',
    recordIds && recordIds.length > 0 ? { selector: { IDENREGISTREMENT: { $in: recordIds } } } : null,
  )
  const queued = useStore((store) => store.files.where('recordId').anyOf(key.split(' ')).toArray(), `filed ${key}`)
  return useMemo(() => {
    if (queued === undefined) return undefined
    const filed = new Map<string, Filed>()
    const put = (id: string, origin: Origine, state: Filed['state']): void => {
      const known = filed.get(id)
      filed.set(id, { origins: [...(known?.origins ?? []), origin], state: worstOf(known?.state ?? 'synced', state) })
    }
    for (const { recordId, origin, state } of queued) put(recordId, origin, state === 'done' ? 'synced' : state)
    for (const { IDENREGISTREMENT, ORIGINE } of rows ?? []) put(IDENREGISTREMENT, ORIGINE, 'synced')
    return filed
  }, [rows, queued])
}
