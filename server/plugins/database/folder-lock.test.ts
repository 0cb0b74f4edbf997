import { mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { lockFolder } from './folder-lock.ts'

describe('lock of the data folder', () => {
  let folder = ''
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'lolapp-lock-'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  const none = (): void => undefined
  const path = (): string => join(folder, 'lolapp.lock')
  const held = (holder: object): void =>
    writeFileSync(path(), JSON.stringify({ nonce: 'n', pid: 1, host: hostname(), started: null, ...holder }))
  const DEAD = 2 ** 22 + 1

  it('says in French who holds the folder, and frees it when released', async () => {
    const first = await lockFolder(folder, none)
    await expect(lockFolder(folder, none)).rejects.toThrow(`déjà utilisé par un autre processus (PID ${process.pid}`)
    first.release()
    const second = await lockFolder(folder, none)
    second.release()
  })

  it('takes over the lock of a dead process', async () => {
    held({ pid: DEAD })
    const lock = await lockFolder(folder, none)
    expect(JSON.parse(readFileSync(path(), 'utf8'))).toMatchObject({ pid: process.pid })
    lock.release()
  })

  it('takes over when the PID was given to another process since', async () => {
    held({ pid: process.pid, started: '1' })
    const lock = await lockFolder(folder, none)
    expect(readFileSync(path(), 'utf8')).not.toContain('"started":"1"')
    lock.release()
  })

  it('takes over a lock file whose writer died while writing it', async () => {
    writeFileSync(path(), '{"nonce":')
    const lock = await lockFolder(folder, none)
    expect(JSON.parse(readFileSync(path(), 'utf8'))).toMatchObject({ pid: process.pid })
    lock.release()
  })

  it('believes a holder on another machine while its lock is refreshed', async () => {
    held({ host: 'autre-conteneur' })
    await expect(lockFolder(folder, none)).rejects.toThrow('sur autre-conteneur')
    const old = new Date(Date.now() - 60_000)
    utimesSync(path(), old, old)
    ;(await lockFolder(folder, none)).release()
  })

  it('gives a stale lock to one of two processes that want it', async () => {
    held({ pid: DEAD })
    const results = await Promise.allSettled([lockFolder(folder, none), lockFolder(folder, none)])
    const got = results.filter((result) => result.status === 'fulfilled')
    expect(got.length).toBe(1)
    for (const result of got) result.value.release()
  })

  it('tells a holder that it lost its lock', async () => {
    let lost = false
    const lock = await lockFolder(folder, () => {
      lost = true
    })
    held({ nonce: 'someone-else' })
    await expect.poll(() => lost).toBe(true)
    lock.release()
  })
})
