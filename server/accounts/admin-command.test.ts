import { execFile } from 'node:child_process'
import { chownSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fillDataFolder } from '../../tests/support/engines.ts'
import { type ServerProcess, startServer } from '../../tests/support/server-process.ts'

/** What a command on the machine printed, and whether it worked. */
const adminCommand = (dataDir: string, ...args: string[]): Promise<{ ok: boolean; said: string }> =>
  new Promise((resolve) => {
    const env = { ...process.env, DATA_DIR: dataDir, PUBLIC_URL: 'https://lolapp.example.com' }
    execFile(
      process.execPath,
      ['--import', 'tsx', 'server/accounts/admin-command.ts', ...args],
      { env },
      (error, stdout, stderr) => resolve({ ok: error === null, said: `${stdout}${stderr}` }),
    )
  })

const PUBLIC = { PUBLIC_URL: 'https://lolapp.example.com' }
const FIRST = 'Marie.Operatrice@maison.fr'

describe('a company without the demonstration', () => {
  const folders: string[] = []
  const folder = (): string => {
    const made = mkdtempSync(join(tmpdir(), 'lolapp-install-'))
    folders.push(made)
    return made
  }
  const webDir = folder()
  beforeAll(() => writeFileSync(join(webDir, 'index.html'), '<!doctype html><title>Lolapp</title>'))
  afterAll(() => {
    for (const one of folders) rmSync(one, { recursive: true, force: true })
  })

  const post = (server: ServerProcess, path: string, body: object): Promise<Response> =>
    fetch(`${server.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })

  it('as root, in the folder of the server’s user, leaves nothing that the server could not write', async () => {
    const dataDir = folder()
    await fillDataFolder(dataDir)
    if (process.getuid?.() === 0) chownSync(dataDir, 65_534, 65_534)
    expect(await adminCommand(dataDir, '--mail', FIRST)).toMatchObject({ ok: true })
    const { uid } = statSync(dataDir)
    const all = readdirSync(dataDir, { recursive: true, encoding: 'utf8' })
    expect(all).toContain('secret.key')
    expect(all.filter((name) => statSync(join(dataDir, name)).uid !== uid)).toEqual([])
  })

  it('[SET-01 first-admin] [SEC] starts empty at a public address, says how to make its administrator, and that works', async () => {
    const dataDir = folder()
    await fillDataFolder(dataDir)
    const server = await startServer({ webDir, dataDir, env: PUBLIC })
    // Printed after the server answers.
    await expect.poll(() => server.output()).toContain('npm run admin -- --mail')
    expect(server.output()).not.toContain('demonstration')
    expect((await post(server, '/api/login', { email: 'admin@example.com', password: 'demonstration' })).status).toBe(
      401,
    )
    expect((await fetch(`${server.url}/api/demo/outbox`)).status).toBe(404)
    expect(await adminCommand(dataDir, '--mail', FIRST)).toMatchObject({
      ok: false,
      said: expect.stringContaining("Arrêtez d'abord le serveur"),
    })
    await server.stop()

    const made = await adminCommand(dataDir, '--mail', FIRST)
    expect(made.ok).toBe(true)
    const token = /https:\/\/admin\.lolapp\.example\.com\/password\/reset\/([\w-]{43})/.exec(made.said)?.[1] ?? ''
    await server.start()
    expect(server.output().match(/npm run admin -- --mail/g)).toHaveLength(1)
    const password = 'une phrase de passe neuve'
    const choice = { token, email: FIRST.toLowerCase(), password, password_confirmation: password }
    expect((await post(server, '/api/password/reset', choice)).status).toBe(204)
    expect((await post(server, '/api/password/reset', choice)).status).toBe(422)
    const login = await post(server, '/api/login', { email: FIRST.toLowerCase(), password })
    // Outside of the demonstration an administrator needs more than a password.
    expect(await login.json()).toMatchObject({ data: { setting_up: true } })
    await server.dispose()
    expect((await adminCommand(dataDir, '--mail', FIRST)).said).toContain('/password/reset/')
  })

  it('[SET-01 no-demo] [SEC] refuses to serve a database of the demonstration in public until its accounts are closed', async () => {
    const dataDir = folder()
    await fillDataFolder(dataDir)
    const server = await startServer({ webDir, dataDir })
    await server.stop()
    await expect(server.start({ env: PUBLIC })).rejects.toThrow()
    expect(server.output()).toContain('admin@example.com')
    expect(server.output()).toContain('npm run admin -- --close-demo')

    const closed = await adminCommand(dataDir, '--close-demo')
    expect(closed.said).toContain('directeur@autre.example.com')
    expect((await adminCommand(dataDir, '--close-demo')).said).toContain('Aucun compte')
    await server.start({ env: PUBLIC })
    expect((await post(server, '/api/login', { email: 'admin@example.com', password: 'demonstration' })).status).toBe(
      401,
    )
    await server.dispose()
  })

  it('explains its command line in French', async () => {
    for (const args of [
      ['--mail', 'personne'],
      ['--mail', 'a@b.fr', '--close-demo'],
    ])
      expect((await adminCommand(folder(), ...args)).said).toContain("Donnez l'adresse email de l'administrateur")
  })
})
