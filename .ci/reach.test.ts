import { expect, it } from 'vitest'
import { importPath } from './reach.ts'

const imports = new Map([
  ['src/features/space/home.tsx', ['src/domain/a.ts']],
  ['src/domain/a.ts', ['src/domain/b.ts', 'src/domain/a.ts']],
  ['src/domain/b.ts', ['src/data/records/use-live.ts', 'src/domain/a.ts']],
  ['src/features/agenda/agenda.tsx', ['src/data/other.ts']],
])
const starts = (file: string) => file.startsWith('src/features/space/')

it('tells through which files one is reached, also where files import each other', () => {
  expect(importPath(imports, { starts, to: 'src/data/records/use-live.ts' })).toEqual([
    'src/features/space/home.tsx',
    'src/domain/a.ts',
    'src/domain/b.ts',
    'src/data/records/use-live.ts',
  ])
})

it('is null for what only others reach', () => {
  expect(importPath(imports, { starts, to: 'src/data/other.ts' })).toBeNull()
})
