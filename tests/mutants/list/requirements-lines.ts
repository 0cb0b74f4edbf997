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
  {
    proves: 'MGR-08 search',
    bug: 'a search of my clients that knows no towns',
    file: 'src/data/records/client-search.ts',
    edits: [{ from: "    range('CLE_VILLE', wanted),\n", to: '' }],
    caughtBy: {
      project: 'unit',
      file: 'src/data/records/client-search.test.ts',
      title: '[MGR-08 search] finds by NOM',
    },
  },
  {
    proves: 'MGR-08 accents',
    bug: 'a search that wants each accent',
    file: 'schemas/search.ts',
    edits: [{ from: "    .replace(/[\\u0300-\\u036f]/g, '')\n", to: '' }],
    caughtBy: {
      project: 'unit',
      file: 'src/data/records/client-search.test.ts',
      title: '[MGR-08 accents] ignores accents',
    },
  },
  {
    proves: 'MGR-08 mine',
    bug: '« Mes clients » with everybody’s',
    file: 'src/domain/clients/client-window.ts',
    edits: [{ from: 'owner !== undefined ? { CLE_PERSONNEL: owner } :', to: 'owner !== undefined ? {} :' }],
    caughtBy: {
      project: 'unit',
      file: 'src/domain/clients/client-window.test.ts',
      title: '[MGR-08 mine] reads a page',
    },
  },
  {
    proves: 'MGR-09 balance',
    bug: 'a balance that counts once for each of the works',
    file: 'src/features/suivi-interventions/interventions.ts',
    edits: [
      {
        from: 'new Map(works.map((work) => [work.IDDEVIS, work.SOLDE_DEVIS ?? 0])).values()',
        to: 'new Map(works.map((work, at) => [at, work.SOLDE_DEVIS ?? 0])).values()',
      },
    ],
    caughtBy: {
      project: 'unit',
      file: 'src/features/suivi-interventions/interventions.test.ts',
      title: '[MGR-09 balance] [ENT-05 balance] the balance',
    },
  },
  {
    proves: 'MGR-10 today',
    bug: 'works of several days that are of today on their first day alone',
    file: 'src/features/interventions/my-interventions.ts',
    edits: [
      {
        from: '    if (isOn(slot, day)) sections.today.push(mine)',
        to: '    if (slot.DEBUT.startsWith(day)) sections.today.push(mine)',
      },
    ],
    caughtBy: {
      project: 'unit',
      file: 'src/features/interventions/my-interventions.test.ts',
      title: '[MGR-10 today] an intervention of several days',
    },
  },
  {
    proves: 'MGR-10 feedback',
    bug: 'works that ended badly and look well done',
    file: 'src/features/interventions/my-interventions.ts',
    edits: [{ from: "work.FEEDBACK === 'bon' ? 'good' : 'bad'", to: "work.FEEDBACK === '' ? 'bad' : 'good'" }],
    caughtBy: {
      project: 'unit',
      file: 'src/features/interventions/my-interventions.test.ts',
      title: '[MGR-10 feedback] stands at',
    },
  },
  {
    proves: 'MGR-14 offline',
    bug: 'a report that is of no appointment',
    file: 'src/features/rapports/report-form.tsx',
    edits: [{ from: 'IDRAPPORT: form.id, IDRDV: idRdv, IDPROJET', to: 'IDRAPPORT: form.id, IDPROJET' }],
    caughtBy: {
      project: 'unit',
      file: 'src/features/rapports/report-form.test.tsx',
      title: '[MGR-14 offline] a report is saved through',
    },
  },
  {
    proves: 'MGR-14 past',
    bug: 'a form that opens over the reports that are there to read',
    file: 'src/features/rapports/rapport-screen.tsx',
    edits: [{ from: 'form === undefined && past?.length === 0 && fitting', to: 'form === undefined && fitting' }],
    caughtBy: {
      project: 'unit',
      file: 'src/features/rapports/rapport-screen.test.tsx',
      title: '[MGR-14 past] there is a choice when',
    },
  },
  {
    proves: 'MGR-16 recall',
    bug: 'a call of today that an appointment of tomorrow answers',
    file: 'schemas/rules/recall.ts',
    edits: [{ from: '  return day >= today || !rdvs.some(', to: '  return !rdvs.some(' }],
    caughtBy: { project: 'unit', file: 'schemas/rules/recall.test.ts', title: '[MGR-16 recall] a call planned for' },
  },
  {
    proves: 'MGR-16 office',
    bug: 'calls of whoever has left, which nobody makes',
    file: 'src/domain/projets/use-waiting-projects.ts',
    edits: [{ from: 'const later = left.size === 0 ? NO_PROJETS : theirs', to: 'const later = NO_PROJETS' }],
    caughtBy: {
      project: 'unit',
      file: 'src/domain/projets/use-waiting-projects.test.tsx',
      title: '[MGR-16 office] a recall that nobody',
    },
  },
  {
    proves: 'MGR-16 responsible',
    bug: 'a planned call past « new » that is in nobody’s list',
    file: 'src/domain/projets/use-waiting-projects.ts',
    edits: [{ from: '{ selector: { CLE_RELANCE: account.id } }', to: "{ selector: { CLE_RELANCE: '-' } }" }],
    caughtBy: {
      project: 'unit',
      file: 'src/domain/projets/use-waiting-projects.test.tsx',
      title: '[MGR-16 responsible] a recall is in the list',
    },
  },
  {
    proves: 'MGR-16 age',
    bug: 'the shortest wait first',
    file: 'src/features/contacts/due.ts',
    edits: [
      {
        from: '(a.due.order < b.due.order ? -1 : a.due.order > b.due.order ? 1 : 0)',
        to: '(a.due.order > b.due.order ? -1 : a.due.order < b.due.order ? 1 : 0)',
      },
    ],
    caughtBy: {
      project: 'unit',
      file: 'src/features/contacts/due.test.ts',
      title: '[MGR-16 age] a project without a quote',
    },
  },
  {
    proves: 'MGR-19 where',
    bug: 'of two visits at once, the one that began first',
    file: 'src/features/equipe/where.ts',
    edits: [{ from: 'stay.debut > known.now.debut', to: 'stay.debut < known.now.debut' }],
    caughtBy: {
      project: 'unit',
      file: 'src/features/equipe/where.test.ts',
      title: '[MGR-19 where] of two at the same time',
    },
  },
  {
    proves: 'MGR-19 team',
    bug: 'a team with whoever has left, as free',
    file: 'src/features/equipe/use-team.ts',
    edits: [{ from: '      .filter((person) => !left.has(person.IDPERSONNEL))\n', to: '' }],
    caughtBy: {
      project: 'unit',
      file: 'src/features/equipe/use-team.test.ts',
      title: '[MGR-19 team] whoever has left',
    },
  },
  {
    proves: 'MGR-20 timeline',
    bug: 'a timeline without the files',
    file: 'src/domain/projets/timeline-events.ts',
    edits: [
      {
        from: 'for (const fichier of input.fichiers ?? []) {',
        to: 'for (const fichier of input.fichiers?.slice(0, 0) ?? []) {',
      },
    ],
    caughtBy: {
      project: 'unit',
      file: 'src/domain/projets/timeline-events.test.ts',
      title: '[MGR-20 timeline] [DAY-04 timeline] [DAY-04 reports] is one list',
    },
  },
  {
    proves: 'MGR-20 cancel',
    bug: 'a project that is cancelled without the reason',
    file: 'server/writes/project-events.ts',
    edits: [{ from: ', ...(await why(ctx, after)) }))', to: ' }))' }],
    caughtBy: {
      project: 'contract',
      file: 'tests/contract/journal-events.test.ts',
      title: '[MGR-20 cancel] [DAY-02 journal] stopped',
    },
  },
  {
    proves: 'CAL-06 people',
    bug: 'a view of several people that opens on one',
    file: 'src/features/agenda/agenda-people.ts',
    edits: [{ from: 'shown: [me, ...mates].slice(0, TEAM)', to: 'shown: [me]' }],
    caughtBy: {
      project: 'unit',
      file: 'src/features/agenda/agenda-people.test.ts',
      title: '[CAL-06 people] the view of several people',
    },
  },
  {
    proves: 'CAL-06 overlap',
    bug: 'an overlap that is told at one of the two',
    file: 'schemas/rules/agenda-warnings.ts',
    edits: [{ from: "        add(later.id, { kind: 'overlap', other: slot.id })\n", to: '' }],
    caughtBy: { project: 'unit', file: 'schemas/rules/agenda-warnings.test.ts', title: '[CAL-06 overlap] overlaps' },
  },
  {
    proves: 'CAL-06 travel',
    bug: 'a journey that is too long and of which nothing is said',
    file: 'schemas/rules/agenda-warnings.ts',
    edits: [{ from: '      if (late) add(slot.id, late)\n', to: '' }],
    caughtBy: { project: 'unit', file: 'schemas/rules/agenda-warnings.test.ts', title: '[CAL-06 travel] journeys' },
  },
  {
    proves: 'CAL-07 weeks',
    bug: 'a week without what began long before it',
    file: 'src/domain/records/use-between.ts',
    edits: [{ from: '  if (long.length === 0) return began\n', to: '  if (long.length >= 0) return began\n' }],
    caughtBy: {
      project: 'unit',
      file: 'src/app/complete-lists.test.tsx',
      title: '[CAL-07 weeks] [DAY-03 complete] (agenda) appointments',
    },
  },
  {
    proves: 'GEO-05 rdv',
    bug: 'people at an appointment that was deleted',
    file: 'schemas/rules/team-location.ts',
    edits: [{ from: '    .filter((rdv) => rdv.SUPPRIME === 0)\n', to: '' }],
    caughtBy: {
      project: 'unit',
      file: 'schemas/rules/team-location.test.ts',
      title: '[GEO-05 rdv] nobody is at a deleted',
    },
  },
  {
    proves: 'GEO-05 intervention',
    bug: 'works at which the first person alone is',
    file: 'schemas/rules/team-location.ts',
    edits: [
      { from: '    works.IDINTERVENTION_PLANNING.map(', to: '    works.IDINTERVENTION_PLANNING.slice(0, 1).map(' },
    ],
    caughtBy: {
      project: 'unit',
      file: 'schemas/rules/team-location.test.ts',
      title: '[GEO-05 intervention] everybody of an appointment',
    },
  },
  {
    proves: 'ENT-05 initials',
    bug: 'initials that are half a sign',
    file: 'schemas/entities/personnel.ts',
    edits: [{ from: "[...(part?.trim() ?? '')][0]?.toUpperCase()", to: "(part?.trim() ?? '')[0]?.toUpperCase()" }],
    caughtBy: { project: 'unit', file: 'schemas/entities.test.ts', title: '[ENT-05 initials] initials are' },
  },
  {
    proves: 'ENT-05 photo',
    bug: 'a colleague’s photo that is gone without a network',
    file: 'src/data/records/kept-bytes.ts',
    edits: [{ from: '  await store.cache(sha256, bytes).catch(() => undefined)\n', to: '' }],
    caughtBy: {
      project: 'unit',
      file: 'src/domain/personnels/use-staff-photo.test.ts',
      title: '[ENT-05 photo] is fetched once',
    },
  },
  {
    proves: 'ENT-05 balance',
    bug: 'an amount without its share of the price',
    file: 'src/features/suivi-interventions/interventions.ts',
    edits: [
      { from: 'work.SOLDE_DEVIS_POURCENTAGE === null ? null :', to: 'work.SOLDE_DEVIS_POURCENTAGE !== null ? null :' },
    ],
    caughtBy: {
      project: 'unit',
      file: 'src/features/suivi-interventions/interventions.test.ts',
      title: '[MGR-09 balance] [ENT-05 balance] the balance',
    },
  },
  {
    proves: 'SYN-11 full',
    bug: 'a device that is nine tenths full, which counts as enough room',
    file: 'src/data/database/storage-room.ts',
    edits: [
      {
        from: 'left < LEAST_BYTES || usage / quota > FULLEST ? left : null',
        to: 'left < LEAST_BYTES && usage / quota > FULLEST ? left : null',
      },
    ],
    caughtBy: {
      project: 'unit',
      file: 'src/data/database/storage-room.test.ts',
      title: '[SYN-11 full] [WORK-11] the storage room',
    },
  },
  {
    proves: 'SYN-11 persist',
    bug: 'a browser that is not asked to keep the data',
    file: 'src/data/database/storage-room.ts',
    edits: [{ from: 'await storage?.persist?.()\n', to: 'await storage?.persisted?.()\n' }],
    caughtBy: {
      project: 'unit',
      file: 'src/data/database/storage-room.test.ts',
      title: '[SYN-11 persist] [WORK-11] asking',
    },
  },
  {
    proves: 'SYN-11 evicted',
    bug: 'data that were cleared and that are never said to be back',
    file: 'src/app/shell/storage-loss.tsx',
    edits: [{ from: 'text.coming : text.back(formatInstant(loss.backAt, zone))', to: 'text.coming : text.coming' }],
    caughtBy: {
      project: 'unit',
      file: 'src/app/shell/storage-loss.test.tsx',
      title: '[DAY-16 evicted] [SYN-11 evicted] says what is coming',
    },
  },
  {
    proves: 'PWA-03 subscribe',
    bug: 'a browser of which the server is told nothing',
    file: 'src/data/push/push.ts',
    edits: [{ from: '  await tell(subscription)\n', to: '' }],
    caughtBy: { project: 'unit', file: 'src/data/push/push.test.ts', title: '[PWA-03 subscribe] a logout turns' },
  },
  {
    proves: 'PWA-03 receive',
    bug: 'a push that is shown without its words',
    file: 'src/data/push/push-message.ts',
    edits: [{ from: 'body: text(message, FALLBACK.body)', to: 'body: FALLBACK.body' }],
    caughtBy: {
      project: 'unit',
      file: 'src/data/push/push-message.test.ts',
      title: '[PWA-03 receive] [PWA-03 open] gives the words',
    },
  },
  {
    proves: 'PWA-03 open',
    bug: 'a push whose press opens the start page',
    file: 'src/data/push/push-message.ts',
    edits: [{ from: 'url: pathOf(url, notice) }', to: 'url: FALLBACK.url }' }],
    caughtBy: {
      project: 'unit',
      file: 'src/data/push/push-message.test.ts',
      title: '[PWA-03 receive] [PWA-03 open] gives the words',
    },
  },
  {
    proves: 'SPA-05 referral',
    bug: 'a recommended person whom nobody can reach',
    file: 'src/features/space/referral.ts',
    edits: [
      {
        from: "(phone === '' && mail === '' ? { PORTABLE: text.reach } : {})",
        to: "(phone === '' && mail === '' ? {} : {})",
      },
    ],
    caughtBy: {
      project: 'unit',
      file: 'src/features/space/referral.test.ts',
      title: '[SPA-05 referral] a referral needs',
    },
  },
  {
    proves: 'SPA-05 accounting',
    bug: 'an order of which a part is asked for and the rest cannot be paid',
    file: 'src/features/space/order-payments.tsx',
    edits: [{ from: '{free > 0 ? (', to: '{free > 0 && good.length === 0 ? (' }],
    caughtBy: {
      project: 'unit',
      file: 'src/features/space/order-payments.test.tsx',
      title: '[SPA-05 accounting] beside a link for a part',
    },
  },
  {
    proves: 'ADM-01 shortener',
    bug: 'a short link on the administrators’ own host',
    file: 'src/features/admin/content/short-link.ts',
    edits: [{ from: '[companyKey, ...domain].join', to: 'domain.join' }],
    caughtBy: {
      project: 'unit',
      file: 'src/features/admin/content/short-link.test.ts',
      title: '[ADM-01 shortener] a short link',
    },
  },
  {
    proves: 'ADM-01 smtp',
    bug: 'a mail server whose password is emptied by each save',
    file: 'src/domain/mail/smtp.ts',
    edits: [{ from: "  ...(password === '' ? {} : { password }),\n", to: '  password,\n' }],
    caughtBy: {
      project: 'unit',
      file: 'src/domain/mail/smtp.test.ts',
      title: '[ADM-01 smtp] the form of a mail server',
    },
  },
  {
    proves: 'ADM-01 labels',
    bug: 'a label that is removed and stays in the list',
    file: 'server/routes/labels/labels.ts',
    edits: [
      {
        from: '(await entriesOf(companyId)).filter(({ ARCHIVE }) => ARCHIVE === 0).map(present)',
        to: '(await entriesOf(companyId)).map(present)',
      },
    ],
    caughtBy: {
      project: 'contract',
      file: 'tests/contract/labels.test.ts',
      title: '[ADM-01 labels] [API-13] what an administrator removes',
    },
  },
  {
    proves: 'ADM-01 drive',
    bug: 'a drive that counts the files that were deleted',
    file: 'server/files/repositories/files.ts',
    edits: [
      {
        from: "    where f.company_id = current_setting('app.company_id') and not f.deleted\n    group by",
        to: "    where f.company_id = current_setting('app.company_id')\n    group by",
      },
    ],
    caughtBy: { project: 'contract', file: 'tests/contract/drive.test.ts', title: '[ADM-01 drive] administrators see' },
  },
  {
    proves: 'SPA-01 routes',
    bug: 'a customer who has no page of their own details',
    file: 'src/app/router.tsx',
    edits: [
      {
        from: "    spaceScreen('moi', () => import('../features/space/space-me-screen.tsx'), 'SpaceMeScreen'),\n",
        to: '',
      },
    ],
    caughtBy: {
      project: 'unit',
      file: 'src/app/space-routes.test.ts',
      title: '[SPA-01 routes] each page of the customer space',
    },
  },
  {
    proves: 'SPA-01 header',
    bug: 'a page of the space that leads neither home nor back',
    file: 'src/features/space/space-layout.tsx',
    edits: [{ from: '      {atHome ? (\n        <Brand />', to: '      {!atHome ? (\n        <Brand />' }],
    caughtBy: {
      project: 'unit',
      file: 'src/features/space/space-layout.test.tsx',
      title: '[SPA-01 header] greets on the home page',
    },
  },
]
