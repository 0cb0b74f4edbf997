import type { Mutant } from '../mutant.ts'

/** Bugs that were found in other synchronising products. */

const millis = (moment: string): string => `(extract(epoch from ${moment}) * 1000)::bigint`

export const FOUND_ELSEWHERE: readonly Mutant[] = [
  {
    // The rows of a transaction that began earlier and commits later are behind the cursor, so they are never read.
    bug: 'cursor by updated_at',
    file: 'server/pull/pull.ts',
    edits: [
      { from: 'select epoch, seq from company', to: `select epoch, ${millis('now()')} as seq from company` },
      { from: 'select seq, case when', to: `select ${millis('updated_at')} as seq, case when` },
      {
        from: "current_setting('app.company_id') and seq > ",
        to: `current_setting('app.company_id') and ${millis('updated_at')} > `,
      },
      { from: ' or seq > ', to: ` or ${millis('updated_at')} > ` },
    ],
    caughtBy: {
      project: 'contract',
      file: 'tests/contract/pull.test.ts',
      title: 'a reader paging while many write receives every row (I6)',
    },
  },
  {
    bug: 'no idempotency',
    file: 'server/writes/idempotency.ts',
    edits: [
      {
        from: 'return { zone: accepted.zone ?? DEFAULT_ZONE, accepted }',
        to: 'return { zone: accepted.zone ?? DEFAULT_ZONE, accepted: null }',
      },
    ],
    caughtBy: {
      project: 'contract',
      file: 'tests/contract/idempotency.test.ts',
      title: 'takes effect once when its answer was lost, and answers again with the record',
    },
  },
  {
    // One refused record stops all entries behind it.
    bug: 'throw on a refused row',
    file: 'sync/replicate/push.ts',
    edits: [{ from: 'await storeRefusal(db, sent, verdict.error)', to: 'throw new Error(verdict.error.message)' }],
    caughtBy: {
      project: 'unit',
      file: 'sync/scenarios/protocol.test.ts',
      title: 'a refused record holds nothing back but what comes after it (I11)',
    },
  },
  {
    bug: 'merge by arrival order',
    file: 'schemas/merge.ts',
    edits: [{ from: 'const mineWins = !conflict || beats(mine, theirs)', to: 'const mineWins = true' }],
    caughtBy: {
      project: 'unit',
      file: 'schemas/merge.test.ts',
      title: 'keeps the words that lost, with the authors of both values',
    },
  },
  {
    // Devices that had the record keep it for ever.
    bug: 'tombstone dropped',
    file: 'server/pull/pull.ts',
    edits: [
      {
        from: "current_setting('app.company_id') and seq > ",
        to: "current_setting('app.company_id') and not deleted and seq > ",
      },
    ],
    caughtBy: {
      project: 'contract',
      file: 'tests/contract/pull.test.ts',
      title: 'sends a deletion as a key and nothing else, to those who may have the row',
    },
  },
  {
    bug: 'checkpoint moved before the write',
    file: 'sync/replicate/pull.ts',
    edits: [
      {
        from: 'await apply(db, resource, { states, gen: state.gen, fresh: state.completeAt === null, signal })',
        to: `const moved = { ...state, checkpoint: page.checkpoint }
    await savePullState(db, resource, { from: state, to: moved })
    state = moved
    await apply(db, resource, { states, gen: state.gen, fresh: state.completeAt === null, signal })`,
      },
    ],
    caughtBy: {
      project: 'unit',
      file: 'sync/scenarios/protocol.test.ts',
      title: 'a page that cannot be applied moves nothing; the next pull brings it',
    },
  },
  {
    bug: 'queue cleared before the ack',
    file: 'sync/replicate/push.ts',
    edits: [
      {
        from: "state: 'sent', attempts: e.attempts + 1 }",
        to: "state: 'sent', open: '0', attempts: e.attempts + 1 }",
      },
    ],
    caughtBy: {
      project: 'unit',
      file: 'sync/scenarios/protocol.test.ts',
      title: 'neither a portal nor a proxy completes an entry',
    },
  },
  {
    // A UUIDv7 begins with its device's clock.
    bug: 'wall-clock order',
    file: 'schemas/merge.ts',
    edits: [
      { from: '  if (counterA !== counterB) return counterA > counterB\n', to: '' },
      { from: 'return tail(a) !== tail(b) ? tail(a) > tail(b) : a > b', to: 'return a > b' },
    ],
    caughtBy: { project: 'unit', file: 'schemas/merge.test.ts', title: 'never by the clock in its first part' },
  },
  {
    bug: 'conflict answer leaking a foreign record',
    file: 'server/writes/update.ts',
    edits: [
      {
        from: '  const edit = await reachedEdit(',
        to: '  assertCurrent(ctx, row)\n  const edit = await reachedEdit(',
      },
    ],
    caughtBy: {
      project: 'contract',
      file: 'tests/contract/visibility.test.ts',
      title: 'a stale VERSION is told nothing of a record out of sight, not even that it is there (I10)',
    },
  },
  {
    // A crash between the two leaves an edit on the screen that is never sent.
    bug: 'outbox written after the record',
    file: 'sync/outbox/enqueue.ts',
    edits: [
      {
        from: 'if (entry) await db.outbox.insert(entry)',
        to: `if (entry) {
    const record = await db.of(given.resource).findOne(given.recordId).exec()
    await record?.incrementalPatch(given.patch as never)
    await db.outbox.insert(entry)
  }`,
      },
    ],
    caughtBy: {
      project: 'unit',
      file: 'sync/scenarios/protocol.test.ts',
      title: 'an edit that the outbox could not store is not shown: the screen shows no edit that is not in the queue',
    },
  },
  {
    bug: 'sets: an added item has no stamp of its own, so that a deletion does not find it',
    file: 'schemas/merge-set.ts',
    edits: [
      {
        from: 'if (iChanged && m !== undefined) touched',
        to: 'if (iChanged && m !== undefined && old !== undefined) touched',
      },
    ],
    caughtBy: {
      project: 'contract',
      file: 'tests/contract/merge.test.ts',
      title:
        '[MERGE-4] [MERGE-5] [I9] a note that the deleter had not seen keeps the record, also where they added one themselves',
    },
  },
  {
    bug: 'a move to a day to come that wins over a debrief not seen',
    file: 'server/writes/coherence.ts',
    edits: [{ from: '  if (movesPastDebrief(ctx, { row, patch, merged })) issues.push(...HELD_ALREADY)\n', to: '' }],
    caughtBy: {
      project: 'contract',
      file: 'tests/contract/merge.test.ts',
      title: '[MERGE-3] a move to a day to come loses against a debrief',
    },
  },
  {
    bug: 'a file that is deleted while it is being sent, and made all the same',
    file: 'sync/replicate/upload.ts',
    edits: [
      { from: '    if (!(await input.db.files.files.get(file.id))) return WITHDRAWN\n', to: '' },
      { from: '  if (NOM === null) return WITHDRAWN\n', to: '' },
    ],
    caughtBy: {
      project: 'unit',
      file: 'sync/outbox/files.test.ts',
      title: '[FILE-11] taken out',
    },
  },
  {
    bug: 'the pictures of a saved report do not follow it where the phone stopped between the two',
    file: 'sync/replicate/upload.ts',
    edits: [{ from: 'await queueSavedDrafts(input.db).then(', to: 'await Promise.resolve().then(' }],
    caughtBy: {
      project: 'unit',
      file: 'sync/outbox/draft-files.test.ts',
      title: 'where the phone stops after the report is saved',
    },
  },
  {
    bug: 'the PV that a saved record names, and that is not queued yet, goes with the account that is sealed',
    file: 'sync/device/seal.ts',
    edits: [{ from: '{ drafts: await storedDrafts(name, store), entries }', to: '{ drafts: [], entries }' }],
    caughtBy: { project: 'unit', file: 'sync/device/seal.test.ts', title: 'the PV that a saved record names' },
  },
  {
    bug: 'an account is erased with the pictures of a saved report that are not queued yet',
    file: 'sync/device/erase.ts',
    edits: [{ from: ', await storedDrafts(name, store)]', to: ']' }],
    caughtBy: { project: 'unit', file: 'sync/device/erase.test.ts', title: 'while a saved report names a picture' },
  },
  {
    bug: 'a clock that is corrected back and forth drops the pictures of an open report',
    file: 'sync/outbox/draft-files.ts',
    edits: [{ from: '[...new Set([...(known[id] ?? []), today])]', to: '[...(known[id] ?? []), today]' }],
    caughtBy: { project: 'unit', file: 'sync/outbox/draft-files.test.ts', title: 'a corrected clock drops none' },
  },
  {
    bug: 'files for which the company has no room are sent again and again, piece by piece, and hold the mails back',
    file: 'sync/net/verdict.ts',
    edits: [{ from: '  if (reply.status === 507) return { ...retry, full: errorOf(reply) }\n', to: '' }],
    caughtBy: { project: 'unit', file: 'sync/replicate/set-apart.test.ts', title: '[FILE-13] while the company' },
  },
  {
    bug: 'a file that had no room, and over which the server then fails, holds back all others as if there were none',
    file: 'sync/replicate/set-apart.ts',
    edits: [{ from: ' : { error: null }) }', to: ' : {}) }' }],
    caughtBy: {
      project: 'unit',
      file: 'sync/replicate/set-apart.test.ts',
      title: '[FILE-10] [FILE-13] a file over which our server fails',
    },
  },
  {
    bug: 'failures over a file count on after days without room, and one more sets it apart',
    file: 'sync/replicate/set-apart.ts',
    edits: [{ from: '  failures: 0,\n', to: '' }],
    caughtBy: {
      project: 'unit',
      file: 'sync/replicate/set-apart.test.ts',
      title: '[FILE-10] [FILE-13] failures before the company was full',
    },
  },
  {
    bug: 'one account fills the storage of its company with pieces of files that it never finishes',
    file: 'server/files/bytes/upload-pieces.ts',
    edits: [{ from: ', ...(await dropEldest(tx, upload))]', to: ']' }],
    caughtBy: { project: 'contract', file: 'tests/contract/drive.test.ts', title: 'takes no more of the company' },
  },
  {
    bug: 'a full company refuses a file as if something were wrong with it',
    file: 'server/files/bytes/stored-bytes.ts',
    edits: [{ from: "new AppError('STORAGE_FULL', ", to: "new AppError('VALIDATION_ERROR', " }],
    caughtBy: { project: 'contract', file: 'tests/contract/drive.test.ts', title: 'stops at its quota' },
  },
  {
    bug: 'the draft of a report without the id by which its pictures are kept',
    file: 'src/features/rapports/report-form.tsx',
    edits: [{ from: '({ ...held().values, [REPORT]: id, ', to: '({ ...held().values, ' }],
    caughtBy: {
      project: 'unit',
      file: 'src/features/rapports/report-form.test.tsx',
      title: 'what was typed and taken is there again',
    },
  },
  {
    bug: 'the draft of a report without the form that was opened',
    file: 'src/features/rapports/report-form.tsx',
    edits: [{ from: ', [FORM]: formulaireOf(form) })', to: ' })' }],
    caughtBy: {
      project: 'unit',
      file: 'src/features/rapports/report-form.test.tsx',
      title: 'a report that comes back keeps the form that was opened',
    },
  },
  {
    bug: 'a time without a calendar that is kept as it was sent',
    file: 'schemas/dates.ts',
    edits: [{ from: 'isInstant(value) && value < latest', to: 'value < latest' }],
    caughtBy: {
      project: 'unit',
      file: 'schemas/dates.test.ts',
      title: 'a time that a device says is kept where it may be true',
    },
  },
  {
    bug: 'a wall clock that no calculation reads',
    file: 'schemas/dates.ts',
    edits: [{ from: 'return WALL.test(wall) ? wall : ', to: "return wall !== '' ? wall : " }],
    caughtBy: { project: 'unit', file: 'schemas/dates.test.ts', title: 'shows a year of four digits at any instant' },
  },
  {
    bug: 'one stored time that keeps a company from its reminders',
    file: 'server/rdvs/reminders.ts',
    edits: [
      {
        from: `(a ->> 'LE') collate "C" >= \${dayStart(today, zone)}`,
        to: `(a ->> 'LE')::timestamptz >= \${dayStart(today, zone)}::timestamptz`,
      },
    ],
    caughtBy: {
      project: 'contract',
      file: 'tests/contract/client-rdv.test.ts',
      title: 'a time that no calendar has, sent or stored, keeps nobody from theirs',
    },
  },
  {
    bug: 'a file of anybody that the customer reads as the company’s offer',
    file: 'server/files/commands/upload-file.ts',
    edits: [{ from: "['devis', 'devis_signe']", to: "['devis_signe']" }],
    caughtBy: {
      project: 'contract',
      file: 'tests/contract/drive.test.ts',
      title: '[API-05] [SEC] refuses a file that is too large or differs from its announcement',
    },
  },
  {
    bug: 'a journal that says what another person is said to have noted',
    file: 'server/writes/signed-items.ts',
    edits: [{ from: 'actor.staff.id === WEBSITE ? {} : ', to: "actor.staff.id !== '' ? {} : " }],
    caughtBy: {
      project: 'contract',
      file: 'tests/contract/call-journal.test.ts',
      title: '[SEC] an entry is its author’s, a call or a note',
    },
  },
  {
    bug: 'an entry of a journal that anybody takes away',
    file: 'server/writes/signed-items.ts',
    edits: [{ from: 'mayRemove: () => false', to: 'mayRemove: () => true' }],
    caughtBy: {
      project: 'contract',
      file: 'tests/contract/call-journal.test.ts',
      title: '[SEC] an entry is its author’s, a call or a note',
    },
  },
  {
    bug: 'a note of works that anybody rewrites',
    file: 'server/writes/signed-items.ts',
    edits: [{ from: 'if (isMine(stored)) {', to: 'if (isMine(said)) {' }],
    caughtBy: {
      project: 'contract',
      file: 'tests/contract/merge.test.ts',
      title: '[MERGE-5] [SEC] a note of works is its author’s',
    },
  },
  {
    bug: 'a call of the staff that a stranger wrote on the website',
    file: 'server/writes/journal.ts',
    edits: [{ from: ' || ctx.actor.staff.id === WEBSITE) return', to: ') return' }],
    caughtBy: {
      project: 'contract',
      file: 'tests/contract/leads.test.ts',
      title: '[SEC] its words are its customer’s, also where they look like a call of the staff',
    },
  },
]
