import type { Mutant } from '../mutant.ts'

/** Bugs in what is done to an address that several records have: a client's home, the sites of their projects, the places of appointments. */

export const ADDRESSES: readonly Mutant[] = [
  {
    bug: 'a client who moves takes the sites along',
    file: 'src/domain/adresses/use-reach.ts',
    edits: [{ from: "useState<Reach>('ici')", to: "useState<Reach>('partout')" }],
    caughtBy: {
      project: 'unit',
      file: 'src/features/clients/client-form.test.tsx',
      title: '[MGR-06] moves alone: what has the former address keeps it',
    },
  },
  {
    bug: 'whoever does not see every project is not asked',
    file: 'src/domain/adresses/use-reach.ts',
    edits: [{ from: 'const isAlone = complete && others', to: 'const isAlone = others' }],
    caughtBy: {
      project: 'unit',
      file: 'src/features/clients/client-form.test.tsx',
      title: 'that does not hold every project asks all the same',
    },
  },
  {
    bug: 'a project with another site leaves its visits to come at the former one',
    file: 'src/features/adresses/adresse-form-screen.tsx',
    edits: [{ from: "if (to.resource === 'projet') {", to: "if (to.resource === 'client') {" }],
    caughtBy: {
      project: 'unit',
      file: 'src/features/adresses/adresse-form-screen.test.tsx',
      title: '[MGR-20] from a project: its own site and its visits to come change',
    },
  },
  {
    bug: 'an address whose words change leads to the former house',
    file: 'src/domain/adresses/address-words.ts',
    edits: [{ from: 'return isOther && isPointOf(record) ?', to: 'return !isOther && isPointOf(record) ?' }],
    caughtBy: {
      project: 'unit',
      file: 'src/domain/adresses/address-words.test.ts',
      title: '[GEO-04] the point goes with the place that it was of',
    },
  },
  {
    bug: 'the address of an appointment is deleted',
    file: 'server/writes/deletable.ts',
    edits: [{ from: '"SUPPRIME" <> 1`', to: '"SUPPRIME" = 1`' }],
    caughtBy: {
      project: 'contract',
      file: 'tests/contract/deletion.test.ts',
      title: 'has is not deleted; once nothing has it, it is',
    },
  },
  {
    bug: 'a project without a site goes to the new home of its client',
    file: 'src/features/clients/client-form.tsx',
    edits: [{ from: 'if (home && IDADRESSE !== undefined) {', to: 'if (home && IDADRESSE === undefined) {' }],
    caughtBy: {
      project: 'unit',
      file: 'src/features/clients/client-form.test.tsx',
      title: '[MGR-06] moves alone: a project without a site was at the former home',
    },
  },
  {
    bug: 'an erasure does not find a former home',
    file: 'server/privacy/found.ts',
    edits: [{ from: 'and h.client_id = any(', to: 'and h.client_id <> all(' }],
    caughtBy: {
      project: 'contract',
      file: 'tests/contract/privacy.test.ts',
      title: 'the home that a customer had before',
    },
  },
]
