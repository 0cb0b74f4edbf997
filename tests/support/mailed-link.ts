import type { FastifyInstance } from 'fastify'
import type { Database } from '../../server/plugins/database/database.ts'
import { call } from './test-app.ts'

/** The secret part of the link in the last mail to somebody; '' without one. */
export async function linkMailedTo(
  db: Database,
  mail: string,
  scope: { companyId: string } | { platform: true },
): Promise<string> {
  const rows = await db.transaction(scope, (tx) =>
    tx.selectFrom('message').select('payload').where('recipient', '=', mail).orderBy('id').execute(),
  )
  const text = (rows.at(-1)?.payload as { text: string } | undefined)?.text ?? ''
  return /\/password\/reset\/([\w-]+)/.exec(text)?.[1] ?? ''
}

/** Opens the account with that link. */
export const choosePassword = (
  app: FastifyInstance,
  { token, email, headers }: { token: string; email: string; headers: Record<string, string> },
) =>
  call(app, {
    method: 'POST',
    url: '/api/password/reset',
    headers,
    payload: { token, email, password: 'une phrase de passe', password_confirmation: 'une phrase de passe' },
  })
