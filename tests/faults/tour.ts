import { ACTS } from './acts.ts'
import { LINE_FAULTS } from './line.ts'
import { LINES, type Run, type Step } from './steps.ts'
import { OFFICE_TOUR } from './tour-office.ts'
import { act, CAMILLE, calm, DIANE, doing, MARC, struck, sync } from './tour-steps.ts'

/** Runs that are played before the random ones: two in which every fault strikes (each step serves one line of counters.ts), and former failures. */

/** Each fault in turn strikes a write, or the page that follows it. */
const badLine: Run = {
  third: 'marc',
  cutStream: true,
  steps: [
    act(DIANE, 'name'),
    act(CAMILLE, 'name'),
    sync(DIANE),
    ...LINE_FAULTS.flatMap((fault, index) => {
      const seat = index % 2 === 0 ? CAMILLE : MARC
      return [act(seat, 'notes', index), sync(seat, [{ at: 0, fault }])]
    }),
  ],
}

const badDay: Run = {
  third: 'marc',
  cutStream: false,
  steps: [
    { do: 'kill', seat: CAMILLE, ...struck('act', 1) },
    act(CAMILLE, 'notes'),
    { do: 'kill', seat: CAMILLE, ...struck('push', 1) },
    { do: 'kill', seat: CAMILLE, ...struck('pull', 3) },
    act(CAMILLE, 'first-name'),
    { do: 'freeze', seat: CAMILLE, during: 'push', after: 1, act: doing('first-name'), sync: calm, fenced: false },
    act(CAMILLE, 'first-name', 1),
    { do: 'freeze', seat: CAMILLE, during: 'push', after: 2, act: doing('notes'), sync: calm, fenced: true },
    { do: 'quota', seat: MARC, ...struck('act', 0) },
    { do: 'quota', seat: MARC, ...struck('act', 1) },
    { do: 'clock', seat: MARC, days: 1 },
    act(MARC, 'describe'),
    { do: 'expire', seat: MARC },
    { do: 'switch', seat: MARC, to: 'account', after: 0, act: doing('new-client') },
    { do: 'switch', seat: MARC, to: 'company', after: 1, act: doing('new-client') },
    { do: 'switch', seat: MARC, to: 'impersonation', after: 0, act: doing('new-client') },
    { do: 'logout', seat: MARC, act: doing('new-client') },
    act(MARC, 'new-client'),
    { do: 'wipe', seat: MARC },
    { do: 'reassign', seat: CAMILLE, what: 'projet', pick: 0 },
    act(CAMILLE, 'new-client'),
    { do: 'rights', seat: CAMILLE, change: 'field' },
    { do: 'rights', seat: DIANE, change: 'other-agency' },
  ],
}

/** An app goes back to the former release and forth again, with writes of each release, an answer that was lost, and a start that is killed. */
const backAndForth: Run = {
  third: 'marc',
  cutStream: false,
  steps: [
    act(CAMILLE, 'notes'),
    act(CAMILLE, 'reminder-day'),
    { do: 'update', seat: CAMILLE, after: null },
    act(CAMILLE, 'note'),
    act(CAMILLE, 'reminder-day', 1),
    act(DIANE, 'notes'),
    act(DIANE, 'leave'),
    sync(DIANE),
    sync(CAMILLE, [{ at: 0, fault: 'drop-after' }]),
    act(CAMILLE, 'join'),
    act(CAMILLE, 'notes', 1),
    { do: 'update', seat: CAMILLE, after: 3 },
    { do: 'update', seat: MARC, after: null },
    act(MARC, 'works-title'),
    { do: 'form', seat: MARC, what: 'open', pick: 6 },
    { do: 'update', seat: MARC, after: 20 },
    { do: 'form', seat: MARC, what: 'save', pick: 6 },
    sync(CAMILLE),
  ],
}

/** Found by a random run: an appointment left between a new phone's first screen and its first page, and stayed on the phone for ever. */
const leftMeanwhile: Run = {
  third: 'camille',
  cutStream: true,
  steps: [
    { do: 'wipe', seat: CAMILLE },
    { do: 'act', seat: DIANE, act: doing('drop-rdv', 3) },
  ],
}

/** Found by a random run: a deletion whose row came before its answer was shown as pending for ever. */
const answerLast: Run = {
  third: 'camille',
  cutStream: false,
  steps: [
    { do: 'switch', seat: DIANE, to: 'account', after: 2, act: doing('drop-rdv', 9) },
    { do: 'sync', seat: DIANE, sync: { pushFirst: false, faults: [{ at: 7, fault: 'drop-after' }], page: 4 } },
    act(DIANE, 'drop-rdv', 7),
  ],
}

/** The second edit is folded into the first one's entry as the tab is killed: the author replaced their own first word. */
const killedInFold: Run = {
  third: 'camille',
  cutStream: false,
  steps: [act(CAMILLE, 'describe'), { do: 'kill', seat: CAMILLE, ...struck('act', 4), act: doing('describe', 6) }],
}

/** Found by a random run: a first synchronisation, restarted by a 410 and continued by a new tab, swept the lists that it had brought. */
const begunAgain: Run = {
  third: 'camille',
  cutStream: false,
  steps: [
    { do: 'wipe', seat: MARC },
    {
      do: 'sync',
      seat: MARC,
      sync: {
        pushFirst: false,
        faults: [
          { at: 5, fault: 'drop-before' },
          { at: 2, fault: 'gone' },
          { at: 9, fault: 'drop-before' },
        ],
        page: 4,
      },
    },
  ],
}

/** Found by a random run: the deletion on one phone beat the edit on the same person's other phone. */
const twoPhones: Run = {
  third: 'camille',
  cutStream: false,
  steps: [
    { do: 'switch', seat: MARC, to: 'impersonation', after: 2, act: doing('move', 2) },
    sync(MARC),
    { do: 'switch', seat: CAMILLE, to: 'company', after: 0, act: doing('drop-rdv', 9) },
  ],
}

/**
 * Found by a random run: the author of an accepted write lost all roles before its answer arrived, and got a refusal. The second fault holds the pull back,
 * which would confirm the write.
 */
const acceptedBefore: Run = {
  third: 'camille',
  cutStream: true,
  steps: [
    act(DIANE, 'note', 6),
    sync(DIANE, [
      { at: 0, fault: 'drop-after' },
      { at: 1, fault: 'drop-before' },
    ]),
    { do: 'rights', seat: DIANE, change: 'none' },
  ],
}

/** Found by a random run, an error of the rig: an edit of an appointment that its author saw as soft-deleted does not restore it. */
const softDeleted: Run = {
  third: 'marc',
  cutStream: false,
  steps: [
    act(CAMILLE, 'drop-rdv', 2),
    { do: 'switch', seat: CAMILLE, to: 'account', after: 3, act: doing('new-project', 10) },
    sync(MARC),
    act(MARC, 'debrief', 8),
    { do: 'logout', seat: CAMILLE, act: doing('drop-quote', 10) },
    { do: 'resolve', seat: CAMILLE, what: 'undo', pick: 4 },
  ],
}

/** Found by a random run: an appointment that is deleted twice on one phone stayed deleted when the person cancelled it. */
const deletedTwice: Run = {
  third: 'diane',
  cutStream: false,
  steps: [act(DIANE, 'drop-rdv', 3), act(DIANE, 'drop-rdv', 9), { do: 'resolve', seat: DIANE, what: 'undo', pick: 4 }],
}

/** Every act once, by somebody who may do it. */
const everyAct: Run = {
  third: 'marc',
  cutStream: false,
  steps: [
    // An appointment to come, whose client has an address: `notify` tells of it.
    act(DIANE, 'move', 1),
    ...ACTS.map((kind) => act(DIANE, kind, kind === 'remind' || kind === 'invite' ? 1 : 0)),
    sync(DIANE),
  ],
}

/** My first item is lost on its way, a colleague adds theirs, I add a second one: theirs stays. Several lists, because stamps decide half of the cases. */
const threeItems: Run = {
  third: 'colin',
  cutStream: false,
  steps: [0, 1, 2].flatMap((pick) =>
    (['note', 'slot', 'join'] as const).flatMap((kind) => [
      act(DIANE, kind, pick),
      sync(DIANE, [
        { at: 0, fault: 'drop-before' },
        { at: 1, fault: 'drop-before' },
      ]),
      act(CAMILLE, kind, pick + 3),
      sync(CAMILLE),
      act(DIANE, kind, pick + 6),
    ]),
  ),
}

/** One person deletes a project while another adds to it, neither knows of the other, in both orders of arrival. */
const filledAndDeleted: Run = {
  third: 'colin',
  cutStream: false,
  steps: [
    act(DIANE, 'drop-project', 1),
    act(DIANE, 'drop-project', 1),
    ...(['new-rdv', 'new-quote', 'new-works', 'new-report', 'debrief', 'transmit'] as const).flatMap((kind) => [
      act(CAMILLE, kind, 1),
      act(CAMILLE, kind, 2),
    ]),
    sync(CAMILLE),
    sync(DIANE),
    act(DIANE, 'drop-project', 0),
    sync(DIANE),
    ...(['new-rdv', 'new-quote', 'new-works', 'new-report', 'debrief', 'describe', 'transmit'] as const).map((kind) =>
      act(CAMILLE, kind, 0),
    ),
    sync(CAMILLE),
  ],
}

/**
 * Found by random runs: a client that the office keeps of two lives, though a phone without this news deletes them; and appointments that somebody removed kept
 * their project, which another phone deleted without this news.
 */
const keptAndRemoved: Run = {
  third: 'diane',
  cutStream: false,
  steps: [
    act(DIANE, 'new-client', 5),
    act(DIANE, 'drop-client', 6),
    { do: 'merge', seat: DIANE, pick: 4 },
    ...[1, 2, 3, 4].map((pick) => act(MARC, 'drop-rdv', pick)),
    sync(MARC),
    act(DIANE, 'drop-project', 10),
  ],
}

/** A project is deleted, then its client, on a line where the second overtakes the first; then an address of a new client. */
const fromTheBottom: Run = {
  third: 'marc',
  cutStream: false,
  steps: [
    act(DIANE, 'new-client'),
    act(DIANE, 'new-project'),
    sync(DIANE),
    act(DIANE, 'drop-project'),
    act(DIANE, 'drop-client'),
    sync(DIANE, [{ at: 0, fault: 'reorder' }]),
    act(DIANE, 'new-client'),
    act(DIANE, 'drop-street'),
  ],
}

/** A leader freezes before it stores its checkpoint, rights change, it thaws; then a record is deleted on the server. */
const thawed: Run = {
  third: 'marc',
  cutStream: false,
  steps: [17, 19].map(
    (after, index): Step => ({
      do: 'freeze',
      seat: CAMILLE,
      during: 'pull',
      after,
      act: doing('name'),
      sync: calm,
      fenced: true,
      rights: index === 0 ? 'other-agency' : 'own',
    }),
  ),
}

/** Acts that take longer: forms that stay open, refusals, conflicts, two tabs, a line without a server, a storage that does not open. */
const longDay: Run = {
  third: 'camille',
  cutStream: false,
  steps: [
    { do: 'form', seat: CAMILLE, what: 'open', pick: 0 },
    act(DIANE, 'notes', 0),
    sync(DIANE),
    sync(CAMILLE),
    { do: 'form', seat: CAMILLE, what: 'save', pick: 0 },
    { do: 'form', seat: CAMILLE, what: 'open', pick: 7 },
    act(DIANE, 'slot', 1),
    sync(DIANE),
    sync(CAMILLE),
    { do: 'form', seat: CAMILLE, what: 'save', pick: 0 },
    sync(CAMILLE),
    sync(DIANE),
    { do: 'resolve', seat: DIANE, what: 'restore-conflict', pick: 0 },
    { do: 'resolve', seat: DIANE, what: 'keep-conflict', pick: 0 },
    act(CAMILLE, 'twin-client'),
    sync(CAMILLE),
    // The form's slot was refused before.
    { do: 'resolve', seat: CAMILLE, what: 'correct', pick: 1 },
    act(CAMILLE, 'drop-client', 1),
    sync(CAMILLE),
    { do: 'resolve', seat: CAMILLE, what: 'abandon', pick: 0 },
    act(DIANE, 'drop-quote'),
    { do: 'resolve', seat: DIANE, what: 'undo', pick: 0 },
    { do: 'tabs', seat: CAMILLE, act: doing('note'), other: doing('slot') },
    { do: 'tabs', seat: CAMILLE, act: doing('note'), other: doing('note-text') },
    { do: 'unopenable', seat: CAMILLE, times: 2 },
    { do: 'poison', seat: DIANE, act: doing('new-client') },
    act(DIANE, 'notes', 1),
    sync(DIANE),
    { do: 'photo', seat: MARC, pick: 1 },
    ...LINES.map((line): Step => ({ do: 'replicate', seat: MARC, line })),
    { do: 'rights', seat: CAMILLE, change: 'none' },
    { do: 'replicate', seat: CAMILLE, line: 'whole' },
  ],
}

/** Found by a random run: works are deleted in one tab while their day is moved in another tab of the same person. */
const deletedBeside: Run = {
  third: 'camille',
  cutStream: false,
  steps: [
    { do: 'logout', seat: DIANE, act: doing('slot-day', 4) },
    sync(DIANE),
    { do: 'tabs', seat: DIANE, act: { kind: 'drop-works', pick: 1 }, other: { kind: 'works-day', pick: 9 } },
  ],
}

/** Found by a random run: a deletion whose answer was lost is sent again after the pull has brought the record that somebody restored meanwhile. */
const restoredBeforeAnswer: Run = {
  third: 'colin',
  cutStream: true,
  steps: [
    act(DIANE, 'drop-quote', 8),
    sync(DIANE, [
      { at: 0, fault: 'drop-after' },
      { at: 1, fault: 'drop-before' },
    ]),
    act(CAMILLE, 'quote-lines', 8),
    sync(CAMILLE),
    { do: 'sync', seat: DIANE, sync: { ...calm, pushFirst: false } },
  ],
}

/** Found by a random run: a form that was left open is saved over what its author has written since in another one (OUT-11). */
const ownForm: Run = {
  third: 'marc',
  cutStream: false,
  steps: [
    { do: 'form', seat: DIANE, what: 'open', pick: 10 },
    act(DIANE, 'describe', 10),
    sync(DIANE),
    act(DIANE, 'describe', 13),
    { do: 'form', seat: DIANE, what: 'save', pick: 10 },
  ],
}

/** Somebody deletes what they have seen every edit of: it stays deleted (I5). */
const seenAndDeleted: Run = {
  third: 'marc',
  cutStream: false,
  steps: [
    act(DIANE, 'works-title'),
    sync(DIANE),
    sync(MARC),
    act(MARC, 'works-title'),
    sync(MARC),
    sync(DIANE),
    act(DIANE, 'drop-works'),
    sync(DIANE),
  ],
}

export const TOUR: [Run][] = [
  [everyAct],
  [deletedBeside],
  [badLine],
  [badDay],
  [backAndForth],
  [longDay],
  [threeItems],
  [filledAndDeleted],
  [keptAndRemoved],
  [fromTheBottom],
  [thawed],
  [leftMeanwhile],
  [answerLast],
  [killedInFold],
  [twoPhones],
  [acceptedBefore],
  [deletedTwice],
  [softDeleted],
  [begunAgain],
  [restoredBeforeAnswer],
  [ownForm],
  [seenAndDeleted],
  ...OFFICE_TOUR.map((run): [Run] => [run]),
]
