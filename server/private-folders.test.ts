import { execFile } from 'node:child_process'
import {
  chownSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, it } from 'vitest'

const NOBODY = 65_534
/** Only root can give a file to somebody else; for everybody else both are their own, and stay so. */
const isRoot = process.getuid?.() === 0
const me = process.getuid?.() ?? 0

let above = ''
let dataDir = ''
beforeEach(() => {
  above = mkdtempSync(join(tmpdir(), 'lolapp-owner-'))
  dataDir = join(above, 'data')
  mkdirSync(dataDir)
  if (isRoot) chownSync(dataDir, NOBODY, NOBODY)
})
afterEach(() => rmSync(above, { recursive: true, force: true }))

/** A command in a process of its own, because what it does at its end is what matters. */
const command = (lines: string) =>
  promisify(execFile)(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', lines], {
    env: { ...process.env, DATA_DIR: dataDir },
  })

it('what a command of root writes in the data folder is the folder owner’s at the end, also when it fails', async () => {
  const elsewhere = join(above, 'preuves.jsonl')
  const running = command(`
    import { mkdirSync, writeFileSync } from 'node:fs'
    import { keepPrivateForServer } from '${join(import.meta.dirname, 'private-folders.ts')}'
    keepPrivateForServer(process.env.DATA_DIR, ['${elsewhere}'])
    mkdirSync(process.env.DATA_DIR + '/database/base', { recursive: true })
    writeFileSync(process.env.DATA_DIR + '/database/base/1', 'x')
    writeFileSync('${elsewhere}', 'x')
    process.exit(1)
  `)
  await expect(running).rejects.toMatchObject({ code: 1, stderr: '' })
  const made = ['database', 'database/base', 'database/base/1'].map((path) => join(dataDir, path))
  const { uid } = statSync(dataDir)
  expect([...made, elsewhere].map((path) => statSync(path).uid)).toEqual([uid, uid, uid, uid])
  expect(statSync(made[2] ?? '').mode & 0o777).toBe(0o600)
})

it('[SEC] no link gives away what lies outside of the data folder', async () => {
  const outside = join(above, 'outside')
  mkdirSync(outside)
  for (const name of ['linked', 'named-twice']) writeFileSync(join(outside, name), 'x')
  symlinkSync(join(outside, 'linked'), join(dataDir, 'link'))
  symlinkSync(outside, join(dataDir, 'folder'))
  linkSync(join(outside, 'named-twice'), join(dataDir, 'same'))
  await command(`
    import { keepPrivateForServer } from '${join(import.meta.dirname, 'private-folders.ts')}'
    keepPrivateForServer(process.env.DATA_DIR)
  `)
  const kept = [outside, join(outside, 'linked'), join(outside, 'named-twice'), join(dataDir, 'link')]
  expect(kept.map((path) => lstatSync(path).uid)).toEqual([me, me, me, me])
})
