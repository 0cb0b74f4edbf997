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
  {
    proves: 'DAY-06 balance',
    bug: 'every payment is a deposit',
    file: 'schemas/rules/encaissements.ts',
    edits: [
      { from: "deposits: sum(payments.filter(({ GENRE }) => GENRE === 'acompte'))", to: 'deposits: sum(payments)' },
    ],
    caughtBy: {
      project: 'unit',
      file: 'schemas/rules/encaissements.test.ts',
      title: '[DAY-06 balance] counts deposits',
    },
  },
  {
    proves: 'DAY-06 receipt',
    bug: 'a receipt that does not say what remains',
    file: 'documents/recu.ts',
    edits: [{ from: "    over > 0 ? ['À rendre au client', euros(over)] : ['Reste à payer', euros(left)],\n", to: '' }],
    caughtBy: { project: 'unit', file: 'documents/documents.test.ts', title: '[DAY-06 receipt] says who paid whom' },
  },
  {
    proves: 'DAY-01 agenda',
    bug: 'an agenda in which whoever is taken out of sight looks free',
    file: 'src/features/agenda/busy-events.ts',
    edits: [{ from: '    ...unseen.flatMap((time) => blockOf(time, text.busy[time.kind])),\n', to: '' }],
    caughtBy: {
      project: 'unit',
      file: 'src/features/agenda/busy-events.test.ts',
      title: '[DAY-01 agenda] a time out of sight is a block',
    },
  },
  {
    proves: 'DAY-01 team',
    bug: '« Équipe » that calls somebody free who is taken out of sight',
    file: 'src/features/equipe/where.ts',
    edits: [{ from: '[...stays, ...unseen.map((time): Taken => ({ ...time, id: null }))]', to: '[...stays]' }],
    caughtBy: {
      project: 'unit',
      file: 'src/features/equipe/where.test.ts',
      title: '[DAY-01 team] a time of which nothing',
    },
  },
  {
    proves: 'DAY-04 reopen',
    bug: 'a refused project that is opened again and stays refused',
    file: 'src/features/projets/write-projet.ts',
    edits: [{ from: ', REFUSE: 0 } as const', to: ' } as const' }],
    caughtBy: {
      project: 'unit',
      file: 'src/features/projets/write-projet.test.ts',
      title: '[DAY-04 reopen] a project that is opened again',
    },
  },
  {
    proves: 'DAY-04 files',
    bug: 'a photo whose name nobody reads',
    file: 'src/domain/files/file-name.ts',
    edits: [{ from: "  return GENERATED.test(words) ? '' : words", to: "  return GENERATED.test(words) ? words : ''" }],
    caughtBy: {
      project: 'unit',
      file: 'src/domain/files/file-name.test.ts',
      title: '[DAY-04 files] a photo is called by the name',
    },
  },
  {
    proves: 'DAY-04 timeline',
    bug: 'a timeline without the debriefs',
    file: 'src/domain/projets/timeline-events.ts',
    edits: [{ from: '    if (debrief !== undefined) {\n', to: '    if (debrief === undefined) {\n' }],
    caughtBy: {
      project: 'unit',
      file: 'src/domain/projets/timeline-events.test.ts',
      title: '[MGR-20 timeline] [DAY-04 timeline] [DAY-04 reports] is one list',
    },
  },
  {
    proves: 'DAY-13 totals',
    bug: 'a total of the amounts without tax beside prices with it',
    file: 'src/features/devis/devis-follow.ts',
    edits: [{ from: 'sum + priceOf(one), 0)', to: 'sum + one.NET_HT, 0)' }],
    caughtBy: {
      project: 'unit',
      file: 'src/features/devis/devis-follow.test.ts',
      title: '[DAY-13 totals] pending amounts are totalled',
    },
  },
  {
    proves: 'DAY-13 csv',
    bug: 'a file without its last column',
    file: 'src/ui/list/columns.ts',
    edits: [{ from: 'cell ? [{ title, cell }] : []))\n', to: 'cell ? [{ title, cell }] : [])).slice(0, -1)\n' }],
    caughtBy: { project: 'unit', file: 'src/ui/list/columns.test.ts', title: '[DAY-13 csv] a file has the columns' },
  },
  {
    proves: 'DAY-13 saved',
    bug: 'saved filters that forget the order',
    file: 'src/domain/views/use-saved-filters.ts',
    edits: [{ from: "  params.delete('page')\n", to: "  params.delete('page')\n  params.delete('tri')\n" }],
    caughtBy: { project: 'unit', file: 'src/domain/views/list-views.test.tsx', title: '[DAY-13 saved] saved filters' },
  },
  {
    proves: 'DAY-14 merge-duplicates',
    bug: 'the page of a record that went into another one leads to no record',
    file: 'src/domain/clients/led-to-kept.tsx',
    edits: [{ from: 'return kept === null ? children : <Navigate', to: 'return kept !== null ? children : <Navigate' }],
    caughtBy: {
      project: 'unit',
      file: 'src/domain/clients/led-to-kept.test.tsx',
      title: '[DAY-14 merge-duplicates] (led) leads from a record',
    },
  },
  {
    proves: 'DAY-15 about',
    bug: 'a project’s page without what was sent about its appointments',
    file: 'server/messages/sent.ts',
    edits: [{ from: "  ['rdv', 'IDRDV'],\n", to: '' }],
    caughtBy: {
      project: 'contract',
      file: 'tests/contract/sent.test.ts',
      title: '[DAY-15 about] on the client, the project',
    },
  },
  {
    proves: 'DAY-15 state',
    bug: 'a message that the customer opened and that is never said to be',
    file: 'server/messages/sent.ts',
    edits: [
      {
        from: 'l.company_id = m.company_id and l.message_id = m.id',
        to: 'l.company_id = m.company_id and l.message_id <> m.id',
      },
    ],
    caughtBy: {
      project: 'contract',
      file: 'tests/contract/sent.test.ts',
      title: '[DAY-15 state] says that a message was opened',
    },
  },
  {
    proves: 'DAY-02 searched',
    bug: 'a search that reads the last entry of each journal alone',
    file: 'src/app/search/journal-search.ts',
    edits: [{ from: 'latestFirst(journal).find((entry)', to: 'latestFirst(journal).slice(0, 1).find((entry)' }],
    caughtBy: {
      project: 'unit',
      file: 'src/app/search/journal-search.test.tsx',
      title: '[DAY-02 searched] [DAY-12 search] a project is found',
    },
  },
  {
    proves: 'DAY-02 hidden',
    bug: 'a customer who reads the calls that an older server left in the description',
    file: 'server/space/presenters/project.ts',
    edits: [{ from: 'DESCRIPTION: splitDescription(row.DESCRIPTION).description', to: 'DESCRIPTION: row.DESCRIPTION' }],
    caughtBy: {
      project: 'contract',
      file: 'tests/contract/call-journal.test.ts',
      title: '[DAY-02 hidden] [AUT-11] [SEC] [VER-9] never reach',
    },
  },
  {
    proves: 'DAY-02 moved',
    bug: 'a call that moves to the journal and stays in the description',
    file: 'server/journal/call-lines.ts',
    edits: [
      {
        from: '    if (call) calls.push(call)\n    else kept.push(line)\n',
        to: '    if (call) calls.push(call)\n    kept.push(line)\n',
      },
    ],
    caughtBy: {
      project: 'server',
      file: 'server/journal/call-lines.test.ts',
      title: '[DAY-02 moved] the moved calls are',
    },
  },
  {
    proves: 'DAY-09 journal',
    bug: 'a confirmation that no journal keeps',
    file: 'server/writes/notify-client.ts',
    edits: [{ from: '    await noteInJournal(ctx, rdv.IDPROJET, { ...entry, IDPERSONNEL: staff.id })\n', to: '' }],
    caughtBy: {
      project: 'contract',
      file: 'tests/contract/client-rdv.test.ts',
      title: '[DAY-09 journal] (confirm) is mailed once',
    },
  },
  {
    proves: 'DAY-09 ics',
    bug: 'an appointment that moved and that the customer’s calendar keeps as it was',
    file: 'server/rdvs/calendar-message.ts',
    edits: [{ from: '    sequence: rdv.version,\n', to: '    sequence: 0,\n' }],
    caughtBy: {
      project: 'server',
      file: 'server/rdvs/calendar-message.test.ts',
      title: '[DAY-09 ics] a mail program reads the',
    },
  },
  {
    proves: 'DAY-09 answer',
    bug: 'a confirmation of whatever time the appointment has meanwhile',
    file: 'src/features/space/public-rdv-screen.tsx',
    edits: [{ from: 'rdv: await ask(path, { RDV_DEBUT: rdv.RDV_DEBUT, ...body })', to: 'rdv: await ask(path, body)' }],
    caughtBy: {
      project: 'unit',
      file: 'src/features/space/public-rdv-screen.test.tsx',
      title: '[DAY-09 answer] « Je confirme » confirms',
    },
  },
  {
    proves: 'DAY-03 first',
    bug: 'a list that stops at its first rows without a word',
    file: 'src/ui/list/first-rows.tsx',
    edits: [{ from: '{items.length > count ? (', to: '{items.length < count ? (' }],
    caughtBy: {
      project: 'unit',
      file: 'src/ui/list/first-rows.test.tsx',
      title: '[DAY-03 first] says « les n premières »',
    },
  },
  {
    proves: 'DAY-03 export',
    bug: 'a file of the reports that are shown',
    file: 'src/features/rapports/reports-screen.tsx',
    edits: [
      {
        from: 'useReports({ ...filter, words }, isOrdered || isWanted ? ALL : count)',
        to: 'useReports({ ...filter, words }, isOrdered ? ALL : count)',
      },
    ],
    caughtBy: {
      project: 'unit',
      file: 'src/features/rapports/reports-screen.test.tsx',
      title: '[DAY-03 export] [DAY-13 columns] the first reports',
    },
  },
  {
    proves: 'DAY-03 search',
    bug: 'a search that ends with its first answers',
    file: 'src/data/records/use-client-search.ts',
    edits: [{ from: '  const more = isFull || morePlaces\n', to: '  const more = isFull && morePlaces\n' }],
    caughtBy: {
      project: 'unit',
      file: 'src/app/complete-lists.test.tsx',
      title: '[DAY-03 search] the search of clients',
    },
  },
  {
    proves: 'DAY-03 filters',
    bug: 'a search that looks for a label among its first answers alone',
    file: 'src/data/records/client-search.ts',
    edits: [
      {
        from: 'label === undefined ? {} : { IDLABELS: { $elemMatch: { $eq: label } } }',
        to: 'label === undefined ? {} : {}',
      },
    ],
    caughtBy: {
      project: 'unit',
      file: 'src/app/complete-lists.test.tsx',
      title: '[SET-05 filter] (lists) [DAY-03 filters] (labels) a filter by label',
    },
  },
  {
    proves: 'DAY-07 lost',
    bug: 'a message that did not leave, of which whoever sent it is told nothing',
    file: 'server/notices/lost-message.ts',
    edits: [{ from: 'people: isTold ? [asked] : await', to: 'people: isTold ? [] : await' }],
    caughtBy: {
      project: 'contract',
      file: 'tests/contract/messages.test.ts',
      title: '[DAY-07 lost] a message to a customer',
    },
  },
  {
    proves: 'DAY-07 tap',
    bug: 'a notice whose press opens the first page',
    file: 'src/data/push/push-message.ts',
    edits: [{ from: 'ownPath(url)}#', to: 'FALLBACK.url}#' }],
    caughtBy: { project: 'unit', file: 'src/data/push/push-message.test.ts', title: '[DAY-07 tap] of a notice opens' },
  },
  {
    proves: 'DAY-12 search',
    bug: 'a street that is found by its first word alone',
    file: 'schemas/search.ts',
    edits: [{ from: "CLE_RUE_FIN: words.length > 1 ? from(words.length - 1) : ''", to: "CLE_RUE_FIN: ''" }],
    caughtBy: {
      project: 'unit',
      file: 'schemas/search.test.ts',
      title: '[DAY-12 search] (street) the keys of a street',
    },
  },
  {
    proves: 'DAY-12 server',
    bug: 'a server that finds no customer by the address',
    file: 'server/repositories/clients.ts',
    edits: [{ from: 'and not a.deleted and', to: 'and a.deleted and' }],
    caughtBy: {
      project: 'server',
      file: 'server/routes/admin/company-data.test.ts',
      title: '[DAY-12 server] finds them by mail',
    },
  },
  {
    proves: 'DAY-17 copy',
    bug: 'a copy of a quote without its lines',
    file: 'src/domain/devis/copy-devis.ts',
    edits: [{ from: '  OBJET,\n  LIGNES,\n', to: '  OBJET,\n' }],
    caughtBy: {
      project: 'unit',
      file: 'src/domain/devis/copy-devis.test.ts',
      title: '[DAY-17 copy] a copy has the words',
    },
  },
  {
    proves: 'DAY-17 side-by-side',
    bug: 'variants whose other quantities look alike',
    file: 'schemas/rules/compare-lines.ts',
    edits: [
      {
        from: 'UNITE, QUANTITE, PRIX_UNITAIRE_HT, TAUX_TVA, REMISE])',
        to: 'UNITE, PRIX_UNITAIRE_HT, TAUX_TVA, REMISE])',
      },
    ],
    caughtBy: {
      project: 'unit',
      file: 'schemas/rules/variants.test.ts',
      title: '[DAY-17 side-by-side] lines side by side',
    },
  },
  {
    proves: 'DAY-17 signs-one',
    bug: 'a signed variant that leaves the others open',
    file: 'schemas/rules/variants.ts',
    edits: [
      { from: 'other.DEVIS_SIGNE === 1 && other.REFUSE !== 1', to: 'other.DEVIS_SIGNE === 1 && other.REFUSE === 1' },
    ],
    caughtBy: {
      project: 'unit',
      file: 'schemas/rules/variants.test.ts',
      title: '[DAY-17 signs-one] one variant is signed',
    },
  },
  {
    proves: 'DAY-11 rights',
    bug: 'everybody corrects everybody’s reports',
    file: 'schemas/access.ts',
    edits: [
      {
        from: "    update: 'any',\n    authorOr: ['commercial_director'],\n    delete: ['commercial_director'],\n",
        to: "    update: 'any',\n    delete: ['commercial_director'],\n",
      },
    ],
    caughtBy: { project: 'unit', file: 'schemas/access.test.ts', title: '[DAY-11 rights] a report is changed by' },
  },
  {
    proves: 'DAY-11 reports',
    bug: 'my reports of which those that were sent are left out',
    file: 'src/features/rapports/report-search.ts',
    edits: [{ from: "{ CLE_AUTEUR: { $in: ['', filter.author] } }", to: "{ CLE_AUTEUR: '' }" }],
    caughtBy: {
      project: 'unit',
      file: 'src/app/complete-lists.test.tsx',
      title: '[DAY-11 reports] [DAY-03 complete] past reports',
    },
  },
]
