import { describe, expect, it } from 'vitest'
import { violationsIn } from './import-law.ts'
import { importsOf } from './imports.ts'

function messages(path: string, source: string): string[] {
  return violationsIn(path, source).map(({ line, message }) => `${line} ${message}`)
}

describe('reading imports', () => {
  it.each([
    ['static', `import a from './x.ts'`],
    ['for its effect', `import './x.ts'`],
    ['type-only', `import type { A } from './x.ts'`],
    ['over several lines', `import {\n  a,\n  b,\n} from './x.ts'`],
    ['re-export', `export { a } from './x.ts'`],
    ['re-export of all', `export * from './x.ts'`],
    ['type re-export', `export type { A } from './x.ts'`],
    ['dynamic', `const a = await import('./x.ts')`],
    ['type of a module', `type A = import('./x.ts').A`],
    ['typeof import', `type A = typeof import('./x.ts')`],
    ['worker URL', `const w = new Worker(new URL('./x.ts', import.meta.url), { type: 'module' })`],
    ['bundler query', `import url from './x.ts?worker&url'`],
  ])('sees an import: %s', (_kind, source) => {
    expect(importsOf('src/a.ts', source).map(({ specifier }) => specifier)).toEqual(['./x.ts'])
  })

  it('does not see imports in comments and strings', () => {
    const source = `// import a from './x.ts'\nconst text = "import b from './y.ts'"\n/* export * from './z.ts' */`
    expect(importsOf('src/a.ts', source)).toEqual([])
  })

  it('does not take an asset URL for an import', () => {
    expect(importsOf('server/a.ts', `new URL('./001.sql', import.meta.url); new URL('/x.ts', base)`)).toEqual([])
  })

  it('says which line', () => {
    expect(importsOf('src/a.tsx', `const a = <p>é</p>\n\nimport b from './b.ts'`)).toEqual([
      { specifier: './b.ts', line: 3 },
    ])
  })

  it('refuses a file that it cannot parse', () => {
    expect(() => importsOf('src/a.ts', 'import { from')).toThrow('src/a.ts')
  })
})

describe('what the law allows', () => {
  it.each([
    ['schemas/entities/client.ts', `import { Type } from 'typebox'; import { id } from '../fields.ts'`],
    ['schemas/dates.ts', `import dayjs from 'dayjs'; import utc from 'dayjs/plugin/utc.js'`],
    ['schemas/dates.test.ts', `import { it } from 'vitest'; import { readFileSync } from 'node:fs'`],
    [
      'sync/replicate/pull.ts',
      `import { createRxDatabase } from 'rxdb'; import { client } from '../../schemas/entities/client.ts'; import '../retry.ts'; import '../store/read.ts'`,
    ],
    ['sync/open.ts', `const a = await import('./device/migrate.ts'); import './replicate/pull.ts'`],
    ['sync/store/read.test.ts', `import { openLocalDatabase } from '../open.ts'; import '../outbox/commands.ts'`],
    ['server/app.ts', `import fs from 'node:fs'; import '../schemas/errors.ts'; import '../documents/devis.ts'`],
    ['server/app.ts', `import './services.ts'; import './routes/rdvs/rdvs.ts'; import './space/routes/reads.ts'`],
    ['server/routes/rdvs/rdvs.ts', `import '../../space/commands/sign-devis.ts'; import '../../files/routes/a.ts'`],
    [
      'server/writes/update.ts',
      `import '../repositories/rows.ts'; import '../plugins/hints.ts'; import '../space/a.ts'`,
    ],
    ['server/plugins/hints.ts', `import '../actor.ts'; import '../limits/attempts.ts'`],
    ['server/app.test.ts', `import { freePort } from '../tests/support/ports.ts'`],
    ['documents/devis.ts', `import PDFDocument from 'pdfkit'; import '../schemas/errors.ts'`],
    ['src/app/router.tsx', `import '../features/agenda/agenda-screen.tsx'; import '../features/clients/x.tsx'`],
    ['src/data/start-sync.ts', `new Worker(new URL('../../sync/worker.ts', import.meta.url))`],
    [
      'src/features/agenda/a.tsx',
      `import './b.tsx'; import '../../data/records/use-live.ts'; import { Button } from '@mantine/core'`,
    ],
    ['src/data/push/push-offer.ts', `import { notices } from '../../ui/notices/notices.tsx'; import '../api/api.ts'`],
    [
      'src/domain/map/a.tsx',
      `import '../clients/b.ts'; import '../../forms/c.tsx'; import '../../../sync/identity.ts'`,
    ],
    ['src/forms/a.test.tsx', `import '../domain/clients/b.ts'; import '../app/c.tsx'`],
    ['src/sw.ts', `import './app/service-worker/own-file.ts'`],
    [
      'tests/journeys/day.test.ts',
      `import '../../sync/replicate/pull.ts'; import '../../server/app.ts'; import '../support/a.ts'`,
    ],
    ['vitest.config.ts', `import { PROJECTS } from './.ci/test-plan.ts'`],
  ])('%s: %s', (path, source) => {
    expect(messages(path, source)).toEqual([])
  })
})

describe('what the law forbids', () => {
  it.each([
    ['schemas/a.ts', `import '../sync/replicate/pull.ts'`, 'schemas never imports sync (it may import no other room)'],
    ['schemas/a.ts', `import { format } from 'date-fns'`, 'schemas imports no package but typebox, dayjs'],
    ['schemas/a.ts', `import 'node:fs'`, 'schemas also runs in a browser: no module of Node'],
    ['sync/a.ts', `import type { ReactNode } from 'react'`, 'it never imports React or its kin'],
    ['sync/a.ts', `import { useHotkeys } from '@mantine/hooks'`, 'it never imports React or its kin'],
    ['sync/a.ts', `import '../src/data/x.ts'`, 'sync never imports src (it may import only schemas)'],
    ['sync/a.ts', `import '../server/app.ts'`, 'sync never imports server'],
    ['sync/a.ts', `import { createHash } from 'crypto'`, 'no module of Node'],
    ['sync/store/a.ts', `import type { B } from '../apply/b.ts'`, 'sync/store stands below sync/apply'],
    ['sync/outbox/a.ts', `const a = await import('../device/b.ts')`, 'sync/outbox stands below sync/device'],
    ['sync/device/a.ts', `import '../open.ts'`, 'sync/device stands below sync/open.ts'],
    ['sync/retry.ts', `import './net/transport.ts'`, 'sync/retry.ts stands below sync/net'],
    [
      'server/plugins/a.ts',
      `import type { B } from '../repositories/b.ts'`,
      'server/plugins stands below server/repositories',
    ],
    ['server/limits/a.ts', `import '../accounts/b.ts'`, 'server/limits stands below server/accounts'],
    ['server/repositories/a.ts', `import '../writes/b.ts'`, 'server/repositories stands below server/writes'],
    ['server/accounts/a.ts', `import '../routes/auth/b.ts'`, 'server/accounts stands below server/routes'],
    ['server/space/commands/a.ts', `import '../routes/b.ts'`, 'server/space stands below server/space/routes'],
    ['server/routes/a/b.ts', `import '../../services.ts'`, 'server/routes stands below server/services.ts'],
    ['server/writes/a.ts', `import '../app.ts'`, 'server/writes stands below server/app.ts'],
    ['sync/elsewhere/a.ts', '', 'sync/elsewhere has no place in the order of sync'],
    [
      'server/a.ts',
      `export * from '../sync/replicate/pull.ts'`,
      'server never imports sync (it may import only schemas, documents)',
    ],
    ['server/a.ts', `type A = import('../src/app/x.ts').A`, 'server never imports src'],
    ['server/a.ts', `import { renderToString } from 'react-dom/server'`, 'it never imports React or its kin'],
    ['documents/a.ts', `import '../server/app.ts'`, 'documents never imports server (it may import only schemas)'],
    ['documents/a.ts', `import 'dayjs'`, 'documents imports no package but pdfkit, pdf-lib'],
    ['src/app/a.ts', `const a = import('../../server/app.ts')`, 'src never imports server'],
    ['src/features/agenda/a.ts', `import '../clients/b.ts'`, 'the feature agenda never imports the feature clients'],
    [
      'src/features/agenda/a.test.ts',
      `import '../clients/b.ts'`,
      'the feature agenda never imports the feature clients',
    ],
    ['src/forms/a.test.tsx', `import '../features/clients/b.tsx'`, 'src/forms never imports a feature'],
    ['src/text/a.ts', `import type { B } from '../ui/b.tsx'`, 'src/text stands below src/ui'],
    [
      'src/ui/page/a.tsx',
      `import { useSession } from '../../data/session/session.tsx'`,
      'src/ui stands below src/data',
    ],
    [
      'src/ui/page/a.tsx',
      `import type { B } from '../../../sync/store/b.ts'`,
      'src/ui shows its props: it never imports sync',
    ],
    ['src/data/a.ts', `export { b } from '../forms/b.ts'`, 'src/data stands below src/forms'],
    ['src/data/a.ts', `import type { B } from '../app/b.tsx'`, 'src/data stands below src/app'],
    ['src/forms/fields/a.tsx', `import '../../domain/clients/b.ts'`, 'src/forms stands below src/domain'],
    [
      'src/domain/clients/a.ts',
      `const a = await import('../../features/clients/b.ts')`,
      'src/domain stands below src/features',
    ],
    ['src/features/agenda/a.tsx', `import '../../app/router.tsx'`, 'src/features stands below src/app'],
    ['src/app/a.ts', `import '../sw.ts'`, 'src/app stands below src/sw.ts'],
    ['src/components/a.tsx', '', 'src/components has no place in the order of src'],
    ['src/app/a.ts', `import '../../tests/support/ports.ts'`, 'nothing outside tests imports tests'],
    ['.ci/a.ts', `import '../tests/support/ports.ts'`, 'nothing outside tests imports tests'],
    ['sync/a.test.ts', `import '../tests/journeys/a.ts'`, 'nothing outside tests imports tests'],
    ['sync/a.ts', `import './b.test.ts'`, 'nothing imports a test'],
    ['tests/contract/a.test.ts', `import '../../sync/b.test.ts'`, 'nothing imports a test'],
    ['server/a.ts', `import '../../elsewhere.ts'`, 'it leads outside the rooms'],
    ['scripts/a.ts', '', 'there is no room for this file'],
  ])('%s: %s', (path, source, expected) => {
    expect(messages(path, source)).toEqual([expect.stringContaining(expected)])
  })

  it('names the line and the import', () => {
    expect(messages('schemas/a.ts', `import dayjs from 'dayjs'\nimport { Temporal } from 'temporal-polyfill'`)).toEqual(
      ['2 imports temporal-polyfill: schemas imports no package but typebox, dayjs'],
    )
  })
})
