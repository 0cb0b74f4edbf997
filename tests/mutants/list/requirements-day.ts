import type { Mutant } from '../mutant.ts'

/** As in requirements.ts: one bug for each named part of DAY that no mutant of the other lists takes out. */

export const DAY_PARTS: readonly Mutant[] = [
  {
    proves: 'DAY-05 referral',
    bug: 'a recommended person who becomes a client without a project',
    file: 'src/features/demandes/demande-screen.tsx',
    edits: [{ from: "OBSERVATIONS, projet: '1', demande", to: 'OBSERVATIONS, demande' }],
    caughtBy: {
      project: 'unit',
      file: 'src/features/demandes/demandes-screen.test.tsx',
      title: '[DAY-05 referral] opens the form of a client',
    },
  },
]
