import type { Mutant } from '../mutant.ts'

/** Bugs in what a customer who signs a quote is given (their copy, its conditions, its VAT), and in what an order that ended leaves due. */

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
        from: "export const formerConditions = (quote: { company: Stated } & Pick<ConditionsOf, 'devis'>): string[] => [",
        to: "export const formerConditions = (quote: { company: Stated } & Pick<ConditionsOf, 'devis'>): string[] => [CANVASSING,",
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
  {
    bug: 'a mail without a mail server counts as kept, and nobody is told',
    file: 'server/ports/mail/smtp-mail.ts',
    edits: [{ from: "if (keepsMails) return { status: 'recorded' }", to: "return { status: 'recorded' }" }],
    caughtBy: {
      project: 'contract',
      file: 'tests/contract/no-mail.test.ts',
      title: 'who asked for a mail all the same is told that it did not leave',
    },
  },
  {
    bug: 'devices offer what their company has no service for',
    file: 'src/features/rdv/tell-panel.tsx',
    edits: [{ from: 'serviceRefusal(canal, canaux) ?? annonceRefusal', to: 'annonceRefusal' }],
    caughtBy: {
      project: 'unit',
      file: 'src/features/rdv/tell-panel.test.tsx',
      title: 'a company without an SMS service offers none, and says so',
    },
  },
  {
    bug: 'an invitation that no mail server sends is called sent',
    file: 'server/accounts/assert-mail.ts',
    edits: [
      {
        from: 'if (!ports.mail.sends(await readSmtp(tx))) throw refusal()',
        to: 'ports.mail.sends(await readSmtp(tx))',
      },
    ],
    caughtBy: {
      project: 'contract',
      file: 'tests/contract/no-mail.test.ts',
      title: 'nobody is invited by a mail that would not leave',
    },
  },
  {
    bug: 'an order that ended by agreement owes all of its deposit back',
    file: 'schemas/rules/encaissements.ts',
    edits: [
      {
        from: 'REFUSE === 1 ? (MONTANT_CONSERVE ?? 0) : PRIX_TTC',
        to: 'REFUSE === 1 && (MONTANT_CONSERVE ?? 0) >= 0 ? 0 : PRIX_TTC',
      },
    ],
    caughtBy: {
      project: 'contract',
      file: 'tests/contract/cancelled-order.test.ts',
      title: 'what the company keeps by agreement is due: balances, evidence, journal, mail and space say it',
    },
  },
  {
    bug: 'an agreement keeps money of a customer who may still withdraw',
    file: 'schemas/rules/withdrawal.ts',
    edits: [
      {
        from: 'if (kept === 0 || !mayWithdraw(DATE_SIGNATURE, zone, now)) return null',
        to: 'if (kept >= 0 || !mayWithdraw(DATE_SIGNATURE, zone, now)) return null',
      },
    ],
    caughtBy: {
      project: 'contract',
      file: 'tests/contract/cancelled-order.test.ts',
      title: 'while the customer may still withdraw, nothing is kept',
    },
  },
  {
    bug: 'a company that holds a sending slot until its queue is empty',
    file: 'server/messages/messages.ts',
    edits: [
      {
        from: 'return !closing && (await sendNext(lane))',
        to: 'while (!closing && (await sendNext(lane))) continue\n      return false',
      },
    ],
    caughtBy: {
      project: 'server',
      file: 'server/messages/messages.test.ts',
      title: 'the long queues of other companies keep no code waiting',
    },
  },
  {
    bug: 'a merge that gives its customer another number, and tells nobody',
    file: 'server/merges/merge.ts',
    edits: [
      {
        from: 'tellChanges(tx, order.author, { client: into, ids: contact })',
        to: 'tellChanges(tx, order.author, { client: into, ids: [] })',
      },
    ],
    caughtBy: {
      project: 'contract',
      file: 'tests/contract/merged-contacts.test.ts',
      title: 'a merge that gives its customer another number tells the old one, and signing waits',
    },
  },
  {
    bug: 'a merge that frees a number which its customer has denied',
    file: 'server/contacts/contact-changes.ts',
    edits: [
      {
        from: 'longestBlock(await readContactHistories(tx, clientId), new Date())',
        to: 'longestBlock((await readContactHistories(tx, clientId)).slice(0, 1), new Date())',
      },
    ],
    caughtBy: {
      project: 'contract',
      file: 'tests/contract/merged-contacts.test.ts',
      title: 'a number that its customer has denied stays blocked after the merge',
    },
  },
  {
    bug: 'login codes that strangers ask for keep customers from signing',
    file: 'server/otp/otp-limits.ts',
    edits: [{ from: 'company: sql`purpose = ', to: 'company: sql`true or purpose = ' }],
    caughtBy: {
      project: 'contract',
      file: 'tests/contract/space-login.test.ts',
      title: 'strangers who use up the company’s hour keep nobody from signing',
    },
  },
  {
    bug: 'a signing code to a number that gets no SMS',
    file: 'server/routes/sms/otp.ts',
    edits: [{ from: 'if (!isFrenchMobile(phone)) {', to: "if (phone === '' || !isFrenchMobile('0612345678')) {" }],
    caughtBy: {
      project: 'contract',
      file: 'tests/contract/space-sign.test.ts',
      title: 'no code is promised to a number that gets no SMS',
    },
  },
  {
    bug: 'a cancellation that keeps the reminder away',
    file: 'server/rdvs/reminders.ts',
    edits: [{ from: "where entry ->> 'GENRE' = 'annulation'), 0)", to: "where entry ->> 'GENRE' = 'autre'), 0)" }],
    caughtBy: {
      project: 'contract',
      file: 'tests/contract/client-rdv.test.ts',
      title: 'goes to who was told today, or after a reminder, that the appointment is cancelled',
    },
  },
  {
    bug: 'a postcode of Gironde that is a phone number',
    file: 'schemas/search.ts',
    edits: [{ from: 'return isInternational ? digits', to: 'return isInternational || digits ? digits' }],
    caughtBy: {
      project: 'unit',
      file: 'schemas/search.test.ts',
      title: 'five digits or less without a prefix may be a postcode',
    },
  },
  {
    bug: 'a refund before the money was received',
    file: 'schemas/rules/encaissements.ts',
    edits: [{ from: 'DATE_PAIEMENT <= day)', to: "DATE_PAIEMENT !== '')" }],
    caughtBy: {
      project: 'unit',
      file: 'schemas/rules/encaissements.test.ts',
      title: 'nothing goes back before the day on which it was received',
    },
  },
  {
    bug: 'a payment that is corrected to a day after its refund',
    file: 'schemas/rules/encaissements.ts',
    edits: [{ from: 'if (!isRefund && wrong && isMoved', to: 'if (isRefund && wrong && isMoved' }],
    caughtBy: {
      project: 'unit',
      file: 'schemas/rules/encaissements.test.ts',
      title: 'a payment is not dated after its money went back',
    },
  },
  {
    bug: 'the validity of an offer passes for the delay of the works',
    file: 'schemas/rules/stated-delay.ts',
    edits: [{ from: "read.replace(ELSE, '')", to: "read.replace(BESIDE, '')" }],
    caughtBy: {
      project: 'unit',
      file: 'schemas/rules/stated-delay.test.ts',
      title: 'legal mentions that say no delay of the works',
    },
  },
  {
    bug: 'a message loses whose it was with its text',
    file: 'server/retention/sweeps.ts',
    edits: [{ from: "jsonb_build_object('client',", to: "jsonb_build_object('nobody'," }],
    caughtBy: {
      project: 'server',
      file: 'server/retention/retention.test.ts',
      title: 'message texts are removed after a year',
    },
  },
  {
    bug: 'the copy of a request’s photo is given to the project’s new client',
    file: 'server/privacy/found.ts',
    edits: [{ from: "found.get('fichier')?.delete(id)", to: "found.get('fichier')?.has(id)" }],
    caughtBy: {
      project: 'contract',
      file: 'tests/contract/corrected-client.test.ts',
      title: 'the office’s copies of the photos of a request',
    },
  },
]
