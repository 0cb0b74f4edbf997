import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

/** What opens over the page is closed by « Précédent » (layers.ts). `Sheet` is a layer by itself. */

const opens = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.tsx') && !path.endsWith('.test.tsx'))
  .map((path) => join('src', path))
  .filter((path) => /<(Modal|Drawer|ModalsProvider)\b/.test(readFileSync(path, 'utf8')))

it.each(opens)('« Précédent » closes what %s opens', (path) => {
  expect(readFileSync(path, 'utf8')).toContain('useLayer(')
})

it('finds them', () => expect(opens.length).toBeGreaterThan(5))
