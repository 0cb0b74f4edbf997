import type { Mutant } from '../mutant.ts'

/** Bugs in what a customer who signs a quote is given: their copy, its conditions, its VAT. */

export const CONTRACT: readonly Mutant[] = [
  {
    bug: 'the mail after a signature without the contract',
    file: 'server/space/commands/sign-devis.ts',
    edits: [
      {
        from: "attachments: [{ devis: quote.IDDEVIS, name: `Devis ${number}.pdf`, type: 'application/pdf' }],",
        to: 'attachments: [],',
      },
    ],
    caughtBy: {
      project: 'contract',
      file: 'tests/contract/signed-copy.test.ts',
      title: 'is mailed at once and once: the signed PDF',
    },
  },
  {
    bug: 'a copy of the contract that no service sent counts as sent',
    file: 'src/domain/messages/sent-panel.tsx',
    edits: [{ from: "if (ETAT === 'sent') return", to: "if (ETAT === 'sent' || ETAT === 'recorded') return" }],
    caughtBy: {
      project: 'unit',
      file: 'src/domain/messages/sent-panel.test.tsx',
      title: '[SPA-04] says whether the customer has their copy of the contract',
    },
  },
]
