import type { FileOwner } from '../../schemas/entities/fichier.ts'
import type { SiteNote } from '../../schemas/rules/intervention-site.ts'
import { type Answers, linesOf } from '../../schemas/rules/report-answers.ts'
import type { FileStore } from '../store/file-store.ts'

type Stored = Readonly<Record<string, unknown>>

/** Whether a record names this file: an answer of a report, or a reserve that a PV lifted. */
const NAMES = {
  soumission: ({ REPONSES }: Stored, id: string): boolean =>
    Object.values((REPONSES ?? {}) as Answers).some((answer) => linesOf(answer).includes(id)),
  intervention: ({ NOTES }: Stored, id: string): boolean =>
    ((NOTES ?? []) as readonly SiteNote[]).some(({ LEVEE }) => LEVEE === id),
} satisfies Partial<Record<FileOwner, unknown>>

/** The resources whose records name files. */
type NamingResource = keyof typeof NAMES
const NAMING = Object.keys(NAMES) as NamingResource[]

/** What is stored of a record of one of these resources: as it stands, and the patches of its open entries. None where it was never saved. */
export type ReadSaved = (resource: NamingResource, recordId: string) => Promise<readonly Stored[]>

/**
 * FILE-12: ids of the drafts that a saved record names: files that the server does not have (FILE-9). Reads no bytes; where there are no drafts it costs a read
 * of one index.
 */
export async function namedDrafts({ drafts }: Pick<FileStore, 'drafts'>, read: ReadSaved): Promise<string[]> {
  const named: string[] = []
  for (const recordId of (await drafts.orderBy('recordId').uniqueKeys()) as string[]) {
    const ids = await drafts.where('recordId').equals(recordId).primaryKeys()
    for (const resource of NAMING) {
      const saved = await read(resource, recordId)
      named.push(...ids.filter((id) => saved.some((values) => NAMES[resource](values, id))))
    }
  }
  return named
}
