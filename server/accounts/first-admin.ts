import { uuidv7 } from '../../schemas/uuid.ts'
import { auditCommand } from '../audit/audit.ts'
import type { Database } from '../plugins/database/database.ts'
import { hashPassword } from '../plugins/session/passwords.ts'
import { newToken } from '../plugins/session/tokens.ts'
import { isMail } from '../repositories/account-mail.ts'
import { removeFactors } from '../second-factor/factors.ts'
import type { Secrets } from '../secrets.ts'
import { endSessions } from './end-sessions.ts'
import { endLinks, newPasswordLink } from './password-links.ts'

/** Minutes. The operator reads the link in the terminal where they asked for it. */
const MINUTES = 24 * 60

/** Whether there is an administrator who may log in: without one nobody can make a company. */
export const hasAdmin = (db: Database): Promise<boolean> =>
  db.transaction({ platform: true }, async (tx) => {
    const one = await tx.selectFrom('admin_user').select('id').where('disabled', '=', false).limit(1).executeTakeFirst()
    return one !== undefined
  })

/**
 * SET-01: for the operator of the machine: makes the administrator of this mail, or enables their account again
 * without second factor. The former password ends with it: without the factor, whoever knows that password would be in first.
 * @param origin `https://admin.example.com`
 * @returns a link that lets its reader choose the password once, within a day
 */
export async function inviteAdmin(
  db: Database,
  secrets: Secrets,
  { mail, origin }: { mail: string; origin: string },
): Promise<{ link: string; factorReset: boolean }> {
  // Nobody knows this password: the link is the only way to log in.
  const password_hash = await hashPassword(newToken())
  return db.transaction({ platform: true }, async (tx) => {
    const known = await tx
      .selectFrom('admin_user')
      .select('id')
      .where(isMail('admin_user.email', mail))
      .executeTakeFirst()
    const id = known?.id ?? uuidv7()
    if (known) await tx.updateTable('admin_user').set({ disabled: false, password_hash }).where('id', '=', id).execute()
    else {
      const name = mail.replace(/@.*/, '')
      await tx.insertInto('admin_user').values({ id, name, email: mail, password_hash }).execute()
    }
    // An administrator who lost their second factor asks for this: after the new password they set up another one.
    const factorReset = await removeFactors(tx, `admin:${id}`)
    if (known) {
      await endSessions(tx, `admin:${id}`)
      await endLinks(tx, `admin:${id}`)
    }
    if (factorReset) await auditCommand(tx, { action: 'second_factor.reset', target: `admin:${id}` })
    await auditCommand(tx, { action: known ? 'user.updated' : 'user.created', target: `admin:${id}` })
    const { url } = await newPasswordLink(tx, secrets, { account: `admin:${id}`, minutes: MINUTES, origin })
    return { link: url, factorReset }
  })
}
