import type { ActKind } from './acts.ts'
import type { RestoreRun, Step } from './steps.ts'

/** Histories that are played before the random ones: each way to restore a database, the same state twice, and former failures. */

const [CAMILLE, DIANE, MARC] = [0, 1, 2]

const act = (seat: number, kind: ActKind, pick = 0): Step => ({ do: 'act', seat, act: { kind, pick } })
const sync = (seat: number): Step => ({ do: 'sync', seat, sync: { pushFirst: true, faults: [], page: 1000 } })

/** Causes and effects on two phones, a quote with its number, one that is sent, an item of a list, a deletion. */
const day: Pick<RestoreRun, 'before' | 'between' | 'after'> = {
  before: [act(CAMILLE, 'new-client'), act(DIANE, 'notes', 1), sync(CAMILLE), sync(DIANE)],
  between: [
    act(DIANE, 'new-client'),
    act(DIANE, 'new-project'),
    act(DIANE, 'new-quote'),
    sync(DIANE),
    sync(CAMILLE),
    act(CAMILLE, 'describe'),
    act(CAMILLE, 'new-quote', 1),
    act(CAMILLE, 'transmit'),
    act(DIANE, 'transmit', 1),
    act(MARC, 'note'),
    act(MARC, 'works-title'),
    sync(MARC),
    sync(CAMILLE),
    sync(DIANE),
    act(DIANE, 'drop-rdv'),
    sync(DIANE),
  ],
  after: [act(DIANE, 'name'), act(CAMILLE, 'new-quote'), sync(CAMILLE), act(MARC, 'move')],
}

/** Found by a random run: a report of a project that its author may no longer see waits a day for it, then is refused (HEAL-4). */
const lostParent: RestoreRun = {
  ...{ how: 'backup', twice: false },
  before: [{ do: 'reassign', seat: DIANE, what: 'agence', pick: 3 }],
  between: [],
  after: [act(DIANE, 'new-report', 1)],
}

/** Found by a random run: a person without roles learns of the restore, and their data leaves the phone. */
const nobodyNow: RestoreRun = {
  ...{ how: 'backup', twice: false },
  before: [{ do: 'rights', seat: DIANE, change: 'none' }],
  between: [],
  after: [],
}

/** Found by a random run: a deletion that reports keep from being made (MERGE-7) has no effect on the project, only a conflict, which the restore loses. */
const keptProject: RestoreRun = {
  ...{ how: 'backup', twice: false },
  before: [
    act(CAMILLE, 'new-report', 5),
    act(CAMILLE, 'new-report', 6),
    act(CAMILLE, 'new-report', 7),
    act(CAMILLE, 'new-report', 8),
    sync(CAMILLE),
    act(DIANE, 'drop-project', 5),
  ],
  between: [sync(DIANE)],
  after: [],
}

/** Found by a random run: a deletion that was acknowledged before the restore hid the appointment that a colleague's edit restores (HEAL-7). */
const keptAppointment: RestoreRun = {
  ...{ how: 'snapshot', twice: false },
  before: [
    act(MARC, 'drop-rdv', 4),
    act(DIANE, 'name', 4),
    { do: 'sync', seat: MARC, sync: { pushFirst: false, faults: [], page: 1000 } },
  ],
  between: [sync(DIANE)],
  after: [],
}

/** What people do in these histories: in a suite that plays them each takes effect at least once, a restore or not. */
export const toldActs = (tour: readonly [RestoreRun][]): ActKind[] => {
  const steps = tour.flatMap(([{ before, between, after }]) => [...before, ...between, ...after])
  return [...new Set(steps.flatMap((step) => (step.do === 'act' ? [step.act.kind] : [])))]
}

export const RESTORE_TOUR: [RestoreRun][] = [
  [{ ...day, how: 'backup', twice: true }],
  [{ ...day, how: 'snapshot', twice: false }],
  [{ ...day, how: 'new-epoch', twice: false }],
  [lostParent],
  [nobodyNow],
  [keptProject],
  [keptAppointment],
]
