import { validationError } from '../../schemas/errors.ts'
import { normalMail } from '../mail-address.ts'
import type { Tx } from '../plugins/database/database.ts'
import { NO_PASSWORD } from '../plugins/session/passwords.ts'
import { isMail } from '../repositories/account-mail.ts'

interface NewCredential {
  /** IDPERSONNEL */
  id: string
  mail: string | null
  disabled?: boolean | undefined
  passwordHash: string
}

const TAKEN = { MAIL: ['Cette adresse est déjà celle d’un compte de cette entreprise'] }

/**
 * Updates the login of a member of the staff to their mail, in the transaction's company: the password stays when the mail changes, and without a mail there
 * is no login. That the account is closed is kept without a mail too. @throws AppError VALIDATION_ERROR when the mail is somebody else's
 */
export async function saveCredential(tx: Tx, { id, mail, disabled, passwordHash }: NewCredential): Promise<void> {
  if (mail === null) {
    const closed = disabled ?? (await isClosed(tx, id))
    await tx.deleteFrom('credential').where('personnel_id', '=', id).execute()
    if (closed) await closeLogin(tx, id)
    return
  }
  const company = await tx.selectFrom('company').select('id').executeTakeFirstOrThrow()
  const normal = normalMail(mail)
  // The table's index compares one spelling.
  const taken = await tx
    .selectFrom('credential')
    .select('personnel_id')
    .where(isMail('credential.mail', normal))
    .where('personnel_id', '<>', id)
    .executeTakeFirst()
  if (taken) throw validationError(TAKEN)
  const { rejected } = await attempt(
    tx
      .insertInto('credential')
      .values({
        company_id: company.id,
        personnel_id: id,
        mail: normal,
        password_hash: passwordHash,
        disabled: disabled ?? false,
      })
      .onConflict((conflict) =>
        conflict
          .columns(['company_id', 'personnel_id'])
          .doUpdateSet({ mail: normal, ...(disabled === undefined ? {} : { disabled }) }),
      )
      .execute(),
  )
  if (rejected) throw validationError(TAKEN)
}

/** Disables or enables a login without changing its mail; a person with a mail and without a login gets one when it is enabled. */
export async function setDisabled(tx: Tx, credential: NewCredential): Promise<void> {
  const { id, disabled = false } = credential
  if (disabled) return closeLogin(tx, id)
  if (!(await openLogin(tx, id))) await saveCredential(tx, { ...credential, disabled })
}

async function isClosed(tx: Tx, id: string): Promise<boolean> {
  const row = await tx.selectFrom('credential').select('disabled').where('personnel_id', '=', id).executeTakeFirst()
  return row?.disabled ?? false
}

/** Closes the account, also of somebody without a login: they have left, and nobody chooses them any more. */
export async function closeLogin(tx: Tx, id: string): Promise<void> {
  const company = await tx.selectFrom('company').select('id').executeTakeFirstOrThrow()
  await tx
    .insertInto('credential')
    .values({ company_id: company.id, personnel_id: id, mail: null, password_hash: NO_PASSWORD, disabled: true })
    .onConflict((conflict) => conflict.columns(['company_id', 'personnel_id']).doUpdateSet({ disabled: true }))
    .execute()
}

/** Opens the account again. @returns whether it has a login; without a mail nothing is left of it */
export async function openLogin(tx: Tx, id: string): Promise<boolean> {
  await tx.deleteFrom('credential').where('personnel_id', '=', id).where('mail', 'is', null).execute()
  const opened = await tx
    .updateTable('credential')
    .set({ disabled: false })
    .where('personnel_id', '=', id)
    .executeTakeFirst()
  return opened.numUpdatedRows > 0n
}

/** Turns a broken unique mail into an answer; the transaction is lost in both cases. */
async function attempt(write: Promise<unknown>): Promise<{ rejected: boolean }> {
  try {
    await write
    return { rejected: false }
  } catch (error) {
    if ((error as { code?: unknown }).code === '23505') return { rejected: true }
    throw error
  }
}
