import { validationError } from '../../schemas/errors.ts'
import type { Tx } from '../plugins/database/database.ts'

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
 * is no login. @throws AppError VALIDATION_ERROR when the mail is somebody else's
 */
export async function saveCredential(tx: Tx, { id, mail, disabled, passwordHash }: NewCredential): Promise<void> {
  if (mail === null) {
    await tx.deleteFrom('credential').where('personnel_id', '=', id).execute()
    return
  }
  const company = await tx.selectFrom('company').select('id').executeTakeFirstOrThrow()
  const lower = mail.toLowerCase()
  const { rejected } = await attempt(
    tx
      .insertInto('credential')
      .values({
        company_id: company.id,
        personnel_id: id,
        mail: lower,
        password_hash: passwordHash,
        disabled: disabled ?? false,
      })
      .onConflict((conflict) =>
        conflict
          .columns(['company_id', 'personnel_id'])
          .doUpdateSet({ mail: lower, ...(disabled === undefined ? {} : { disabled }) }),
      )
      .execute(),
  )
  if (rejected) throw validationError(TAKEN)
}

/** Disables or enables a login without changing its mail; a person with a mail and without a login gets one. */
export async function setDisabled(tx: Tx, credential: NewCredential): Promise<void> {
  const { id, disabled = false } = credential
  const done = await tx.updateTable('credential').set({ disabled }).where('personnel_id', '=', id).executeTakeFirst()
  if (done.numUpdatedRows === 0n && credential.mail !== null) await saveCredential(tx, credential)
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
