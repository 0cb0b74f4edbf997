import type { Mutant } from '../mutant.ts'

/** As in requirements.ts: one bug for each named part of SET that no mutant of the other lists takes out. */

export const SET_PARTS: readonly Mutant[] = [
  {
    proves: 'SET-02 checklist',
    bug: 'a checklist that leads to no setting',
    file: 'src/features/dashboard/set-up-card.tsx',
    edits: [{ from: 'to={paths.parametres.href()}', to: 'to={paths.root.href()}' }],
    caughtBy: {
      project: 'unit',
      file: 'src/features/dashboard/set-up-card.test.tsx',
      title: '[SET-02 checklist] (the director’s first screen) a new company opens',
    },
  },
  {
    proves: 'SET-01 outbox',
    bug: 'the outbox of the demonstration, with its links, for whoever asks',
    file: 'server/routes/demo-outbox/demo-outbox.ts',
    edits: [{ from: '      if (!isLocal(request)) throw notFound()\n', to: '' }],
    caughtBy: {
      project: 'server',
      file: 'server/routes/demo-outbox/demo-outbox.test.ts',
      title: '[SET-01 outbox] [SEC] shows its links',
    },
  },
  {
    proves: 'SET-03 devices',
    bug: 'a company’s lists that the phones of its reps do not get',
    file: 'schemas/access.ts',
    edits: [
      {
        from: "reference: { scope: 'company', create",
        to: "reference: { scope: 'company', readers: ['commercial_director'], create",
      },
    ],
    caughtBy: {
      project: 'contract',
      file: 'tests/contract/company-lists.test.ts',
      title: '[SET-03 archive] [SET-03 devices] what is used',
    },
  },
  {
    proves: 'SET-03 readable',
    bug: 'an archived agency whose people belong to none',
    file: 'src/app/account/account-panel.tsx',
    edits: [
      {
        from: "const entries = useReferences('AGENCES')",
        to: "const entries = useReferences('AGENCES').filter(({ ARCHIVE }) => ARCHIVE === 0)",
      },
    ],
    caughtBy: {
      project: 'unit',
      file: 'src/app/account/account-menu.test.tsx',
      title: '[SET-03 readable] [TEN-07] an archived agency keeps its name',
    },
  },
  {
    proves: 'SET-05 labels',
    bug: 'a chip of a label whose words cannot be read',
    file: 'src/ui/page/state-chip.module.css',
    edits: [{ from: 'var(--chip) 14%', to: 'var(--chip) 80%' }],
    caughtBy: {
      project: 'unit',
      file: 'src/ui/page/state-chip.test.ts',
      title: '[SET-05 labels] (contrast) a chip of any colour',
    },
  },
  {
    proves: 'SET-05 filter',
    bug: 'a map that shows everybody, whatever the label',
    file: 'src/domain/map/places/client-places.ts',
    edits: [{ from: "      if (label !== '' && !client.IDLABELS.includes(label)) continue\n", to: '' }],
    caughtBy: {
      project: 'unit',
      file: 'src/domain/map/places/client-places.test.ts',
      title: '[SET-05 filter] (map) marks and lists of a label',
    },
  },
  {
    proves: 'SET-05 merge',
    bug: 'of two people who label one client, the later one decides alone',
    file: 'schemas/fields.ts',
    edits: [{ from: "merge: 'set',\n        ref: resource,", to: "merge: 'latest',\n        ref: resource," }],
    caughtBy: {
      project: 'contract',
      file: 'tests/contract/labels.test.ts',
      title: '[SET-05 merge] two people label one client',
    },
  },
  {
    proves: 'SET-06 where',
    bug: 'default items that do not say where they are shown',
    file: 'src/features/admin/content/assets.tsx',
    edits: [{ from: 'value: ({ code }) => contentText.assetWhere[code] }', to: 'value: ({ code }) => code }' }],
    caughtBy: {
      project: 'unit',
      file: 'src/features/admin/content/assets.test.tsx',
      title: '[SET-06 where] each default item',
    },
  },
  {
    proves: 'SET-06 screens',
    bug: 'login pages that show our picture, whatever is set',
    file: 'src/features/login/auth-layout.tsx',
    edits: [
      {
        from: 'const background = company?.BACKGROUND || DEFAULT_BACKGROUND',
        to: 'const background = DEFAULT_BACKGROUND',
      },
    ],
    caughtBy: { project: 'unit', file: 'src/app/assets-shown.test.tsx', title: '[SET-06 screens]' },
  },
  {
    proves: 'SET-06 none',
    bug: 'an asset item that no screen shows',
    file: 'server/routes/assets/assets.ts',
    edits: [{ from: "  if (!isAssetCode(code)) return { code: ['Aucun écran ne montre cet élément'] }\n", to: '' }],
    caughtBy: {
      project: 'contract',
      file: 'tests/contract/assets.test.ts',
      title: '[SET-06 none] the items that exist',
    },
  },
  {
    proves: 'SET-08 options',
    bug: 'an archived option that is still proposed',
    file: 'schemas/rules/articles.ts',
    edits: [{ from: 'return option && option.ARCHIVE !== 1 ? [option] : []', to: 'return option ? [option] : []' }],
    caughtBy: { project: 'unit', file: 'schemas/rules/articles.test.ts', title: '[SET-08 options] are proposed' },
  },
  {
    proves: 'SET-08 photo',
    bug: 'a photo of an article that stands on another site',
    file: 'schemas/rules/article-photo.ts',
    edits: [{ from: 'const PATH = /^', to: 'const PATH = /' }],
    caughtBy: { project: 'unit', file: 'schemas/rules/articles.test.ts', title: '[SET-08 photo] a photo is a path' },
  },
  {
    proves: 'SET-08 quote',
    bug: 'a price list that is not searched by its families',
    file: 'schemas/rules/articles.ts',
    edits: [{ from: "article.FAMILLE ?? ''}", to: "article.LIBELLE ?? ''}" }],
    caughtBy: {
      project: 'unit',
      file: 'src/features/devis/price-list.test.tsx',
      title: '[SET-08 quote] is searched by family',
    },
  },
  {
    proves: 'SET-08 csv',
    bug: 'an exported price list that names a rate by its identifier',
    file: 'src/features/tarifs/csv/article-csv.ts',
    edits: [{ from: "      case 'IDTVA_ENERGIE':\n", to: '' }],
    caughtBy: {
      project: 'unit',
      file: 'src/features/tarifs/csv/csv.test.ts',
      title: '[SET-08 csv] what was exported is read back',
    },
  },
  {
    proves: 'SET-07 smtp',
    bug: 'a test mail that goes to nobody who asked for it',
    file: 'server/routes/shared/company-smtp.ts',
    edits: [{ from: '        recipient: to,\n', to: "        recipient: 'essai@example.com',\n" }],
    caughtBy: {
      project: 'contract',
      file: 'tests/contract/content.test.ts',
      title: '[API-03] [SET-07 smtp] the password',
    },
  },
  {
    proves: 'SET-07 payment',
    bug: 'a payment account that the provider refuses, and the test accepts',
    file: 'server/ports/payments/fintecture.ts',
    edits: [
      {
        from: 'isConnected: async (account) => (await tokenOf(account)) !== null',
        to: 'isConnected: async (account) => (await tokenOf(account)) !== undefined',
      },
    ],
    caughtBy: {
      project: 'server',
      file: 'server/ports/payments/fintecture.test.ts',
      title: '[SET-07 payment] asks for one token',
    },
  },
  {
    proves: 'SET-07 leads',
    bug: 'a test of the website’s key that makes a client',
    file: 'server/routes/leads/leads.ts',
    edits: [{ from: '        if (ESSAI) {', to: "        if (ESSAI && lead.NOM === '') {" }],
    caughtBy: {
      project: 'contract',
      file: 'tests/contract/services.test.ts',
      title: '[SET-07 leads] a test of the leads’ key',
    },
  },
  {
    proves: 'SET-07 links',
    bug: 'a signed link that its test uses up',
    file: 'server/routes/auth/lola.ts',
    edits: [
      {
        from: "  if (await wasUsed(tx, claims)) return refuse('Ce jeton a déjà servi.')",
        to: "  if ((await wasUsed(tx, claims)) || !(await spendToken(tx, claims))) return refuse('Ce jeton a déjà servi.')",
      },
    ],
    caughtBy: {
      project: 'contract',
      file: 'tests/contract/services.test.ts',
      title: '[SET-07 links] a signed link is tried',
    },
  },
  {
    proves: 'SET-07 secrets',
    bug: 'a key for SMS that administrators read back',
    file: 'server/routes/sms/sms-parameters.ts',
    edits: [
      {
        from: 'SMS_CLE: Type.Union([Type.Literal(MASK), Type.Null()])',
        to: 'SMS_CLE: Type.Union([Type.String(), Type.Null()])',
      },
      {
        from: 'SMS_CLE: row.SMS_CLE === null ? null : MASK',
        to: 'SMS_CLE: row.SMS_CLE === null ? null : app.secrets.unseal(row.SMS_CLE)',
      },
    ],
    caughtBy: {
      project: 'contract',
      file: 'tests/contract/services.test.ts',
      title: '[SET-07 secrets] [SEC] the services are for',
    },
  },
  {
    proves: 'SET-09 reading',
    bug: 'a file of clients that is cut at semicolons, whatever it has',
    file: 'server/imports/read/read-csv.ts',
    edits: [{ from: '  return best.separator\n', to: "  return ';'\n" }],
    caughtBy: {
      project: 'server',
      file: 'server/imports/read/read-file.test.ts',
      title: '[SET-09 reading] (separator and encoding)',
    },
  },
  {
    proves: 'SET-09 dry-run',
    bug: 'an import by other columns than those of its dry run',
    file: 'src/features/imports/import-screen.tsx',
    edits: [{ from: 'isTried={isTried}', to: 'isTried' }],
    caughtBy: {
      project: 'unit',
      file: 'src/features/imports/import-screen.test.tsx',
      title: '[SET-09 dry-run] (on screen) does not import',
    },
  },
  {
    proves: 'SET-09 duplicates',
    bug: 'an import that takes the same person with another way of writing the number for somebody else',
    file: 'schemas/rules/duplicates.ts',
    edits: [{ from: 'phonesOf(client).map((digits) =>', to: "[client.PORTABLE ?? ''].map((digits) =>" }],
    caughtBy: {
      project: 'contract',
      file: 'tests/contract/imports.test.ts',
      title: '[SET-09 dry-run] [SET-09 duplicates] tells',
    },
  },
  {
    proves: 'SET-09 errors',
    bug: 'a file of refused lines that does not say why',
    file: 'server/imports/errors-file.ts',
    edits: [{ from: '(details.erreurs ?? [])\n', to: '(details.erreurs ?? []).slice(0, 0)\n' }],
    caughtBy: {
      project: 'contract',
      file: 'tests/contract/imports.test.ts',
      title: '[SET-09 errors] refused lines come back',
    },
  },
  {
    proves: 'SET-09 progress',
    bug: 'an import at work that does not say how far it is',
    file: 'src/features/imports/import-screen.tsx',
    edits: [{ from: '{isWorking(etat) ? <ProgressPanel detail={detail} /> : null}', to: '{null}' }],
    caughtBy: {
      project: 'unit',
      file: 'src/features/imports/import-screen.test.tsx',
      title: '[SET-09 progress] (on screen) follows the server',
    },
  },
  {
    proves: 'SET-04 kinds',
    bug: 'a choice that takes any answer',
    file: 'schemas/rules/report-answers.ts',
    edits: [
      {
        from: "return OPTIONS.includes(String(value)) ? null : messages.choice\n    case 'choix_multiple'",
        to: "return null\n    case 'choix_multiple'",
      },
    ],
    caughtBy: { project: 'unit', file: 'schemas/rules/report-forms.test.ts', title: '[SET-04 kinds]' },
  },
  {
    proves: 'SET-04 conditional',
    bug: 'a question that is asked whatever was answered before',
    file: 'schemas/rules/report-answers.ts',
    edits: [
      {
        from: 'if (SI === null || (steers && isMet(SI, steers, answers[SI.CHAMP])))',
        to: 'if (SI === null || steers)',
      },
    ],
    caughtBy: { project: 'unit', file: 'schemas/rules/report-forms.test.ts', title: '[SET-04 conditional]' },
  },
  {
    proves: 'SET-04 natures',
    bug: 'a form for each nature, whatever it was built for',
    file: 'src/features/rapports/report-answers.ts',
    edits: [{ from: "form.NATURES.includes(nature ?? '')", to: 'form.NATURES.length > 0' }],
    caughtBy: {
      project: 'unit',
      file: 'src/features/rapports/report-answers.test.ts',
      title: '[SET-04 natures] offers the active forms',
    },
  },
  {
    proves: 'SET-04 preview',
    bug: 'a preview that asks what its answers do not call for',
    file: 'src/domain/reports/report-questions.tsx',
    edits: [{ from: '{askedQuestions(questions, answers).map(', to: '{questions.map(' }],
    caughtBy: {
      project: 'unit',
      file: 'src/domain/reports/form-builder.test.tsx',
      title: '[SET-04 preview] (builder) a question asked on one answer',
    },
  },
  {
    proves: 'SET-11 photo',
    bug: 'a photo that its person has removed and that their record still names',
    file: 'server/routes/account/profile.ts',
    edits: [{ from: '      return { PHOTO: null }\n', to: '      return {}\n' }],
    caughtBy: {
      project: 'contract',
      file: 'tests/contract/own-profile.test.ts',
      title: '[SET-11 photo] [ENT-05] only my colleagues',
    },
  },
  {
    proves: 'SET-11 password',
    bug: 'a new password that leaves the other sessions open',
    file: 'server/routes/account/password.ts',
    edits: [{ from: 'return endSessions(tx, account, { except: owner.tokenHash })', to: 'return []' }],
    caughtBy: {
      project: 'contract',
      file: 'tests/contract/own-password.test.ts',
      title: '[SET-11 password] [AUT-01] [SEC] changes with',
    },
  },
  {
    proves: 'SET-11 sessions',
    bug: 'my sessions, none of which says that it is this one',
    file: 'server/accounts/own-sessions.ts',
    edits: [{ from: '} as current,', to: '} and s.id is null as current,' }],
    caughtBy: {
      project: 'contract',
      file: 'tests/contract/own-sessions.test.ts',
      title: '[SET-11 sessions] [AUT-01] show the device',
    },
  },
  {
    proves: 'SET-11 revocable',
    bug: '« all my other sessions » that ends none',
    file: 'server/routes/account/sessions.ts',
    edits: [{ from: '{ except: owner.tokenHash })', to: "{ id: 'aucune' })" }],
    caughtBy: {
      project: 'contract',
      file: 'tests/contract/own-sessions.test.ts',
      title: '[SET-11 revocable] [AUT-01] all end at once',
    },
  },
  {
    proves: 'SET-11 totp',
    bug: 'a code of an app that opens two sessions',
    file: 'server/second-factor/totp.ts',
    edits: [
      { from: 'if (step === null || step <= Number(last_step)) return false', to: 'if (step === null) return false' },
    ],
    caughtBy: {
      project: 'contract',
      file: 'tests/contract/second-factor.test.ts',
      title: '[SET-11 totp] [SEC] a password alone',
    },
  },
  {
    proves: 'SET-11 passkey',
    bug: 'a passkey that another site may use',
    file: 'server/second-factor/passkeys.ts',
    edits: [
      {
        from: '    expectedOrigin: site.origin,\n    expectedRPID: site.rpId,\n    requireUserVerification: false,\n    credential: {',
        to: "    expectedOrigin: [site.origin, 'http://une.localhost:3000'],\n    expectedRPID: site.rpId,\n    requireUserVerification: false,\n    credential: {",
      },
    ],
    caughtBy: {
      project: 'contract',
      file: 'tests/contract/second-factor.test.ts',
      title: '[SET-11 passkey] [SEC] a passkey opens',
    },
  },
  {
    proves: 'SET-11 forced',
    bug: 'a second factor that a company requires in vain',
    file: 'server/second-factor/required.ts',
    edits: [{ from: 'return company?.SECOND_FACTEUR === 1', to: 'return company?.SECOND_FACTEUR === 2' }],
    caughtBy: {
      project: 'contract',
      file: 'tests/contract/second-factor.test.ts',
      title: '[SET-11 forced] [SEC] a company may require it',
    },
  },
  {
    proves: 'SET-11 recovery',
    bug: 'a recovery code that opens many sessions',
    file: 'server/second-factor/recovery-codes.ts',
    edits: [{ from: ' and used_at is null returning 1', to: ' returning 1' }],
    caughtBy: {
      project: 'contract',
      file: 'tests/contract/second-factor.test.ts',
      title: '[SET-11 recovery] [SEC] each recovery code',
    },
  },
  {
    proves: 'SET-10 export',
    bug: 'an export without a fresh password',
    file: 'server/routes/company/export.ts',
    edits: [{ from: "config: { access, does: 'acts', reauth: true },", to: "config: { access, does: 'acts' }," }],
    caughtBy: {
      project: 'contract',
      file: 'tests/contract/company-export.test.ts',
      title: '[SET-10 export] (rights) is ordered by a director',
    },
  },
  {
    proves: 'SET-10 manifest',
    bug: 'a manifest whose hashes are of nothing',
    file: 'server/export/contents.ts',
    edits: [{ from: '    hash.update(part)\n', to: '' }],
    caughtBy: {
      project: 'contract',
      file: 'tests/contract/company-export.test.ts',
      title: '[SET-10 complete] [SET-10 manifest] [SET-10 others] has every',
    },
  },
  {
    proves: 'SET-10 others',
    bug: 'an address of an export in which somebody writes another company',
    file: 'server/routes/company/export.ts',
    edits: [
      {
        from: "if (verdict === 'forged' || (request.company !== null && request.company.id !== company)) throw notFound()",
        to: 'if (request.company !== null && request.company.id !== company) throw notFound()',
      },
    ],
    caughtBy: {
      project: 'contract',
      file: 'tests/contract/company-export.test.ts',
      title: '[SET-10 others] (address) opens one download',
    },
  },
  {
    proves: 'SET-12 handover',
    bug: 'a portfolio that goes to whoever is farthest',
    file: 'server/handover/divide.ts',
    edits: [{ from: '(far(one) < far(best) ? one : best)', to: '(far(one) > far(best) ? one : best)' }],
    caughtBy: {
      project: 'server',
      file: 'server/handover/divide.test.ts',
      title: '[SET-12 handover] divides by the nearest place',
    },
  },
  {
    proves: 'SET-12 preview',
    bug: 'a preview that names no times that collide',
    file: 'server/handover/plan.ts',
    edits: [
      {
        from: '    .filter(({ IDPERSONNEL }) => IDPERSONNEL === person)\n',
        to: '    .filter(({ IDPERSONNEL }) => IDPERSONNEL !== person)\n',
      },
    ],
    caughtBy: { project: 'contract', file: 'tests/contract/handover.test.ts', title: '[SET-12 preview] says exactly' },
  },
  {
    proves: 'SET-12 undo',
    bug: 'a handover whose undoing takes what somebody has changed since',
    file: 'server/handover/steps.ts',
    edits: [
      { from: 'item.version === null || !isSameWrite(row.version, item.version) || ', to: 'item.version === null || ' },
    ],
    caughtBy: { project: 'contract', file: 'tests/contract/handover.test.ts', title: '[SET-12 undo] gives all of it' },
  },
  {
    proves: 'SET-12 sessions',
    bug: 'sessions of somebody who has left that still send, though the director ended them',
    file: 'server/handover/account.ts',
    edits: [{ from: '  if (sends) {\n', to: "  if (sends || id !== '') {\n" }],
    caughtBy: {
      project: 'contract',
      file: 'tests/contract/handover.test.ts',
      title: '[SET-12 sessions] (account) ends every session',
    },
  },
]
