import type { Mutant } from '../mutant.ts'

/** Defects that use had found and the fault runs had not: each mutant undoes one fix. */
export const HOLES: readonly Mutant[] = [
  {
    bug: '0: any answer counts as the server’s',
    file: 'src/data/api/api.ts',
    edits: [
      {
        from: 'headers.has(HEADER.server) || headers.has(HEADER.epoch)',
        to: "headers.has(HEADER.server) || headers.has('content-type')",
      },
    ],
    caughtBy: {
      project: 'unit',
      file: 'src/data/api/api.test.ts',
      title: 'is no answer: as with no network, nobody is logged out, its words are not shown',
    },
  },
  {
    bug: '1: the base of a form is taken when it is saved',
    file: 'sync/outbox/snapshot.ts',
    edits: [
      {
        from: 'if (snapshot[name] !== undefined) start[name] = snapshot[name]',
        to: 'if (snapshot[name] !== undefined) start[name] = shown[name]',
      },
    ],
    caughtBy: {
      project: 'unit',
      file: 'sync/outbox/commands.test.ts',
      title: '[OUT-11] [I9] does not count as having seen what a colleague wrote in the same field meanwhile',
    },
  },
  {
    bug: '2: an entry holds the whole set',
    file: 'sync/outbox/set-edits.ts',
    edits: [{ from: 'if (base === null) return edit\n', to: 'if (base === null || patch !== null) return edit\n' }],
    caughtBy: {
      project: 'unit',
      file: 'sync/scenarios/sets.test.ts',
      title: '[OUT-10] an entry names the items that it adds and removes, and no others',
    },
  },
  {
    bug: '3: a deletion removes records that its author had not seen',
    file: 'server/writes/remove.ts',
    edits: [{ from: 'edited ?? (await unseenUse(ctx, row))', to: 'edited' }],
    caughtBy: {
      project: 'contract',
      file: 'tests/contract/deletion.test.ts',
      title: 'keeps the project with all that belongs to it',
    },
  },
  {
    bug: '3: an appointment that somebody removed keeps its project',
    file: 'server/writes/uses.ts',
    edits: [{ from: "if (edits && user === 'rdv' && row.record.SUPPRIME === 1) return null", to: '' }],
    caughtBy: {
      project: 'contract',
      file: 'tests/contract/deletion.test.ts',
      title: 'a record that was deleted separately stays deleted',
    },
  },
  {
    bug: '4: a restored database keeps its epoch',
    file: 'server/epoch/epochs.ts',
    edits: [{ from: 'if (row.seq >= expected && stranger === undefined) continue', to: 'if (expected >= 0) continue' }],
    caughtBy: {
      project: 'server',
      file: 'server/epoch/epochs.test.ts',
      title:
        '[SERVER-7] [OPS-05 restore] has a new epoch at the next start, before anybody is answered, and the log says so',
    },
  },
  {
    bug: '5: files take no part in healing',
    file: 'sync/replicate/epoch.ts',
    edits: [{ from: 'files: asked.files, there: there.files })', to: 'files: [], there: there.files })' }],
    caughtBy: {
      project: 'unit',
      file: 'sync/replicate/confirmed-files.test.ts',
      title: '[HEAL-5] a signed PV that the server has lost is sent again from this device, and is in sight meanwhile',
    },
  },
  {
    bug: '6: days lose without a trace',
    file: 'schemas/fields.ts',
    edits: [
      {
        from: "schema: Type.String({ format: 'lolapp-date' }), column: 'text', merge: 'words' }",
        to: "schema: Type.String({ format: 'lolapp-date' }), column: 'text', merge: 'latest' }",
      },
    ],
    caughtBy: {
      project: 'unit',
      file: 'schemas/merge-policies.test.ts',
      title: '[MERGE-2] every day and every time that a person may write is kept when it loses',
    },
  },
  {
    bug: '8: a lead that fails is the last',
    file: 'sync/leader.ts',
    edits: [
      {
        from: 'if (now() - began > WORKED_FOR) failures = 0',
        to: "if (end.kind === 'failed') return\n      if (now() - began > WORKED_FOR) failures = 0",
      },
    ],
    caughtBy: {
      project: 'unit',
      file: 'sync/leader.test.ts',
      title: '[WORK-9] a lead that fails is reported and tried again, by itself or at once when somebody asks',
    },
  },
  {
    bug: '9: a call that needs AbortSignal.any',
    file: 'sync/net/transport.ts',
    edits: [
      {
        from: 'joinSignals(call.signal, AbortSignal.timeout(call.timeout ?? TIMEOUT))',
        to: `{
        signal: AbortSignal.any([call.signal, AbortSignal.timeout(call.timeout ?? TIMEOUT)]),
        release: (): void => undefined,
      }`,
      },
    ],
    caughtBy: {
      project: 'unit',
      file: 'sync/net/transport.test.ts',
      title: '[WORK-8] calls, and gives up, where the browser has no AbortSignal.any',
    },
  },
  {
    bug: '9: the page may be kept by a browser',
    file: 'server/routes/web/web.ts',
    edits: [{ from: "file === 'index.html' ? 'no-store' : 'no-cache'", to: "'no-cache'" }],
    caughtBy: {
      project: 'server',
      file: 'server/app.test.ts',
      title: '[WORK-10] serves the page for any address a person goes to, and browsers keep it nowhere',
    },
  },
  {
    bug: '9: a page that is kept takes its transactions along',
    file: 'src/data/database/transactions.ts',
    edits: [{ from: '    running.add(transaction)\n', to: '' }],
    caughtBy: {
      project: 'unit',
      file: 'src/data/database/transactions.test.ts',
      title:
        '[WORK-10] a page that ends its transactions holds back no write of the next one, and has written nothing of what it had begun',
    },
  },
  {
    bug: '10: what no store can keep reaches the store',
    file: 'server/plugins/validation.ts',
    edits: [{ from: '      assertClean(body)\n', to: '' }],
    caughtBy: {
      project: 'contract',
      file: 'tests/contract/bad-input.test.ts',
      title: 'anywhere with the field’s name, and keeps nothing',
    },
  },
  {
    bug: '11: a deletion overtakes what points to its record',
    file: 'sync/outbox/causes.ts',
    edits: [{ from: '(pointers.get(e.id) ?? []).some(', to: '(pointers.get(e.id) ?? []).slice(0, 0).some(' }],
    caughtBy: {
      project: 'unit',
      file: 'sync/scenarios/order.test.ts',
      title: '[PUSH-9] a project’s deletion reaches the server before its client’s',
    },
  },
  {
    bug: 'a project that goes to another agency overtakes what is about it',
    file: 'sync/replicate/agency-moves.ts',
    edits: [{ from: '.filter(goesBefore)', to: '.filter(() => false)' }],
    caughtBy: {
      project: 'unit',
      file: 'sync/scenarios/order.test.ts',
      title: '[PUSH-9] [I8] reaches the server after a payment and an appointment',
    },
  },
  {
    bug: '11: a fold does not wait for what it points to',
    file: 'sync/outbox/enqueue.ts',
    edits: [{ from: 'after: [...new Set([...entry.after, ...causes])],', to: 'after: entry.after,' }],
    caughtBy: {
      project: 'unit',
      file: 'sync/scenarios/order.test.ts',
      title: '[PUSH-9] [OUT-4] an edit folded into an unsent creation makes it wait for what the edit points to',
    },
  },
  {
    bug: '11: a parent that has arrived meanwhile is missing',
    file: 'sync/replicate/push.ts',
    edits: [
      {
        from: "e.state !== 'refused' && e.state !== 'abandoned',",
        to: "e.state !== 'refused' && e.state !== 'abandoned' && e.state !== 'done' && e.state !== 'acked',",
      },
    ],
    caughtBy: {
      project: 'unit',
      file: 'sync/scenarios/order.test.ts',
      title:
        '[PUSH-5] PARENT_MISSING for a parent that has arrived meanwhile is no refusal: the entry is sent again after it',
    },
  },
  {
    bug: '12: a leader that thaws stores its older generation',
    file: 'sync/store/checkpoints.ts',
    edits: [
      {
        from: 'if (!sameJson(inVersion(stored, db.versions.current), from)) throw overtaken()',
        to: 'if (stored === null) throw overtaken()',
      },
    ],
    caughtBy: {
      project: 'unit',
      file: 'sync/scenarios/thawed-leader.test.ts',
      title: '[PULL-4] [WORK-2] does not store its older generation',
    },
  },
  {
    bug: '13: a backup restored twice gives its numbers twice',
    file: 'server/epoch/begin-epoch.ts',
    edits: [
      { from: 'await raiseNumbers(tx, companyId, mark?.numbers ?? {})', to: 'await raiseNumbers(tx, companyId, {})' },
    ],
    caughtBy: {
      project: 'server',
      file: 'server/backup/devis-numbers.test.ts',
      title: '[SERVER-6] the same backup restored again and again gives no number twice',
    },
  },
  {
    bug: '14: entries are found by the id of their record alone',
    file: 'sync/store/read.ts',
    edits: [{ from: '.filter((one) => one.resource === resource)', to: '.filter((one) => one.resource !== null)' }],
    caughtBy: {
      project: 'unit',
      file: 'sync/scenarios/order.test.ts',
      title: '[PUSH-9] an edit of one does not show on the other',
    },
  },
  {
    bug: '14: entries that ended long ago keep their content',
    file: 'sync/outbox/states.ts',
    edits: [{ from: '  await db.outbox.storageInstance.cleanup(0)\n', to: '' }],
    caughtBy: {
      project: 'unit',
      file: 'sync/replicate/epoch.test.ts',
      title: '[HEAL-2] an entry that ended more than 30 days ago is removed with its content; one of 29 days is kept',
    },
  },
  {
    bug: 'what the author of a deletion has seen keeps the record',
    file: 'server/writes/conflicts.ts',
    edits: [{ from: 'unit !== TOMBSTONE && !knows(seen, stamp) && !isOwn', to: 'unit !== TOMBSTONE && !isOwn' }],
    caughtBy: {
      project: 'convergence',
      file: 'tests/faults/faults.test.ts',
      title: 'hold in',
    },
  },
  {
    bug: 'a deletion beats what its own person wrote on another device',
    file: 'server/writes/conflicts.ts',
    edits: [
      { from: 'isSaid ? uses.mine.includes(stamp[1]) : isBefore', to: 'isSaid ? isBefore(stamp, mine) : isBefore' },
    ],
    caughtBy: {
      project: 'convergence',
      file: 'tests/faults/faults.test.ts',
      title: 'hold in',
    },
  },
  {
    bug: 'an edit loses to the deletion that its own person made on another device',
    file: 'server/writes/revive.ts',
    edits: [
      {
        from: 'if (!stamp || base === null || seen === null || seen >= stamp[3]) return null',
        to: 'if (!stamp || base === null || seen === null || seen >= stamp[3] || stamp[2] === ctx.actor.staff.id) return null',
      },
    ],
    caughtBy: {
      project: 'contract',
      file: 'tests/contract/merge.test.ts',
      title: '[MERGE-4] an edit of the same person on another device survives their deletion',
    },
  },
  {
    bug: 'what was accepted is refused to whom all roles were taken away',
    file: 'server/plugins/session/role-gate.ts',
    edits: [{ from: 'access.withoutRole || (replays && headers', to: 'access.withoutRole || (!replays && headers' }],
    caughtBy: {
      project: 'convergence',
      file: 'tests/faults/faults.test.ts',
      title: 'hold in',
    },
  },
  {
    bug: 'a replay shows its record to whom all roles were taken away',
    file: 'server/writes/apply-mutation.ts',
    edits: [{ from: 'const seen = mayReadAnswer(actor) && ', to: 'const seen = ' }],
    caughtBy: {
      project: 'contract',
      file: 'tests/contract/idempotency.test.ts',
      title: '[PUSH-6] [SERVER-9] is answered as done to whom all roles were taken away meanwhile',
    },
  },
  {
    bug: 'a mail to a customer leaves before its author could take it out',
    file: 'sync/outbox/states.ts',
    edits: [{ from: 'return left > 0 && left <= holdMs ? left : 0', to: 'return left > holdMs ? left : 0' }],
    caughtBy: {
      project: 'unit',
      file: 'sync/replicate/push.test.ts',
      title: '[OUT-12] what writes to a customer is held',
    },
  },
  {
    bug: 'a quote that was sent before another one was signed still asks for a signature',
    file: 'server/repositories/signed-devis.ts',
    edits: [{ from: `signed."DATE_SIGNATURE" >= coalesce`, to: `signed."DATE_SIGNATURE" < coalesce` }],
    caughtBy: {
      project: 'contract',
      file: 'tests/contract/space-sign.test.ts',
      title: '[SPA-04] once another quote of the project is signed it asks nothing any more',
    },
  },
  {
    bug: 'an appointment is proposed while its person is taken',
    file: 'schemas/rules/free-slots.ts',
    edits: [{ from: '[taken, []].flatMap', to: '[[], taken].flatMap' }],
    caughtBy: {
      project: 'unit',
      file: 'schemas/rules/free-slots.test.ts',
      title: 'is the next whole hour that is long enough',
    },
  },
  {
    bug: 'a role that is taken away logs out with the next call',
    file: 'src/app/boot.ts',
    edits: [
      {
        from: 'if (await haveRightsChanged(sent))',
        to: "if (await haveRightsChanged({ ...sent, token: '' }))",
      },
    ],
    caughtBy: {
      project: 'unit',
      file: 'src/app/session-ended.test.ts',
      title: '[ERR-01] a call that is refused because rights were taken away meanwhile',
    },
  },
]
