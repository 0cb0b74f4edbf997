import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seedDemo } from '../../server/demo/seed.ts'
import type { Database } from '../../server/plugins/database/database.ts'
import { embeddedDatabase } from '../support/engines.ts'
import { testApp } from '../support/test-app.ts'

const run = promisify(execFile)

interface Example {
  script: string
  status: number
  /** Shell variable → path in the answer. */
  captures: [string, string][]
}

/** The fenced bash blocks; the first line of each states the status, and what to keep of the answer. */
function examplesOf(markdown: string): Example[] {
  return [...markdown.matchAll(/```bash\n([\s\S]*?)```/g)].map(([, script = '']) => {
    const [, status, kept = ''] = /^# (\d{3})((?:, \w+ = [\w.]+)*)\n/.exec(script) ?? []
    if (status === undefined) throw new Error(`This example states no status in its first line:\n${script}`)
    const captures = [...kept.matchAll(/(\w+) = ([\w.]+)/g)].map(([, name = '', path = '']): [string, string] => [
      name,
      path,
    ])
    return { script, status: Number(status), captures }
  })
}

const at = (value: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((inner, name) => (inner as Record<string, unknown> | undefined)?.[name], value)

describe('the examples of docs/api.md', () => {
  let db: Database
  let app: FastifyInstance
  let folder: string
  let origin: string
  beforeAll(async () => {
    db = await embeddedDatabase()
    await seedDemo(db)
    // In demo mode the outbox shows the codes that were sent.
    app = await testApp(db, { demo: true })
    origin = await app.listen({ port: 0, host: '127.0.0.1' })
    folder = await mkdtemp(join(tmpdir(), 'lolapp-api-doc-'))
  })
  afterAll(async () => {
    await app.close()
    await db.close()
    await rm(folder, { recursive: true, force: true })
  })

  /** The code in the last SMS, which a person would read on their phone. */
  async function lastCode(): Promise<string> {
    const company = await app.companies.find('demo')
    const { rows } = await db.inTenant(company?.id ?? '', (trx) =>
      sql<{
        text: string
      }>`select payload ->> 'text' as text from message where channel = 'sms' order by id desc limit 1`.execute(trx),
    )
    return /\b\d{6}\b/.exec(rows[0]?.text ?? '')?.[0] ?? ''
  }

  it('[API-12] [API-01] [API-02] run, and answer what the page says', async () => {
    const examples = examplesOf(await readFile('docs/api.md', 'utf8'))
    expect(examples.length).toBeGreaterThan(20)
    const known: Record<string, string> = { API: `${origin}/api`, FOLDER: folder, CODE: '' }
    for (const { script, status, captures } of examples) {
      if (script.includes('$CODE')) known.CODE = await lastCode()
      const unset = [...script.matchAll(/\$(\w+)/g)].map(([, name = '']) => name).filter((name) => !known[name])
      expect(unset, script).toEqual([])
      // Run as written, plus the status line.
      const asked = script.replace(/^curl /m, 'curl -s -i ')
      const { stdout } = await run('bash', ['-euc', asked], {
        env: { PATH: process.env.PATH, ...known } as NodeJS.ProcessEnv,
      })
      const head = stdout.split('\r\n\r\n').findLast((part) => part.startsWith('HTTP/')) ?? ''
      const body = stdout.slice(stdout.lastIndexOf('\r\n\r\n') + 4)
      expect([script, Number(/^HTTP\/[\d.]+ (\d{3})/.exec(head)?.[1]), body]).toEqual([script, status, body])
      for (const [name, path] of captures) {
        const value = at(JSON.parse(body), path)
        expect([script, typeof value]).toEqual([script, expect.stringMatching(/string|number/)])
        known[name] = String(value)
      }
    }
  })
})
