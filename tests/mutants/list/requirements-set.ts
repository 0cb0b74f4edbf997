import type { Mutant } from '../mutant.ts'

/** As in requirements.ts: one bug for each named part of SET that no mutant of the other lists takes out. */

export const SET_PARTS: readonly Mutant[] = [
  {
    proves: 'SET-02 checklist',
    bug: 'a checklist that leads to no setting',
    file: 'src/features/dashboard/set-up-card.tsx',
    edits: [{ from: 'to={paths.parametres.href()}', to: 'to={paths.root.href()}' }],
    caughtBy: {
      project: 'unit',
      file: 'src/features/dashboard/set-up-card.test.tsx',
      title: '[SET-02 checklist] (the director’s first screen) a new company opens',
    },
  },
  {
    proves: 'SET-01 outbox',
    bug: 'the outbox of the demonstration, with its links, for whoever asks',
    file: 'server/routes/demo-outbox/demo-outbox.ts',
    edits: [{ from: '      if (!isLocal(request)) throw notFound()\n', to: '' }],
    caughtBy: {
      project: 'server',
      file: 'server/routes/demo-outbox/demo-outbox.test.ts',
      title: '[SET-01 outbox] [SEC] shows its links',
    },
  },
]
