import { today } from '../../schemas/dates.ts'
import type { Fate, KnownDetails } from '../../schemas/imports.ts'
import type { Hint } from '../../schemas/protocol.ts'
import type { Tx } from '../plugins/database/database.ts'
import { endStep, nextLines, type StoredImport, type StoredLine, setFates, setProgress } from './import-store.ts'
import { type Judged, judge, type Line } from './judge.ts'
import { type KnownNames, readKnownNames } from './known-names.ts'
import type { Marks } from './marks.ts'
import { type Prepared, prepareRow } from './prepare-row.ts'

/** Lines of one transaction: other writers of the company wait for it, so it takes a fraction of a second. */
export const LINES = 100

export interface Step {
  /** The step has reached the last line. */
  ended: boolean
  hints: Hint[]
}

/** Lines as the chosen columns read them. */
export async function prepared(
  tx: Tx,
  { headings, columns }: StoredImport,
  lines: readonly Line[],
): Promise<{ names: KnownNames; lines: (Line & { prepared: Prepared })[] }> {
  const names = await readKnownNames(tx)
  const reader = { columns: { titres: headings, colonnes: columns }, names, today: today(names.zone) }
  return { names, lines: lines.map((line) => ({ ...line, prepared: prepareRow(line.cells, reader) })) }
}

/** What is kept of a line's fate. */
export const detailsOf = ({ prepared: { erreurs, corrections }, known }: Judged): Partial<KnownDetails> => ({
  ...(erreurs.length > 0 ? { erreurs } : {}),
  ...(corrections.length > 0 ? { corrections } : {}),
  ...(known ? { doublon: known } : {}),
})

/** One step of the dry run: writes the fate of some lines and nothing else. */
export async function dryRunStep(tx: Tx, task: StoredImport, earlier: Marks): Promise<Step> {
  const lines = await nextLines(tx, task.id, { from: task.done, limit: LINES })
  const last = lines.at(-1)
  if (!last) {
    await endStep(tx, task.id, 'pret')
    return { ended: true, hints: [] }
  }
  const judged = await judge(tx, (await prepared(tx, task, lines)).lines, earlier)
  await setFates(
    tx,
    task.id,
    judged.map((line) => ({ place: line.place, fate: line.fate, details: detailsOf(line), records: null })),
  )
  await setProgress(tx, task.id, last.place + 1)
  return { ended: false, hints: [] }
}

/** The dry run said that these make something. */
export const isDue = ({ fate, records }: StoredLine): boolean =>
  records === null && (['cree', 'rattache'] satisfies Fate[] as (Fate | null)[]).includes(fate)
