import type { TSchema } from 'typebox'
import { ActionButton } from '../../../domain/online/action-button.tsx'
import { accountsText } from '../../../text/admin/accounts.ts'
import { adminApi } from '../online/admin-api.ts'

/** Enables a disabled administrator again. */
export function UserSwitch({ id, done, answer }: { id: string; done: () => void; answer: TSchema }) {
  const enable = async (): Promise<void> => {
    await adminApi.write('PUT', `/admin/users/${encodeURIComponent(id)}`, { data: answer, body: { disabled: false } })
    done()
  }
  return <ActionButton label={accountsText.enable} run={enable} />
}
