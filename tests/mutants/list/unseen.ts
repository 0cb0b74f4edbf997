import type { Mutant } from '../mutant.ts'

/** Bugs of the running product, where no test had looked: an older database, an attacker with an old password, a tablet that is turned, another person's mail. */
export const UNSEEN: readonly Mutant[] = [
  {
    bug: 'an upgrade on PostgreSQL changes no company, and says nothing',
    file: 'server/plugins/database/migrate.ts',
    edits: [
      {
        from: 'if (OF_ALL_COMPANIES.includes(name)) await unbound(trx, () => sql.raw(text).execute(trx))',
        to: 'if (OF_ALL_COMPANIES.length === 0) await unbound(trx, () => sql.raw(text).execute(trx))',
      },
    ],
    caughtBy: {
      project: 'server',
      file: 'server/rdvs/reminders-migration.test.ts',
      title: 'an upgrade begins no reminders for the companies that are there',
    },
  },
  {
    bug: 'a login that waits for its second factor outlives a new password',
    file: 'server/accounts/end-sessions.ts',
    edits: [{ from: 'if (only.id === undefined)\n', to: "if (only.id === '')\n" }],
    caughtBy: {
      project: 'contract',
      file: 'tests/contract/pending-logins.test.ts',
      title: 'one that waits for its second factor ends with the account’s sessions',
    },
  },
  {
    bug: 'one company whose files cannot be listed ends the retention of all',
    file: 'server/retention/run-retention.ts',
    edits: [{ from: 'if (await endsAll(deps.db, cause)) throw cause', to: 'throw cause' }],
    caughtBy: {
      project: 'server',
      file: 'server/retention/retention.test.ts',
      title: 'a store that does not answer for one company keeps no other company',
    },
  },
  {
    bug: 'the erasure of martin@… takes the messages of jean.martin@… along',
    file: 'server/privacy/found.ts',
    edits: [{ from: "const BEFORE_MAIL = '(?<=^|[^\\\\w.%+-]|\\\\\\\\[nrt])'", to: "const BEFORE_MAIL = ''" }],
    caughtBy: {
      project: 'contract',
      file: 'tests/contract/privacy.test.ts',
      title: 'another address that ends, or begins, as theirs is not theirs',
    },
  },
  {
    bug: 'a report is saved without the photos that are still made small',
    file: 'src/features/rapports/report-form.tsx',
    edits: [{ from: '    await pictures.settled()\n', to: '' }],
    caughtBy: {
      project: 'unit',
      file: 'src/features/rapports/report-form.test.tsx',
      title: 'a report that is saved while its photos are made small has all of them',
    },
  },
  {
    bug: 'a sheet begins anew when a tablet is turned',
    file: 'src/ui/page/sheet.tsx',
    edits: [
      {
        from: 'if (!opened && desktop !== isWide) setDesktop(isWide)',
        to: 'if (desktop !== isWide) setDesktop(isWide)',
      },
    ],
    caughtBy: { project: 'unit', file: 'src/ui/page/sheet.test.tsx', title: 'what is typed in a sheet stays' },
  },
  {
    bug: 'a page that is given away takes the note over it along',
    file: 'src/forms/use-page-record.ts',
    edits: [{ from: 'return gone && !isWriting ? null : record', to: 'return gone ? null : record' }],
    caughtBy: {
      project: 'unit',
      file: 'src/forms/use-page-record.test.ts',
      title: 'it stays until a note over it is saved or given up',
    },
  },
]
