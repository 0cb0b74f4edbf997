import type { FastifyInstance, FastifyRequest } from 'fastify'
import Type, { type Static } from 'typebox'
import { AppError, noRole } from '../../../schemas/errors.ts'
import { accountByMail, holdsHash } from '../../accounts/mailed-account.ts'
import { tellLockedOut } from '../../accounts/security-notices.ts'
import { staffCredential } from '../../accounts/staff-accounts.ts'
import { PUBLIC } from '../../actor.ts'
import { audit } from '../../audit/audit.ts'
import { normalMail } from '../../mail-address.ts'
import type { Tx } from '../../plugins/database/database.ts'
import { checkPassword, MAX_PASSWORD } from '../../plugins/session/passwords.ts'
import { ADMIN_ON_COMPANY, companyOf } from '../../plugins/tenant/tenant.ts'
import { adminCredential } from '../../repositories/admin-users.ts'
import { enter, entryAnswer } from './enter.ts'
import { type MailTries, mailTries, maskedMail, TRIES_PER_ADDRESS } from './tries.ts'

const mail = Type.String({ minLength: 1, maxLength: 254 })
const password = Type.String({ minLength: 1, maxLength: MAX_PASSWORD })
const StaffBody = Type.Object({ MAIL: mail, password }, { additionalProperties: false })
const AdminBody = Type.Object({ email: mail, password }, { additionalProperties: false })

const refused = (): AppError => new AppError('UNAUTHENTICATED', 'Adresse email ou mot de passe incorrect.')
const login = { access: PUBLIC, does: 'acts', rateLimit: TRIES_PER_ADDRESS } as const

/** Warns the owner of a mail whose password was tried too often. Runs after the answer, because its duration must not show whether somebody has this mail. */
const lockOut =
  (app: FastifyInstance, tries: MailTries, mailOf: (request: FastifyRequest) => string) =>
  async (request: FastifyRequest): Promise<void> => {
    if (!tries.refused(request)) return
    const { company } = request
    await app.db.transaction(company ? { companyId: company.id } : { platform: true }, async (tx) => {
      const account = await accountByMail(tx, { email: normalMail(mailOf(request)), admin: !company })
      if (account) await tellLockedOut(tx, app, request, account.id)
    })
    app.messages.wake(company?.id ?? null)
  }

/** Login of staff (in their company) and of administrators (anywhere else), by mail and password. */
export async function loginRoutes(app: FastifyInstance): Promise<void> {
  staffLogin(app)
  adminLogin(app)
}

function staffLogin(app: FastifyInstance): void {
  const mailOf = ({ body }: FastifyRequest): string => (body as Static<typeof StaffBody>).MAIL
  const tries = mailTries(app, mailOf)
  const schema = { summary: 'Connexion du personnel', body: StaffBody, response: { 200: entryAnswer } }
  const route = { config: login, schema, onResponse: lockOut(app, tries, mailOf) }
  app.post<{ Body: Static<typeof StaffBody> }>('/lolapp/login', route, async (request) => {
    await tries.count(request)
    const { MAIL, password } = request.body
    const company = companyOf(request)
    const credential = await app.db.inTenant(company.id, (trx) => staffCredential(trx, normalMail(MAIL)))
    const target = credential ? { target: `personnel:${credential.personnel_id}` } : {}
    if (!(await checkPassword(hashOf(credential), password)) || !credential) {
      const line = { action: 'login.refused' as const, ...target, details: { mail: maskedMail(MAIL) } }
      await app.db.inTenant(company.id, (trx) => audit(trx, request, line))
      throw refused()
    }
    // Told only to a caller who knows the password.
    if (!credential.ROLES?.length) {
      const line = { action: 'login.refused' as const, ...target, details: { why: 'no role' } }
      await app.db.inTenant(company.id, (trx) => audit(trx, request, line))
      throw noRole()
    }
    return enter(app, request, {
      kind: 'personnel',
      accountId: credential.personnel_id,
      companyId: company.id,
      proven: true,
      also: async (trx) => {
        await assertHolds(trx, `personnel:${credential.personnel_id}`, credential.password_hash)
        await tries.accept(request, trx)
      },
    })
  })
}

function adminLogin(app: FastifyInstance): void {
  const mailOf = ({ body }: FastifyRequest): string => (body as Static<typeof AdminBody>).email
  const tries = mailTries(app, mailOf)
  const schema = { summary: 'Connexion des administrateurs', body: AdminBody, response: { 200: entryAnswer } }
  const route = { config: login, schema, onResponse: lockOut(app, tries, mailOf) }
  app.post<{ Body: Static<typeof AdminBody> }>('/login', route, async (request) => {
    await tries.count(request)
    // Before the account is read: every caller gets the same text.
    if (request.company) throw new AppError('UNAUTHORIZED', ADMIN_ON_COMPANY)
    const { email, password } = request.body
    const admin = await app.db.transaction({ platform: true }, (trx) => adminCredential(trx, normalMail(email)))
    const target = admin ? { target: `admin:${admin.id}` } : {}
    if (!(await checkPassword(hashOf(admin), password)) || !admin) {
      const line = { action: 'login.refused' as const, ...target, details: { mail: maskedMail(email) } }
      await app.db.transaction({ platform: true }, (trx) => audit(trx, request, line))
      throw refused()
    }
    return enter(app, request, {
      kind: 'admin',
      accountId: admin.id,
      companyId: null,
      proven: true,
      also: async (trx) => {
        await assertHolds(trx, `admin:${admin.id}`, admin.password_hash)
        await tries.accept(request, trx)
      },
    })
  })
}

/** To check a password takes long: it may have been replaced, or the account closed, meanwhile. @throws AppError UNAUTHENTICATED */
async function assertHolds(tx: Tx, account: string, hash: string): Promise<void> {
  if (!(await holdsHash(tx, { account, hash }))) throw refused()
}

/** The hash that a password is checked against; null for an account that does not exist, or may not log in. */
const hashOf = (account: { password_hash: string; disabled: boolean } | undefined): string | null =>
  account && !account.disabled ? account.password_hash : null
