import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { sql } from 'kysely'
import type { RoleName } from '../../schemas/entities/personnel.ts'
import { buildApp } from '../../server/app.ts'
import { type BackupsConfig, createBackups } from '../../server/backup/backups.ts'
import { readConfig } from '../../server/config.ts'
import type { Database } from '../../server/plugins/database/database.ts'
import { hashPassword } from '../../server/plugins/session/passwords.ts'
import { createPorts, type Ports } from '../../server/ports/ports.ts'
import type { AppConfig, Deps } from '../../server/services.ts'
import { testKey } from './test-key.ts'

export const PASSWORD = 'demonstration'
/** A known key, so that a test can compute the same values as the server. */
export const testSecrets = testKey.secrets

/** Folder that the operating system clears. Tests share it, because their keys never collide. */
const DATA_DIR = join(tmpdir(), 'lolapp-tests-files')

/** Ports of the embedded installation. A test passes its own port to observe the outside. */
export const embeddedPorts = (): Ports => createPorts(readConfig({ DATA_DIR }).ports, { secrets: testSecrets })

/** The server over a test database, for `inject`. */
export const testApp = (
  db: Database,
  changes: Partial<AppConfig> = {},
  {
    marks,
    backupEncryption,
    ...ports
  }: Partial<Ports> & Pick<Deps, 'marks'> & Pick<BackupsConfig, 'backupEncryption'> = {},
): Promise<FastifyInstance> =>
  buildApp(
    {
      port: 3000,
      demo: false,
      webDir: '/nowhere',
      apiBase: '/api',
      mapStyle: null,
      mapPacksDir: null,
      publicUrl: 'http://localhost:3000',
      tinker: false,
      rateLimit: 1_000_000,
      trustProxy: [],
      logLevel: 'silent',
      checkAnswers: true,
      fileQuota: 1024 ** 3,
      ...changes,
    },
    {
      db,
      secrets: testSecrets,
      ports: { ...embeddedPorts(), ...ports },
      backups: createBackups(db, { ...testBackups(), ...(backupEncryption ? { backupEncryption } : {}) }),
      ...(marks ? { marks } : {}),
    },
  )

/** Backup folder; nothing is written before the first backup. The files are in the folder that tests share. */
const testBackups = (): BackupsConfig => {
  const dataDir = join(tmpdir(), `lolapp-test-backups-${randomUUID()}`)
  return { dataDir, backupDir: join(dataDir, 'backups'), backupKeep: 2, filesElsewhere: true }
}

let hash: Promise<string> | undefined

export interface NewPersonnel {
  companyId: string
  mail?: string
  roles?: readonly RoleName[]
  agences?: readonly string[]
}

/** A member of the staff who may log in with PASSWORD. */
export async function addPersonnel(db: Database, person: NewPersonnel): Promise<{ id: string; mail: string }> {
  const id = `p-${randomUUID()}`
  const mail = person.mail ?? `${id}@example.com`
  hash ??= hashPassword(PASSWORD)
  const password_hash = await hash
  await db.inTenant(person.companyId, async (trx) => {
    await trx
      .insertInto('credential')
      .values({ company_id: person.companyId, personnel_id: id, mail, password_hash })
      .execute()
    await sql`insert into personnel (company_id, "IDPERSONNEL", "NOM", "ROLES", "AGENCES", "TOUTES_AGENCES", "HORS_STATS", seq)
      values (${person.companyId}, ${id}, 'Essai', ${[...(person.roles ?? ['commercial'])]}, ${[...(person.agences ?? [])]}, 0, 0, take_seq(1))`.execute(
      trx,
    )
  })
  return { id, mail }
}

/** A session for a member of the staff; `headers` go with every request of theirs. */
export async function signIn(
  app: FastifyInstance,
  person: { companyId: string; id: string },
): Promise<{ token: string; headers: Record<string, string> }> {
  const { token } = await app.sessions.open({
    kind: 'personnel',
    accountId: person.id,
    companyId: person.companyId,
    deviceId: null,
  })
  return { token, headers: { authorization: `Bearer ${token}` } }
}

/** One call, with the parsed body. */
export async function call<T = Record<string, unknown>>(
  app: FastifyInstance,
  options: InjectOptions,
): Promise<{ status: number; body: T; headers: Record<string, string | string[] | number | undefined> }> {
  const response = await app.inject(options)
  const json = response.headers['content-type']?.toString().includes('json') && response.body !== ''
  return { status: response.statusCode, body: (json ? response.json() : response.body) as T, headers: response.headers }
}

/** An administrator who may log in with PASSWORD. */
export async function addAdmin(
  db: Database,
  email = `admin-${randomUUID()}@example.com`,
): Promise<{ id: string; email: string }> {
  const id = `a-${randomUUID()}`
  hash ??= hashPassword(PASSWORD)
  const password_hash = await hash
  await db.transaction({ platform: true }, (trx) =>
    trx.insertInto('admin_user').values({ id, email, name: 'Admin', password_hash }).execute(),
  )
  return { id, email }
}

/** A session of an administrator who has just given their second factor; `headers` go with every request of theirs. */
export async function signInAdmin(
  app: FastifyInstance,
  admin: { id: string },
): Promise<{ token: string; headers: Record<string, string> }> {
  const session = { kind: 'admin', accountId: admin.id, companyId: null, deviceId: null, proven: true } as const
  const { token } = await app.sessions.open(session)
  return { token, headers: { authorization: `Bearer ${token}` } }
}
