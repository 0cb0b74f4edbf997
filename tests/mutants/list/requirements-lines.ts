import type { Mutant } from '../mutant.ts'

/** As in requirements.ts: one bug for each named part of the other sections that no mutant of the other lists takes out. */

export const LINE_PARTS: readonly Mutant[] = [
  {
    proves: 'MGR-06 next',
    bug: 'a visit that is under way and counts as the last one',
    file: 'src/features/suivi-client/follow.ts',
    edits: [
      {
        from: 'next: sorted.find((rdv) => rdv.RDV_FIN > now) ?? null',
        to: 'next: sorted.find((rdv) => rdv.RDV_DEBUT > now) ?? null',
      },
    ],
    caughtBy: {
      project: 'unit',
      file: 'src/features/suivi-client/follow.test.ts',
      title: '[MGR-06 next] a running appointment is',
    },
  },
  {
    proves: 'MGR-06 agency',
    bug: 'clients of an agency with those of every other',
    file: 'src/features/suivi-client/use-agency-clients.ts',
    edits: [
      {
        from: 'agence === null || client.IDAGENCE === null || client.IDAGENCE === agence',
        to: 'agence === null || client.IDCLIENT !== agence',
      },
    ],
    caughtBy: {
      project: 'unit',
      file: 'src/app/complete-lists.test.tsx',
      title: '[MGR-06 agency] the search and the clients of an agency',
    },
  },
]
