import type { Mutant } from '../mutant.ts'

/** Bugs in what a customer who signs a quote is given: their copy, its conditions, its VAT. */

export const CONTRACT: readonly Mutant[] = [
  {
    bug: 'the mail after a signature without the contract',
    file: 'server/messages/deliver.ts',
    edits: [{ from: 'if (attachments === undefined) return payload', to: 'if (attachments !== null) return payload' }],
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
  {
    bug: 'a signature that does not seal the conditions',
    file: 'server/evidence/document.ts',
    edits: [
      {
        from: 'const parties: Sealed = { ...now, conditions }',
        to: 'const parties: Sealed = { ...now, conditions: undefined }',
      },
    ],
    caughtBy: {
      project: 'contract',
      file: 'tests/contract/signed-copy.test.ts',
      title: 'what is signed says its conditions',
    },
  },
  {
    bug: 'a quote signed under former words prints those of today',
    file: 'documents/devis-words.ts',
    edits: [
      {
        from: "export const formerConditions = (quote: Pick<ConditionsOf, 'company' | 'devis'>): string[] => [",
        to: "export const formerConditions = (quote: Pick<ConditionsOf, 'company' | 'devis'>): string[] => [CANVASSING,",
      },
    ],
    caughtBy: {
      project: 'contract',
      file: 'tests/contract/signed-copy.test.ts',
      title: 'signed before its conditions were sealed keeps the words of its time',
    },
  },
  {
    bug: 'a signature that certifies nothing for reduced VAT',
    file: 'server/evidence/consent.ts',
    edits: [{ from: '...(vat === null ? []', to: '...(vat !== null ? []' }],
    caughtBy: {
      project: 'contract',
      file: 'tests/contract/signed-copy.test.ts',
      title: 'what is signed says its conditions',
    },
  },
  {
    bug: 'an article without a rate takes no tax',
    file: 'src/features/devis/lignes.ts',
    edits: [
      {
        from: 'rateOf(article, situation, byId) ?? rates[0] ?? EXEMPT',
        to: 'rateOf(article, situation, byId) ?? EXEMPT',
      },
    ],
    caughtBy: {
      project: 'unit',
      file: 'src/features/devis/price-list.test.tsx',
      title: 'an article without a rate takes the highest one',
    },
  },
]
