import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '../support/ports.ts'
import { query, startPostgres, type TestPostgres } from '../support/postgres.ts'
import type { ServerProcess } from '../support/server-process.ts'
import {
  call,
  follow,
  hasHeard,
  KEY,
  logIn,
  logInAdmin,
  newClient,
  refusedRun,
  runProgram,
  sendClient,
  startProcess,
} from './processes.ts'

const RATE_LIMIT = 1000

describe('two processes on one PostgreSQL', () => {
  let postgres: TestPostgres
  let url: string
  /** URL of the superuser; no test needs the owner. */
  let superuser: string
  let a: ServerProcess
  let b: ServerProcess
  let mails: SMTPServer
  const received: string[] = []

  beforeAll(async () => {
    postgres = await startPostgres({}, { passwords: true })
    url = await postgres.createDatabase()
    const root = new URL(url)
    root.username = 'postgres'
    root.password = ''
    superuser = root.href
    mails = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onRcptTo: ({ address }, _session, done) => {
        received.push(address)
        done()
      },
      onData: (stream, _session, done) => {
        stream.resume()
        stream.on('end', () => setTimeout(done, 50))
      },
    })
    const port = await freePort()
    await new Promise<void>((resolve) => mails.listen(port, '127.0.0.1', resolve))
    const env = { RATE_LIMIT: String(RATE_LIMIT), COMPANY_SMTP_ALLOW_PRIVATE: '1' }
    a = await startProcess(url, env)
    b = await startProcess(url, env)
    await query(
      superuser,
      `update company set "SMTP" = '{"host":"127.0.0.1","port":${port},"secure":false,"user":null,"password":null}', "MAIL_EXPEDITEUR" = 'maison@example.com' where key = 'demo'`,
    )
  })
  afterAll(async () => {
    await Promise.all([a?.dispose(), b?.dispose()])
    await postgres?.stop()
    await new Promise<void>((resolve) => mails.close(() => resolve()))
  })

  /** Ends connections as a failover or a restart of PostgreSQL would. */
  const cut = (which: string): Promise<unknown> =>
    query(superuser, `select pg_terminate_backend(pid) from pg_stat_activity where ${which}`)
  const POOL = "application_name = 'lolapp'"
  const LISTENER = "application_name = 'lolapp listen'"

  it('passes hints from one to the other, and each reads the other’s writes', async () => {
    const token = await logIn(a, 'commercial@example.com')
    const stream = await follow(b, token)
    for (let n = 0; n < 5; n += 1) {
      const client = newClient()
      const answer = await sendClient(a, token, client)
      expect(answer.status).toBe(201)
      await expect.poll(() => hasHeard(stream, answer)).toBe(true)
      expect((await call(b, 'GET', `/clients/${client.id}`, { token })).status).toBe(200)
    }
    stream.stop()
  })

  it('a write that a device sends to both at once, and again, takes effect once', async () => {
    const token = await logIn(a, 'commercial@example.com')
    for (let n = 0; n < 5; n += 1) {
      const client = newClient()
      const answers = [...(await Promise.all([a, b].map((one) => sendClient(one, token, client))))]
      answers.push(await sendClient(b, token, client))
      expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
      expect(new Set(answers.map(({ headers }) => headers.get('lolapp-seq'))).size).toBe(1)
    }
  })

  it('[SEC] ends a session everywhere at once: calls and streams', async () => {
    const token = await logIn(a, 'commercial2@example.com')
    const stream = await follow(b, token)
    expect((await call(b, 'GET', '/clients?since=&limit=1', { token })).status).toBe(200)
    await call(a, 'POST', '/logout', { token })
    await expect.poll(() => stream.hasEnded()).toBe(true)
    expect((await call(b, 'GET', '/clients?since=&limit=1', { token })).status).toBe(401)
  })

  it('[SEC] ends the stream of a session that ended while the process was not listening', async () => {
    const token = await logIn(a, 'commercial2@example.com')
    const stream = await follow(b, token)
    // No notification reports it.
    await query(superuser, `update session set revoked_at = now() where token_hash = encode(sha256('${token}'), 'hex')`)
    await cut(LISTENER)
    await expect.poll(() => stream.hasEnded()).toBe(true)
    await expect.poll(async () => (await call(b, 'GET', '/clients?since=&limit=1', { token })).status).toBe(401)
  })

  it('[SEC] removes an account at the other one, too', async () => {
    const token = await logIn(b, 'technicien@example.com')
    const stream = await follow(b, token)
    const admin = await logInAdmin(a)
    const [row] = (await query(
      superuser,
      "select c.company_id, c.personnel_id from credential c join company on company.id = c.company_id and key = 'demo' where mail = 'technicien@example.com'",
    )) as { company_id: string; personnel_id: string }[]
    const path = `/admin/personnels/${row?.personnel_id}?company_id=${row?.company_id}`
    const off = await call(a, 'PUT', path, { token: admin, company: null, body: { disabled: true } })
    expect(off.status).toBe(200)
    await expect.poll(() => stream.hasEnded()).toBe(true)
    expect((await call(b, 'GET', '/clients?since=&limit=1', { token })).status).toBe(401)
  })

  it('shows a change of the company that the other one made within seconds', async () => {
    const admin = await logInAdmin(a)
    const [row] = (await query(superuser, "select id from company where key = 'demo'")) as { id: string }[]
    const read = async () => JSON.stringify((await call(b, 'GET', '/lolapp/start')).body)
    await read()
    const put = await call(a, 'PUT', `/admin/company/${row?.id}`, {
      token: admin,
      company: null,
      body: { COLOR: '#123456' },
    })
    expect(put.status).toBe(200)
    await expect.poll(read).toContain('#123456')
  })

  it('[SEC] limits count over both: guesses of a password, a route’s own limit, and the requests of one address', async () => {
    const guesses = async (server: ServerProcess): Promise<number> => {
      const all: number[] = []
      for (let n = 0; n < 7; n += 1) {
        const body = { MAIL: 'metreur@example.com', password: 'faux' }
        all.push((await call(server, 'POST', '/lolapp/login', { body, from: '198.51.100.20' })).status)
      }
      return all.filter((status) => status !== 429).length
    }
    // Ten tries per minute for one mail from one address.
    expect([await guesses(a), await guesses(b)]).toEqual([7, 3])
    // Twenty links per hour for one address, for all mails together.
    const links = async (server: ServerProcess): Promise<number> => {
      const all: number[] = []
      for (let n = 0; n < 12; n += 1) {
        const body = { email: `${randomUUID()}@example.com` }
        all.push((await call(server, 'POST', '/password/email', { body, from: '198.51.100.21' })).status)
      }
      return all.filter((status) => status !== 429).length
    }
    expect([await links(a), await links(b)]).toEqual([12, 8])
    // The general limit, plus the share that an address may use before the other processes know.
    const passing = async (server: ServerProcess) => {
      const answers = await Promise.all(
        Array.from({ length: 20 }, async () => {
          let good = 0
          for (let n = 0; n < RATE_LIMIT / 20; n += 1)
            if ((await call(server, 'GET', '/nulle-part', { from: '198.51.100.22' })).status !== 429) good += 1
          return good
        }),
      )
      return answers.reduce((sum, n) => sum + n, 0)
    }
    const [here, there] = [await passing(a), await passing(b)]
    expect(here).toBeGreaterThan(RATE_LIMIT / 2)
    expect(here + there).toBeLessThan(RATE_LIMIT * 1.2)
  })

  it('sends each message once, whichever process takes it', async () => {
    const recipients = Array.from({ length: 30 }, (_, n) => `personne${n}@example.com`)
    for (const to of recipients)
      await query(
        superuser,
        `insert into message (id, company_id, key, channel, recipient, payload) select '${randomUUID()}', id, '${to}', 'mail', '${to}', '{"subject":"s","text":"t"}' from company where key = 'demo'`,
      )
    const wake = (server: ServerProcess) =>
      call(server, 'POST', '/password/email', { body: { email: 'assistante@example.com' }, from: '198.51.100.30' })
    await Promise.all([wake(a), wake(b)])
    const arrived = () => received.filter((to) => to.startsWith('personne'))
    await expect.poll(() => arrived().length).toBeGreaterThanOrEqual(30)
    expect(arrived().sort()).toEqual([...recipients].sort())
  })

  it('keeps reads, other companies and the health question going while one company’s writers are stuck', async () => {
    const [token, other] = [
      await logIn(a, 'commercial@example.com'),
      await logIn(a, 'directeur@autre.example.com', 'autre'),
    ]
    const holder = new pg.Client({ connectionString: superuser })
    await holder.connect()
    await holder.query("begin; select 1 from company where key = 'demo' for update")
    const stuck = Array.from({ length: 40 }, () => sendClient(a, token))
    await wait(500)
    const meanwhile = await Promise.all([
      call(a, 'GET', '/health'),
      call(a, 'GET', '/clients?since=&limit=5', { token }),
      call(a, 'GET', '/clients?since=&limit=5', { token: other, company: 'autre' }),
      sendClient(a, other, newClient(), 'autre'),
    ])
    expect(meanwhile.map(({ status }) => status)).toEqual([200, 200, 200, 201])
    const answers = await Promise.all(stuck)
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]))
    expect(answers.some(({ headers }) => headers.get('retry-after') !== null)).toBe(true)
    await holder.query('rollback')
    await holder.end()
    expect((await sendClient(a, token)).status).toBe(201)
  })

  it('keeps serving when a process and a backup connect with another spelling of the database URL', async () => {
    const token = await logIn(a, 'commercial@example.com')
    const spelled = new URL(url)
    spelled.hostname = 'localhost'
    spelled.searchParams.set('application_name', 'autre')
    const folder = mkdtempSync(join(tmpdir(), 'lolapp-spelled-'))
    const role = `lolapp_login_${new URL(url).pathname.slice(1)}`
    const password = () => query(superuser, `select rolpassword from pg_authid where rolname = '${role}'`)
    const before = await password()
    const third = await startProcess(spelled.href)
    const env = { DATABASE_URL: spelled.href, DATA_DIR: folder }
    const backup = await runProgram('server/backup/backup-command.ts', ['--to', join(folder, 'copie')], env)
    expect(backup).toMatchObject({ code: 0 })
    await cut(POOL)
    for (const server of [a, b, third])
      await expect.poll(async () => (await call(server, 'GET', '/clients?since=&limit=1', { token })).status).toBe(200)
    // New connections, all of them.
    await Promise.all(
      Array.from({ length: 12 }, async () => {
        const { status } = await call(a, 'GET', '/clients?since=&limit=1', { token })
        expect(status).toBe(200)
      }),
    )
    // The stored password is unchanged, salt included, because a pooler would not know a new one.
    expect(await password()).toEqual(before)
    await third.dispose()
    rmSync(folder, { recursive: true, force: true })
  })

  it('[SEC] refuses a start and commands with another SECRET_KEY, and a change of it while others serve', async () => {
    const token = await logIn(a, 'commercial@example.com')
    const folder = mkdtempSync(join(tmpdir(), 'lolapp-other-key-'))
    const env = { DATABASE_URL: url, DATA_DIR: folder, SECRET_KEY: 'b'.repeat(64) }
    const port = String(await freePort())
    expect(await refusedRun('server/start.ts', { ...env, PORT: port })).toContain('SECRET_KEY_FORMER')
    expect(await refusedRun('server/epoch/new-epoch-command.ts', env)).toContain('autre SECRET_KEY')
    expect(await refusedRun('server/start.ts', { ...env, PORT: port, SECRET_KEY_FORMER: KEY })).toContain(
      'arrêtez-les tous',
    )
    await cut(POOL)
    await expect.poll(async () => (await call(a, 'GET', '/clients?since=&limit=1', { token })).status).toBe(200)
    rmSync(folder, { recursive: true, force: true })
  })

  it('answers 503, not 500, while the password of the request role is wrong', async () => {
    const token = await logIn(a, 'commercial@example.com')
    const role = `lolapp_login_${new URL(url).pathname.slice(1)}`
    const [before] = (await query(superuser, `select rolpassword from pg_authid where rolname = '${role}'`)) as {
      rolpassword: string
    }[]
    await query(superuser, `alter role ${role} password 'autre'`)
    await cut(`${POOL} or ${LISTENER}`)
    await expect.poll(async () => (await call(a, 'GET', '/clients?since=&limit=1', { token })).status).toBe(503)
    expect((await call(a, 'GET', '/health')).status).toBe(503)
    await query(superuser, `alter role ${role} password '${before?.rolpassword}'`)
    await expect.poll(async () => (await call(a, 'GET', '/clients?since=&limit=1', { token })).status).toBe(200)
    let stream = await follow(b, token)
    let first = await sendClient(a, token)
    const hears = async (): Promise<boolean> => {
      // A process that listens again may have missed notifications, so its streams end and devices reconnect.
      if (stream.hasEnded()) {
        stream = await follow(b, token)
        first = await sendClient(a, token)
      } else await sendClient(a, token)
      return hasHeard(stream, first)
    }
    await expect.poll(hears, { interval: 500 }).toBe(true)
    stream.stop()
  })

  it('one goes on when the other is killed, and the key can change once both have ended', async () => {
    const token = await logIn(a, 'commercial@example.com')
    await b.kill()
    expect((await sendClient(a, token)).status).toBe(201)
    await a.stop()
    await a.start({ env: { SECRET_KEY: 'b'.repeat(64), SECRET_KEY_FORMER: KEY, DEMO: '1', HOST: '127.0.0.1' } })
    expect(a.output()).toContain('La SECRET_KEY a été changée')
    expect((await sendClient(a, token)).status).toBe(201)
  })
})
