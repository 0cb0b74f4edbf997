import type { Mutant } from '../mutant.ts'

/** As in requirements.ts, of the parts that stand in forms, calendars, lists and pages. */

export const SCREENS: readonly Mutant[] = [
  {
    proves: 'TEN-08 drawer',
    bug: 'a collapsed drawer without the legal link',
    file: 'src/app/shell/shell-navigation.tsx',
    edits: [{ from: '          <LegalIcon />\n', to: '          null\n' }],
    caughtBy: {
      project: 'unit',
      file: 'src/app/shell/shell-navigation.test.tsx',
      title: '[TEN-08 drawer] the legal link is reachable with the drawer collapsed',
    },
  },
  {
    proves: 'MGR-13 screen',
    bug: '« RAF à saisir » opens the appointment and not its debrief',
    file: 'src/features/raf/raf-screen.tsx',
    edits: [
      {
        from: 'return mayDebrief ? paths.debrief.href(item.id) : paths.rapport',
        to: "return mayDebrief ? paths.resource.view('rdv', item.id) : paths.rapport",
      },
    ],
    caughtBy: {
      project: 'unit',
      file: 'src/features/raf/raf-screen.test.tsx',
      title: '[MGR-13 screen] lists my past appointments without debrief',
    },
  },
  {
    proves: 'MGR-13 report',
    bug: 'a measure that waits for a debrief although its report is written',
    file: 'schemas/rules/raf.ts',
    edits: [
      {
        from: "unsold.has(IDNATURE_RDV ?? '') && reported",
        to: "!unsold.has(IDNATURE_RDV ?? '') && reported",
      },
    ],
    caughtBy: {
      project: 'unit',
      file: 'schemas/rules/debrief-raf.test.ts',
      title: '[MGR-13 report] a report ends a measure and a meeting',
    },
  },
  {
    proves: 'RES-01 role',
    bug: 'a card of a role whose form forgets the company',
    file: 'src/features/admin/resource/resource-card.tsx',
    edits: [
      {
        from: 'withCompany(adminPaths.edit(resource.name, id), companyId)',
        to: 'adminPaths.edit(resource.name, id)',
      },
    ],
    caughtBy: {
      project: 'unit',
      file: 'src/features/admin/resource/resource-card.test.tsx',
      title: '[RES-01 role] the card of a role shows it',
    },
  },
  {
    proves: 'RES-01 user',
    bug: 'a card of an administrator without their address',
    file: 'src/features/admin/resource/resource-card.tsx',
    edits: [{ from: '{resource.columns.map((', to: '{resource.columns.slice(0, 1).map((' }],
    caughtBy: {
      project: 'unit',
      file: 'src/features/admin/resource/resource-card.test.tsx',
      title: '[RES-01 user] the card of an administrator shows them',
    },
  },
  {
    proves: 'RES-06 capital',
    bug: 'a role whose changed name begins with a small letter',
    file: 'server/routes/admin/roles.ts',
    edits: [{ from: "assertNoIssues(beginsWithCapital('common_name', request.body.common_name ?? ''))", to: 'void 0' }],
    caughtBy: {
      project: 'server',
      file: 'server/routes/admin/accounts.test.ts',
      title: '[RES-06 capital] names and colours the roles of one company',
    },
  },
  {
    proves: 'RES-06 strict-length',
    bug: 'a SIRET of any length',
    file: 'schemas/rules/company-services.ts',
    edits: [{ from: "  ...hasLength('SIRET', SIRET, SIRET_LENGTH),\n", to: '' }],
    caughtBy: {
      project: 'server',
      file: 'server/routes/admin/companies.test.ts',
      title: '[RES-06 strict-length] [RES-06 exclude] says what is wrong',
    },
  },
  {
    proves: 'RES-06 exclude',
    bug: 'a company at the address « www »',
    file: 'schemas/rules/company-services.ts',
    edits: [{ from: "  ...isNotAmong('key', key, RESERVED_KEYS),\n", to: '' }],
    caughtBy: {
      project: 'server',
      file: 'server/routes/admin/companies.test.ts',
      title: '[RES-06 strict-length] [RES-06 exclude] says what is wrong',
    },
  },
  {
    proves: 'RES-06 dialog',
    bug: 'a test mail to what is no address',
    file: 'src/domain/mail/test-mail.tsx',
    edits: [{ from: '? null : text.wrongAddress)', to: '? null : null)' }],
    caughtBy: {
      project: 'unit',
      file: 'src/domain/mail/test-mail.test.tsx',
      title: '[RES-06 dialog] says « Invalid email address »',
    },
  },
  {
    proves: 'RES-06 url',
    bug: 'a short link to what is no address',
    file: 'src/features/admin/content/short-link.ts',
    edits: [{ from: "    ...(isWebAddress(url) ? [] : [{ field: 'url', message: contentText.wrongUrl }]),\n", to: '' }],
    caughtBy: {
      project: 'unit',
      file: 'src/features/admin/content/short-link.test.ts',
      title: '[RES-06 url] « Invalid URL » is said of',
    },
  },
  {
    proves: 'RES-07 range',
    bug: 'half a period is taken for one',
    file: 'src/forms/fields/dates-field.tsx',
    edits: [{ from: "mode === 'range' ? days.length === 2 :", to: "mode === 'range' ? days.length > 0 :" }],
    caughtBy: {
      project: 'unit',
      file: 'src/forms/fields/dates-field.test.tsx',
      title: '[RES-07 range] a period is typed as two dates',
    },
  },
  {
    proves: 'RES-07 multiple',
    bug: 'days that are picked stay in the order of the taps',
    file: 'src/forms/fields/dates-field.tsx',
    edits: [{ from: 'onChange(days.toSorted())', to: 'onChange(days)' }],
    caughtBy: {
      project: 'unit',
      file: 'src/forms/fields/dates-field.test.tsx',
      title: '[RES-07 multiple] several days are picked from one calendar',
    },
  },
  {
    proves: 'RES-09 start',
    bug: 'a start that moves and leaves its end behind',
    file: 'src/forms/linked-times.ts',
    edits: [{ from: 'kept > 0 ? addMinutes(from, kept) :', to: 'kept < 0 ? addMinutes(from, kept) :' }],
    caughtBy: {
      project: 'unit',
      file: 'src/forms/linked-times.test.ts',
      title: '[RES-09 start] moves the end with the start',
    },
  },
  {
    proves: 'RES-09 end',
    bug: 'an end twenty minutes after the start',
    file: 'src/forms/linked-times.ts',
    edits: [{ from: '[end]: endAfterOneHour(from, to) }\n', to: '[end]: to }\n' }],
    caughtBy: {
      project: 'unit',
      file: 'src/forms/linked-times.test.ts',
      title: '[RES-09 end] moves an end less than one hour after the start',
    },
  },
  {
    proves: 'RES-09 interventions',
    bug: 'an intervention whose end stays where it was',
    file: 'src/features/interventions/intervention-form-screen.tsx',
    edits: [{ from: '    adjust,\n', to: '' }],
    caughtBy: {
      project: 'unit',
      file: 'src/features/interventions/intervention-form-screen.test.tsx',
      title: '[RES-09 interventions] the end of an intervention follows its start',
    },
  },
  {
    proves: 'RES-09 planning',
    bug: 'planned hours whose end stays where it was',
    file: 'src/features/interventions/planning.ts',
    edits: [{ from: 'return { ...next, FIN: String(times.FIN) }', to: 'return times === entry ? entry : next' }],
    caughtBy: {
      project: 'unit',
      file: 'src/features/interventions/planning.test.ts',
      title: '[RES-09 planning] the end of a planning entry moves with its start',
    },
  },
  {
    proves: 'CAL-01 types',
    bug: 'a calendar type that the agenda shows as another one',
    file: 'schemas/rules/calendar.ts',
    edits: [{ from: "'custom-weekly': 'timeGridWeek'", to: "'custom-weekly': 'week'" }],
    caughtBy: {
      project: 'unit',
      file: 'schemas/rules/calendar.test.ts',
      title: '[CAL-01 types] each is a view of the agenda',
    },
  },
  {
    proves: 'CAL-01 caller',
    bug: 'a wrong calendar type of which nobody is told',
    file: 'src/features/agenda/use-agenda-address.ts',
    edits: [{ from: '    notices.error(wrong)\n', to: '' }],
    caughtBy: {
      project: 'unit',
      file: 'src/features/agenda/use-agenda-address.test.ts',
      title: '[CAL-01 caller] tells whoever opens a wrong calendar type',
    },
  },
  {
    proves: 'CAL-01 message',
    bug: 'an unknown calendar type in words of its own',
    file: 'schemas/rules/calendar.ts',
    edits: [{ from: 'is not a valid Calendar type`)', to: 'is no calendar type`)' }],
    caughtBy: {
      project: 'unit',
      file: 'schemas/rules/calendar.test.ts',
      title: '[CAL-01 message] refuses an unknown type with its message',
    },
  },
  {
    proves: 'CAL-01 day-counts',
    bug: 'columns by person of one day, whatever is set',
    file: 'schemas/rules/calendar.ts',
    edits: [{ from: 'Math.max(1, Math.trunc(view.categoryDays ?? 1))', to: 'Math.max(1, 1)' }],
    caughtBy: {
      project: 'unit',
      file: 'schemas/rules/calendar.test.ts',
      title: '[CAL-01 day-counts] a custom view shows its own number of days',
    },
  },
  {
    proves: 'ENT-06 civilities',
    bug: 'a client’s page without the civility',
    file: 'src/features/clients/client-panels.tsx',
    edits: [{ from: "          'IDCIVILITE',\n", to: '' }],
    caughtBy: {
      project: 'unit',
      file: 'src/features/clients/client-panels.test.tsx',
      title: '[ENT-06 civilities] the page of a client shows the civility',
    },
  },
  {
    proves: 'ENT-10 shown',
    bug: 'a planning in minutes',
    file: 'src/features/interventions/planning-screen.tsx',
    edits: [
      {
        from: '{durationBetween(entry.DEBUT, entry.FIN)}',
        to: '{entry.FIN && durationBetween(entry.FIN, entry.DEBUT)}',
      },
    ],
    caughtBy: {
      project: 'unit',
      file: 'src/features/interventions/planning-screen.test.tsx',
      title: '[ENT-10 shown] a planning until',
    },
  },
  {
    proves: 'PWA-01 icon',
    bug: 'an installed app with our icon, though the company has one',
    file: 'server/routes/web/manifest.ts',
    edits: [{ from: '...(own ? [own] : OUR_MASKABLE)', to: '...OUR_MASKABLE' }],
    caughtBy: {
      project: 'server',
      file: 'server/app.test.ts',
      title: '[PWA-01 icon] an Android phone has no other icon to prefer',
    },
  },
  {
    proves: 'PWA-01 icon',
    bug: 'an iPhone that puts our icon on its screen',
    file: 'src/domain/company/favicon.ts',
    edits: [
      {
        from: "link('apple-touch-icon').href = logo ?? DEFAULT_TOUCH_ICON",
        to: "link('apple-touch-icon').href = DEFAULT_TOUCH_ICON",
      },
    ],
    caughtBy: {
      project: 'unit',
      file: 'src/domain/company/favicon.test.ts',
      title: '[PWA-01 icon] an iPhone puts the company’s logo on its screen',
    },
  },
  {
    proves: 'SPA-02 appointments',
    bug: 'a customer’s visits to come begin with one that is over',
    file: 'src/features/space/visits.ts',
    edits: [{ from: 'visits.filter((visit) => visit.end > now)', to: 'visits.filter((visit) => visit.end >= now)' }],
    caughtBy: {
      project: 'unit',
      file: 'src/features/space/visits.test.ts',
      title: '[SPA-02 appointments] the visits to come begin with the one under way',
    },
  },
  {
    proves: 'ADM-02 picker',
    bug: 'people of two companies of one name in one group',
    file: 'src/features/admin/accounts/impersonation-picker.tsx',
    edits: [{ from: '{ id, key, NOM } = person.company', to: '{ id, NOM, NOM: key } = person.company' }],
    caughtBy: {
      project: 'unit',
      file: 'src/features/admin/accounts/impersonation-picker.test.tsx',
      title: '[ADM-02 picker] people are grouped by company',
    },
  },
  {
    proves: 'ADM-02 picker',
    bug: 'a list of people that is cut without a word',
    file: 'src/features/admin/accounts/impersonation-picker.tsx',
    edits: [{ from: 'isCut ? text.pickerCut(SHOWN) : undefined', to: 'isCut ? undefined : undefined' }],
    caughtBy: {
      project: 'unit',
      file: 'src/features/admin/accounts/impersonation-picker.test.tsx',
      title: '[ADM-02 picker] [DAY-03 complete] says that there are others',
    },
  },
  {
    proves: 'SET-09 import',
    bug: 'rows of a workbook of prices that lose their numbers',
    file: 'src/features/tarifs/read-file.ts',
    edits: [{ from: 'rows[numero - 1] = cellules', to: 'rows[numero < 0 ? numero : rows.length] = cellules' }],
    caughtBy: {
      project: 'unit',
      file: 'src/features/tarifs/read-file.test.ts',
      title: '[SET-09 import] (catalogue) a workbook is read by the server',
    },
  },
  {
    proves: 'SET-09 mapping',
    bug: 'a choice of columns that the next price list does not know',
    file: 'src/features/tarifs/use-columns.ts',
    edits: [{ from: '    keep({ columns:', to: '    if (all.length < 0) keep({ columns:' }],
    caughtBy: {
      project: 'unit',
      file: 'src/features/tarifs/import-screen.test.tsx',
      title: '[SET-09 mapping] (catalogue) remembers the choice',
    },
  },
  {
    proves: 'SET-09 undo',
    bug: 'an undo of prices that takes back what somebody has changed since',
    file: 'src/features/tarifs/csv/undo-import.ts',
    edits: [
      {
        from: 'const ours = names.filter((name) => sameValue(now[name], after[name]))',
        to: 'const ours = names.filter((name) => name in now && name in after)',
      },
    ],
    caughtBy: {
      project: 'unit',
      file: 'src/features/tarifs/csv/undo-import.test.ts',
      title: '[SET-09 undo] (catalogue) leaves what somebody changed or used since',
    },
  },
  {
    proves: 'SET-09 import',
    bug: 'a rate of 5.5 % in a workbook that is read as 0.055',
    file: 'server/imports/read/read-xlsx.ts',
    edits: [{ from: "=== 'percent' ? percentText(value) :", to: "=== 'day' ? percentText(value) :" }],
    caughtBy: {
      project: 'server',
      file: 'server/imports/read/read-file.test.ts',
      title: '[SET-09 import] (catalogue) a price list has its headings',
    },
  },
  {
    proves: 'ERR-05 slow',
    bug: '« Chargement... » for what was quick',
    file: 'src/app/use-slow-notice.ts',
    edits: [
      { from: '      clearTimeout(timer)\n', to: '' },
      { from: 'if (!over) shown', to: 'if (over || !over) shown' },
    ],
    caughtBy: {
      project: 'unit',
      file: 'src/app/use-slow-notice.test.tsx',
      title: '[ERR-05 slow] a request that ends sooner says nothing',
    },
  },
  {
    proves: 'SET-02 own-data',
    bug: 'a checklist that calls a company’s lists done before anybody changed them',
    file: 'server/companies/checklist.ts',
    edits: [{ from: 'listes: !sameJson(namesOf(lists), STARTERS)', to: 'listes: lists.length > 0' }],
    caughtBy: {
      project: 'contract',
      file: 'tests/contract/own-company.test.ts',
      title: '[SET-02 own-data] (a company made from nothing) each item becomes done',
    },
  },
  {
    proves: 'SET-02 readers',
    bug: 'a checklist for every role',
    file: 'src/features/dashboard/set-up-card.tsx',
    edits: [{ from: "useStaff().roles.includes('commercial_director')", to: 'useStaff().roles.length > 0' }],
    caughtBy: {
      project: 'unit',
      file: 'src/features/dashboard/set-up-card.test.tsx',
      title: '[SET-02 readers] says nothing',
    },
  },
  {
    proves: 'DAY-02 journal',
    bug: 'a call whose words are lost',
    file: 'src/domain/calls/call-note.ts',
    edits: [{ from: ' : { TEXTE: words })', to: ' : {})' }],
    caughtBy: {
      project: 'unit',
      file: 'src/domain/calls/note-call.test.tsx',
      title: '[DAY-02 journal] a call is noted from a page in three presses',
    },
  },
  {
    proves: 'DAY-08 technician',
    bug: 'works of several days on their first day alone',
    file: 'src/features/agenda/intervention-events.ts',
    edits: [{ from: '&& entry.FIN > `', to: '&& entry.DEBUT > `' }],
    caughtBy: {
      project: 'unit',
      file: 'src/features/agenda/intervention-events.test.ts',
      title: '[DAY-08 technician] works of several days touch each of them',
    },
  },
  {
    proves: 'DAY-08 later',
    bug: '« À venir » that ends after a year',
    file: 'src/features/interventions/my-interventions.ts',
    edits: [
      {
        from: 'sections.next.push(mine)',
        to: '{ if (slot.DEBUT < addDays(day, 365)) sections.next.push(mine) }',
      },
    ],
    caughtBy: {
      project: 'unit',
      file: 'src/features/interventions/my-interventions.test.ts',
      title: '[DAY-08 later] « À venir » goes on without limit',
    },
  },
  {
    proves: 'DAY-11 corrected',
    bug: 'a correction that keeps the new answers and not the former ones',
    file: 'schemas/rules/report-corrections.ts',
    edits: [
      {
        from: '.map((question) => [question, before[question] ?? null])',
        to: '.map((question) => [question, after[question] ?? null])',
      },
    ],
    caughtBy: {
      project: 'unit',
      file: 'schemas/rules/report-corrections.test.ts',
      title: '[DAY-11 corrected] a correction keeps who, when',
    },
  },
  {
    proves: 'DAY-12 lists',
    bug: 'a list that is not searched by the numbers of phones',
    file: 'schemas/search.ts',
    edits: [{ from: 'if (digits.length > 1 && phones', to: 'if (digits.length < 0 && phones' }],
    caughtBy: {
      project: 'unit',
      file: 'schemas/search.test.ts',
      title: '[DAY-12 lists] the search of a list',
    },
  },
  {
    proves: 'DAY-13 columns',
    bug: 'a descending order that begins with the rows that have no value',
    file: 'src/ui/list/columns.ts',
    edits: [
      {
        from: 'return [...held, ...empty].map(',
        to: 'return [...(order.down ? [...empty, ...held] : [...held, ...empty])].map(',
      },
    ],
    caughtBy: {
      project: 'unit',
      file: 'src/ui/list/columns.test.ts',
      title: '[DAY-13 columns] (sort) the order of a list',
    },
  },
  {
    proves: 'DAY-17 variants',
    bug: 'the cheapest variant stands for its group',
    file: 'schemas/rules/variants.ts',
    edits: [{ from: 'amountOf(b) - amountOf(a) ||', to: 'amountOf(a) - amountOf(b) ||' }],
    caughtBy: {
      project: 'unit',
      file: 'schemas/rules/variants.test.ts',
      title: '[DAY-17 variants] (figures) a group counts once',
    },
  },
]
