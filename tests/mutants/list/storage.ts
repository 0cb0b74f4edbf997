import type { Mutant } from '../mutant.ts'

/** The storage of records, what tabs are told of it, and a first sync that does not read before it writes. */
export const STORAGE: readonly Mutant[] = [
  {
    bug: 'storage: a record that was there already is overwritten by one that should be new',
    file: 'sync/store/record-storage.ts',
    edits: [{ from: 'const request = docs.add(row.document)', to: 'const request = docs.put(row.document)' }],
    caughtBy: {
      project: 'unit',
      file: 'sync/store/record-storage.test.ts',
      title: '[STORE-1] a document that should be new is added without being looked for',
    },
  },
  {
    bug: 'storage: a deleted record stays among the others too',
    file: 'sync/store/record-storage.ts',
    edits: [{ from: 'if (known.get(id)?._deleted === !document._deleted) from.delete(id)', to: '' }],
    caughtBy: {
      project: 'unit',
      file: 'sync/store/record-storage.test.ts',
      title: '[STORE-1] deleted documents are apart: read in bulk as tombstones',
    },
  },
  {
    bug: 'storage: a record on the screen keeps its former words after a page',
    file: 'sync/store/shared-events.ts',
    edits: [
      { from: 'event === null && !held.has(id) && isHeld(id)', to: 'event !== null && !held.has(id) && isHeld(id)' },
    ],
    caughtBy: {
      project: 'unit',
      file: 'sync/store/shared-events.test.ts',
      title: '[STORE-2] a record that is shown is read again, wherever it is shown',
    },
  },
  {
    bug: 'first sync: a deletion of a record that is here is forgotten',
    file: 'sync/apply/apply.ts',
    edits: [{ from: 'else if (isGuess) unsure.push(id)', to: '' }],
    caughtBy: {
      project: 'unit',
      file: 'sync/scenarios/first-sync.test.ts',
      title: '[PULL-5] [PULL-6] [I2] what is here keeps its newer state',
    },
  },
  {
    bug: 'accepted: a creation is called done before its state is applied',
    file: 'sync/outbox/acknowledge.ts',
    edits: [{ from: ' || mark?.seq === 0', to: '' }],
    caughtBy: {
      project: 'unit',
      file: 'sync/scenarios/out-of-sight.test.ts',
      title: '[OUT-3] [OUT-5] the entry stays open until',
    },
  },
  {
    bug: 'accepted: a record that left before its state was applied stays for ever',
    file: 'sync/replicate/pull.ts',
    edits: [{ from: '!open.has(idOf(doc)) || isAccepted(idOf(doc))', to: '!open.has(idOf(doc))' }],
    caughtBy: {
      project: 'unit',
      file: 'sync/scenarios/out-of-sight.test.ts',
      title: '[PULL-7] [I4] the record leaves the device with its author',
    },
  },
  {
    bug: 'no right any more: a record that was accepted stays for ever',
    file: 'sync/replicate/withdraw.ts',
    edits: [{ from: "action === 'create' && ackSeq > 0", to: "action === 'create' && ackSeq > 1e15" }],
    caughtBy: {
      project: 'unit',
      file: 'sync/scenarios/out-of-sight.test.ts',
      title: '[PULL-11] [I4] and with the right to read any, while what the server does not have stays',
    },
  },
  {
    bug: 'first sync: an older state is written over a tombstone',
    file: 'sync/store/record-storage.ts',
    edits: [{ from: 'row.previous && this.refusedBy.has(row.previous) ? { document: row.document } : row', to: 'row' }],
    caughtBy: {
      project: 'unit',
      file: 'sync/scenarios/first-sync.test.ts',
      title: '[PULL-5] [PULL-6] [I7] what was deleted since does not come back',
    },
  },
  {
    bug: 'notices: having read one that is gone is shown as a refusal',
    file: 'sync/outbox/acknowledge.ts',
    edits: [{ from: "action === 'update' && code === 'NOT_FOUND'", to: "action === 'create' && code === 'NOT_FOUND'" }],
    caughtBy: {
      project: 'unit',
      file: 'sync/scenarios/protocol.test.ts',
      title: '[PUSH-4] having read a notice that the server has no more is no refusal',
    },
  },
  {
    bug: 'drawn first: an agenda without what a sealed pack still holds',
    file: 'sync/device/stored-weeks.ts',
    edits: [{ from: "stage !== 'here' || packs.length > 0 || isOlder", to: "stage !== 'here' || isOlder" }],
    caughtBy: {
      project: 'unit',
      file: 'sync/device/stored-weeks.test.ts',
      title: '[WORK-12] [SEAL-1] where it',
    },
  },
  {
    bug: 'drawn first: records that are half migrated',
    file: 'sync/device/stored-weeks.ts',
    edits: [{ from: 'packs.length > 0 || isOlder', to: 'packs.length > 0' }],
    caughtBy: {
      project: 'unit',
      file: 'sync/device/stored-weeks.test.ts',
      title: '[WORK-12] [WORK-5] where an older version’s records are still to be migrated',
    },
  },
  {
    bug: 'drawn first: the agenda of the account before',
    file: 'src/data/database/stored-first.ts',
    edits: [{ from: 'taken?.name === localDatabaseName(identity) ? taken : null', to: 'taken ?? null' }],
    caughtBy: {
      project: 'unit',
      file: 'src/data/database/local-data-provider.test.tsx',
      title: '[WORK-12] [I10] what was read for another account is not shown',
    },
  },
  {
    bug: 'a list stays dead after one reading that failed',
    file: 'src/data/records/watch-query.ts',
    edits: [{ from: 'query.collection._queryCache?._map.delete(query.toString())', to: 'void query' }],
    caughtBy: {
      project: 'unit',
      file: 'src/data/records/watch-query.test.ts',
      title:
        '[WORK-9] [SYN-01] a list answers after readings that failed, then after each change, and so does one that asks the same',
    },
  },
  {
    bug: 'the files of a device stay as they were after one reading that failed',
    file: 'sync/store/file-store.ts',
    edits: [{ from: 'if (!isClosed) failed()', to: 'void failed' }],
    caughtBy: {
      project: 'unit',
      file: 'sync/store/file-store.test.ts',
      title:
        '[WORK-9] [FILE-1] what is watched answers after a reading that failed, first or later, and then after each change',
    },
  },
  {
    bug: 'drawn first: on a slow phone what was read is thrown away',
    file: 'src/data/database/local-data-provider.tsx',
    edits: [
      {
        from: 'Promise.race([drawFirst(stored.rows), stored.late])',
        to: 'drawFirst(Promise.race([stored.rows, stored.late.then(() => null)]))',
      },
    ],
    caughtBy: {
      project: 'unit',
      file: 'src/data/database/local-data-provider.test.tsx',
      title: '[WORK-12] a slow reading is shown while the database still opens, and not once it is open',
    },
  },
  {
    bug: 'an administrator’s place that ended by itself stays in clear on the admin domain',
    file: 'src/data/seal/seal-accounts.ts',
    edits: [{ from: 'isAnothers || isAdminHost()', to: 'isAnothers' }],
    caughtBy: {
      project: 'unit',
      file: 'src/data/seal/seal-accounts.test.ts',
      title: '[SEAL-1] [AUT-07] where nobody of the staff is logged in',
    },
  },
  {
    bug: 'a closing dialog that says nothing of what waits on a device',
    file: 'src/domain/personnels/their-devices.ts',
    edits: [{ from: 'devices.some(holds) ? lost : maybe', to: 'maybe' }],
    caughtBy: {
      project: 'unit',
      file: 'src/features/parametres/compte-form-screen.test.tsx',
      title: '[AUT-10] [WORK-7] closing an account says first what is lost',
    },
  },
  {
    bug: 'a sealed pack that the browser cleared is lost without a word',
    file: 'src/data/session/left-behind.ts',
    edits: [{ from: '!here || (count === 0 && !isTold)', to: '!here' }],
    caughtBy: {
      project: 'unit',
      file: 'src/data/session/left-behind.test.tsx',
      title: '[AUT-08] [SEAL-4] of this device it says that the pack is gone',
    },
  },
  {
    bug: 'notifications come on by themselves for a colleague on a shared tablet',
    file: 'src/data/push/push.ts',
    edits: [{ from: "wanted().includes(presentAccount() ?? '')", to: 'wanted().length > 0' }],
    caughtBy: {
      project: 'unit',
      file: 'src/data/push/push.test.ts',
      title: '[PWA-03 subscribe] a logout turns notifications off',
    },
  },
  {
    bug: 'first picture: it stays on the device after a logout',
    file: 'src/data/session/session-store.ts',
    edits: [
      {
        from: '    keepStorageMark(null)\n    forgetPicture()\n    forgetTab()',
        to: '    keepStorageMark(null)\n    forgetTab()',
      },
    ],
    caughtBy: {
      project: 'unit',
      file: 'src/data/first-picture/first-picture.test.ts',
      title: '[SEC] goes with the session: a logout, one that ends by itself, another person',
    },
  },
  {
    bug: 'first picture: it shows a state of the synchronisation that is over',
    file: 'src/data/first-picture/take-picture.ts',
    edits: [{ from: "'[data-not-pictured],[role=status]'", to: "'[data-not-pictured]'" }],
    caughtBy: {
      project: 'unit',
      file: 'src/data/first-picture/take-picture.test.ts',
      title: '[SYN-02] keeps the place, and nothing else, of what says how things are now',
    },
  },
  {
    bug: 'first picture: somebody else’s is shown',
    file: 'public/first-picture.js',
    edits: [{ from: 'kept.owner !== owner || ', to: '' }],
    caughtBy: {
      project: 'unit',
      file: 'src/data/first-picture/first-picture.test.ts',
      title: 'of somebody else',
    },
  },
]
