import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { leavingText } from '../../src/text/leaving.ts'
import { resourceText } from '../../src/text/resource.ts'
import { webAppFolder } from '../support/web-app.ts'

it('a sign that French sets apart does not begin a line: the built texts hold its space', () => {
  const folder = join(webAppFolder(), 'assets')
  const built = readdirSync(folder)
    .filter((name) => name.endsWith('.js'))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('\n')
  for (const words of [resourceText.toComplete(['']).trimEnd(), leavingText.unsaved.title]) {
    const held = words.replace(/ (?=:)/, '\u00a0')
    expect(built).toContain(held)
    if (held !== words) expect(built).not.toContain(words)
  }
  expect(built).toMatch(/«\u00a0[^«»]{1,40}\u00a0»/)
})
