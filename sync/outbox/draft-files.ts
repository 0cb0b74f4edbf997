import type { FileOwner } from '../../schemas/entities/fichier.ts'
import type { SiteNote } from '../../schemas/rules/intervention-site.ts'
import { type Answers, linesOf } from '../../schemas/rules/report-answers.ts'
import type { LocalDatabase } from '../store/local-database.ts'
import { openEntries } from '../store/read.ts'
import { addFile } from './files.ts'

/** For how long the files of a form that was never saved are kept: a browser restores a tab days later. */
const KEPT_MS = 7 * 86_400_000

type Stored = Readonly<Record<string, unknown>>

/** Whether a record names this file: an answer of a report, or a reserve that a PV lifted. */
const NAMES = {
  soumission: ({ REPONSES }: Stored, id: string): boolean =>
    Object.values((REPONSES ?? {}) as Answers).some((answer) => linesOf(answer).includes(id)),
  intervention: ({ NOTES }: Stored, id: string): boolean =>
    ((NOTES ?? []) as readonly SiteNote[]).some(({ LEVEE }) => LEVEE === id),
} satisfies Partial<Record<FileOwner, unknown>>
const OWNERS = Object.keys(NAMES) as (keyof typeof NAMES)[]

/** Says which files the record of this id names, as it stands or by an entry that is not applied to it yet; null while it is not saved. */
async function namesOf(db: LocalDatabase, recordId: string): Promise<((id: string) => boolean) | null> {
  const entries = (await openEntries(db)).filter((entry) => entry.recordId === recordId)
  for (const owner of OWNERS) {
    const stored = await db.of(owner).storageInstance.findDocumentsById([recordId], false)
    const patches = entries.filter(({ resource }) => resource === owner).map(({ patch }) => patch)
    const saved: Stored[] = [...(stored as unknown as Stored[]), ...patches]
    if (saved.length > 0) return (id) => saved.some((values) => NAMES[owner](values, id))
  }
  return null
}

/**
 * FILE-12: the files that a saved record names follow it, also where the phone stopped between the two. Those that no record names are dropped after a week. Reads
 * the bytes of none but these; where there are no drafts it costs a read of two indexes.
 * @throws the browser's QuotaExceededError when the device is full: the drafts stay
 */
export async function queueSavedDrafts(db: LocalDatabase, now = new Date()): Promise<void> {
  const { drafts } = db.files
  for (const recordId of (await drafts.orderBy('recordId').uniqueKeys()) as string[]) {
    const isNamed = await namesOf(db, recordId)
    if (isNamed === null) continue
    const ids = await drafts.where('recordId').equals(recordId).primaryKeys()
    for (const id of ids.filter(isNamed)) {
      const draft = await drafts.get(id)
      if (!draft) continue
      const { createdAt: _, ...file } = draft
      await addFile(db, file)
    }
  }
  const old = new Date(now.getTime() - KEPT_MS).toISOString()
  await drafts.where('createdAt').below(old).delete()
}
