import type { Mutant } from '../mutant.ts'

/** One bug for each named part of docs/requirements.md that has a test: without the part, that test fails. */

export const REQUIREMENTS: readonly Mutant[] = [
  {
    proves: 'ENT-06 campaigns',
    bug: 'a client’s page without its campaign',
    file: 'src/features/clients/client-panels.tsx',
    edits: [{ from: "          'IDORIGINE_CAMPAGNE',\n", to: '' }],
    caughtBy: {
      project: 'unit',
      file: 'src/features/clients/client-panels.test.tsx',
      title: '[ENT-06 campaigns] the page of a client shows where it comes from',
    },
  },
  {
    proves: 'MGR-02 beside',
    bug: 'a map of the projects to assign that tells the list nothing',
    file: 'src/features/affectation/affectation-screen.tsx',
    edits: [{ from: "choice?.from === 'map' ? { key: choice.id } : null", to: 'null' }],
    caughtBy: {
      project: 'unit',
      file: 'src/features/affectation/affectation-screen.test.tsx',
      title: '[MGR-02 beside] stand beside each other on a wide screen',
    },
  },
  {
    proves: 'SET-01 first-admin',
    bug: 'the link for the first administrator is over at once',
    file: 'server/accounts/first-admin.ts',
    edits: [{ from: 'const MINUTES = 24 * 60', to: 'const MINUTES = 0' }],
    caughtBy: {
      project: 'server',
      file: 'server/accounts/admin-command.test.ts',
      title: '[SET-01 first-admin] [SEC] starts empty at a public address',
    },
  },
  {
    proves: 'SET-01 no-demo',
    bug: 'the demonstration at a public address',
    file: 'server/config.ts',
    edits: [{ from: "['PUBLIC_URL', 'SMTP_URL', 'SMS_BREVO_KEY']", to: "['SMTP_URL', 'SMS_BREVO_KEY']" }],
    caughtBy: {
      project: 'server',
      file: 'server/config.test.ts',
      title: '[SET-01 no-demo] [SEC] has no demonstration at a public address',
    },
  },
  {
    proves: 'SET-04 versions',
    bug: 'a report that is read with the form of today',
    file: 'src/features/rapports/submission-view.tsx',
    edits: [
      {
        from: 'const questions = (FORMULAIRE ?? form)?.CHAMPS.map(questionOf) ?? []',
        to: 'const questions = (form ?? FORMULAIRE)?.CHAMPS.map(questionOf) ?? []',
      },
    ],
    caughtBy: {
      project: 'unit',
      file: 'src/features/rapports/submission-view.test.tsx',
      title: '[SET-04 versions] a report is read with the words of the form that it answered',
    },
  },
  {
    proves: 'SET-04 forms',
    bug: 'a server that takes any answer to a report form',
    file: 'server/writes/coherence.ts',
    edits: [
      {
        from: "if (ctx.entity.name === 'soumission' && moved('REPONSES')) {",
        to: "if (ctx.entity.name === 'soumission' && before !== null && moved('REPONSES')) {",
      },
    ],
    caughtBy: {
      project: 'contract',
      file: 'tests/contract/report-forms.test.ts',
      title: '[SET-04 forms] (answers) each answer fits its question',
    },
  },
  {
    proves: 'SET-05 bulk',
    bug: 'a label that counts as set where it was before: « Annuler » would take it from those too',
    file: 'sync/outbox/commands.ts',
    edits: [{ from: '      if (same(before, after)) return []\n', to: '' }],
    caughtBy: {
      project: 'unit',
      file: 'sync/outbox/commands.test.ts',
      title: '[SET-05 bulk] one label for many clients',
    },
  },
  {
    proves: 'SET-06 assets',
    bug: 'the platform’s asset where the company has its own',
    file: 'server/plugins/tenant/dress.ts',
    edits: [{ from: 'coalesce(own."VALEUR", i."VALEUR") as value', to: 'i."VALEUR" as value' }],
    caughtBy: {
      project: 'contract',
      file: 'tests/contract/assets.test.ts',
      title: '[SET-06 assets] its default, then the company’s own, is what the screens are given',
    },
  },
  {
    proves: 'SET-07 sms',
    bug: 'a sender of SMS that looks like a number',
    file: 'schemas/rules/company-services.ts',
    edits: [{ from: '^(?=.*[A-Za-z])[A-Za-z0-9 ]{3,11}$', to: '^[A-Za-z0-9 ]{3,11}$' }],
    caughtBy: {
      project: 'contract',
      file: 'tests/contract/services.test.ts',
      title: '[SET-07 sms] [SEC] a sender of digits alone',
    },
  },
  {
    proves: 'SET-11 profile',
    bug: 'a profile that changes its own rights',
    file: 'server/routes/account/profile.ts',
    edits: [{ from: '{ additionalProperties: false },', to: '{ additionalProperties: true },' }],
    caughtBy: {
      project: 'contract',
      file: 'tests/contract/own-profile.test.ts',
      title: '[SET-11 profile] [ENT-05] I may change my name and mobile',
    },
  },
  {
    proves: 'LAW-07 privacy',
    bug: 'data that goes before its period is over',
    file: 'server/retention/period.ts',
    edits: [{ from: '(retentionRule(kind).days ?? 0) * DAY_MS', to: '(retentionRule(kind).days ?? 0) * DAY_MS * 0.9' }],
    caughtBy: {
      project: 'server',
      file: 'server/retention/retention.test.ts',
      title: '[LAW-07 privacy] [OPS-08 retention] of each kind',
    },
  },
  {
    proves: 'OPS-01 image',
    bug: 'a container that starts a file which the tree lacks',
    file: 'server/deploy/Containerfile',
    edits: [{ from: 'CMD ["node", "server/start.js"]', to: 'CMD ["node", "server/start.ts"]' }],
    caughtBy: {
      project: 'server',
      file: 'server/deploy/deploy.test.ts',
      title: '[OPS-01 image] the container copies what the tree is built from',
    },
  },
  {
    proves: 'OPS-02 health',
    bug: 'a process that is about to stop and says that it is ready',
    file: 'server/monitoring/readiness.ts',
    edits: [{ from: '      serving = false', to: '      serving = true' }],
    caughtBy: {
      project: 'contract',
      file: 'tests/contract/monitoring.test.ts',
      title: '[OPS-02 health] /livez uses nothing',
    },
  },
  {
    proves: 'OPS-03 proxy',
    bug: 'every proxy is believed',
    file: 'server/app.ts',
    edits: [
      {
        from: 'trustProxy: config.trustProxy.length > 0 && config.trustProxy',
        to: 'trustProxy: config.trustProxy.length > 0',
      },
    ],
    caughtBy: {
      project: 'contract',
      file: 'tests/contract/security.test.ts',
      title: '[OPS-03 proxy] [SEC] uses the part of X-Forwarded-For',
    },
  },
  {
    proves: 'OPS-04 key',
    bug: 'a start with another key',
    file: 'server/installation/known-key.ts',
    edits: [{ from: '!isFormer && known !== lost) throw', to: '!isFormer && known === lost) throw' }],
    caughtBy: {
      project: 'server',
      file: 'server/installation/known-key.test.ts',
      title: '[OPS-04 key] [SEC] refuses another key',
    },
  },
  {
    proves: 'OPS-05 restore',
    bug: 'a new history that the operator asked for begins nowhere',
    file: 'server/epoch/epochs.ts',
    edits: [{ from: 'beginAll: () => queued(runAll)', to: 'beginAll: () => queued(async () => undefined)' }],
    caughtBy: {
      project: 'server',
      file: 'server/epoch/epochs.test.ts',
      title: '[OPS-05 restore] [SERVER-7] an operator’s command begins a new epoch',
    },
  },
  {
    proves: 'OPS-08 retention',
    bug: 'data that stays longer than its period',
    file: 'server/retention/period.ts',
    edits: [{ from: '(retentionRule(kind).days ?? 0) * DAY_MS', to: '(retentionRule(kind).days ?? 0) * DAY_MS * 1.1' }],
    caughtBy: {
      project: 'server',
      file: 'server/retention/retention.test.ts',
      title: '[LAW-07 privacy] [OPS-08 retention] of each kind',
    },
  },
  {
    proves: 'SET-03 create',
    bug: 'everybody adds to a company’s lists',
    file: 'schemas/access.ts',
    edits: [
      {
        from: "reference: { scope: 'company', create: ['commercial_director']",
        to: "reference: { scope: 'company', create: 'any'",
      },
    ],
    caughtBy: {
      project: 'contract',
      file: 'tests/contract/company-lists.test.ts',
      title: '[SET-03 create] [SET-03 rename] directors add an entry and change it',
    },
  },
  {
    proves: 'SET-03 rename',
    bug: 'everybody renames what a company’s lists hold',
    file: 'schemas/access.ts',
    edits: [
      {
        from: "reference: { scope: 'company', create: ['commercial_director'], update: ['commercial_director']",
        to: "reference: { scope: 'company', create: ['commercial_director'], update: 'any'",
      },
    ],
    caughtBy: {
      project: 'contract',
      file: 'tests/contract/company-lists.test.ts',
      title: '[SET-03 create] [SET-03 rename] directors add an entry and change it',
    },
  },
  {
    proves: 'SET-03 archive',
    bug: 'an archived entry is still proposed',
    file: 'schemas/rules/lists.ts',
    edits: [{ from: 'ARCHIVE !== 1 || held.includes(id)', to: 'ARCHIVE !== 2 || held.includes(id)' }],
    caughtBy: {
      project: 'unit',
      file: 'schemas/rules/lists.test.ts',
      title: '[SET-03 archive] what a choice proposes',
    },
  },
  {
    proves: 'SET-03 reorder',
    bug: 'an entry that goes up takes the place of none',
    file: 'schemas/rules/lists.ts',
    edits: [{ from: 'entries.with(from, other).with(from + by, entry)', to: 'entries.with(from + by, entry)' }],
    caughtBy: {
      project: 'unit',
      file: 'schemas/rules/lists.test.ts',
      title: '[SET-03 reorder] the places of a list',
    },
  },
  {
    proves: 'SET-09 undo',
    bug: 'an undo also deletes what was changed since',
    file: 'server/imports/undo-step.ts',
    edits: [{ from: 'if (untouched && !used.has(id))', to: 'if (!used.has(id))' }],
    caughtBy: {
      project: 'contract',
      file: 'tests/contract/imports.test.ts',
      title: '[SET-09 undo] one call takes back a whole import',
    },
  },
  {
    proves: 'SET-03 lists',
    bug: 'a nature that proposes no end',
    file: 'src/features/rdv/rdv-times.ts',
    edits: [
      {
        from: 'if (minutes === null || !isDateTime(start)) return next',
        to: 'if (minutes !== null || !isDateTime(start)) return next',
      },
    ],
    caughtBy: {
      project: 'unit',
      file: 'src/features/rdv/rdv-times.test.ts',
      title: '[SET-03 lists] the length of a nature',
    },
  },
  {
    proves: 'SET-08 price-list',
    bug: 'the price list goes to those who make no quotes',
    file: 'schemas/access.ts',
    edits: [{ from: "holds(POLICIES[resource]?.readers ?? 'any', staff.roles)", to: "holds('any', staff.roles)" }],
    caughtBy: {
      project: 'contract',
      file: 'tests/contract/articles.test.ts',
      title: '[SET-08 price-list] (rights) directors write articles, whoever makes quotes reads them',
    },
  },
  {
    proves: 'SET-08 rates',
    bug: 'a renovation takes the rate of new buildings',
    file: 'schemas/rules/articles.ts',
    edits: [{ from: "renovation: ['IDTVA_RENOVATION', 'IDTVA']", to: "renovation: ['IDTVA']" }],
    caughtBy: {
      project: 'unit',
      file: 'schemas/rules/articles.test.ts',
      title: '[SET-08 rates] the situation decides the rate',
    },
  },
  {
    proves: 'SET-10 complete',
    bug: 'an export without the records past the first page',
    file: 'server/export/contents.ts',
    edits: [{ from: 'if (rows.length < PAGE) return', to: 'if (rows.length >= 0) return' }],
    caughtBy: {
      project: 'contract',
      file: 'tests/contract/company-export.test.ts',
      title: '[SET-10 complete] (missing) names a file whose bytes are gone',
    },
  },
  {
    proves: 'SET-12 late',
    bug: 'what the offline phone of somebody who has left sends about a handed-over record is refused',
    file: 'server/writes/leaver.ts',
    edits: [{ from: 'if (actor.sendsOnly !== true) return false', to: 'if (resource) return false' }],
    caughtBy: {
      project: 'contract',
      file: 'tests/contract/handover.test.ts',
      title: '[SET-12 late] (account) ends reading at once',
    },
  },
  {
    proves: 'DAY-01 busy',
    bug: 'taken times of those appointments alone that one sees',
    file: 'server/pull/occupation.ts',
    edits: [{ from: '!canSee(staff, viewers, resource)', to: 'canSee(staff, viewers, resource)' }],
    caughtBy: {
      project: 'contract',
      file: 'tests/contract/occupation.test.ts',
      title: '[DAY-01 busy] is the exact complement of what each person sees',
    },
  },
  {
    proves: 'DAY-01 form',
    bug: 'an appointment is saved at a taken time without a question',
    file: 'src/domain/rdv/taken-question.tsx',
    edits: [{ from: '.length === 0) return planned', to: '.length >= 0) return planned' }],
    caughtBy: {
      project: 'unit',
      file: 'src/domain/rdv/taken-question.test.tsx',
      title: '[DAY-01 form] says who is taken and when, and is saved by a second tap',
    },
  },
  {
    proves: 'DAY-01 busy',
    bug: 'free slots at which somebody is taken',
    file: 'schemas/rules/free-slots.ts',
    edits: [{ from: 'start < fin && debut < slot.end', to: 'start === fin && debut < slot.end' }],
    caughtBy: {
      project: 'unit',
      file: 'schemas/rules/free-slots.test.ts',
      title: '[DAY-01 busy] are the next three of its length, between what is taken, one after the other',
    },
  },
  {
    proves: 'DAY-03 complete',
    bug: 'what lasts for weeks has left the agenda',
    file: 'schemas/rules/long-stays.ts',
    edits: [
      {
        from: "daysBetween(RDV_DEBUT, end) > LONG_DAYS ? end : ''",
        to: "daysBetween(RDV_DEBUT, end) > 30 * LONG_DAYS ? end : ''",
      },
    ],
    caughtBy: {
      project: 'unit',
      file: 'schemas/rules/long-stays.test.ts',
      title: '[DAY-03 complete] (long stays) the end of what lasts long',
    },
  },
  {
    proves: 'DAY-03 complete',
    bug: 'a search finds nothing while the clients of its rows are read',
    file: 'src/domain/views/use-list-view.ts',
    edits: [{ from: 'const listed = isAsked ? whole : rows', to: 'const listed = isAsked && whole ? whole : rows' }],
    caughtBy: {
      project: 'unit',
      file: 'src/domain/views/list-views.test.tsx',
      title: '[DAY-03 complete] (lists) does not say that a search found nothing',
    },
  },
  {
    proves: 'DAY-03 complete',
    bug: 'a number of clients around a point while a part of them is read',
    file: 'src/domain/map/found-clients.tsx',
    edits: [{ from: '{found.isWhole ? (\n        <div>', to: '{found.total > 0 ? (\n        <div>' }],
    caughtBy: {
      project: 'unit',
      file: 'src/domain/map/found-clients.test.tsx',
      title: '[DAY-03 complete] (map) is not told of a former answer to a part',
    },
  },
  {
    proves: 'DAY-06 lawful',
    bug: 'a payment on the seventh day after a signature at home',
    file: 'schemas/rules/payments.ts',
    edits: [
      { from: '  day >= firstPaymentDay(signedAt, zone)', to: '  day >= addDays(firstPaymentDay(signedAt, zone), -1)' },
    ],
    caughtBy: {
      project: 'unit',
      file: 'schemas/rules/encaissements.test.ts',
      title: '[DAY-06 lawful] none before the eighth day',
    },
  },
  {
    proves: 'DAY-06 cash',
    bug: 'cash that is counted payment by payment',
    file: 'schemas/rules/encaissements.ts',
    edits: [{ from: 'entered.MONTANT > cash)', to: 'entered.MONTANT > CASH_LIMIT)' }],
    caughtBy: {
      project: 'unit',
      file: 'schemas/rules/encaissements.test.ts',
      title: '[DAY-06 cash] 1,000 € in cash for one order',
    },
  },
  {
    proves: 'DAY-06 payments',
    bug: 'more may go back than was received',
    file: 'schemas/rules/encaissements.ts',
    edits: [{ from: 'if (isRefund && entered.MONTANT > held)', to: 'if (isRefund && held === 0)' }],
    caughtBy: {
      project: 'unit',
      file: 'schemas/rules/encaissements.test.ts',
      title: '[DAY-06 payments] (refund) no more goes back than was received',
    },
  },
  {
    proves: 'DAY-06 payments',
    bug: 'the corrections of two people count both',
    file: 'server/writes/entered-payment.ts',
    edits: [{ from: '  if (isOthers || payments.some(', to: '  if (isOthers && payments.some(' }],
    caughtBy: {
      project: 'contract',
      file: 'tests/contract/paiements.test.ts',
      title: '[DAY-06 payments] (correct) two people who correct one payment',
    },
  },
  {
    proves: 'DAY-06 payments',
    bug: 'a correction is sent beside its cancellation',
    file: 'sync/outbox/causes.ts',
    edits: [{ from: "draft.action === 'create' && replaces(", to: "draft.action === 'delete' && replaces(" }],
    caughtBy: {
      project: 'unit',
      file: 'sync/scenarios/order.test.ts',
      title: '[PUSH-9] [I8] [DAY-06 payments] (correct) the correction of a payment',
    },
  },
  {
    proves: 'DAY-06 one-list',
    bug: 'a confirmation of the payment service that is in no list',
    file: 'server/payments/apply-session.ts',
    edits: [{ from: "    write.insert('paiement', payment.id, row)\n", to: '' }],
    caughtBy: {
      project: 'contract',
      file: 'tests/contract/paiements.test.ts',
      title: '[DAY-06 one-list] (entered) one list with what the service confirms',
    },
  },
  {
    proves: 'DAY-06 payments',
    bug: 'a cancelled payment that still counts',
    file: 'schemas/rules/encaissements.ts',
    edits: [{ from: '  if (ANNULE_LE !== null) return 0\n', to: '' }],
    caughtBy: {
      project: 'contract',
      file: 'tests/contract/paiements.test.ts',
      title: '[DAY-06 payments] (cancel) a payment is cancelled with a reason',
    },
  },
  {
    proves: 'DAY-06 outstanding',
    bug: 'an outstanding sum that forgets what waits on the device',
    file: 'src/features/encaissements/outstanding.ts',
    edits: [{ from: '(one.SOLDE ?? 0) - (pending.get(one.IDDEVIS) ?? 0)', to: 'one.SOLDE ?? 0' }],
    caughtBy: {
      project: 'unit',
      file: 'src/features/encaissements/outstanding.test.ts',
      title: '[DAY-06 outstanding] what waits on this device counts already',
    },
  },
  {
    proves: 'DAY-09 customer-rdv',
    bug: 'a message of what is not true any more',
    file: 'server/rdvs/write-message.ts',
    edits: [{ from: 'if (wrong !== null) return { refused: wrong, isPast: wrong === PAST }', to: '' }],
    caughtBy: {
      project: 'contract',
      file: 'tests/contract/client-rdv.test.ts',
      title: '[DAY-09 customer-rdv] (true) a message that waited',
    },
  },
  {
    proves: 'DAY-09 reminder',
    bug: 'a reminder of who refuses them',
    file: 'server/rdvs/reminders.ts',
    edits: [{ from: ' || client.SANS_RAPPELS === 1', to: '' }],
    caughtBy: {
      project: 'contract',
      file: 'tests/contract/client-rdv.test.ts',
      title: '[DAY-09 reminder] not for who refuses it',
    },
  },
  {
    proves: 'DAY-15 sent',
    bug: 'messages about projects that the reader may not see',
    file: 'server/messages/sent.ts',
    edits: [{ from: 'visible(staff, resource)}', to: 'sql`true`}' }],
    caughtBy: {
      project: 'contract',
      file: 'tests/contract/sent.test.ts',
      title: '[DAY-15 sent] as far as one may see the record',
    },
  },
  {
    proves: 'DAY-05 requests',
    bug: 'a request that the commercial of its customer does not have',
    file: 'server/writes/demande-scope.ts',
    edits: [{ from: 'commercial: IDPERSONNEL', to: 'commercial: null' }],
    caughtBy: {
      project: 'contract',
      file: 'tests/contract/demandes.test.ts',
      title: '[DAY-05 requests] (seen) the office of the customer’s agency',
    },
  },
  {
    proves: 'DAY-05 after-sales',
    bug: 'an after-sales project without the photos of its request',
    file: 'server/routes/demandes/demandes.ts',
    edits: [{ from: 'after: { convert: copyPhotos }', to: 'after: {}' }],
    caughtBy: {
      project: 'contract',
      file: 'tests/contract/demandes.test.ts',
      title: '[DAY-05 after-sales] gives its photos',
    },
  },
  {
    proves: 'DAY-05 answer',
    bug: 'an answer that no journal keeps',
    file: 'server/writes/answer-demande.ts',
    edits: [{ from: '    await note(ctx, demande, { client, one })\n', to: '' }],
    caughtBy: {
      project: 'contract',
      file: 'tests/contract/demandes.test.ts',
      title: '[DAY-05 answer] is sent once by mail or SMS',
    },
  },
  {
    proves: 'DAY-05 requests',
    bug: 'an answered request that is called new',
    file: 'schemas/rules/demandes.ts',
    edits: [{ from: 'if (demande.REPONSES.length > 0) return', to: 'if (demande.REPONSES.length < 0) return' }],
    caughtBy: {
      project: 'unit',
      file: 'src/features/demandes/demandes-screen.test.tsx',
      title: '[DAY-05 requests] (list) has what customers sent by state',
    },
  },
  {
    proves: 'DAY-03 complete',
    bug: 'RAF that lists what a report has ended while older ones are read',
    file: 'src/domain/rdv/use-raf.ts',
    edits: [{ from: '(current ? lists?.flat() : undefined)', to: 'lists?.flat()' }],
    caughtBy: {
      project: 'unit',
      file: 'src/domain/rdv/use-raf.test.tsx',
      title: '[DAY-03 complete] (reports due) never lists what a report has ended, while older ones are read',
    },
  },
  {
    proves: 'DAY-04 reports',
    bug: 'a row of the timeline that leads nowhere',
    file: 'src/domain/projets/timeline-events.ts',
    edits: [{ from: 'const about = { href: paths.rapport.view(soumission.IDSOUMISSION), ', to: 'const about = { ' }],
    caughtBy: {
      project: 'unit',
      file: 'src/domain/projets/timeline-events.test.ts',
      title: '[MGR-20 timeline] [DAY-04 timeline] [DAY-04 reports] is one list of all events',
    },
  },
  {
    proves: 'DAY-14 hangs',
    bug: 'a merge that shows a request of another customer, who recommended this one, to others',
    file: 'server/merges/merge.ts',
    edits: [{ from: "if (resource === 'demande' && field === 'IDCLIENT')", to: "if (resource === 'demande')" }],
    caughtBy: {
      project: 'contract',
      file: 'tests/contract/client-merge.test.ts',
      title: '[DAY-14 hangs] a request of another customer',
    },
  },
  {
    proves: 'DAY-14 offline',
    bug: 'what an offline phone sends about a record that was merged brings that record back',
    file: 'server/writes/lead.ts',
    edits: [{ from: 'if (!mayNotKnow(mutation)) return led', to: 'if (mayNotKnow(mutation)) return led' }],
    caughtBy: {
      project: 'contract',
      file: 'tests/contract/client-merge.test.ts',
      title: '[DAY-14 offline] [MERGE-9] leads what a device still writes',
    },
  },
  {
    proves: 'DAY-14 undo',
    bug: 'an undone merge keeps the project that a phone sent for the other record',
    file: 'server/writes/lead.ts',
    edits: [{ from: 'of merges) await insertItems', to: 'of merges.slice(1)) await insertItems' }],
    caughtBy: {
      project: 'contract',
      file: 'tests/contract/client-merge.test.ts',
      title: '[DAY-14 undo] gives back what was the other’s',
    },
  },
  {
    proves: 'DAY-14 fields',
    bug: 'an address that comes from the other record without its town',
    file: 'schemas/client-merge.ts',
    edits: [{ from: "IDADRESSE: ['IDADRESSE', 'VILLE'],", to: "IDADRESSE: ['IDADRESSE'],\n  VILLE: ['VILLE']," }],
    caughtBy: {
      project: 'unit',
      file: 'schemas/client-merge.test.ts',
      title: '[DAY-14 fields] takes of each field the side that was chosen',
    },
  },
  {
    proves: 'DAY-16 install',
    bug: 'an installation that is offered at the first second',
    file: 'src/data/install/install-offer.ts',
    edits: [{ from: 'return now - Date.parse(mark.since) >= USED_MS', to: 'return now - Date.parse(mark.since) >= 0' }],
    caughtBy: {
      project: 'unit',
      file: 'src/data/install/install-offer.test.ts',
      title: '[DAY-16 install] (offer) is due once the app was used',
    },
  },
  {
    proves: 'DAY-16 ios',
    bug: 'an iPhone that is not shown how to install the app',
    file: 'src/domain/installation/install-way.tsx',
    edits: [{ from: "{way === 'ios' && isOpen && <IosSteps />}", to: '' }],
    caughtBy: {
      project: 'unit',
      file: 'src/app/shell/install-offer.test.tsx',
      title: '[DAY-16 ios] shows the two taps in a picture',
    },
  },
  {
    proves: 'DAY-16 persist',
    bug: 'an installed app that does not ask to keep its data',
    file: 'src/data/install/installation.ts',
    edits: [{ from: '    void askAgainToKeep()\n', to: '' }],
    caughtBy: {
      project: 'unit',
      file: 'src/data/install/installation.test.ts',
      title: '[DAY-16 persist] asks again for storage that lasts',
    },
  },
  {
    proves: 'DAY-16 full',
    bug: 'a phone that says nothing before it is full',
    file: 'src/app/shell/tight-room.tsx',
    edits: [{ from: 'if (left === null || isClosed) return null', to: 'if (left !== 0 || isClosed) return null' }],
    caughtBy: {
      project: 'unit',
      file: 'src/app/shell/tight-room.test.tsx',
      title: '[DAY-16 full] [SYN-11] says on every page',
    },
  },
  {
    proves: 'DAY-16 evicted',
    bug: 'a browser that cleared localStorage with the rest, and nobody is told',
    file: 'src/data/session/session-store.ts',
    edits: [
      {
        from: "if (auth === null && known === 'absent' && hasStoredMark()) keepStorageMark(null)",
        to: "if (auth === null && known === 'absent') keepStorageMark(null)",
      },
    ],
    caughtBy: {
      project: 'unit',
      file: 'src/data/database/storage-mark.test.ts',
      title: '[DAY-16 evicted] leaves the mark in a cookie, also when the session is read',
    },
  },
  {
    proves: 'MGR-13 debrief',
    bug: 'a report that hides a missing debrief',
    file: 'schemas/rules/raf.ts',
    edits: [{ from: '(!input.mayDebrief && reported', to: '(input.mayDebrief && reported' }],
    caughtBy: {
      project: 'unit',
      file: 'schemas/rules/debrief-raf.test.ts',
      title: '[MGR-13 debrief] holds my past active rdvs without a debrief',
    },
  },
  {
    proves: 'MGR-13 interventions',
    bug: 'a bad end without a PV is forgotten',
    file: 'schemas/rules/raf.ts',
    edits: [
      {
        from: 'intervention.FEEDBACK !== null && !lacksPv(intervention, signed)',
        to: 'intervention.FEEDBACK !== null',
      },
    ],
    caughtBy: {
      project: 'unit',
      file: 'schemas/rules/debrief-raf.test.ts',
      title: '[MGR-13 interventions] holds my past interventions without feedback',
    },
  },
  {
    proves: 'DAY-07 notices',
    bug: 'a notice for the author of the act',
    file: 'server/notices/tell.ts',
    edits: [{ from: '.filter((id) => id !== ctx.author)', to: '' }],
    caughtBy: {
      project: 'contract',
      file: 'tests/contract/notices.test.ts',
      title: '[DAY-07 notices] an appointment: made, moved, cancelled, by another',
    },
  },
  {
    proves: 'DAY-07 off',
    bug: 'a notice of a kind that is turned off',
    file: 'server/notices/tell.ts',
    edits: [{ from: ' || to.off.includes(kind)', to: '' }],
    caughtBy: {
      project: 'contract',
      file: 'tests/contract/notices.test.ts',
      title: '[DAY-07 off] each kind can be turned off',
    },
  },
  {
    proves: 'DAY-07 notices',
    bug: 'a signature that is told to the salesperson of a quote alone, who may not see it any more',
    file: 'server/notices/events.ts',
    edits: [{ from: ' && (await mayBeTold(tx, id, viewers))) return [id]', to: ') return [id]' }],
    caughtBy: {
      project: 'contract',
      file: 'tests/contract/notices.test.ts',
      title: '[DAY-07 notices] (signature) always somebody who may open the quote',
    },
  },
  {
    proves: 'DAY-07 lock-screen',
    bug: 'a notice that names people on a lock screen unasked',
    file: 'server/notices/tell.ts',
    edits: [{ from: 'to.names ? await namesOf', to: 'true ? await namesOf' }],
    caughtBy: {
      project: 'contract',
      file: 'tests/contract/notices.test.ts',
      title: '[DAY-07 lock-screen] the notices decrypted by a stock Web Push client',
    },
  },
  {
    proves: 'DAY-07 notices',
    bug: 'a notice for each act of a burst',
    file: 'server/notices/tell.ts',
    edits: [{ from: 'const BURST_PAUSE_SECONDS = 120', to: 'const BURST_PAUSE_SECONDS = 0' }],
    caughtBy: {
      project: 'contract',
      file: 'tests/contract/notices.test.ts',
      title: '[DAY-07 notices] a burst is one notice and one push',
    },
  },
  {
    proves: 'DAY-07 notices',
    bug: 'a notice that a director reads, though it is for another',
    file: 'server/policies/visibility.ts',
    edits: [
      {
        from: 'if (isOwn(resource) || !oversees(staff, resource)) return invited',
        to: 'if (!oversees(staff, resource)) return invited',
      },
    ],
    caughtBy: {
      project: 'contract',
      file: 'tests/contract/notices.test.ts',
      title: '[DAY-07 notices] [I10] [PULL-3] only its person has a notice',
    },
  },
  {
    proves: 'DAY-07 notices',
    bug: 'a notice that a press leaves unread',
    file: 'src/features/notifications/notifications-screen.tsx',
    edits: [{ from: ' onOpen={() => onRead([notice])}', to: '' }],
    caughtBy: {
      project: 'unit',
      file: 'src/features/notifications/notifications-screen.test.tsx',
      title: '[DAY-07 notices] lists what others changed',
    },
  },
  {
    proves: 'MGR-05 everybody',
    bug: 'a ranking that lists who has left without a sale',
    file: 'schemas/rules/ranking.ts',
    edits: [{ from: 'left.has(IDPERSONNEL) && signed.count === 0', to: 'false && signed.count === 0' }],
    caughtBy: {
      project: 'unit',
      file: 'schemas/rules/ranking.test.ts',
      title: '[MGR-05 everybody] gives a row to who sold nothing',
    },
  },
  {
    proves: 'MGR-05 rate',
    bug: 'a second visit that counts again',
    file: 'schemas/rules/conversion.ts',
    edits: [
      {
        from: 'if (!known || isBefore(rdv, known)) first.set(rdv.IDPROJET, rdv)',
        to: 'if (!known || !isBefore(rdv, known)) first.set(rdv.IDPROJET, rdv)',
      },
    ],
    caughtBy: {
      project: 'unit',
      file: 'schemas/rules/conversion.test.ts',
      title: '[MGR-05 rate] counts a project once',
    },
  },
  {
    proves: 'MGR-05 targets',
    bug: 'a target that a colleague reads',
    file: 'server/policies/viewers.ts',
    edits: [
      { from: '({ agence: null, personnes: [person] })', to: "({ agence: null, personnes: [person, 'colin'] })" },
    ],
    caughtBy: {
      project: 'contract',
      file: 'tests/contract/targets.test.ts',
      title: '[MGR-05 targets] [AUT-10] a director sets them',
    },
  },
  {
    proves: 'MGR-05 targets',
    bug: 'a quarter whose missing month counts as nothing',
    file: 'schemas/rules/targets.ts',
    edits: [
      {
        from: 'return total === null || value === null ? null : total + value',
        to: 'return total === null ? null : total + (value ?? 0)',
      },
    ],
    caughtBy: {
      project: 'unit',
      file: 'schemas/rules/targets.test.ts',
      title: '[MGR-05 targets] a month without one leaves the whole period without one',
    },
  },
  {
    proves: 'MGR-05 former',
    bug: 'a running month compared with a whole one',
    file: 'schemas/rules/periods.ts',
    edits: [{ from: 'to: period.to < today ? period.to : today', to: 'to: period.to' }],
    caughtBy: {
      project: 'unit',
      file: 'schemas/rules/former-period.test.ts',
      title: '[MGR-05 former] of a period that is not over',
    },
  },
  {
    proves: 'MGR-17 everybody',
    bug: 'a pipeline without who has no project',
    file: 'src/features/suivi/pipeline.ts',
    edits: [{ from: 'if (agence !== null && place !== agence) continue', to: 'continue' }],
    caughtBy: {
      project: 'unit',
      file: 'src/features/suivi/pipeline.test.ts',
      title: '[MGR-17 everybody] who sells has a row',
    },
  },
  {
    proves: 'MGR-17 hand-over',
    bug: 'an undoing that takes back what another has decided since',
    file: 'src/domain/projets/give-plan.ts',
    edits: [
      {
        from: 'changes.filter((change) => present(change) === change.after)',
        to: 'changes.filter((change) => present(change) !== undefined)',
      },
    ],
    caughtBy: {
      project: 'unit',
      file: 'src/domain/projets/give-plan.test.ts',
      title: '[MGR-17 hand-over] the undoing leaves',
    },
  },
  {
    proves: 'DAY-10 absence',
    bug: 'an assistant reads why the people of her agency are absent',
    file: 'schemas/access.ts',
    edits: [{ from: "    overseers: ['commercial_director'],\n", to: '' }],
    caughtBy: {
      project: 'contract',
      file: 'tests/contract/absences.test.ts',
      title: '[DAY-10 absence] [SEC] a person and the directors of their agency read it',
    },
  },
  {
    proves: 'DAY-10 absence',
    bug: 'anybody notes an absence of anybody',
    file: 'server/writes/apply-mutation.ts',
    edits: [{ from: '  assertAbsences(ctx)\n', to: '' }],
    caughtBy: {
      project: 'contract',
      file: 'tests/contract/absences.test.ts',
      title: '[DAY-10 absence] [SEC] each writes their own',
    },
  },
  {
    proves: 'DAY-10 recurring',
    bug: 'a cancelled occurrence takes its time all the same',
    file: 'schemas/rules/absences.ts',
    edits: [{ from: 'if (exception) {', to: 'if (exception?.DEBUT) {' }],
    caughtBy: {
      project: 'unit',
      file: 'schemas/rules/absences.test.ts',
      title: '[DAY-10 recurring] ends on a day, or after a number that counts the cancelled ones',
    },
  },
  {
    proves: 'DAY-10 hours',
    bug: 'free slots outside the company’s own hours',
    file: 'schemas/rules/free-slots.ts',
    edits: [{ from: 'slotsIn(search, open(hours))', to: 'slotsIn(search, open(null))' }],
    caughtBy: {
      project: 'unit',
      file: 'schemas/rules/free-slots.test.ts',
      title: '[DAY-10 hours] a slot lies within one range of its weekday',
    },
  },
]
