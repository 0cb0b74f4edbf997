import {
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { lockFolder } from '../plugins/database/folder-lock.ts'
import { finishSwap } from '../plugins/database/folder-swap.ts'
import type { Encryption } from './encryption.ts'
import { requestBackup, watchBackupRequests } from './request-file.ts'

describe('embedded database', () => {
  let dataDir = ''
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'lolapp-swap-'))
  })
  afterEach(() => rm(dataDir, { recursive: true, force: true }))

  it('a server that holds the folder makes the backup that a command asks for; a server that does not encrypt as asked is reported', async () => {
    const asked: unknown[] = []
    let encrypted = true
    const stop = watchBackupRequests(
      dataDir,
      async (to, wishes) => {
        asked.push([to, wishes])
        if (to === '/full') throw new Error('Disque plein')
        return { rows: 3, files: 1, encrypted, missing: 2 }
      },
      (error) => expect.unreachable(String(error)),
    )
    const encryption: Encryption = { kind: 'recipients', recipients: ['age1…'] }
    const done = { rows: 3, files: 1, encrypted: true, missing: 2 }
    expect(await requestBackup(dataDir, '/some/where', { encryption, allowMissing: true })).toMatchObject(done)
    await expect(requestBackup(dataDir, '/full', {})).rejects.toThrow('Disque plein')
    // A server that does not know this field makes it unencrypted: the command reports that.
    encrypted = false
    expect(await requestBackup(dataDir, '/clear', {})).toMatchObject({ encrypted: false })
    await expect(requestBackup(dataDir, '/old', { encryption })).rejects.toThrow(/sans la chiffrer : effacez-la/)
    stop()
    expect(asked).toEqual([
      ['/some/where', { encryption, allowMissing: true }],
      ['/full', { encryption: null, allowMissing: false }],
      ['/clear', { encryption: null, allowMissing: false }],
      ['/old', { encryption, allowMissing: false }],
    ])
    expect(readdirSync(dataDir)).toEqual([])
  })

  it('a request that the server cannot read, and an answer that it cannot write, are reported and end nothing', async () => {
    const errors: unknown[] = []
    const done = { rows: 1, files: 0, encrypted: false }
    const stop = watchBackupRequests(
      dataDir,
      async () => {
        // The disk is full, or the folder became read-only.
        await rm(dataDir, { recursive: true })
        return done
      },
      (error) => errors.push(error),
    )
    const path = join(dataDir, 'sauvegarde-demandee.json')
    mkdirSync(path)
    await expect.poll(() => errors.length).toBe(1)
    // Said once, not three times a second.
    await wait(1000)
    expect(errors).toHaveLength(1)
    await rm(path, { recursive: true })
    await wait(400)
    writeFileSync(path, JSON.stringify({ id: 'a', to: '/b', encryption: null }))
    await expect.poll(() => errors.length).toBe(2)
    stop()
  })

  it('a command that root runs asks in a file that the owner of the data folder can read', async () => {
    // Only root can give a file to somebody else; for everybody else both are their own.
    if (process.getuid?.() === 0) chownSync(dataDir, 65_534, 65_534)
    let owner = -1
    const path = join(dataDir, 'sauvegarde-demandee.json')
    const asked = requestBackup(dataDir, '/b', {})
    owner = statSync(path).uid
    const stop = watchBackupRequests(
      dataDir,
      async () => ({ rows: 1, files: 0, encrypted: false }),
      () => undefined,
    )
    await asked
    stop()
    expect(owner).toBe(statSync(dataDir).uid)
  })

  it('the command ends when the server that makes its backup ends', async () => {
    const lock = await lockFolder(dataDir, () => undefined)
    const stop = watchBackupRequests(
      dataDir,
      () => new Promise(() => undefined),
      () => undefined,
    )
    const asked = requestBackup(dataDir, '/b', {})
    const refused = expect(asked).rejects.toThrow('Le serveur s’est arrêté pendant la sauvegarde')
    await expect.poll(() => existsSync(join(dataDir, 'sauvegarde-demandee.json'))).toBe(false)
    stop()
    lock.release()
    await refused
  })

  it.each([0, 1, 2, 3, 4])('a restore killed after %i renames is finished by the next start', (done) => {
    const folder = (...parts: string[]) => join(dataDir, ...parts)
    for (const [where, word] of [
      ['.', 'old'],
      ['restauration', 'new'],
    ] as const) {
      mkdirSync(folder(where, 'database'), { recursive: true })
      writeFileSync(folder(where, 'database', 'PG_VERSION'), word)
      writeFileSync(folder(where, 'secret.key'), word)
    }
    writeFileSync(
      folder('restauration.json'),
      JSON.stringify({ from: 'restauration', aside: 'avant', names: ['database', 'secret.key'] }),
    )
    // The renames of a swap, in its order, up to the kill.
    const steps = [
      ['database', 'avant/database'],
      ['restauration/database', 'database'],
      ['secret.key', 'avant/secret.key'],
      ['restauration/secret.key', 'secret.key'],
    ] as const
    mkdirSync(folder('avant'))
    for (const [from, to] of steps.slice(0, done)) renameSync(folder(from), folder(to))
    finishSwap(dataDir)
    finishSwap(dataDir)
    const read = (...parts: string[]) => readFileSync(folder(...parts), 'utf8')
    expect([read('database', 'PG_VERSION'), read('secret.key')]).toEqual(['new', 'new'])
    expect([read('avant', 'database', 'PG_VERSION'), read('avant', 'secret.key')]).toEqual(['old', 'old'])
    expect(existsSync(folder('restauration.json')) || existsSync(folder('restauration'))).toBe(false)
  })
})
