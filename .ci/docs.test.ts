import { expect, it } from 'vitest'
import { anchorsOf, faultsIn, faultsInComments, type Project, variablesReadIn } from './docs.ts'

const PROJECT: Project = {
  files: [
    'README.md',
    'docs/operations.md',
    'docs/images/agenda.png',
    'vite.config.ts',
    'server/README.md',
    'server/plugins/errors.ts',
    'sync/SPEC.md',
    'sync/device/seal.test.ts',
    'sync/outbox/files.ts',
    'sync/outbox/commands.ts',
    'src/text/reset.tsx',
  ],
  ignored: ['docs/screens/'],
  scripts: new Set(['check', 'test:faults']),
  variables: new Set(['PORT', 'DATA_DIR']),
  read: () => '# Operations\n## How sure\n',
}

function messages(file: string, text: string): string[] {
  return faultsIn(file, text, PROJECT).map(({ line, message }) => `${line} ${message}`)
}

it.each([
  ['a file', '`src/text/gone.ts`', 'no file is src/text/gone.ts'],
  ['a folder', '`src/components/gone`', 'no file is src/components/gone'],
  ['a file without its ending', '| I2 | sync/device/gone, sync/device/seal |', 'no file is sync/device/gone'],
  ['the end of a name', '`src/text/rese`', 'no file is src/text/rese'],
  ['a name alone', 'see `gone.test.ts`.', 'no file is gone.test.ts'],
  ['one of braces', '`sync/outbox/{files,gone}.ts`', 'no file is sync/outbox/gone.ts (sync/outbox/{files,gone}.ts)'],
  ['a pattern', '`sync/outbox/gone-*.ts`', 'no file is sync/outbox/gone-*.ts'],
])('reports a path that leads nowhere: %s', (_kind, text, message) => {
  expect(messages('docs/operations.md', `# Title\n${text}`)).toEqual([`2 ${message}`])
})

it.each([
  ['README.md', 'from `src/`, `vite.config.ts` and `docs/screens/`, which git ignores'],
  [
    'README.md',
    'sync/device/seal, sync/SPEC.md. `sync/outbox/{files,commands}.ts` `sync/*/seal.test.ts` `src/*/reset.ts*`',
  ],
  ['server/README.md', 'the errors (`plugins/errors.ts`), `plugins/<name>/`, ../server/plugins'],
  ['sync/SPEC.md', 'outbox/files.ts and `commands.ts`'],
  [
    'docs/operations.md',
    '`POST /server/gone`, https://example.com/src/gone.ts, `@simplewebauthn/server`, `manifest.json`',
  ],
])('reports no path in %s: %s', (file, text) => {
  expect(messages(file, text)).toEqual([])
})

it('reads a path beside the document only from there', () => {
  expect(messages('server/README.md', '`plugins/gone/`')).toEqual(['1 no file is plugins/gone'])
})

it.each([
  ['a file', '[how](docs/gone.md)', 'no file for the link docs/gone.md'],
  ['a picture', '<img src="docs/images/gone.png">', 'no file for the link docs/images/gone.png'],
  ['a heading', '[how](docs/operations.md#how-safe)', 'no heading for the link docs/operations.md#how-safe'],
  ['a heading here', '[how](#how-safe)', 'no heading for the link #how-safe'],
])('reports a link to nothing: %s', (_kind, text, message) => {
  expect(messages('README.md', text).filter((found) => found.includes('link'))).toEqual([`1 ${message}`])
})

it('leaves links alone that lead somewhere, or outside', () => {
  const text =
    '[a](docs/operations.md#how-sure) [b](sync/SPEC.md) ![c](docs/images/agenda.png) [d](https://example.com/x) [e](docs)'
  expect(messages('README.md', text)).toEqual([])
  expect(messages('docs/operations.md', '[a](images/agenda.png) [b](../README.md)')).toEqual([])
})

it('reads the comments of code, and nothing else of it', () => {
  const code = [
    "import { a } from './gone.ts'",
    '// As in gone.test.ts, unlike ./gone.ts.',
    ' * Made by `npm run gone`, see sync/device/gone.ts and commands.ts.',
    "const path = 'sync/device/gone.ts'",
  ]
  expect(faultsInComments('src/text/reset.tsx', code.join('\n'), PROJECT)).toEqual([
    { line: 2, message: 'no file is gone.test.ts' },
    { line: 3, message: 'no file is sync/device/gone.ts' },
    { line: 3, message: 'package.json has no script gone' },
  ])
})

it('makes anchors as GitHub does', () => {
  const text = '# The server’s `SECRET_KEY`, and [more](x.md)\n```sh\n# no heading\n```\n## Élan\n## Élan\n'
  expect([...anchorsOf(text)]).toEqual(['the-servers-secret_key-and-more', 'élan', 'élan-1'])
})

it('reports a command that package.json lacks', () => {
  expect(messages('README.md', '`npm run check`, `npm run test:faults -- --runs 2`\nnpm run test:gone')).toEqual([
    '2 package.json has no script test:gone',
  ])
})

it('reports a setting that no code reads, in the table of configuration', () => {
  const text = '## Tables\n| `GONE` |\n## Configuration\n| `PORT`, `GONE` | `3000` |\nthe column `GONE`'
  expect(messages('README.md', text)).toEqual(['4 no code reads the setting GONE'])
})

it('reports a setting that no code reads, in the page of operations', () => {
  const text = '`DATA_DIR=/srv`, `OLD_DIR`, `OLD_MODE=1`, the column DATE_VALIDITE, `POST`'
  expect(messages('docs/operations.md', text)).toEqual([
    '1 no code reads the setting OLD_DIR',
    '1 no code reads the setting OLD_MODE',
  ])
  expect(messages('docs/decisions.md', '`DATE_VALIDITE`')).toEqual([])
})

it('knows how code reads a setting', () => {
  const code = [
    'const a = env.ONE_A ?? process.env.ONE_B',
    "integer(env, { name: 'TWO_A', byDefault: 1 }) + httpUrl(env, 'TWO_B')",
    'const { THREE_A, THREE_B: text, THREE_C = 1 } = process.env',
    `KEY: $${'{FOUR_A:?the key}'}`,
    "trx.insertInto('devis').values({ DATE_VALIDITE: 'DATE_OTHER' })",
  ]
  const names = ['ONE_A', 'ONE_B', 'THREE_A', 'THREE_B', 'THREE_C', 'TWO_A', 'TWO_B', 'FOUR_A']
  expect(new Set(variablesReadIn(code.join('\n')))).toEqual(new Set(names))
})
