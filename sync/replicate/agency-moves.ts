import type { Values } from '../../schemas/merge.ts'
import { entityOf } from '../../schemas/resources.ts'
import { isAbout, pointersOf } from '../outbox/causes.ts'
import { entriesBefore } from '../outbox/states.ts'
import type { QueuedFile, QueuedMail } from '../store/file-store.ts'
import type { LocalDatabase } from '../store/local-database.ts'
import { isAgencyMove, type OutboxEntry } from '../store/outbox-entry.ts'

/** What the server does not have yet, refused or not. */
interface Unsent {
  entries: readonly OutboxEntry[]
  files: readonly QueuedFile[]
  mails: readonly QueuedMail[]
}

/** One of them in the order in which they are sent. */
interface Step {
  id: string
  after: readonly string[]
  /** A person must act before it goes on: it was refused or set apart, or the company has no room for files. */
  isStopped: boolean
}

/**
 * PUSH-9: the entries, where a project's move to another agency comes after everything else about the project that goes on by itself. Its author may not see the
 * project afterwards, and the server would refuse the rest for good. The order is made anew at each push and not kept: what stops meanwhile holds the move no
 * longer, what was written after the move goes before it too, and nothing waits in a circle, because what comes after a move is none of its causes.
 */
export async function movesLast(db: LocalDatabase, unsent: Unsent): Promise<OutboxEntry[]> {
  const { entries, files, mails } = unsent
  const moves = entries.filter((entry) => isAgencyMove(entry) && (entry.state === 'pending' || entry.state === 'sent'))
  if (moves.length === 0) return [...entries]
  // An entry of a later version may be of a resource that this one does not know.
  const known = entries.filter(({ resource }) => Boolean(entityOf(resource)))
  const [pointers, projects] = [await pointersOf(db, known), await projectsOf(db, mails)]
  const steps = stepsOf(unsent)
  const moved = new Map<string, OutboxEntry>()
  for (const move of moves) {
    const about = [
      ...entries.filter((entry) => isAbout(pointers, entry, move)),
      ...files.filter((file) => file.projectId === move.recordId),
      ...mails.filter((mail) => projects.get(mail.recordId) === move.recordId),
    ]
    const goesBefore = (id: string): boolean =>
      chainOf(id, steps).every((step) => step.id !== move.id && !step.isStopped)
    const after = [...move.after, ...about.map(({ id }) => id).filter(goesBefore)]
    steps.set(move.id, { id: move.id, after, isStopped: false })
    moved.set(move.id, { ...move, after })
  }
  return entries.map((entry) => moved.get(entry.id) ?? entry)
}

function stepsOf({ entries, files, mails }: Unsent): Map<string, Step> {
  // Then no file is sent, this one or another (FILE-13).
  const isFull = files.some(({ error }) => error?.code === 'STORAGE_FULL')
  const steps: Step[] = [
    ...entries
      .filter(({ state }) => state !== 'acked')
      .map(({ id, after, state }) => ({ id, after, isStopped: state === 'refused' })),
    ...files.map((file) => ({
      id: file.id,
      after: entriesBefore(file, entries).map(({ id }) => id),
      isStopped: isFull || file.state === 'refused',
    })),
    ...mails.map(({ id, recordId, state }) => ({
      id,
      after: files
        .filter((file) => file.recordId === recordId && file.origin === 'intervention_sign_pv')
        .map((file) => file.id),
      isStopped: state === 'refused',
    })),
  ]
  return new Map(steps.map((step) => [step.id, step]))
}

/** This step and all that it comes after. */
function chainOf(id: string, steps: ReadonlyMap<string, Step>): Step[] {
  const found = new Map<string, Step>()
  const rest = [id]
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    const step = steps.get(next)
    if (!step || found.has(next)) continue
    found.set(next, step)
    rest.push(...step.after)
  }
  return [...found.values()]
}

/** The projects of the works whose PV is to be mailed, by the id of the works. */
async function projectsOf(db: LocalDatabase, mails: readonly QueuedMail[]): Promise<Map<string, string>> {
  const ids = [...new Set(mails.map(({ recordId }) => recordId))]
  const stored = ids.length === 0 ? [] : await db.of('intervention').storageInstance.findDocumentsById(ids, false)
  return new Map((stored as Values[]).map((works) => [String(works.IDINTERVENTION), String(works.IDPROJET)]))
}
