import type { Mutant } from '../mutant.ts'

/** Bugs in the oracle of the fault runs. */
export const ORACLE: readonly Mutant[] = [
  {
    bug: 'oracle: no word is looked for',
    file: 'tests/faults/promises.ts',
    edits: [{ from: 'if (world.replaced.has(word) ||', to: "if (word !== '' || world.replaced.has(word) ||" }],
    caughtBy: {
      project: 'convergence',
      file: 'tests/faults/oracle.test.ts',
      title: 'I9: w1w was written at client/c, and is nowhere',
    },
  },
  {
    bug: 'oracle: what was deleted unseen is fine',
    file: 'tests/faults/promises.ts',
    edits: [
      {
        from: 'else if (row.deleted || (row.values.SUPPRIME === 1 && !isSoftDeleted))',
        to: 'else if (row.deleted && row.values.SUPPRIME === 2 && !isSoftDeleted)',
      },
    ],
    caughtBy: {
      project: 'convergence',
      file: 'tests/faults/oracle.test.ts',
      title: 'MERGE-4: w1w was written at client/c, which was deleted',
    },
  },
  {
    bug: 'oracle: items may go',
    file: 'tests/faults/items.ts',
    edits: [{ from: '!isThere && additions > 0 && removals === 0', to: '!isThere && additions < 0 && removals === 0' }],
    caughtBy: {
      project: 'convergence',
      file: 'tests/faults/oracle.test.ts',
      title: 'I9: intervention/i NOTES: n was added, nobody took it away, and it is gone',
    },
  },
  {
    bug: 'oracle: items may come back',
    file: 'tests/faults/items.ts',
    edits: [
      { from: 'isThere && removals > 0 && added.length === 1', to: 'isThere && removals < 0 && added.length === 1' },
    ],
    caughtBy: {
      project: 'convergence',
      file: 'tests/faults/oracle.test.ts',
      title: 'I9: intervention/i NOTES: n was taken away and is still there',
    },
  },
  {
    bug: 'oracle: two quotes may have one number',
    file: 'tests/faults/promises.ts',
    edits: [{ from: 'if (other !== quote)', to: 'if (other === null)' }],
    caughtBy: {
      project: 'convergence',
      file: 'tests/faults/oracle.test.ts',
      title: 'QUOTE: D-1 is the number of a and of b',
    },
  },
  {
    bug: 'oracle: a number may change on a phone',
    file: 'tests/faults/phone.ts',
    edits: [
      {
        from: 'if (known === undefined || known === NUMERO_DEVIS) return undefined',
        to: 'if (known !== NUMERO_DEVIS || known === NUMERO_DEVIS) return undefined',
      },
    ],
    caughtBy: {
      project: 'convergence',
      file: 'tests/faults/oracle.test.ts',
      title: 'QUOTE: a number that a phone has shown does not change',
    },
  },
  {
    bug: 'oracle: any refusal will do',
    file: 'tests/faults/world.ts',
    edits: [{ from: 'if (reason !== null) world.counters', to: "if (reason !== '') world.counters" }],
    caughtBy: {
      project: 'convergence',
      file: 'tests/faults/oracle.test.ts',
      title: 'REFUSED: phone: nothing in this run allows CONFLICT',
    },
  },
  {
    bug: 'oracle: any refusal of a right will do',
    file: 'tests/faults/refusals.ts',
    edits: [
      {
        from: 'rights.some((staff) => !may(staff, entry.action, entry.resource))',
        to: 'rights.length + entry.action.length > 0',
      },
    ],
    caughtBy: {
      project: 'convergence',
      file: 'tests/faults/oracle.test.ts',
      title: 'UNAUTHORIZED of what their role allows',
    },
  },
  {
    bug: 'oracle: any missing record will do',
    file: 'tests/faults/refusals.ts',
    edits: [
      {
        from: "if (POLICIES[resource]?.scope === 'company') return",
        to: "if (moved !== undefined) return true\n  if (POLICIES[resource]?.scope === 'company') return",
      },
    ],
    caughtBy: {
      project: 'convergence',
      file: 'tests/faults/oracle.test.ts',
      title: 'NOT_FOUND of a record that nobody took away from its author',
    },
  },
  {
    bug: 'oracle: a record that its author sees may be missing',
    file: 'tests/faults/refusals.ts',
    edits: [{ from: 'if (isSeen && !(await', to: "if (isSeen && id === '' && !(await" }],
    caughtBy: {
      project: 'convergence',
      file: 'tests/faults/oracle.test.ts',
      title: 'NOT_FOUND of a record that its author sees, whatever has changed hands',
    },
  },
  {
    bug: 'oracle: a change of rights that changes nothing explains a refusal',
    file: 'tests/faults/play-rights.ts',
    edits: [{ from: 'if (!isDeepStrictEqual(had.at(-1), given)) rights', to: 'rights' }],
    caughtBy: {
      project: 'convergence',
      file: 'tests/faults/oracle.test.ts',
      title: 'NOT_FOUND after a change of rights that changes nothing',
    },
  },
  {
    bug: 'oracle: any message about an appointment may be untrue',
    file: 'tests/faults/refusals.ts',
    edits: [
      {
        from: 'return said !== undefined && refused.row !== undefined && said[1](refused, refused.row)',
        to: 'return said !== undefined',
      },
    ],
    caughtBy: {
      project: 'convergence',
      file: 'tests/faults/oracle.test.ts',
      title: 'a message about an appointment of which it is true',
    },
  },
  {
    bug: 'oracle: an impersonation may be refused anything',
    file: 'tests/faults/play-accounts.ts',
    edits: [{ from: '  await judgeRefusals(world, seat, entries)\n', to: '' }],
    caughtBy: {
      project: 'convergence',
      file: 'tests/faults/oracle.test.ts',
      title: 'REFUSED: phone: nothing in this run allows GONE',
    },
  },
  {
    bug: 'oracle: the guest of a logout may be refused anything',
    file: 'tests/faults/play-accounts.ts',
    edits: [{ from: '  await judgeRefusals(world, seat, outbox)\n', to: '' }],
    caughtBy: {
      project: 'convergence',
      file: 'tests/faults/oracle.test.ts',
      title: 'REFUSED: phone: nothing in this run allows BAD_REQUEST',
    },
  },
  {
    bug: 'oracle: what a phone shows of what was saved is not looked at',
    file: 'tests/faults/shown.ts',
    edits: [{ from: 'if (missing.length > 0)', to: 'if (missing.length < 0)' }],
    caughtBy: {
      project: 'convergence',
      file: 'tests/faults/oracle.test.ts',
      title: 'OUT-5: phone does not show what was saved of client/c: NOM',
    },
  },
  {
    // The overlay of a pending edit is lost when a colleague's state arrives, and is there again at the end.
    bug: 'sync: a pending edit is not shown over what a pull brings',
    file: 'sync/apply/rebuild.ts',
    edits: [
      {
        from: 'record = overlay(entity, record, entry.patch, entry.base ?? {})',
        to: 'record = server !== null && at.seq > 0 && entry.seen < Number(server.VERSION) ? record : overlay(entity, record, entry.patch, entry.base ?? {})',
      },
    ],
    caughtBy: { project: 'convergence', file: 'tests/faults/faults.test.ts', title: 'hold in' },
  },
  {
    bug: 'oracle: effects that nobody wrote',
    file: 'tests/faults/promises.ts',
    edits: [{ from: 'if (others.length > 0)', to: 'if (others.length < 0)' }],
    caughtBy: {
      project: 'convergence',
      file: 'tests/faults/oracle.test.ts',
      title: 'I3: effects that no phone calls done',
    },
  },
  {
    bug: 'oracle: an entry may be lost',
    file: 'tests/faults/world.ts',
    edits: [{ from: 'if (!ids.has(id)) world.broken', to: "if (ids.has('')) world.broken" }],
    caughtBy: { project: 'convergence', file: 'tests/faults/oracle.test.ts', title: 'I2: phone has lost its entry m1' },
  },
  {
    bug: 'oracle: an entry may be given up by nobody',
    file: 'tests/faults/world.ts',
    edits: [
      {
        from: "entry.state === 'abandoned' && !seat.abandoned.has(entry.id)",
        to: "entry.state === 'abandoned' && seat.abandoned.has('')",
      },
    ],
    caughtBy: { project: 'convergence', file: 'tests/faults/oracle.test.ts', title: 'I2: phone: nobody gave up m1' },
  },
  {
    bug: 'oracle: effects before causes',
    file: 'tests/faults/promises.ts',
    edits: [{ from: 'cause !== undefined && cause > seq', to: 'cause !== undefined && cause < 0' }],
    caughtBy: {
      project: 'convergence',
      file: 'tests/faults/oracle.test.ts',
      title: 'I8: client/c took effect at 1, its cause at 2',
    },
  },
  {
    bug: 'oracle: records come back',
    file: 'tests/faults/promises.ts',
    edits: [{ from: 'if (!told.has(name)) world.broken', to: 'if (told.has(name)) world.broken' }],
    caughtBy: {
      project: 'convergence',
      file: 'tests/faults/oracle.test.ts',
      title: 'I5: client/c was deleted, and lives with no conflict',
    },
  },
  {
    bug: 'oracle: what the deleter had seen explains that a record lives',
    file: 'tests/faults/deletions.ts',
    edits: [{ from: 'return again.has(id) || !isKnown(deletion, id, logs)', to: 'return true' }],
    caughtBy: {
      project: 'convergence',
      file: 'tests/faults/oracle.test.ts',
      title: 'MERGE-4: client/c was deleted by somebody who had seen every edit of it, and lives',
    },
  },
  {
    bug: 'oracle: half a save',
    file: 'tests/faults/world.ts',
    edits: [
      { from: 'world.broken.push(...halfSaved(seat, { former, after }))', to: 'halfSaved(seat, { former, after })' },
    ],
    caughtBy: {
      project: 'convergence',
      file: 'tests/faults/oracle.test.ts',
      title: 'OUT-13: phone has saved adresse/a without its client',
    },
  },
  {
    bug: 'oracle: phone and server may differ',
    file: 'tests/faults/heal.ts',
    edits: [
      { from: '.filter((name) => !isDeepStrictEqual(held[name], truth[name]))', to: ".filter((name) => name === '')" },
    ],
    caughtBy: {
      project: 'convergence',
      file: 'tests/faults/oracle.test.ts',
      title: 'I4: a record too many, one too few, another value',
    },
  },
  {
    bug: 'oracle: a record may go back',
    file: 'tests/faults/phone.ts',
    edits: [{ from: 'to.seq < from.seq', to: 'to.seq < 0' }],
    caughtBy: {
      project: 'convergence',
      file: 'tests/faults/oracle.test.ts',
      title: 'I7: a local record that goes back to an older state',
    },
  },
  {
    bug: 'oracle: the pill is not read',
    file: 'tests/faults/play-told.ts',
    edits: [{ from: "if (now.tone === 'ok') for", to: "if (now.tone !== 'ok') for" }],
    caughtBy: {
      project: 'convergence',
      file: 'tests/faults/oracle.test.ts',
      title: 'TOLD: phone: « À jour » after a round that failed',
    },
  },
  {
    bug: 'oracle: a session that has proven nothing yet may be green',
    file: 'tests/faults/play-told.ts',
    edits: [{ from: "[round === 'none', 'before", to: "[round !== round, 'before" }],
    caughtBy: {
      project: 'convergence',
      file: 'tests/faults/oracle.test.ts',
      title: 'TOLD: phone: « À jour » before the first round of a session',
    },
  },
  {
    bug: 'oracle: who has no role any more may be told that all is well',
    file: 'tests/faults/play-told.ts',
    edits: [{ from: "[round === 'whole' && !hasRole,", to: "[round === 'none' && !hasRole," }],
    caughtBy: {
      project: 'convergence',
      file: 'tests/faults/oracle.test.ts',
      title: 'TOLD: phone: « À jour » to a person whose roles are all gone',
    },
  },
  {
    bug: 'acts: nobody in the runs takes money',
    file: 'tests/faults/acts.ts',
    edits: [{ from: '  ...MONEY_ACTS,\n', to: '' }],
    caughtBy: {
      project: 'convergence',
      file: 'tests/faults/acts.test.ts',
      title: 'do everything that a role may write on a phone',
    },
  },
  {
    // The run's company had no papers once: each transmission was refused, and the refusal was on the list.
    bug: 'acts: every transmission of a quote is refused',
    file: 'server/documents/missing-mentions.ts',
    edits: [
      {
        from: 'if (!first) return',
        to: "if (!first) throw validationError({}, 'Des mentions obligatoires manquent au devis.')",
      },
    ],
    caughtBy: { project: 'convergence', file: 'tests/faults/faults.test.ts', title: 'hold in' },
  },
  {
    bug: 'acts: one that is always refused counts',
    file: 'tests/faults/world.ts',
    edits: [{ from: 'entries.every((id) => made.has(id))) counters', to: 'made.size > 0) counters' }],
    caughtBy: {
      project: 'convergence',
      file: 'tests/faults/oracle.test.ts',
      title: 'an act counts once all that it wrote took effect, and one that never did is missing',
    },
  },
  {
    bug: 'oracle: a quote that was sent may be a draft',
    file: 'tests/faults/promises.ts',
    edits: [
      { from: '(row?.values.DATE_TRANSMISSION ?? null) === null', to: 'row?.values.DATE_TRANSMISSION === undefined' },
    ],
    caughtBy: {
      project: 'convergence',
      file: 'tests/faults/oracle.test.ts',
      title: 'SENT: devis/d was sent to its customer, and is a draft',
    },
  },
  {
    bug: 'oracle: a cancelled payment may count',
    file: 'tests/faults/promises.ts',
    edits: [
      { from: "if (action === 'cancelPayment' && (values", to: "if (action === 'cancelPayment' && !values && (values" },
    ],
    caughtBy: {
      project: 'convergence',
      file: 'tests/faults/oracle.test.ts',
      title: 'MONEY: paiement/p was cancelled, and counts',
    },
  },
  {
    bug: 'oracle: both corrections of a payment may count',
    file: 'tests/faults/promises.ts',
    edits: [{ from: 'replaces(one.id, wrong.id)).length > 1)', to: 'replaces(one.id, wrong.id)).length > 2)' }],
    caughtBy: {
      project: 'convergence',
      file: 'tests/faults/oracle.test.ts',
      title: 'MONEY: paiement/p was corrected twice, and both count',
    },
  },
  {
    bug: 'oracle: what an order still brings is not added up',
    file: 'tests/faults/promises.ts',
    edits: [{ from: 'if (Number(values.SOLDE) !== left)', to: 'if (Number.isNaN(Number(values.SOLDE)))' }],
    caughtBy: {
      project: 'convergence',
      file: 'tests/faults/oracle.test.ts',
      title: 'MONEY: devis/d says that 10000 is left, and 3000 is',
    },
  },
  {
    bug: 'oracle: a request may be anybody’s',
    file: 'tests/faults/promises.ts',
    edits: [{ from: '!world.taken.get(id)?.has(by)', to: '!world.taken.get(id)' }],
    caughtBy: {
      project: 'convergence',
      file: 'tests/faults/oracle.test.ts',
      title: 'TAKEN: demande/d is colin',
    },
  },
  {
    bug: 'oracle: words of a client that was merged are looked for nowhere',
    file: 'tests/faults/promises.ts',
    edits: [
      {
        from: 'const row = rows.get(resource)?.find((one) => one.id === at)',
        to: 'if (at !== id) continue\n    const row = rows.get(resource)?.find((one) => one.id === at)',
      },
    ],
    caughtBy: {
      project: 'convergence',
      file: 'tests/faults/oracle.test.ts',
      title: 'I9: w1w was written at client/c, and is nowhere',
    },
  },
  {
    bug: 'complete: what is right at the second reading is the same',
    file: 'tests/complete/judge.ts',
    edits: [{ from: 'if (moved === null || again.length === TRIES - 1)', to: 'if (again.length === TRIES - 1)' }],
    caughtBy: {
      project: 'unit',
      file: 'tests/complete/judge.test.ts',
      title: 'is a number that is right only when it is read again',
    },
  },
  {
    bug: 'complete: an empty screen is the same as an empty answer',
    file: 'tests/complete/judge.ts',
    edits: [{ from: 'size === 0 && mayBeEmpty === undefined', to: 'size < 0 && mayBeEmpty === undefined' }],
    caughtBy: {
      project: 'unit',
      file: 'tests/complete/judge.test.ts',
      title: 'is an empty answer to an empty screen, except where it may be empty',
    },
  },
]
