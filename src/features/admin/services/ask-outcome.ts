import { Outcome } from '../../../domain/messages/use-outcome.ts'
import { adminApi } from '../online/admin-api.ts'

/** Where a company's message is, for `useOutcome`. */
export const outcomeIn =
  (companyId: string) =>
  (id: string, signal: AbortSignal): Promise<Outcome> =>
    adminApi.one(`/admin/messages/${encodeURIComponent(id)}`, Outcome, { query: { company_id: companyId }, signal })
